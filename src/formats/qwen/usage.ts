import type { Entry } from '../../core/entry.ts';
import { isJsonObject, own } from '../../core/json.ts';
import { usageOf, type EntryUsage } from '../../core/usage/usage.ts';
import { byAssistant, sumOf, tokens, type UsageReader } from '../usage.ts';

/**
 * Answers tell their usage in the words of Gemini's API (formats/others.md §5). Telemetry in the chain tells it again
 * and is not looked at.
 */
export const usage: UsageReader = { mayTell: byAssistant, of: usageIn, inPieces: true };

function usageIn({ record }: Entry): EntryUsage | undefined {
  const value = own(record, 'usageMetadata');
  if (!isJsonObject(value)) return undefined;
  const input = tokens(value, 'promptTokenCount');
  const written = tokens(value, 'candidatesTokenCount');
  const reasoning = tokens(value, 'thoughtsTokenCount');
  // Gemini counts thoughts beside the answer, other models in it: the total tells.
  const isBeside = tokens(value, 'totalTokenCount') === sumOf(input, written, reasoning);
  const found = usageOf({
    input,
    cacheRead: tokens(value, 'cachedContentTokenCount'),
    output: isBeside ? sumOf(written, reasoning) : written,
    reasoning,
  });
  const id = own(record, 'uuid');
  return found && { usage: found, ...(typeof id === 'string' && { key: id }) };
}
