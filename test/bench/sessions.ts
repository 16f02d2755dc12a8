import { closeSync, openSync, writeSync } from 'node:fs';
import { Dice } from '../support/dice.ts';
import { claudeRecords } from './claudeSession.ts';
import { bodyLength, hex, textPools, uuid, type Pools, type Variant } from './texts.ts';

export type { Variant } from './texts.ts';

const SESSION_START = Date.UTC(2025, 10, 30);
/** Share of user turns that go on from an earlier entry, of results that are pictures, of calls' results with details. */
const BRANCHES = 0.02;
const PICTURES = 0.003;

/**
 * Writes a session of about `size` bytes: user turns, each with rounds of thinking, text, a tool call and its result;
 * compactions now and then; bodies of log-normal size; pictures; branches. The same seed makes the same file.
 * @param pools texts to cut from, where many files are made
 */
export function writeSession(
  path: string,
  size: number,
  variant: Variant,
  seed: number,
  pools?: Pools,
): void {
  const file = openSync(path, 'w');
  let pending: Buffer[] = [];
  let held = 0;
  let total = 0;
  const flush = (): void => {
    for (const piece of pending) writeSync(file, piece);
    pending = [];
    held = 0;
  };
  const dice = new Dice(seed);
  const records = variant === 'claude' ? claudeRecords(dice) : sessionRecords(variant, dice, pools);
  for (const record of records) {
    const line = Buffer.from(`${JSON.stringify(record)}\n`);
    pending.push(line);
    held += line.length;
    total += line.length;
    if (held > 1_000_000) flush();
    if (total >= size) break;
  }
  flush();
  closeSync(file);
}

/** A session's records as Pi writes them, without end. */
function* sessionRecords(variant: Variant, dice: Dice, pools?: Pools): Generator<unknown> {
  yield {
    type: 'session',
    version: 3,
    id: uuid(dice),
    timestamp: iso(SESSION_START),
    cwd: '/home/dev/project',
  };
  const writer = new Writer(dice, pools ?? textPools(variant, dice));
  for (;;) {
    if (dice.chance(BRANCHES)) writer.branch();
    yield writer.user();
    for (let round = 1 + dice.below(14); round > 0; round--) {
      const callId = `call_${hex(dice, 22)}`;
      yield writer.assistant(callId);
      yield writer.result(callId);
    }
    if (dice.chance(0.02)) yield writer.compaction();
    if (dice.chance(0.02)) yield writer.entry('model_change', { provider: 'anthropic', modelId: 'a-model' });
  }
}

/** Makes one entry after the other, each below the last one. */
class Writer {
  readonly #dice: Dice;
  readonly #pools: Pools;
  #time = SESSION_START;
  #parent: string | null = null;
  #ids: string[] = [];

  constructor(dice: Dice, pools: Pools) {
    this.#dice = dice;
    this.#pools = pools;
  }

  branch(): void {
    if (this.#ids.length > 0) this.#parent = this.#dice.pick(this.#ids);
  }

  entry(type: string, rest: Record<string, unknown>): unknown {
    this.#time += 200 + this.#dice.below(20_000);
    const id = hex(this.#dice, 8);
    const entry = { type, id, parentId: this.#parent, timestamp: iso(this.#time), ...rest };
    this.#parent = id;
    this.#ids = [...this.#ids.slice(-200), id];
    return entry;
  }

  user(): unknown {
    return this.#message({ role: 'user', content: [this.#textBlock('prose', 20 + this.#dice.below(400))] });
  }

  assistant(callId: string): unknown {
    const dice = this.#dice;
    const content: unknown[] = [];
    if (dice.chance(0.6)) {
      const thinking = this.#pools.cut('prose', Math.min(20_000, this.#bodyLength()), dice);
      const thinkingSignature = this.#pools.cut('base64', 200 + dice.below(600), dice);
      content.push({ type: 'thinking', thinking, thinkingSignature });
    }
    if (dice.chance(0.5)) content.push(this.#textBlock('prose', Math.min(8000, this.#bodyLength())));
    const path = `src/${hex(dice, 4)}/${hex(dice, 6)}.ts`;
    const call = dice.chance(0.5)
      ? { name: 'read', arguments: { path, offset: dice.below(1000), limit: dice.below(500) } }
      : {
          name: 'edit',
          arguments: { path, oldText: this.#pools.cut('code', dice.below(300), dice), newText: '' },
        };
    content.push({ type: 'toolCall', id: callId, ...call });
    return this.#message({
      role: 'assistant',
      content,
      api: 'messages',
      provider: 'anthropic',
      ...this.#usage(),
    });
  }

  result(toolCallId: string): unknown {
    const dice = this.#dice;
    const content = dice.chance(PICTURES)
      ? [
          {
            type: 'image',
            data: this.#pools.cut('base64', 50_000 + dice.below(950_000), dice),
            mimeType: 'image/png',
          },
        ]
      : [this.#textBlock(dice.chance(0.5) ? 'shell' : 'code', this.#bodyLength())];
    const details = {
      diff: this.#pools.cut('code', dice.below(800), dice),
      firstChangedLine: dice.below(900),
    };
    return this.#message({
      ...{ role: 'toolResult', toolCallId, toolName: 'read', content },
      ...(dice.chance(0.2) && { details }),
      isError: dice.chance(0.05),
    });
  }

  compaction(): unknown {
    const summary = this.#pools.cut('prose', 3000, this.#dice);
    return this.entry('compaction', {
      summary,
      firstKeptEntryId: this.#dice.pick(this.#ids),
      tokensBefore: 150_000,
    });
  }

  #message(message: Record<string, unknown>): unknown {
    return this.entry('message', { message: { ...message, timestamp: this.#time } });
  }

  #textBlock(pool: 'prose' | 'code' | 'shell', length: number): unknown {
    return { type: 'text', text: this.#pools.cut(pool, length, this.#dice) };
  }

  #usage(): Record<string, unknown> {
    const dice = this.#dice;
    const cost = { input: dice.below(1000) / 7, output: dice.below(1000) / 9, total: dice.below(1000) / 3 };
    const usage = { input: dice.below(5000), output: dice.below(3000), cacheRead: dice.below(200_000), cost };
    return { model: 'a-model', usage, stopReason: 'toolUse' };
  }

  #bodyLength(): number {
    return bodyLength(this.#pools, this.#dice);
  }
}

function iso(time: number): string {
  return new Date(time).toISOString();
}
