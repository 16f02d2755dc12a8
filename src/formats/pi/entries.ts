import type { Entry, EntryKind } from '../../core/entry.ts';
import { isJsonObject, own, ownString, type JsonObject, type JsonValue } from '../../core/json.ts';
import { readContent, readMessage } from '../messages.ts';

/** What an entry is beyond its base fields. */
export type EntryBody = Pick<Entry, 'kind'> &
  Partial<Pick<Entry, 'message' | 'text' | 'targetId' | 'firstKept' | 'tokensBefore' | 'malformed'>>;

/** Reads the fields of one entry type. Tolerant: a field that is missing or of another type is left out. */
type Reader = (record: JsonObject) => EntryBody;

/** Pi's entry types, formats/pi.md §1, and those of its relatives that add to the conversation or name it. */
const READERS: Readonly<Record<string, Reader>> = {
  message: (record) => ({ kind: 'message', ...readMessage(own(record, 'message'), 'message') }),
  custom_message: customMessage,
  compaction,
  branch_summary: (record) => note('branchSummary', own(record, 'summary')),
  model_change: (record) => note('modelChange', own(record, 'modelId') ?? own(record, 'model')),
  thinking_level_change: (record) => note('thinkingLevelChange', own(record, 'thinkingLevel')),
  label: (record) => ({ ...note('label', own(record, 'label') ?? ''), ...target(record) }),
  session_info: (record) => note('sessionName', own(record, 'name') ?? ''),
  title_change: (record) => note('sessionName', own(record, 'title') ?? own(record, 'name')), // Oh-My-Pi
  context_edit: (record) => ({
    ...note('contextEdit', (own(record, 'replacement') ?? null) === null ? 'omit' : 'replace'),
    ...target(record),
  }),
  usage: (record) => note('usage', own(record, 'kind')),
  custom: (record) => note('custom', own(record, 'customType')),
  leaf: (record) => ({ kind: 'metadata', text: 'leaf', ...target(record) }), // agent-core 0.74–0.83
  active_tools_change: (record) => note('metadata', own(record, 'activeToolNames')), // agent-core 0.74–0.83
};

/** Types that are to the index what their kind says and no more. The others hold messages, labels and names. */
export const PLAIN_TYPES = {
  compaction: 'compaction',
  branch_summary: 'branchSummary',
  model_change: 'modelChange',
  thinking_level_change: 'thinkingLevelChange',
  context_edit: 'contextEdit',
  usage: 'usage',
  custom: 'custom',
  active_tools_change: 'metadata',
} as const satisfies Readonly<Record<string, EntryKind>>;

/** Whether Pi or a relative writes entries of this type. */
export function isKnownType(type: string): boolean {
  return Object.hasOwn(READERS, type);
}

/** Reads an entry by its type; an unknown type is kept as it is. */
export function readBody(type: string, record: JsonObject): EntryBody {
  const read = isKnownType(type) ? READERS[type] : undefined;
  return read ? read(record) : { kind: 'unknown' };
}

function note(kind: EntryKind, value: JsonValue | undefined): EntryBody {
  if (typeof value === 'string') return { kind, text: value };
  if (Array.isArray(value))
    return { kind, text: value.filter((item) => typeof item === 'string').join(', ') };
  return { kind };
}

function target(record: JsonObject): Pick<EntryBody, 'targetId'> {
  const targetId = ownString(record, 'targetId');
  return targetId === undefined ? {} : { targetId };
}

/** An extension's message: the model sees it as the user's, even when `display` is false. */
function customMessage(record: JsonObject): EntryBody {
  const { blocks, malformed } = readContent(own(record, 'content'), 'content');
  const customType = ownString(record, 'customType');
  return {
    kind: 'customMessage',
    message: {
      role: 'custom',
      ...(customType !== undefined && { roleName: customType }),
      blocks,
      ...(own(record, 'display') === false && { hidden: true }),
    },
    ...(malformed !== undefined && { malformed }),
  };
}

/** Version 1 names the kept window by an index into the file's records, header = 0. */
function compaction(record: JsonObject): EntryBody {
  const tokens = own(record, 'tokensBefore');
  const id = ownString(record, 'firstKeptEntryId');
  const index = own(record, 'firstKeptEntryIndex');
  return {
    ...note('compaction', own(record, 'summary')),
    ...(typeof tokens === 'number' && { tokensBefore: tokens }),
    ...(id !== undefined
      ? { firstKept: { id } }
      : typeof index === 'number' && { firstKept: { record: index } }),
  };
}

/** Whether a message has a shape that no other agent's has. */
export function isPiMessage(value: JsonValue | undefined): boolean {
  if (!isJsonObject(value)) return false;
  const role = own(value, 'role');
  if (role === 'toolResult') return typeof own(value, 'toolCallId') === 'string';
  if (role === 'bashExecution' || role === 'hookMessage') return true;
  if (role !== 'assistant') return false;
  if (typeof own(value, 'stopReason') === 'string' && own(value, 'usage') !== undefined) return true;
  const content = own(value, 'content');
  return (
    Array.isArray(content) &&
    content.some((block) => isJsonObject(block) && own(block, 'type') === 'toolCall')
  );
}
