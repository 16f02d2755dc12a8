import type { Format } from '../../../../src/formats/format.ts';
import { claudeCode } from '../../../../src/formats/claudeCode/claudeCode.ts';
import { pi } from '../../../../src/formats/pi/pi.ts';
import { tinyPi } from '../../../../src/formats/tinyPi.ts';
import { claudeRecord } from './claudeRecord.ts';
import { compareReaders } from './compare.ts';
import { Dice } from '../../../support/dice.ts';
import { compareScanners } from './verdicts.ts';
import { formatLines, SHORTENING } from './formatLines.ts';
import { mutateLine, randomText } from './mutate.ts';

/** What a run did: lines of which the readers' facts and the scanners' verdicts were compared, and good ones among them. */
export interface FuzzCounts {
  files: number;
  lines: number;
  scanned: number;
  verdicts: number;
  good: number;
}

const LINES_A_FILE = 200;

/** Compares both readers on random files until the time is over. Throws with the file's seed where they differ. */
export function fuzz(seed: number, seconds: number): FuzzCounts {
  const counts: FuzzCounts = { files: 0, lines: 0, scanned: 0, verdicts: 0, good: 0 };
  const end = performance.now() + seconds * 1000;
  for (let file = 0; file === 0 || performance.now() < end; file++) {
    const fileSeed = (seed * 1_000_003 + file) >>> 0;
    try {
      fuzzFile(fileSeed, counts);
    } catch (error) {
      throw new Error(`The file of seed ${String(fileSeed)} is not read alike.`, { cause: error });
    }
  }
  return counts;
}

/** One file of random lines, most of them of one format and half of them damaged. Adds to `counts`. */
export function fuzzFile(fileSeed: number, counts: FuzzCounts): void {
  const dice = new Dice(fileSeed);
  const format = dice.pick([pi, tinyPi, claudeCode, claudeCode, ...SHORTENING]);
  const bytes = fileOf(format, dice);
  counts.files += 1;
  if (format.shape) {
    const { lines, good } = compareScanners(bytes, format.shape);
    counts.verdicts += lines;
    counts.good += good;
  }
  // Comparing whole tables takes most of the time: some files are enough.
  if (format.shape && fileSeed % 4 > 0) return;
  // Shortening is for the reading thread, which takes long portions.
  const portion = dice.pick(
    format.shape ? [bytes.length, 65_536, 1000, 64, 7] : [bytes.length, 65_536, 12_000],
  );
  const { lines, scanned } = compareReaders(bytes, format, portion, dice.chance(0.3));
  counts.lines += lines;
  counts.scanned += scanned;
}

function fileOf(format: Format, dice: Dice): Uint8Array {
  const lines: Uint8Array[] = [];
  const encoder = new TextEncoder();
  const ids: string[] = [];
  const share = dice.pick([0, 0.1, 0.5, 1]);
  const count = 1 + dice.below(LINES_A_FILE);
  if (!format.shape) return joined(formatLines(format, count, dice), share, dice);
  if (format !== claudeCode && dice.chance(0.9))
    lines.push(encoder.encode(`${JSON.stringify(header(dice))}\n`));
  const made = Array.from({ length: count }, () =>
    JSON.stringify(format === claudeCode ? claudeRecord(ids, dice) : record(format, ids, dice)),
  );
  return new Uint8Array(Buffer.concat([...lines, joined(made, share, dice)]));
}

/** @param share of lines that are damaged */
function joined(lines: readonly string[], share: number, dice: Dice): Uint8Array {
  const encoder = new TextEncoder();
  const parts = lines.map((line) => {
    const bytes = encoder.encode((dice.chance(share) ? mutateLine(line, dice) : line) + ending(dice));
    if (dice.chance(0.02 * share)) bytes[dice.below(bytes.length)] = 0x80 + dice.below(128);
    return bytes;
  });
  return new Uint8Array(Buffer.concat(parts));
}

function ending(dice: Dice): string {
  return dice.chance(0.95) ? '\n' : dice.pick(['\r\n', '\n\n', '\n \n', '', ' \r\n', '\n\r\n', '\r\r\n']);
}

function header(dice: Dice): unknown {
  return {
    type: 'session',
    version: dice.pick([1, 2, 3, 3, 3]),
    id: dice.pick(['s', 'id1', 'id2']),
    timestamp: time(dice),
  };
}

function time(dice: Dice): string {
  return new Date(
    Date.UTC(1990 + dice.below(60), dice.below(12), 1 + dice.below(31), 0, 0, 0, dice.below(86_400_000)),
  ).toISOString();
}

function record(format: Format, ids: string[], dice: Dice): unknown {
  const id = dice.chance(0.03) ? randomText(dice) : `id${String(dice.below(500))}`;
  const parentId = dice.chance(0.1)
    ? null
    : dice.chance(0.8)
      ? (ids.at(-1) ?? null)
      : `id${String(dice.below(500))}`;
  ids.push(id);
  const timestamp = format === pi ? time(dice) : dice.below(2_000_000_000_000);
  const type = dice.chance(0.8) ? 'message' : dice.pick(OTHER_TYPES);
  const members = Object.entries<unknown>({ type, id, parentId, timestamp, ...body(type, dice) });
  if (dice.chance(0.1)) members.push([randomText(dice), { nested: [randomText(dice)] }]);
  if (dice.chance(0.2)) members.sort(() => dice.below(3) - 1);
  return Object.fromEntries(members);
}

const OTHER_TYPES = [
  ...[
    'model_change',
    'thinking_level_change',
    'compaction',
    'branch_summary',
    'label',
    'session_info',
    'custom',
  ],
  ...[
    'custom_message',
    'usage',
    'metadata',
    'title',
    'leaf',
    'context_edit',
    'session',
    'unknown',
    'a_type_with_a_name_longer_than_any_word',
  ],
];

function body(type: string, dice: Dice): Record<string, unknown> {
  if (type === 'message') return { message: message(dice) };
  return {
    label: randomText(dice),
    name: randomText(dice),
    targetId: `id${String(dice.below(500))}`,
    content: randomText(dice),
  };
}

function message(dice: Dice): Record<string, unknown> {
  const role = dice.pick([
    'user',
    'assistant',
    'toolResult',
    'assistant',
    'toolResult',
    'system',
    'bashExecution',
    'custom',
    'other',
  ]);
  return {
    role,
    content: dice.chance(0.2) ? randomText(dice) : Array.from({ length: dice.below(4) }, () => block(dice)),
    ...(role === 'toolResult' && { toolCallId: callId(dice), toolName: 'read', isError: dice.chance(0.5) }),
    ...(dice.chance(0.3) && {
      stopReason: dice.pick(['toolUse', 'aborted', 'error', 'length', 'stop', 'ab\norted']),
    }),
    ...(dice.chance(0.2) && {
      usage: { input: dice.below(9), cost: { total: dice.below(1000) / 7 } },
      timestamp: 5,
    }),
  };
}

function callId(dice: Dice): string {
  return dice.chance(0.05) ? randomText(dice) : `call_${String(dice.below(100))}`;
}

function block(dice: Dice): unknown {
  const type = dice.pick(['text', 'text', 'thinking', 'toolCall', 'toolCall', 'image', 'other']);
  if (type === 'toolCall')
    return { type, id: callId(dice), name: 'read', arguments: { path: randomText(dice), n: dice.below(99) } };
  return { type, [type === 'thinking' ? type : 'text']: randomText(dice), data: 'AAAA' };
}
