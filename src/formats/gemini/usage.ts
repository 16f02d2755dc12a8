import type { Entry } from '../../core/entry.ts';
import { isJsonObject, own } from '../../core/json.ts';
import { usageOf, type EntryUsage } from '../../core/usage/usage.ts';
import { byAssistant, sumOf, tokens, type UsageReader } from '../usage.ts';

/** A model's message tells its tokens; thoughts, and what tools were told, are counted beside the rest (others.md §6). */
export const usage: UsageReader = { mayTell: byAssistant, of: usageIn };

function usageIn({ record }: Entry): EntryUsage | undefined {
  const value = own(record, 'tokens');
  if (!isJsonObject(value)) return undefined;
  const reasoning = tokens(value, 'thoughts');
  const found = usageOf({
    input: sumOf(tokens(value, 'input'), tokens(value, 'tool')),
    cacheRead: tokens(value, 'cached'),
    output: sumOf(tokens(value, 'output'), reasoning),
    reasoning,
  });
  return found && { usage: found };
}
