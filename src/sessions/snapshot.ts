import { oneLine } from '../core/text/oneLine.ts';
import type { Format } from '../formats/format.ts';
import { unterminatedTail } from '../formats/lineProblems.ts';
import { SessionReader, type ReadState } from '../formats/reader.ts';
import { isOfTail } from './pendingTail.ts';
import type { SessionSnapshot } from './session.ts';

/** A tail is pending, not unterminated, until the file was left alone for this time, in ms (design: Lines). */
export const FRESH_MS = 5_000;

/** A snapshot, and the reader and its state that it was made of. */
export interface Taken {
  readonly reader: SessionReader;
  readonly state: ReadState;
  /** Lines committed then: the state is the same, but for its tail, until there are more. */
  readonly committed: number;
  readonly snapshot: SessionSnapshot;
}

/** What a snapshot adds to what the reader knows. */
export interface Circumstances {
  readonly revision: number;
  readonly mtime: number;
  /** Whether the file was left alone for {@link FRESH_MS}. */
  readonly isSettled: boolean;
  /** The title of a session without name and user messages. */
  readonly fileName: string;
  /** The files in which the session lies, where it is not one. */
  readonly parts?: SessionSnapshot['parts'];
  /** Set while the file is still being read. */
  readonly partial?: SessionSnapshot['partial'];
}

/**
 * The reader's state as a snapshot, or undefined while the file is of no known format. Building the tree is O(entries);
 * where no line was committed since `before`, only the tail has changed, and the tree is taken over.
 */
export function takeSnapshot(
  reader: SessionReader,
  circumstances: Circumstances,
  before?: Taken,
): Taken | undefined {
  const isOnlyTail = before?.reader === reader && before.committed === reader.lines.committed;
  const state = isOnlyTail ? withTail(before.state, reader) : reader.state();
  return state && made(reader, state, circumstances);
}

/** A session of this format with nothing in it. */
export function emptyState(format: Format, circumstances: Circumstances): Taken {
  const reader = new SessionReader({ format });
  const state = reader.state();
  if (!state) throw new Error('A reader that was given a format always has a state.');
  return made(reader, state, circumstances);
}

function made(reader: SessionReader, state: ReadState, circumstances: Circumstances): Taken {
  const { revision, mtime, isSettled, fileName, partial, parts } = circumstances;
  const { format, header, table, tree, labels, messageCount, branchCount } = state;
  const size = state.size - (parts?.at(-1)?.offset ?? 0);
  const tail = state.tail && !state.tail.blank ? state.tail : null;
  const snapshot: SessionSnapshot = {
    ...{ revision, format, header, table, tree, labels, messageCount, branchCount, size, mtime },
    problems: isSettled ? state.problems : state.problems.filter((problem) => !isOfTail(problem)),
    title: oneLine(state.title ?? '') || fileName,
    tail: tail && { line: tail.line, offset: tail.offset, length: tail.length },
    ...(partial && { partial }),
    ...(parts && { parts }),
  };
  return { reader, state, committed: reader.lines.committed, snapshot };
}

/** The same state with what stands after the last line feed now. */
function withTail(state: ReadState, reader: SessionReader): ReadState {
  const { tail } = reader.lines;
  const problems = state.problems.filter((problem) => !isOfTail(problem));
  if (tail && !tail.blank) problems.push(unterminatedTail(tail.line, tail.length));
  return { ...state, problems, tail, size: reader.size };
}
