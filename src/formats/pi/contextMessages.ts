import type { Entry } from '../../core/entry.ts';
import { isJsonObject, own, ownString, type JsonObject, type JsonValue } from '../../core/json.ts';

/**
 * The messages that an entry stands for in Pi's context, as its own code makes them (SessionManager 1.6.0,
 * `sessionEntryToContextMessages`). Undefined where the entry should be a message and cannot be one.
 */
export function entryMessages(entry: Entry): readonly JsonObject[] | undefined {
  const { record } = entry;
  switch (entry.kind) {
    case 'message': {
      const message = own(record, 'message');
      return isJsonObject(message) ? [asNow(message)] : undefined;
    }
    case 'customMessage':
      return [withoutUndefined({ role: 'custom', ...customFields(record), timestamp: entry.timestamp })];
    case 'branchSummary':
      return branchSummary(entry);
    case 'compaction':
      return compaction(entry);
    default:
      return [];
  }
}

/** What the compaction itself kept: messages written into its record instead of a window of entries (cases 084). */
export function retainedTail(compaction: Entry): readonly JsonObject[] | undefined {
  const tail = own(compaction.record, 'retainedTail');
  return Array.isArray(tail) ? tail.filter(isJsonObject) : undefined;
}

/**
 * A message as a context edit leaves it. Only its content is replaced; a text becomes a block where the role has
 * blocks. Undefined when the edit's replacement cannot be read.
 */
export function editMessage(message: JsonObject, replacement: JsonObject): JsonObject | undefined {
  const content = own(replacement, 'content');
  if (content === undefined) return undefined;
  const role = ownString(message, 'role');
  if (role === 'user' || role === 'custom') return { ...message, content };
  if (role !== 'assistant' && role !== 'toolResult') return message;
  return { ...message, content: typeof content === 'string' ? [{ type: 'text', text: content }] : content };
}

/** Old versions and other writers leave content out, or null; version 2 had another word for custom. */
function asNow(message: JsonObject): JsonObject {
  const role = ownString(message, 'role');
  if (role === 'hookMessage') return { ...message, role: 'custom' };
  if ((own(message, 'content') ?? null) !== null) return message;
  if (role === 'system') return { ...message, content: '' };
  const hasBlocks = role === 'user' || role === 'assistant' || role === 'toolResult';
  return hasBlocks ? { ...message, content: [] } : message;
}

function customFields(record: JsonObject): Record<string, JsonValue | undefined> {
  return {
    customType: own(record, 'customType'),
    content: own(record, 'content') ?? [],
    display: own(record, 'display'),
    details: own(record, 'details'),
  };
}

/** An empty summary says nothing. */
function branchSummary({ record, timestamp }: Entry): JsonObject[] {
  const summary = own(record, 'summary');
  if (typeof summary !== 'string' || summary === '') return [];
  return [withoutUndefined({ role: 'branchSummary', summary, fromId: own(record, 'fromId'), timestamp })];
}

/** The prompt and tools as they were then, if the record has them, and the summary. */
function compaction({ record, timestamp }: Entry): JsonObject[] {
  const checkpoint = own(record, 'systemMessage');
  const summary = withoutUndefined({
    role: 'compactionSummary',
    summary: own(record, 'summary'),
    tokensBefore: own(record, 'tokensBefore'),
    timestamp,
  });
  return isJsonObject(checkpoint) ? [checkpoint, summary] : [summary];
}

function withoutUndefined(fields: Readonly<Record<string, JsonValue | undefined>>): JsonObject {
  const object: JsonObject = {};
  for (const [key, value] of Object.entries(fields)) if (value !== undefined) object[key] = value;
  return object;
}
