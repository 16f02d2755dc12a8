import { isJsonObject, own, ownString, type JsonObject, type JsonValue } from '../../core/json.ts';
import { uuidV4 } from '../fork/names.ts';
import { STAND_IN_TEXT } from '../fork/standIn.ts';
import type { ForkLine, ForkRequest, ForkStream, ForkWriter, WaitingCall } from '../fork/writer.ts';

/** What the writer remembers between the lines of one fork. */
interface Events {
  readonly sessionId: string;
  readonly request: ForkRequest;
  /** The last event written: the next one's `parentId`. */
  lastId: string | null;
  /** The `data` of the turn that was begun and has not ended. */
  turn: JsonObject | undefined;
}

/** The name of every session's file; its folder has the session's id. */
const FILE = 'events.jsonl';

/**
 * A session folder of its own with nothing in it but its events (formats/others.md §3, a hand-made directory): the start
 * under a new session id, then the path's events as they stand, with the ids that they have, as in the agent's own
 * forks. A turn that the path leaves open is ended, since the agent wants whole turns. A transcript of VS Code's chat
 * becomes a file beside its source.
 */
export const copilotFork: ForkWriter = {
  closesCalls: true,
  begin(request) {
    const events: Events = {
      ...{ sessionId: uuidV4(request.random), request },
      ...{ lastId: null, turn: undefined },
    };
    const { sessionId } = events;
    const isFolder = request.source.name === FILE;
    const stream: ForkStream = {
      name: (attempt) => (isFolder && attempt === 1 ? FILE : `${sessionId}${numbered(attempt)}.jsonl`),
      sessionId,
      ...(isFolder && { folder: { up: 1, down: [sessionId] } }),
      head: () => [encode(startOf(events))],
      line: (line) => written(line, events),
      standIns: (calls) => calls.map((call) => encode(standIn(call, events))),
      tail: () => (events.turn ? [encode(event('assistant.turn_end', events.turn, events))] : []),
    };
    return stream;
  },
};

function numbered(attempt: number): string {
  return attempt > 1 ? `-${attempt}` : '';
}

function startOf(events: Events): JsonObject {
  const { header, source, now } = events.request;
  const old = header?.record ?? {};
  const data = own(old, 'data');
  const startTime = new Date(now).toISOString();
  const known: JsonObject = isJsonObject(data)
    ? data
    : { version: 1, producer: 'session-tree', copilotVersion: '0.0.0', context: { cwd: source.folder } };
  return event(
    'session.start',
    { ...known, sessionId: events.sessionId, startTime, alreadyInUse: false },
    events,
  );
}

function written({ entry, bytes }: ForkLine, events: Events): Uint8Array {
  const { record, type } = entry;
  const data = own(record, 'data');
  if (type === 'assistant.turn_start') events.turn = isJsonObject(data) ? data : {};
  else if (type === 'assistant.turn_end') events.turn = undefined;
  events.lastId = ownString(record, 'id') ?? events.lastId;
  return bytes;
}

function standIn({ id: toolCallId }: WaitingCall, events: Events): JsonObject {
  const error = { message: STAND_IN_TEXT, code: 'failure' };
  return event('tool.execution_complete', { toolCallId, success: false, error }, events);
}

function event(type: string, data: JsonObject, events: Events): JsonObject {
  const { request, lastId: parentId } = events;
  const id = uuidV4(request.random);
  events.lastId = id;
  return { type, data, id, timestamp: new Date(request.now).toISOString(), parentId };
}

function encode(value: JsonValue): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}
