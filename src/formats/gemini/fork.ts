import { own, type JsonObject, type JsonValue } from '../../core/json.ts';
import { forkTitle, uuidV4 } from '../fork/names.ts';
import { STAND_IN_TEXT } from '../fork/standIn.ts';
import type { ForkLine, ForkRequest, ForkStream, ForkWriter, WaitingCall } from '../fork/writer.ts';

/**
 * A session of its own that the agent takes from anywhere with `--session-file` (formats/others.md §6): a first line
 * under a new session id, then the path's messages, each in its newest version only. Going back and writing anew are
 * done by then. A message that stands in a list of messages is written as a line of its own. Results that stand in are
 * one message of the user's, as the agent has those that it told the model.
 */
export const geminiFork: ForkWriter = {
  closesCalls: true,
  begin(request) {
    const sessionId = uuidV4(request.random);
    const stream: ForkStream = {
      name: (attempt) =>
        `session-${minute(request.now)}-${sessionId.slice(0, 8)}${attempt > 1 ? `-${attempt}` : ''}.jsonl`,
      sessionId,
      head: () => [encode(headerOf(request, sessionId))],
      line: written,
      standIns: (calls) => (calls.length === 0 ? [] : [encode(standIns(calls, request))]),
      tail: () => [],
    };
    return stream;
  },
};

function headerOf({ header, title, now }: ForkRequest, sessionId: string): JsonObject {
  const time = new Date(now).toISOString();
  const summary = forkTitle(title);
  return {
    projectHash: '',
    kind: 'main',
    ...header?.record,
    ...{ sessionId, startTime: time, lastUpdated: time },
    ...(summary !== undefined && { summary }),
  };
}

function written({ entry, bytes }: ForkLine): Uint8Array | null {
  if (entry.type === 'rewind') return null;
  const isWhole = bytes.length > 0 && own(entry.record, 'id') !== undefined && !isInList(bytes);
  return isWhole ? bytes : encode(entry.record);
}

function standIns(calls: readonly WaitingCall[], { now, random }: ForkRequest): JsonObject {
  const content = calls.map(({ id, name }) => ({
    functionResponse: { id, name, response: { error: STAND_IN_TEXT } },
  }));
  return { id: uuidV4(random), timestamp: new Date(now).toISOString(), type: 'user', content };
}

/** Whether the record is the change that holds the message, and not the message. */
function isInList(bytes: Uint8Array): boolean {
  return /^\s*\{\s*"\$set"/.test(new TextDecoder().decode(bytes.subarray(0, 64)));
}

/** The minute, as session files are named: UTC. */
function minute(now: number): string {
  return new Date(now).toISOString().slice(0, 16).replace(':', '-');
}

function encode(value: JsonValue): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}
