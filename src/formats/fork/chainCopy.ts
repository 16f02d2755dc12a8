import { own, ownString, type JsonObject, type JsonValue } from '../../core/json.ts';
import { uuidV4 } from './names.ts';
import { applyEdits, memberOf, membersOf, setMember, type Edit } from './splice.ts';
import type { Subagents } from '../subagents.ts';
import type {
  ForkFolder,
  ForkLine,
  ForkRequest,
  ForkStream,
  ForkWriter,
  SideFile,
  WaitingCall,
} from './writer.ts';

/** How an agent whose records name their parent copies a chain into a session of its own. */
export interface ChainCopy {
  /** Keys of a record's id and its parent's. */
  readonly idKey: string;
  readonly parentKey: string;
  /** Keys under which records hold their session's id: the new one stands there. None: records keep what they have. */
  readonly sessionKeys: readonly string[];
  /** Whether every copied line says where it comes from (`forkedFrom`). */
  readonly tellsOrigin: boolean;
  /** Whether a record says nothing without the one behind it: at the end of a path it is left out. */
  leads?(record: JsonObject): boolean;
  /** A result that stands in for one that was never written. */
  standIn(call: WaitingCall, place: StandInPlace): JsonObject;
  /** Lines at the end, such as a title that tells the fork apart. */
  tail?(place: TailPlace): readonly JsonObject[];
  /**
   * How the agent keeps subagents' sessions. The fork of one is a session of the user's own: it stands where the session
   * stands that the subagent worked for, and its lines are no side chain.
   */
  readonly subagents?: Subagents;
  /** Files beside the new one. */
  besides?(place: TailPlace & { readonly origin: string | undefined }): readonly SideFile[];
}

export interface StandInPlace {
  readonly id: string;
  readonly parent: string | null;
  readonly sessionId: string;
  /** Unix ms. */
  readonly now: number;
  /** The record before it, for what goes with every record. */
  readonly before: JsonObject;
}

export interface TailPlace {
  readonly sessionId: string;
  /** The source's title. */
  readonly title: string | undefined;
  readonly parent: string | null;
  readonly before: JsonObject;
  readonly now: number;
  random(length: number): Uint8Array;
}

interface Chain {
  /** The folder of a subagent's fork; undefined where the source is none. */
  readonly folder: ForkFolder | undefined;
  readonly sessionId: string;
  readonly ids: Set<string>;
  /** The last record written, and its id as the file has it. */
  lastId: string | null;
  last: JsonObject;
  /** The session id of the first record. */
  origin: string | undefined;
  /** A record that waits for the one behind it. */
  held: ForkLine | undefined;
}

/**
 * Forks as such agents write them: a file named by a new session id, with the chain's records under the ids that they
 * have. A parent changes only where the fork has it not, to the record before. Records of the session that are no part
 * of the chain (modes, snapshots, costs) stay behind.
 */
export function chainCopy(agent: ChainCopy): ForkWriter {
  return {
    closesCalls: true,
    begin(request) {
      const sessionId = uuidV4(request.random);
      const chain: Chain = {
        sessionId,
        folder: sessionsFolder(agent, request),
        ids: new Set(),
        lastId: null,
        last: {},
        origin: undefined,
        held: undefined,
      };
      const place = (): TailPlace => ({
        ...{ sessionId, title: request.title, parent: chain.lastId, before: chain.last },
        ...{ now: request.now, random: request.random },
      });
      const stream: ForkStream = {
        name: (attempt) => `${sessionId}${attempt > 1 ? `-${attempt}` : ''}.jsonl`,
        sessionId,
        ...(chain.folder && { folder: chain.folder }),
        head: () => [],
        line: (line) => next(agent, line, chain),
        standIns: (calls) => calls.map((call) => standIn(agent, call, chain, request)),
        tail: () => (agent.tail?.(place()) ?? []).map(encode),
        besides: () => agent.besides?.({ ...place(), origin: chain.origin }) ?? [],
      };
      return stream;
    },
  };
}

/** In lines of a side chain, of which the agents' own lists of sessions take no notice. */
const SIDE = 'isSidechain';

/** The folder of the session that a subagent worked for, as seen from the subagent's file. */
function sessionsFolder({ subagents }: ChainCopy, { header, source }: ForkRequest): ForkFolder | undefined {
  const folders = source.folder.split(/[\\/]/).filter((name) => name !== '');
  const owner = subagents?.owner({ folders, name: source.name }, header);
  return owner && { up: owner.up, down: owner.down ?? [] };
}

/** The line, behind the one that waited for it: two lines then. */
function next(agent: ChainCopy, line: ForkLine, chain: Chain): Uint8Array | null {
  const { held } = chain;
  chain.held = undefined;
  const before = held && copied(agent, held, chain);
  if (agent.leads?.(line.entry.record)) {
    chain.held = line;
    return before ?? null;
  }
  const written = copied(agent, line, chain);
  return before ? joined(before, written) : written;
}

function copied(agent: ChainCopy, { entry, bytes }: ForkLine, chain: Chain): Uint8Array {
  const { record } = entry;
  const edits: Edit[] = [];
  const members = membersOf(bytes);
  const parent = ownString(record, agent.parentKey) ?? null;
  if (parent !== null && !chain.ids.has(parent)) {
    edits.push(setMember(members, agent.parentKey, JSON.stringify(chain.lastId)));
  }
  const id = ownString(record, agent.idKey) ?? entry.id;
  const [first] = agent.sessionKeys;
  for (const key of agent.sessionKeys) {
    if (key !== first && !memberOf(members, key)) continue;
    edits.push(setMember(members, key, JSON.stringify(chain.sessionId)));
  }
  if (chain.folder && own(record, SIDE) === true) edits.push(setMember(members, SIDE, 'false'));
  const source = first === undefined ? undefined : ownString(record, first);
  if (agent.tellsOrigin && source !== undefined) {
    const origin = { sessionId: source, messageUuid: id };
    edits.push(setMember(members, 'forkedFrom', JSON.stringify(origin)));
  }
  chain.ids.add(id);
  chain.lastId = id;
  chain.last = record;
  chain.origin ??= ownString(record, 'sessionId');
  return applyEdits(bytes, edits);
}

function standIn(
  agent: ChainCopy,
  call: WaitingCall,
  chain: Chain,
  { now, random }: ForkRequest,
): Uint8Array {
  const { sessionId, lastId: parent, last: before } = chain;
  const id = uuidV4(random);
  const record = agent.standIn(call, { id, parent, sessionId, now, before });
  chain.ids.add(id);
  chain.lastId = id;
  chain.last = record;
  return encode(record);
}

/** What goes with every record, as the one before had it. */
export function ambient(before: JsonObject, keys: readonly string[]): JsonObject {
  const found = keys.map((key) => [key, own(before, key)] as const);
  return Object.fromEntries(found.filter(([, value]) => value !== undefined)) as JsonObject;
}

function encode(value: JsonValue): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + 1 + second.length);
  both.set(first);
  both[first.length] = 0x0a;
  both.set(second, first.length + 1);
  return both;
}
