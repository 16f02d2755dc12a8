import type { Dice } from '../support/dice.ts';
import { bodyLength, hex, textPools, uuid, type Pools } from './texts.ts';

const SESSION_START = Date.UTC(2026, 4, 2);
const VERSION = '2.1.332';
/** Share of user turns that go on from an earlier entry; of turns before which the context is compacted. */
const BRANCHES = 0.02;
const COMPACTIONS = 0.01;
const PICTURES = 0.003;

/**
 * A session's records as Claude Code writes them, without end (formats/claude-code.md §1): one line for each block of an
 * answer, results in users' rows with a second copy beside the message, attachments and system rows in the chain,
 * records without a place in the tree between them.
 */
export function* claudeRecords(dice: Dice): Generator<unknown> {
  const writer = new Writer(dice, textPools('claude', dice));
  yield writer.side('mode', { mode: 'normal' });
  for (;;) {
    if (dice.chance(BRANCHES)) writer.branch();
    if (dice.chance(COMPACTIONS)) yield* writer.compaction();
    yield writer.snapshot();
    yield writer.user();
    if (dice.chance(0.3)) yield writer.attachment();
    for (let round = 1 + dice.below(14); round > 0; round--) yield* writer.round();
    yield writer.system('turn_duration', { durationMs: dice.below(600_000) });
    yield writer.side('last-prompt', { leafUuid: writer.last });
  }
}

/** Makes one record after the other; those of the tree each below the last one. */
class Writer {
  readonly #dice: Dice;
  readonly #pools: Pools;
  readonly #session: string;
  #time = SESSION_START;
  #ids: string[] = [];
  last: string | null = null;

  constructor(dice: Dice, pools: Pools) {
    this.#dice = dice;
    this.#pools = pools;
    this.#session = uuid(dice);
  }

  branch(): void {
    if (this.#ids.length > 0) this.last = this.#dice.pick(this.#ids);
  }

  side(type: string, rest: Record<string, unknown>): unknown {
    return { type, ...rest, sessionId: this.#session };
  }

  snapshot(): unknown {
    const messageId = uuid(this.#dice);
    const snapshot = { messageId, trackedFileBackups: {}, timestamp: this.#now() };
    return { type: 'file-history-snapshot', messageId, snapshot, isSnapshotUpdate: false };
  }

  user(): unknown {
    const content = this.#pools.cut('prose', 20 + this.#dice.below(400), this.#dice);
    return this.#node('user', { message: { role: 'user', content }, permissionMode: 'auto' });
  }

  attachment(): unknown {
    const names = Array.from({ length: this.#dice.below(12) }, () => `Tool${hex(this.#dice, 4)}`);
    return this.#node('attachment', { attachment: { type: 'deferred_tools_delta', addedNames: names } });
  }

  system(subtype: string, rest: Record<string, unknown>): unknown {
    return this.#node('system', { subtype, ...rest, isMeta: false });
  }

  *compaction(): Generator<unknown> {
    const logicalParentUuid = this.last;
    this.last = null;
    const compactMetadata = { trigger: 'auto', preTokens: 155_000 };
    const content = 'Conversation compacted';
    yield this.system('compact_boundary', { content, logicalParentUuid, compactMetadata });
    const summary = this.#pools.cut('prose', 3000, this.#dice);
    yield this.#node('user', { message: { role: 'user', content: summary }, isCompactSummary: true });
  }

  /** One answer of the model, a line for each of its blocks, and the results of its calls. */
  *round(): Generator<unknown> {
    const dice = this.#dice;
    const calls = dice.chance(0.1) ? [this.#call(), this.#call()] : [this.#call()];
    const blocks: unknown[] = [...calls];
    if (dice.chance(0.5)) blocks.unshift({ type: 'text', text: this.#text('prose', 8000) });
    if (dice.chance(0.6)) {
      const signature = this.#pools.cut('base64', 200 + dice.below(600), dice);
      blocks.unshift({ type: 'thinking', thinking: this.#text('prose', 20_000), signature });
    }
    const message = {
      ...{ model: 'claude-opus-4-5', id: `msg_${hex(dice, 24)}`, type: 'message', role: 'assistant' },
      ...{ stop_reason: 'tool_use', stop_sequence: null, usage: this.#usage() },
    };
    const requestId = `req_${hex(dice, 24)}`;
    for (const block of blocks)
      yield this.#node('assistant', { message: { ...message, content: [block] }, requestId });
    for (const { id } of calls) yield this.#result(id);
  }

  #call(): { readonly id: string } & Record<string, unknown> {
    const dice = this.#dice;
    const file = `/home/dev/project/src/${hex(dice, 4)}/${hex(dice, 6)}.ts`;
    const call = dice.chance(0.5)
      ? { name: 'Read', input: { file_path: file, offset: dice.below(1000), limit: dice.below(500) } }
      : { name: 'Edit', input: { file_path: file, old_string: this.#text('code', 300), new_string: '' } };
    return { type: 'tool_use', id: `toolu_${hex(dice, 24)}`, ...call };
  }

  #result(toolCallId: string): unknown {
    const dice = this.#dice;
    const data = dice.chance(PICTURES) && this.#pools.cut('base64', 50_000 + dice.below(950_000), dice);
    const text = this.#text(dice.chance(0.5) ? 'shell' : 'code', 1_000_000);
    const picture = { type: 'image', source: { type: 'base64', media_type: 'image/png', data } };
    const result = { tool_use_id: toolCallId, type: 'tool_result', content: data ? [picture] : text };
    const message = { role: 'user', content: [{ ...result, is_error: dice.chance(0.05) }] };
    const toolUseResult = { stdout: data ? '' : text.slice(0, 2000), stderr: '', interrupted: false };
    return this.#node('user', { message, toolUseResult });
  }

  #node(type: string, rest: Record<string, unknown>): unknown {
    const parentUuid = this.last;
    this.last = uuid(this.#dice);
    this.#ids = [...this.#ids.slice(-200), this.last];
    return {
      ...{ parentUuid, isSidechain: false, userType: 'external', cwd: '/home/dev/project' },
      ...{ sessionId: this.#session, version: VERSION, gitBranch: 'main', type, ...rest },
      ...{ uuid: this.last, timestamp: this.#now() },
    };
  }

  #now(): string {
    this.#time += 200 + this.#dice.below(20_000);
    return new Date(this.#time).toISOString();
  }

  #text(pool: 'prose' | 'code' | 'shell', most: number): string {
    return this.#pools.cut(pool, Math.min(most, bodyLength(this.#pools, this.#dice)), this.#dice);
  }

  #usage(): Record<string, number> {
    const dice = this.#dice;
    return {
      ...{ input_tokens: dice.below(50), cache_creation_input_tokens: dice.below(9000) },
      ...{ cache_read_input_tokens: dice.below(150_000), output_tokens: dice.below(3000) },
    };
  }
}
