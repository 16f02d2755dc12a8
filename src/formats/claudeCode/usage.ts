import type { Entry } from '../../core/entry.ts';
import { isJsonObject, own, ownString, type JsonObject } from '../../core/json.ts';

/** Tokens of the messages on a path. */
export interface Usage {
  readonly messages: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheCreationTokens: number;
}

/**
 * What the messages among these entries used. Every row of one message repeats its usage, and only the last one holds
 * the whole: each `message.id` counts once (formats/claude-code.md §1.4; cases 073).
 */
export function sumUsage(entries: Iterable<Entry>): Usage {
  const last = new Map<string, JsonObject>();
  for (const { record } of entries) {
    const message = own(record, 'message');
    const usage = isJsonObject(message) ? own(message, 'usage') : undefined;
    const id = isJsonObject(message) ? ownString(message, 'id') : undefined;
    if (id && isJsonObject(usage)) last.set(id, usage);
  }
  const sum = (key: string): number =>
    [...last.values()].reduce((total, usage) => total + count(usage, key), 0);
  return {
    messages: last.size,
    inputTokens: sum('input_tokens'),
    outputTokens: sum('output_tokens'),
    cacheReadTokens: sum('cache_read_input_tokens'),
    cacheCreationTokens: sum('cache_creation_input_tokens'),
  };
}

function count(usage: JsonObject, key: string): number {
  const value = own(usage, key);
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}
