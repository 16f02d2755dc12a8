import type { Entry } from '../../core/entry.ts';
import { isJsonObject, own, ownString, type JsonObject } from '../../core/json.ts';
import { usageOf, type EntryUsage, type Usage } from '../../core/usage/usage.ts';
import { byAssistant, sumOf, tokens, type UsageReader } from '../usage.ts';

/**
 * What an answer used. Every row of one API message repeats its usage, and only the last one holds the whole: each
 * `message.id` and request counts once (formats/claude-code.md §1.4; cases 073).
 */
export const usage: UsageReader = { mayTell: byAssistant, of: usageIn, inPieces: true };

function usageIn({ record }: Entry): EntryUsage | undefined {
  const message = own(record, 'message');
  if (own(record, 'type') !== 'assistant' || !isJsonObject(message)) return undefined;
  const value = own(message, 'usage');
  const found = isJsonObject(value) ? anthropicUsage(value) : undefined;
  if (!found) return undefined;
  const id = ownString(message, 'id');
  return { usage: found, ...(id && { key: `${id} ${ownString(record, 'requestId') ?? ''}` }) };
}

/** Usage in the words of Anthropic's API, which counts what the cache took part in beside the other input. */
function anthropicUsage(value: JsonObject): Usage | undefined {
  const cacheRead = tokens(value, 'cache_read_input_tokens');
  const cacheWrite = tokens(value, 'cache_creation_input_tokens');
  return usageOf({
    input: sumOf(tokens(value, 'input_tokens'), cacheRead, cacheWrite),
    cacheRead,
    cacheWrite,
    output: tokens(value, 'output_tokens'),
  });
}
