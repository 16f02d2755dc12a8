import { isJsonObject, own, ownString, type JsonValue } from '../../core/json.ts';
import type { Entry } from '../../core/entry.ts';
import { applyEdits, memberOf, membersOf, setMember, type Edit, type Member } from '../fork/splice.ts';
import { fileTime, shortId, uuidV7 } from '../fork/names.ts';
import type { ForkLine, ForkRequest, ForkStream, ForkWriter, WaitingCall } from '../fork/writer.ts';
import { STAND_IN_TEXT } from '../fork/standIn.ts';

/** What the writer remembers between the lines of one fork. */
interface Chain {
  /** Id of the last line written, the next one's parent. */
  lastId: string | null;
  readonly ids: Set<string>;
  /** Fresh ids by source row, where the source has none. */
  readonly fresh: Map<number, string>;
  /** Labels met since the last line, and what stands in for every label that was left out. */
  pendingLabels: string[];
  readonly standIns: Map<string, string>;
}

/**
 * Pi's fork, as `SessionManager.createBranchedSession` of 1.6.0 writes it: a version 3 header with parentSession,
 * the path's entries with their ids, label entries taken out of the path and those in force appended at its end, in a
 * chain of their own. A line changes only where it must, and then only in that string: a parent that was a label (or
 * is not in the file), a compaction's boundary that was a label, the role `hookMessage` of version 2.
 * Version 1 has no ids: its lines get fresh ones, as in Pi's migration.
 */
export const piFork: ForkWriter = {
  closesCalls: true,
  begin(request) {
    const { now, random } = request;
    const sessionId = uuidV7(now, random);
    const chain: Chain = {
      lastId: null,
      ids: new Set(),
      fresh: new Map(),
      pendingLabels: [],
      standIns: new Map(),
    };
    const stream: ForkStream = {
      name: (attempt) => `${fileTime(now)}_${sessionId}${attempt > 1 ? `-${attempt}` : ''}.jsonl`,
      sessionId,
      head: () => [encode(header(request, sessionId))],
      line: (line) => writeLine(line, chain, request),
      standIns: (calls) => calls.map((call) => encode(standIn(call, chain, request))),
      tail: () => labelLines(request, chain).map(encode),
    };
    return stream;
  },
};

/** Pi keeps nothing of the source's header but the working directory. */
function header({ header: old, source, now }: ForkRequest, id: string): JsonValue {
  return {
    type: 'session',
    version: 3,
    id,
    timestamp: new Date(now).toISOString(),
    cwd: old?.cwd ?? source.folder,
    parentSession: source.path,
  };
}

function writeLine({ row, entry, bytes }: ForkLine, chain: Chain, request: ForkRequest): Uint8Array | null {
  if (entry.kind === 'label') {
    chain.pendingLabels.push(entry.id);
    return null;
  }
  const hasId = ownString(entry.record, 'id') === entry.id;
  const id = hasId ? entry.id : shortId(chain.ids, request.random);
  for (const label of chain.pendingLabels) chain.standIns.set(label, id);
  chain.pendingLabels = [];
  const members = lazy(() => membersOf(bytes));
  const edits: Edit[] = [];
  if (!hasId) {
    chain.fresh.set(row, id);
    edits.push(setMember(members(), 'id', JSON.stringify(id)));
  }
  if (!hasId || (own(entry.record, 'parentId') ?? null) !== chain.lastId) {
    edits.push(setMember(members(), 'parentId', JSON.stringify(chain.lastId)));
  }
  if (entry.kind === 'compaction') edits.push(...boundaryEdits(entry, members, chain, request));
  if ((request.header?.version ?? 3) < 3) edits.push(...roleEdits(entry, bytes, members));
  chain.ids.add(id);
  chain.lastId = id;
  return applyEdits(bytes, edits);
}

/** A compaction whose kept window began at a label begins at the next entry; in version 1 it is an index. */
function boundaryEdits(
  entry: Entry,
  members: () => readonly Member[],
  chain: Chain,
  request: ForkRequest,
): Edit[] {
  const kept = entry.firstKept;
  if (!kept) return [];
  if ('id' in kept) {
    const standIn = kept.id === entry.id ? undefined : chain.standIns.get(kept.id);
    return standIn === undefined ? [] : [setMember(members(), 'firstKeptEntryId', JSON.stringify(standIn))];
  }
  // An index that leads nowhere is left as it is: Pi then keeps nothing from before.
  const id = chain.fresh.get(request.rowOfRecord(kept.record));
  const index = memberOf(members(), 'firstKeptEntryIndex');
  if (id === undefined || !index) return [];
  return [
    { start: index.keyStart, end: index.keyEnd, text: '"firstKeptEntryId"' },
    { start: index.valueStart, end: index.valueEnd, text: JSON.stringify(id) },
  ];
}

/** Version 2 called the role `custom` by the name `hookMessage`. */
function roleEdits({ record }: Entry, bytes: Uint8Array, members: () => readonly Member[]): Edit[] {
  const message = own(record, 'message');
  if (!isJsonObject(message) || own(message, 'role') !== 'hookMessage') return [];
  const start = memberOf(members(), 'message')?.valueStart;
  return start === undefined ? [] : [setMember(membersOf(bytes, start), 'role', '"custom"')];
}

/** Pi's own words for a tool that failed (formats/pi.md §2), chained like any other entry. */
function standIn({ id: toolCallId, name }: WaitingCall, chain: Chain, request: ForkRequest): JsonValue {
  const id = shortId(chain.ids, request.random);
  const parentId = chain.lastId;
  chain.ids.add(id);
  chain.lastId = id;
  return {
    ...{ type: 'message', id, parentId, timestamp: new Date(request.now).toISOString() },
    message: {
      ...{ role: 'toolResult', toolCallId, toolName: name },
      content: [{ type: 'text', text: STAND_IN_TEXT }],
      isError: true,
      timestamp: request.now,
    },
  };
}

/**
 * Labels in force on lines of the fork, as new entries behind the last one. In force is the last label entry of the
 * file for a target; a clearing takes the target off the list, so that a later label stands at its end (Pi keeps
 * them in a Map, whose order this is).
 */
function labelLines(request: ForkRequest, chain: Chain): JsonValue[] {
  const inForce = new Map<string, Entry>();
  for (const entry of request.labels) {
    const target = ownString(entry.record, 'targetId');
    if (target === undefined) continue;
    if (own(entry.record, 'label')) inForce.set(target, entry);
    else inForce.delete(target);
  }
  const lines: JsonValue[] = [];
  const ids = new Set(chain.ids);
  let parentId = chain.lastId;
  for (const [targetId, { record }] of inForce) {
    if (!chain.ids.has(targetId)) continue;
    const id = shortId(ids, request.random);
    ids.add(id);
    const timestamp = own(record, 'timestamp') ?? null;
    lines.push({ type: 'label', id, parentId, timestamp, targetId, label: own(record, 'label') ?? null });
    parentId = id;
  }
  return lines;
}

function encode(value: JsonValue): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}

/** Most lines change nowhere and are never looked into. */
function lazy<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
