import type { Entry } from '../../core/entry.ts';
import { isJsonObject, own, ownString, type JsonObject, type JsonValue } from '../../core/json.ts';
import { usageOf, type EntryUsage, type Usage } from '../../core/usage/usage.ts';
import { byAssistant, tokens, type UsageReader } from '../usage.ts';
import { providerData } from './messages.ts';

/** The last line of a response, whose lines share an id, tells what it used (formats/others.md §2). */
export const usage: UsageReader = { mayTell: byAssistant, of: usageIn, inPieces: true };

function usageIn({ record }: Entry): EntryUsage | undefined {
  const value = own(providerData(record), 'usage');
  const message = own(record, 'message');
  const told = isJsonObject(message) ? own(message, 'usage') : undefined;
  const found = isJsonObject(value) ? usageOfHost(value) : isJsonObject(told) ? usageOfApi(told) : undefined;
  const id = ownString(record, 'id');
  return found && { usage: found, ...(id && { key: id }) };
}

function usageOfHost(value: JsonObject): Usage | undefined {
  return usageOf({
    input: tokens(value, 'inputTokens'),
    cacheRead: detail(own(value, 'inputTokensDetails'), 'cached_tokens'),
    output: tokens(value, 'outputTokens'),
    reasoning: detail(own(value, 'outputTokensDetails'), 'reasoning_tokens'),
  });
}

/** What the cache gave is among the input here. */
function usageOfApi(value: JsonObject): Usage | undefined {
  return usageOf({
    input: tokens(value, 'input_tokens'),
    cacheRead: tokens(value, 'cache_read_input_tokens'),
    output: tokens(value, 'output_tokens'),
  });
}

/** Details stand in a list with one member. */
function detail(list: JsonValue | undefined, key: string): number | undefined {
  const [first] = Array.isArray(list) ? list : [];
  return isJsonObject(first) ? tokens(first, key) : undefined;
}
