import { own, ownString, type JsonObject } from '../../core/json.ts';
import type { SessionBase, SessionHeader } from '../format.ts';
import { readTime } from '../time.ts';
import { member, ownNumber } from './values.ts';

/** The file's own words on itself, in `session_meta` or, before September 2025, alone on the first line. */
export function readHeader(record: JsonObject, payload: JsonObject): SessionHeader {
  const id = ownString(payload, 'id') ?? ownString(payload, 'session_id');
  const cwd = ownString(payload, 'cwd');
  const parentSession = ownString(payload, 'forked_from_id');
  const base = readBase(payload);
  const { parentId: subagentOf } = helperOf(payload);
  return {
    version: 1,
    timestamp: readTime(own(payload, 'timestamp') ?? own(record, 'timestamp')),
    record,
    ...(id !== undefined && { id }),
    ...(cwd !== undefined && { cwd }),
    ...(parentSession !== undefined && { parentSession }),
    ...(subagentOf !== undefined && { subagentOf }),
    ...(base && { base }),
  };
}

/** A paginated fork holds only what is new; so does a file that goes on where its own thread was taken back to. */
function readBase(payload: JsonObject): SessionBase | undefined {
  const base = member(payload, 'history_base');
  const id = ownString(base, 'thread_id');
  const bytes = ownNumber(base, 'end_byte_offset');
  if (!id || bytes === undefined || !Number.isSafeInteger(bytes) || bytes < 1) return undefined;
  const end = ownNumber(base, 'end_ordinal_exclusive');
  return { id, bytes, ...(end !== undefined && { last: { key: 'ordinal', value: end - 1 } }) };
}

/** The first line of files before September 2025. */
export function isBareHeader(record: JsonObject): boolean {
  const isNamed = typeof own(record, 'id') === 'string' && typeof own(record, 'timestamp') === 'string';
  return isNamed && Object.hasOwn(record, 'instructions') && own(record, 'type') === undefined;
}

/** What a subagent's file says of who started it. */
export interface Helper {
  readonly parentId?: string;
  /** The name that it was given, and what sort of agent it is. */
  readonly name?: string;
  readonly role?: string;
  /** A call started it; else it is a helper of the agent's own, as for reviews. */
  readonly isSpawned: boolean;
}

export function helperOf(payload: JsonObject): Helper {
  const source = member(payload, 'source');
  const spawn = member(member(source, 'subagent'), 'thread_spawn');
  const parentId = ownString(payload, 'parent_thread_id') ?? ownString(spawn, 'parent_thread_id');
  const name = ownString(payload, 'agent_nickname') ?? ownString(spawn, 'agent_nickname');
  const role = ownString(payload, 'agent_role') ?? ownString(spawn, 'agent_role');
  return {
    ...(parentId !== undefined && { parentId }),
    ...(name !== undefined && { name }),
    ...(role !== undefined && { role }),
    isSpawned: !Object.hasOwn(source, 'subagent') || Object.keys(spawn).length > 0,
  };
}
