import type { Entry } from '../../core/entry.ts';
import { isJsonObject, own, type JsonObject } from '../../core/json.ts';
import { usageOf, type Usage } from '../../core/usage/usage.ts';
import { sumOf, tokens, usageText, type UsageReader } from '../usage.ts';
import type { Body } from './messages.ts';

/**
 * What an answer used stands where its step ends, and once more in records that are no entries (formats/others.md §7).
 * The cache's tokens stand beside the input. A subagent's that kimi-cli tells in the same journal are its own.
 */
export const usage: UsageReader = {
  mayTell: (kind) => kind === 'usage',
  saysInText: true,
  of({ record }) {
    const used = own(inside(record, 'event'), 'usage') ?? own(payloadOf(record), 'token_usage');
    const found = isJsonObject(used) ? readUsage(used) : undefined;
    return found && { usage: found };
  },
};

/** What an event of kimi-cli's journal holds. */
function payloadOf(record: JsonObject): JsonObject {
  return inside(inside(record, 'message'), 'payload');
}

function inside(object: JsonObject, key: string): JsonObject {
  const value = own(object, key);
  return isJsonObject(value) ? value : {};
}

/** The node of an answer's end; none where it tells nothing. */
export function noteOf(type: Entry['type'], used: JsonObject): Body | null {
  const found = readUsage(used);
  return found ? { kind: 'usage', type, text: usageText(found) } : null;
}

function readUsage(used: JsonObject): Usage | undefined {
  const cacheRead = tokens(used, 'inputCacheRead') ?? tokens(used, 'input_cache_read');
  const cacheWrite = tokens(used, 'inputCacheCreation') ?? tokens(used, 'input_cache_creation');
  const other = tokens(used, 'inputOther') ?? tokens(used, 'input_other');
  return usageOf({
    input: sumOf(other, cacheRead, cacheWrite),
    cacheRead,
    cacheWrite,
    output: tokens(used, 'output'),
  });
}
