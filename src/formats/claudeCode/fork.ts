import type { JsonObject, JsonValue } from '../../core/json.ts';
import { own, ownString } from '../../core/json.ts';
import { applyEdits, memberOf, membersOf, setMember, type Edit, type Member } from '../fork/splice.ts';
import { forkTitle, uuidV4 } from '../fork/names.ts';
import type { ForkLine, ForkRequest, ForkStream, ForkWriter, WaitingCall } from '../fork/writer.ts';
import { STAND_IN_TEXT } from '../fork/standIn.ts';

interface Chain {
  readonly sessionId: string;
  readonly request: ForkRequest;
  readonly ids: Set<string>;
  /** The last record written: the next one's parent where its own is not in the fork. */
  last: { readonly id: string; readonly record: JsonObject } | undefined;
}

/**
 * A copy of the chain under a new session id, with the same uuids, as the agent's own `/branch` writes it
 * (formats/claude-code.md §1.10, "Chain copy"): every line's `sessionId` is the new one and `forkedFrom` says where it
 * comes from; a title tells the fork apart. The path holds all pieces of a message and all results of its calls
 * already (core/tree/placement.ts). A parent changes only where the path leaves it out. Rows that belong to the session
 * and not to the chain (modes, snapshots, costs) stay behind.
 */
export const claudeCodeFork: ForkWriter = {
  closesCalls: true,
  begin(request) {
    const sessionId = uuidV4(request.random);
    const chain: Chain = { sessionId, request, ids: new Set(), last: undefined };
    const stream: ForkStream = {
      name: (attempt) => `${sessionId}${attempt > 1 ? `-${attempt}` : ''}.jsonl`,
      sessionId,
      head: () => [],
      line: (line) => copied(line, chain),
      standIns: (calls) => calls.map((call) => encode(standIn(call, chain))),
      tail: () => {
        const customTitle = forkTitle(request.title);
        return customTitle === undefined ? [] : [encode({ type: 'custom-title', customTitle, sessionId })];
      },
    };
    return stream;
  },
};

function copied({ entry, bytes }: ForkLine, chain: Chain): Uint8Array {
  const { record, id } = entry;
  const members = membersOf(bytes);
  const edits: Edit[] = [];
  if (entry.parentId !== null && !chain.ids.has(entry.parentId)) {
    edits.push(setMember(members, 'parentUuid', JSON.stringify(chain.last?.id ?? null)));
  }
  const source = ownString(record, 'sessionId');
  edits.push(...sessionEdits(members, chain.sessionId));
  if (source !== undefined) {
    edits.push(setMember(members, 'forkedFrom', JSON.stringify({ sessionId: source, messageUuid: id })));
  }
  chain.ids.add(id);
  chain.last = { id, record };
  return applyEdits(bytes, edits);
}

/** Some versions write the id under two names (§1.3). */
function sessionEdits(members: readonly Member[], sessionId: string): Edit[] {
  const json = JSON.stringify(sessionId);
  const edits = [setMember(members, 'sessionId', json)];
  if (memberOf(members, 'session_id')) edits.push(setMember(members, 'session_id', json));
  return edits;
}

/** What goes with every row, as the row before had it. */
const AMBIENT = ['userType', 'entrypoint', 'cwd', 'version', 'gitBranch', 'slug'];

function standIn({ id: toolUseId }: WaitingCall, chain: Chain): JsonValue {
  const uuid = uuidV4(chain.request.random);
  const before = chain.last?.record ?? {};
  const ambient = AMBIENT.map((key) => [key, own(before, key)] as const).filter(
    ([, value]) => value !== undefined,
  );
  const result = { type: 'tool_result', tool_use_id: toolUseId, content: STAND_IN_TEXT, is_error: true };
  const record: JsonObject = {
    parentUuid: chain.last?.id ?? null,
    isSidechain: false,
    ...(Object.fromEntries(ambient) as JsonObject),
    sessionId: chain.sessionId,
    type: 'user',
    message: { role: 'user', content: [result] },
    uuid,
    timestamp: new Date(chain.request.now).toISOString(),
    toolUseResult: STAND_IN_TEXT,
  };
  chain.last = { id: uuid, record };
  return record;
}

function encode(value: JsonValue): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}
