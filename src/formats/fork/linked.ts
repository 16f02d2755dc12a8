import type { JsonObject, JsonValue } from '../../core/json.ts';
import { own } from '../../core/json.ts';
import { numberedNames, shortId } from './names.ts';
import { applyEdits, membersOf, setMember } from './splice.ts';
import type { ForkLine, ForkRequest, ForkStream, ForkWriter, WaitingCall } from './writer.ts';

/** What tells one linked format from another. */
export interface LinkedWriter {
  /** The key of a record's parent, as the file spells it. */
  readonly parentKey: string;
  /**
   * A result that stands in for one that was never written, in the format's own shape.
   * @param before the record before it, for what every record has
   */
  standIn(call: WaitingCall, place: StandInPlace): JsonObject;
}

export interface StandInPlace {
  readonly id: string;
  readonly parent: JsonValue;
  /** Unix ms. */
  readonly now: number;
  readonly before: JsonObject | undefined;
}

interface Chain {
  /** The last record's id as its file spells it: some have numbers. */
  last: JsonValue;
  record: JsonObject | undefined;
  readonly ids: Set<string>;
}

/**
 * Forks of files without a header whose records name their parent: the path's lines byte for byte. A line's parent
 * changes only where it is not the line before: below a gap, or no strict reader would accept the new file, and around
 * the results that travel along.
 */
export function linkedFork(format: LinkedWriter): ForkWriter {
  return {
    closesCalls: true,
    begin(request) {
      const chain: Chain = { last: null, record: undefined, ids: new Set() };
      const stream: ForkStream = {
        name: numberedNames(request.source.name, request.now),
        head: () => [],
        line: (line) => chained(format, line, chain),
        standIns: (calls) => calls.map((call) => standIn(format, call, chain, request)),
        tail: () => [],
      };
      return stream;
    },
  };
}

function chained({ parentKey }: LinkedWriter, { entry, bytes }: ForkLine, chain: Chain): Uint8Array {
  const { record, id } = entry;
  const parent = chain.last;
  chain.last = own(record, 'id') ?? id;
  chain.record = record;
  chain.ids.add(id);
  if ((own(record, parentKey) ?? null) === parent) return bytes;
  return applyEdits(bytes, [setMember(membersOf(bytes), parentKey, JSON.stringify(parent))]);
}

function standIn(
  format: LinkedWriter,
  call: WaitingCall,
  chain: Chain,
  { now, random }: ForkRequest,
): Uint8Array {
  const id = shortId(chain.ids, random);
  const record = format.standIn(call, { id, parent: chain.last, now, before: chain.record });
  chain.last = id;
  chain.record = record;
  chain.ids.add(id);
  return new TextEncoder().encode(JSON.stringify(record));
}
