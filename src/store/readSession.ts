import { createCommittedEntries, type CommittedEntries } from '../core/strict/committedEntries.ts';
import { quote } from '../core/text/quote.ts';
import { readCommittedLine, unterminatedTail, type SessionWarning } from '../core/strict/recover.ts';
import type { SessionEntry } from '../core/strict/sessionEntry.ts';
import { SessionLineError, SessionTreeError } from '../core/strict/sessionErrors.ts';
import { LineSplitter, type RawLine } from '../scan/lines.ts';
import { findUtf8Fault } from '../scan/utf8.ts';
import type { SessionIo } from './sessionIo.ts';

/** What {@link readSession} found in a session file. */
export interface SessionFile {
  readonly committed: CommittedEntries;
  readonly warnings: readonly SessionWarning[];
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Reads a session file strictly, as {@link recoverJsonl} reads text, and lets its committed entries be appended once
 * more in their order: every id is new, every parent stands in an earlier line (chapter 10 §5). The file is decoded
 * line by line, since it may be longer than any string; bytes that are no UTF-8 make a committed line a bad one, and
 * do not matter in a tail.
 *
 * @throws SessionLineError for the first bad line, with its physical number; or what `readFile` throws.
 */
export async function readSession(file: string, readFile: SessionIo['readFile']): Promise<SessionFile> {
  const committed = createCommittedEntries();
  const splitter = new LineSplitter();
  const onLine = (line: RawLine): void => {
    const entry = readCommittedLine(decode(line, file), line.number, file);
    if (entry) commit(committed, entry, line.number, file);
  };
  for await (const chunk of chunks(readFile(file))) splitter.push(chunk, onLine);
  const { tail } = splitter;
  return { committed, warnings: tail && !tail.blank ? [unterminatedTail(tail.line)] : [] };
}

async function* chunks(content: ReturnType<SessionIo['readFile']>): AsyncGenerator<Uint8Array> {
  const whole = await content;
  if (typeof whole === 'string') yield new TextEncoder().encode(whole);
  else if (whole instanceof Uint8Array) yield whole;
  else yield* whole;
}

function decode({ bytes, number: line }: RawLine, file: string): string {
  try {
    return strict.decode(bytes);
  } catch (cause) {
    const at = findUtf8Fault(bytes);
    if (at >= 0) {
      const reason = `is not valid UTF-8 at byte ${at + 1} of the line`;
      throw new SessionLineError({ line, code: 'invalid-utf8', path: '$', reason, file, cause });
    }
    const reason = `is ${bytes.length} bytes long, more than can be read as one text`;
    throw new SessionLineError({ line, code: 'too-large', path: '$', reason, file, cause });
  }
}

function commit(committed: CommittedEntries, entry: SessionEntry, line: number, file: string): void {
  try {
    committed.check(entry);
  } catch (cause) {
    if (!(cause instanceof SessionTreeError)) throw cause;
    const { code, id, parentId } = cause;
    const [path, reason] =
      parentId === undefined
        ? ['id', `is ${quote(id)}, as in an earlier line`]
        : ['parentId', `is ${quote(parentId)}, which no earlier line has as its id`];
    throw new SessionLineError({ line, code, path, reason, file, cause });
  }
  committed.add(entry);
}
