import type { EntryKind } from '../../core/entry.ts';
import { own, ownString, type JsonObject } from '../../core/json.ts';
import { hasLink, readId, readParent } from '../fields.ts';
import type { Decoded, Format, RecordPlace, SessionHeader } from '../format.ts';
import { lineId } from '../linear.ts';
import { MESSAGE_SHAPE } from '../messages.ts';
import { freeId, type InPlaceRequest } from '../fork/inPlace.ts';
import { piFork } from './fork.ts';
import { readTime } from '../time.ts';
import { contextOfPath } from './context.ts';
import { isKnownType, isPiMessage, PLAIN_TYPES, readBody } from './entries.ts';
import { usage } from './usage.ts';

/** Entries that carry the conversation on; the others do not move the default leaf (cases 048). */
const CONVERSATION = new Set<EntryKind>(['message', 'customMessage', 'compaction', 'branchSummary']);

/**
 * Pi's session files, versions 1, 2 and 3, and those of its relatives (Oh-My-Pi's record before the header, OpenClaw,
 * agent-core): formats/pi.md §1. A version 1 file has no ids: the order of its records is the chain.
 */
export const pi: Format = {
  name: 'pi-v3',
  title: 'Pi',
  needsHeader: true,
  sharesIds: true,
  context: contextOfPath,
  fork: piFork,
  inPlace: { record: branchSummary },
  resume: ({ path, cwd }) => ({
    program: 'pi',
    args: ['--session', path],
    ...(cwd !== undefined && { cwd, asksForFolder: true }),
  }),
  vote,
  decode,
  isConversation: (entry) => CONVERSATION.has(entry.kind),
  usage,
  shape: { ...MESSAGE_SHAPE, plainTypes: PLAIN_TYPES, conversation: CONVERSATION, headerIsRoot: true },
};

/**
 * What `/tree` appends below the new leaf, without a summary: Pi takes the file's last entry for the leaf, and an empty
 * summary says nothing to the model (formats/pi.md §2). Version 1 has no ids.
 */
function branchSummary({ entry, header, last, now, ...request }: InPlaceRequest): JsonObject | undefined {
  if ((header?.version ?? 1) < 2) return undefined;
  return {
    ...{ type: 'branch_summary', id: freeId(request), parentId: entry.id },
    ...{ timestamp: new Date(now).toISOString(), fromId: last.id, summary: '' },
  };
}

function vote(record: JsonObject): 0 | 1 | 2 {
  const type = ownString(record, 'type');
  if (type === undefined) return 0;
  if (type === 'session') return isHeader(record) ? 2 : 0;
  if (typeof own(record, 'timestamp') !== 'string') return type === 'title' || type === 'leaf' ? 1 : 0;
  if (!hasLink(record) && readId(record) === undefined) return version1Vote(type, record);
  if (!hasLink(record)) return isKnownType(type) ? 1 : 0;
  if (type === 'message') return isPiMessage(own(record, 'message')) ? 2 : 1;
  return isKnownType(type) ? 2 : 1;
}

/** Without an id the fields have to tell; no other entry type can be told from another agent's. */
function version1Vote(type: string, record: JsonObject): 0 | 1 | 2 {
  if (own(record, 'id') !== undefined || own(record, 'uuid') !== undefined) return 0;
  if (type === 'message')
    return isPiMessage(own(record, 'message')) ? 2 : own(record, 'message') !== undefined ? 1 : 0;
  if (type === 'compaction') return typeof own(record, 'firstKeptEntryIndex') === 'number' ? 2 : 0;
  if (type === 'model_change') return typeof own(record, 'modelId') === 'string' ? 2 : 0;
  return type === 'thinking_level_change' && typeof own(record, 'thinkingLevel') === 'string' ? 2 : 0;
}

/** agent-core's version 4 has another kind of header, and so is none of ours. */
function isHeader(record: JsonObject): boolean {
  const isOurs = own(record, 'cwd') !== undefined || own(record, 'timestamp') !== undefined;
  return isOurs && typeof own(record, 'id') === 'string' && own(record, 'message') === undefined;
}

function decode(record: JsonObject, place: RecordPlace): Decoded {
  const type = ownString(record, 'type');
  if (type === 'session') return { type: 'header', header: readHeader(record) };
  const id = readId(record);
  if (id === undefined && (type === 'title' || type === 'leaf')) return side(record);
  const linear = id === undefined && type !== undefined && isLinear(place);
  if (id === undefined && !linear) return { type: 'bad', path: 'id', message: 'the record has no id' };
  const hasParent = Object.hasOwn(record, 'parentId') || !linear;
  return {
    type: 'entry',
    entry: {
      id: id ?? lineId(place),
      parentId: hasParent ? parentOf(record, place) : place.previousId,
      timestamp: readTime(own(record, 'timestamp')),
      type: type ?? '',
      record,
      ...readBody(type ?? '', record),
    },
  };
}

/** Version 1; or no header is left that could tell, and no entry had an id so far. */
function isLinear({ header, previousId }: RecordPlace): boolean {
  if (header) return header.version < 2;
  return previousId === null || /^L\d+(\.\d+)?$/.test(previousId);
}

/** OpenClaw's first entries name the header as their parent. */
function parentOf(record: JsonObject, { header }: RecordPlace): string | null {
  const parent = readParent(record);
  return parent !== null && parent === header?.id ? null : parent;
}

/** A title before the header (Oh-My-Pi), or a pointer that is no entry of the tree. */
function side(record: JsonObject): Decoded {
  const title = ownString(record, 'title');
  return title === undefined ? { type: 'side' } : { type: 'side', title };
}

function readHeader(record: JsonObject): SessionHeader {
  const version = own(record, 'version');
  const id = ownString(record, 'id');
  const cwd = ownString(record, 'cwd');
  const title = ownString(record, 'title');
  // Version 1 called it branchedFrom, and no migration renames it.
  const parentSession = ownString(record, 'parentSession') ?? ownString(record, 'branchedFrom');
  return {
    version: typeof version === 'number' ? version : 1,
    timestamp: readTime(own(record, 'timestamp')),
    record,
    ...(id !== undefined && { id }),
    ...(cwd !== undefined && { cwd }),
    ...(title !== undefined && { title }),
    ...(parentSession !== undefined && { parentSession }),
  };
}
