import { own } from '../core/json.ts';
import { applyEdits, membersOf, setMember } from './forkSplice.ts';
import { fileTime, forkStem } from './forkNames.ts';
import type { ForkLine, ForkStream, ForkWriter } from './format.ts';

/** Tries with a number before names get the time instead. */
const NUMBERED = 50;

/**
 * A fork of a file without header: the path's lines byte for byte. Only where the path begins below a gap, its first
 * line's parent becomes null, or no strict reader would accept the new file.
 */
export const tinyPiFork: ForkWriter = {
  begin({ source, now }) {
    const stem = forkStem(source.name);
    let first = true;
    const stream: ForkStream = {
      name: (attempt) =>
        attempt <= NUMBERED
          ? `${stem}-fork-${attempt}.jsonl`
          : `${stem}-fork-${fileTime(now)}-${attempt - NUMBERED}.jsonl`,
      head: () => [],
      line(line) {
        const written = first ? asRoot(line) : line.bytes;
        first = false;
        return written;
      },
      tail: () => [],
    };
    return stream;
  },
};

function asRoot({ entry, bytes }: ForkLine): Uint8Array {
  const isRoot = (own(entry.record, 'parentId') ?? null) === null;
  return isRoot ? bytes : applyEdits(bytes, [setMember(membersOf(bytes), 'parentId', 'null')]);
}
