import type { Entry } from '../../core/entry.ts';
import { isJsonObject, own, ownString } from '../../core/json.ts';
import type { SpilledOutput } from '../spill.ts';

const NOTE = /^\s*<persisted-output>/;
const SAVED = /Full output saved to: (.+)$/m;
const SIZE = /\((\d+(?:\.\d+)?) ?(KB|MB|B)\)/;
const UNITS: Readonly<Record<string, number>> = { B: 1, KB: 1024, MB: 1024 * 1024 };
/** UTF-16 units of a note in which the path stands: the preview is behind it. */
const HEAD = 4096;

/**
 * Outputs over 50,000 characters lie in `<session>/tool-results` (formats/claude-code.md §1.6). The path in the record is
 * another machine's perhaps: its last part is looked for in the session's own folder.
 */
export function spilled({ message, record }: Entry): readonly SpilledOutput[] {
  const callId = message?.toolCallId;
  if (!message || callId === undefined) return [];
  const [first] = message.blocks;
  const note = first?.type === 'text' && NOTE.test(first.text) ? first.text.slice(0, HEAD) : undefined;
  const result = own(record, 'toolUseResult');
  const told = isJsonObject(result) ? result : {};
  const path = ownString(told, 'persistedOutputPath') ?? (note && SAVED.exec(note)?.[1]);
  const name = path?.trim().split(/[/\\]/).at(-1);
  if (!name) return [];
  const bytes = own(told, 'persistedOutputSize');
  const size = typeof bytes === 'number' ? bytes : sizeIn(note ?? '');
  const steps: SpilledOutput['steps'] = (stem) => [stem, 'tool-results', (found) => found === name];
  return [{ callId, steps, name, ...(size !== undefined && { size }) }];
}

function sizeIn(note: string): number | undefined {
  const [, number, unit] = SIZE.exec(note.slice(0, 200)) ?? [];
  return number === undefined ? undefined : Math.round(Number(number) * (UNITS[unit ?? ''] ?? 1));
}
