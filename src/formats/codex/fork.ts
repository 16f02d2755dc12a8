import { isJsonObject, own, ownString, type JsonObject, type JsonValue } from '../../core/json.ts';
import { uuidV7 } from '../fork/names.ts';
import { applyEdits, membersOf, setMember } from '../fork/splice.ts';
import { STAND_IN_TEXT } from '../fork/standIn.ts';
import type {
  ForkFolder,
  ForkLine,
  ForkRequest,
  ForkStream,
  ForkWriter,
  WaitingCall,
} from '../fork/writer.ts';
import { isBareHeader } from './header.ts';
import { member } from './values.ts';

/** What the writer remembers between the lines of one fork. */
interface Thread {
  readonly id: string;
  readonly request: ForkRequest;
  /** The next running number, where the lines have one. */
  ordinal: number;
  isNumbered: boolean;
  /** Whether the file is of before September 2025, whose items have no envelope. */
  readonly isBare: boolean;
  /** Ids of calls whose results have a type of their own. */
  readonly custom: Set<string>;
}

/**
 * A rollout of its own (formats/others.md §1, "Hand-made fork"): the source's first line under a new thread id, then
 * the path's lines. What lies in other files (`history_base`) is in the path and so in the fork, which then needs none.
 * Running numbers count from the first line on; where turns were taken back, the path goes without them and without the
 * line that says so, since a reader would take as many back again.
 */
export const codexFork: ForkWriter = {
  closesCalls: true,
  begin(request) {
    const thread = threadOf(request);
    const { id } = thread;
    const folder = folderFor(request);
    const stream: ForkStream = {
      name: (attempt) => `rollout-${localTime(request.now)}-${id}${attempt > 1 ? `-${attempt}` : ''}.jsonl`,
      sessionId: id,
      ...(folder && { folder }),
      head: () => [encode(headerOf(thread))],
      line: (line) => written(line, thread),
      standIns: (calls) => calls.map((call) => encode(standIn(call, thread))),
      tail: () => [],
    };
    return stream;
  },
};

function threadOf(request: ForkRequest): Thread {
  const record = request.header?.record;
  return {
    id: uuidV7(request.now, request.random),
    request,
    ordinal: 0,
    isNumbered: typeof (record && own(record, 'ordinal')) === 'number',
    isBare: record !== undefined && isBareHeader(record),
    custom: new Set(),
  };
}

/** Fields of a header that speak of where its thread came from. */
const ORIGINS: ReadonlySet<string> = new Set([
  ...['history_base', 'forked_from_id', 'forked_from_ordinal_exclusive', 'subagent_history_start_ordinal'],
  ...['parent_thread_id', 'agent_nickname', 'agent_role', 'agent_path', 'context_window'],
]);

function headerOf(thread: Thread): JsonObject {
  const { id, request, isNumbered, isBare } = thread;
  const old = request.header?.record ?? {};
  const timestamp = new Date(request.now).toISOString();
  if (isBare) return { ...old, id, timestamp };
  const payload = Object.entries(member(old, 'payload')).filter(([key]) => !ORIGINS.has(key));
  const source = request.header?.id;
  const header: JsonObject = {
    cwd: request.source.folder,
    originator: 'session-tree',
    cli_version: '0.0.0',
    ...(Object.fromEntries(payload) as JsonObject),
    ...{ session_id: id, id, timestamp },
    // A subagent's rollout becomes a thread of the user's own.
    ...(isJsonObject(own(member(old, 'payload'), 'source')) && { source: 'cli' }),
    ...(source !== undefined && { forked_from_id: source }),
  };
  return {
    timestamp,
    ...(isNumbered && { ordinal: thread.ordinal++ }),
    type: 'session_meta',
    payload: header,
  };
}

function written({ entry, bytes }: ForkLine, thread: Thread): Uint8Array | null {
  const { record, type } = entry;
  if (type === 'thread_rolled_back') return null;
  const payload = isJsonObject(own(record, 'payload')) ? member(record, 'payload') : record;
  if (own(payload, 'type') === 'custom_tool_call') thread.custom.add(ownString(payload, 'call_id') ?? '');
  if (!thread.isNumbered) return bytes;
  const ordinal = thread.ordinal++;
  if (own(record, 'ordinal') === ordinal) return bytes;
  return applyEdits(bytes, [setMember(membersOf(bytes), 'ordinal', String(ordinal))]);
}

function standIn({ id }: WaitingCall, thread: Thread): JsonObject {
  const type = thread.custom.has(id) ? 'custom_tool_call_output' : 'function_call_output';
  const payload = { type, call_id: id, output: STAND_IN_TEXT };
  if (thread.isBare) return payload;
  const timestamp = new Date(thread.request.now).toISOString();
  return {
    timestamp,
    ...(thread.isNumbered && { ordinal: thread.ordinal++ }),
    type: 'response_item',
    payload,
  };
}

/** The day's folder, where the source lies in one or among the archived; else the fork stays beside its source. */
function folderFor({ source, now }: ForkRequest): ForkFolder | undefined {
  const names = source.folder.split(/[\\/]/).filter((name) => name !== '');
  const [year, month, day] = localTime(now).slice(0, 10).split('-');
  const down = [year ?? '', month ?? '', day ?? ''];
  if (names.slice(-3).every((name) => /^\d{2,4}$/.test(name)) && names.length > 3) return { up: 3, down };
  return names.at(-1) === 'archived_sessions' ? { up: 1, down: ['sessions', ...down] } : undefined;
}

/** The time of this machine's zone, as rollouts are named. @param now Unix ms */
function localTime(now: number): string {
  const date = new Date(now);
  const two = (value: number) => String(value).padStart(2, '0');
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
  return `${day}T${[date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join('-')}`;
}

function encode(value: JsonValue): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}
