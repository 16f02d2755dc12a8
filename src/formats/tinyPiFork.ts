import type { JsonValue } from '../core/json.ts';
import { own } from '../core/json.ts';
import { applyEdits, membersOf, setMember } from './forkSplice.ts';
import { fileTime, forkStem, shortId } from './forkNames.ts';
import type { ForkLine, ForkRequest, ForkStream, ForkWriter, WaitingCall } from './forkWriter.ts';
import { STAND_IN_TEXT } from './standIn.ts';

/** Tries with a number before names get the time instead. */
const NUMBERED = 50;

/**
 * A fork of a file without header: the path's lines byte for byte. A line's parent changes only where it is not the
 * line before: below a gap, or no strict reader would accept the new file, and around the results that travel along.
 */
export const tinyPiFork: ForkWriter = {
  closesCalls: true,
  begin(request) {
    const { source, now } = request;
    const stem = forkStem(source.name);
    const chain: Chain = { lastId: null, ids: new Set() };
    const stream: ForkStream = {
      name: (attempt) =>
        attempt <= NUMBERED
          ? `${stem}-fork-${attempt}.jsonl`
          : `${stem}-fork-${fileTime(now)}-${attempt - NUMBERED}.jsonl`,
      head: () => [],
      line: (line) => chained(line, chain),
      standIns: (calls) => calls.map((call) => standIn(call, chain, request)),
      tail: () => [],
    };
    return stream;
  },
};

interface Chain {
  lastId: string | null;
  readonly ids: Set<string>;
}

function chained({ entry, bytes }: ForkLine, chain: Chain): Uint8Array {
  const parent = chain.lastId;
  chain.lastId = entry.id;
  chain.ids.add(entry.id);
  if ((own(entry.record, 'parentId') ?? null) === parent) return bytes;
  return applyEdits(bytes, [setMember(membersOf(bytes), 'parentId', JSON.stringify(parent))]);
}

function standIn({ id: toolCallId, name }: WaitingCall, chain: Chain, request: ForkRequest): Uint8Array {
  const id = shortId(chain.ids, request.random);
  const content = [{ type: 'text', text: STAND_IN_TEXT }];
  const record: JsonValue = {
    ...{ id, parentId: chain.lastId, timestamp: request.now, type: 'message' },
    message: { role: 'toolResult', toolCallId, toolName: name, content, isError: true },
  };
  chain.lastId = id;
  chain.ids.add(id);
  return new TextEncoder().encode(JSON.stringify(record));
}
