import type { Entry } from '../../core/entry.ts';
import { isJsonObject, own, ownString } from '../../core/json.ts';
import { usageOf, type EntryUsage } from '../../core/usage/usage.ts';
import { tokens, type UsageReader } from '../usage.ts';

/**
 * What a call of the model used stands in an event of its own (formats/others.md §3); older files only have what a message
 * took to write. Costs are premium requests, no money, and are not added up.
 */
export const usage: UsageReader = {
  mayTell: (kind, role) => role === 'assistant' || kind === 'usage',
  of: usageIn,
  inPieces: true,
};

function usageIn({ record, type }: Entry): EntryUsage | undefined {
  const data = own(record, 'data');
  if (!isJsonObject(data)) return undefined;
  if (type === 'assistant.message') {
    const written = usageOf({ output: tokens(data, 'outputTokens') });
    const id = ownString(data, 'messageId');
    return written && { usage: written, isPart: true, ...(id && { key: id }) };
  }
  const value = type === 'session.usage_record' ? own(data, 'usage') : undefined;
  if (!isJsonObject(value)) return undefined;
  const found = usageOf({
    input: tokens(value, 'inputTokens'),
    cacheRead: tokens(value, 'cacheReadTokens'),
    cacheWrite: tokens(value, 'cacheWriteTokens'),
    output: tokens(value, 'outputTokens'),
    reasoning: tokens(value, 'reasoningTokens'),
  });
  const id = ownString(value, 'apiCallId');
  return found && { usage: found, ...(id && { key: id }) };
}
