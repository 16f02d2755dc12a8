import { isJsonObject, own, type JsonObject } from '../../core/json.ts';
import { usageOf, type Usage } from '../../core/usage/usage.ts';
import { tokens, type UsageReader } from '../usage.ts';

/** What an answer used stands in its result, or in what the agent behind it kept there (formats/others.md §4). */
export const usage: UsageReader = {
  mayTell: (kind) => kind === 'usage',
  saysInText: true,
  of({ record }) {
    const found = usageOfResult(record);
    return found && { usage: found };
  },
};

export function usageOfResult(result: JsonObject): Usage | undefined {
  const metadata = own(result, 'metadata');
  const kept = isJsonObject(metadata) ? metadata : {};
  return usageOf({
    input: tokens(result, 'promptTokens') ?? tokens(kept, 'promptTokens'),
    output: tokens(result, 'outputTokens') ?? tokens(kept, 'outputTokens'),
  });
}
