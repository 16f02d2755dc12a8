import { isJsonObject, own, ownString, type JsonObject } from '../../core/json.ts';
import type { CallLinks } from '../../core/context/trimContext.ts';

const NONE: CallLinks = { calls: [], results: [] };

/** The calls that a message of Pi's makes, and the call that it answers; an id that is no text is empty. */
export function messageLinks(message: JsonObject): CallLinks {
  const role = own(message, 'role');
  if (role === 'toolResult') return { calls: [], results: [ownString(message, 'toolCallId') ?? ''] };
  const content = own(message, 'content');
  if (role !== 'assistant' || !Array.isArray(content)) return NONE;
  const calls = content.flatMap((block) =>
    isJsonObject(block) && own(block, 'type') === 'toolCall' ? [ownString(block, 'id') ?? ''] : [],
  );
  return { calls, results: [] };
}
