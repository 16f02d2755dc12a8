import type { Entry } from '../../core/entry.ts';
import { isJsonObject, own, ownString, type JsonObject } from '../../core/json.ts';
import { usageOf, type EntryUsage } from '../../core/usage/usage.ts';
import { tokens, type UsageReader } from '../usage.ts';
import { member } from './values.ts';

/**
 * What an answer used stands behind it, in one record or in two of different schemas, and again whenever the screen was
 * told of limits. The thread's total up to there is the same in all of them, and so tells them from the next answer's.
 * The cache's tokens are among the input (formats/others.md §1).
 */
export const usage: UsageReader = {
  // What was told before is an echo.
  mayTell: (kind) => kind === 'usage' || kind === 'echo',
  of: usageIn,
  saysInText: true,
};

function usageIn({ record }: Entry): EntryUsage | undefined {
  const payload = member(record, 'payload');
  const isRecord = own(record, 'type') === 'token_usage_record';
  if (!isRecord && ownString(payload, 'type') !== 'token_count') return undefined;
  const info = own(payload, 'info');
  const told = isRecord
    ? { last: own(payload, 'usage'), total: own(payload, 'thread_token_usage') }
    : isJsonObject(info)
      ? { last: own(info, 'last_token_usage'), total: own(info, 'total_token_usage') }
      : { last: payload, total: undefined };
  const found = isJsonObject(told.last) ? openAiUsage(told.last) : undefined;
  const key = isJsonObject(told.total) ? totalKey(told.total) : undefined;
  return found && { usage: found, ...(key !== undefined && { key }) };
}

function openAiUsage(value: JsonObject) {
  return usageOf({
    input: tokens(value, 'input_tokens'),
    cacheRead: tokens(value, 'cached_input_tokens'),
    cacheWrite: tokens(value, 'cache_write_input_tokens'),
    output: tokens(value, 'output_tokens'),
    reasoning: tokens(value, 'reasoning_output_tokens'),
  });
}

function totalKey(total: JsonObject): string {
  return `${tokens(total, 'input_tokens') ?? 0} ${tokens(total, 'output_tokens') ?? 0}`;
}
