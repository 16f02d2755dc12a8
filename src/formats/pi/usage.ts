import type { Entry, EntryKind } from '../../core/entry.ts';
import { isJsonObject, own, type JsonObject } from '../../core/json.ts';
import { usageOf, type EntryUsage } from '../../core/usage/usage.ts';
import { sumOf, tokens, type UsageReader } from '../usage.ts';

const KINDS: ReadonlySet<EntryKind> = new Set(['compaction', 'branchSummary', 'usage']);

/**
 * Answers, tools that asked a model themselves, summaries, and what was used beside the talk tell their usage
 * (formats/pi.md §1). The cache's tokens stand beside the input, thoughts in the output, costs in US dollars.
 */
export const usage: UsageReader = {
  mayTell: (kind, role) => role === 'assistant' || role === 'toolResult' || KINDS.has(kind),
  of: usageIn,
};

function usageIn({ record }: Entry): EntryUsage | undefined {
  const message = own(record, 'message');
  const value = own(isJsonObject(message) ? message : record, 'usage');
  if (!isJsonObject(value)) return undefined;
  const cacheRead = tokens(value, 'cacheRead');
  const cacheWrite = tokens(value, 'cacheWrite');
  const found = usageOf({
    input: sumOf(tokens(value, 'input'), cacheRead, cacheWrite),
    cacheRead,
    cacheWrite,
    output: tokens(value, 'output'),
    reasoning: tokens(value, 'reasoning'),
    cost: costOf(value),
  });
  return found && { usage: found };
}

function costOf(value: JsonObject): number | undefined {
  const cost = own(value, 'cost');
  return isJsonObject(cost) ? tokens(cost, 'total') : undefined;
}
