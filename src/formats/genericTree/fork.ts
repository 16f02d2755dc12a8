import { isJsonObject, own, type JsonObject, type JsonValue } from '../../core/json.ts';
import { forkTitle, numberedNames, uuidV4 } from '../fork/names.ts';
import { applyEdits, membersOf, setMember } from '../fork/splice.ts';
import { STAND_IN_TEXT } from '../fork/standIn.ts';
import type { ForkLine, ForkRequest, ForkStream, ForkWriter, WaitingCall } from '../fork/writer.ts';

/** Keys of a record's id and its parent's, the first that it has. */
const IDS = ['id', 'uuid'];
const PARENTS = ['parentId', 'parent_id', 'parentUuid', 'parent'];

/** What the writer remembers between the lines of one fork. */
interface Chain {
  readonly request: ForkRequest;
  /** Of the new session, where the source has a header; roots may name it as their parent. */
  readonly sessionId: string | undefined;
  last: JsonValue;
  record: JsonObject;
  /** Whether calls are blocks of a message's content, as Anthropic has them. */
  hasBlocks: boolean;
}

/**
 * The path's lines under the ids that they have, behind a header under a new one where the source has a header
 * (formats/others.md §8, Factory Droid). A parent changes where it is not the line before. Records that only point at a
 * leaf stay behind: the last line is the leaf.
 */
export const genericTreeFork: ForkWriter = {
  closesCalls: true,
  begin(request) {
    const { header, source, now, random } = request;
    const sessionId = header ? uuidV4(random) : undefined;
    const chain: Chain = { request, sessionId, last: null, record: {}, hasBlocks: false };
    const numbered = numberedNames(source.name, now);
    const stream: ForkStream = {
      name: (attempt) =>
        sessionId === undefined ? numbered(attempt) : `${sessionId}${attempt > 1 ? `-${attempt}` : ''}.jsonl`,
      ...(sessionId !== undefined && { sessionId }),
      head: () => (header && sessionId !== undefined ? [encode(headerOf(request, sessionId))] : []),
      line: (line) => written(line, chain),
      standIns: (calls) => calls.map((call) => encode(standIn(call, chain))),
      tail: () => [],
    };
    return stream;
  },
};

function headerOf({ header, title, now }: ForkRequest, sessionId: string): JsonObject {
  const record = header?.record ?? {};
  const name = forkTitle(title);
  const titleKey = ['sessionTitle', 'title', 'name'].find((key) => typeof own(record, key) === 'string');
  return {
    ...record,
    [keyIn(record, IDS)]: sessionId,
    ...(typeof own(record, 'timestamp') === 'string' && { timestamp: new Date(now).toISOString() }),
    ...(titleKey !== undefined && name !== undefined && { [titleKey]: name }),
  };
}

function written({ entry, bytes }: ForkLine, chain: Chain): Uint8Array | null {
  const { record } = entry;
  if (entry.targetId !== undefined && !entry.message) return null;
  const parentKey = PARENTS.find((key) => Object.hasOwn(record, key));
  const parent = parentKey === undefined ? undefined : parentFor(own(record, parentKey) ?? null, chain);
  chain.last = own(record, keyIn(record, IDS)) ?? chain.last;
  chain.record = record;
  chain.hasBlocks ||=
    entry.message?.blocks.some(({ type }) => type === 'toolCall') === true && usesBlocks(record);
  if (parentKey === undefined || parent === (own(record, parentKey) ?? null)) return bytes;
  return applyEdits(bytes, [setMember(membersOf(bytes), parentKey, JSON.stringify(parent))]);
}

/** The root names its session in some files, none in others. */
function parentFor(named: JsonValue, { last, sessionId, request }: Chain): JsonValue {
  if (last !== null) return last;
  return sessionId !== undefined && named === request.header?.id ? sessionId : null;
}

function usesBlocks(record: JsonObject): boolean {
  const message = own(record, 'message');
  const content = own(isJsonObject(message) ? message : record, 'content');
  return (
    Array.isArray(content) &&
    content.some((block) => isJsonObject(block) && own(block, 'type') === 'tool_use')
  );
}

function standIn({ id, name }: WaitingCall, chain: Chain): JsonObject {
  const { record: before, request } = chain;
  const own_ = uuidV4(request.random);
  const message: JsonObject = chain.hasBlocks
    ? {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: id, content: STAND_IN_TEXT, is_error: true }],
      }
    : { role: 'tool', tool_call_id: id, name, content: STAND_IN_TEXT };
  const isNested = isJsonObject(own(before, 'message'));
  const type = own(before, 'type');
  const parentKey = keyIn(before, PARENTS);
  const record: JsonObject = {
    ...(type !== undefined && { type }),
    [keyIn(before, IDS)]: own_,
    [parentKey]: chain.last,
    ...(typeof own(before, 'timestamp') === 'string' && { timestamp: new Date(request.now).toISOString() }),
    ...(isNested ? { message } : message),
  };
  chain.last = own_;
  return record;
}

function keyIn(record: JsonObject, keys: readonly string[]): string {
  return keys.find((key) => Object.hasOwn(record, key)) ?? keys[0] ?? '';
}

function encode(value: JsonValue): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}
