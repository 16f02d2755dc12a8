import { parseChatEntry, type ChatEntry } from '../core/strict/chatEntry.ts';
import { quote } from '../core/text/quote.ts';
import { SessionFormatError, SessionLineError, type SessionFaultCode } from '../core/strict/sessionErrors.ts';
import type { RawLine } from '../scan/lines.ts';
import { readLine, type BadReason } from '../scan/readLine.ts';
import { appendBytes, FileChangedError, type LogIo } from './logIo.ts';
import { readCommitted } from './logLines.ts';

/** Non-blank bytes behind the last LF: a write that was cut short. Skipped on reading, never changed on its own. */
export interface UnterminatedTail {
  readonly code: 'unterminated_tail';
  readonly line: number;
  readonly offset: number;
  readonly length: number;
  /** For people: what happened and what can be done. */
  readonly advice: string;
}

export interface ChatFile {
  readonly entries: Map<string, ChatEntry>;
  readonly lastId: string | null;
  readonly tail: UnterminatedTail | null;
}

/** Reads a chat tree file strictly; a missing one is empty. @throws SessionLineError, or the system's own error */
export async function readTreeSession(io: LogIo, file: string): Promise<ChatFile> {
  const entries = new Map<string, ChatEntry>();
  const reader = await io.openRead(file);
  if (!reader) return { entries, lastId: null, tail: null };
  try {
    let lastId: string | null = null;
    const { tail } = await readCommitted(reader, (line) => {
      const entry = readEntry(line, file);
      if (!entry) return true;
      checkLinks(entry, entries, line.number, file);
      entries.set(entry.id, entry);
      lastId = entry.id;
      return true;
    });
    return { entries, lastId, tail: tail && !tail.blank ? unterminated(file, tail) : null };
  } finally {
    await reader.close();
  }
}

const CODES: Readonly<Record<BadReason, SessionFaultCode>> = {
  utf8: 'invalid-utf8',
  json: 'invalid-json',
  'not-object': 'not-an-object',
};

function readEntry({ bytes, number: line }: RawLine, file: string): ChatEntry | undefined {
  const content = readLine(bytes);
  if (content.type === 'blank') return undefined;
  if (content.type === 'bad') {
    const reason = `cannot be read: ${content.reason}`;
    throw new SessionLineError({ line, code: CODES[content.why], path: '$', reason, file });
  }
  try {
    return parseChatEntry(content.value);
  } catch (cause) {
    if (!(cause instanceof SessionFormatError)) throw cause;
    const { code, path, reason } = cause;
    throw new SessionLineError({ line, code, path, reason, file, cause });
  }
}

/** An id may be used once, and a parent must stand in an earlier line. */
function checkLinks(
  entry: ChatEntry,
  before: ReadonlyMap<string, ChatEntry>,
  line: number,
  file: string,
): void {
  const { id, parentId } = entry;
  if (before.has(id)) {
    const reason = `repeats ${quote(id)}, the id of an earlier entry`;
    throw new SessionLineError({ line, code: 'duplicate-id', path: 'id', reason, file });
  }
  if (parentId !== null && !before.has(parentId)) {
    const reason = `names ${quote(parentId)}, which no earlier line has as its id`;
    throw new SessionLineError({ line, code: 'missing-parent', path: 'parentId', reason, file });
  }
}

function unterminated(
  file: string,
  tail: { line: number; offset: number; length: number },
): UnterminatedTail {
  const { line, offset, length } = tail;
  const advice =
    `${file} ends inside line ${line}: ${length} bytes of a write that was cut short. Everything before them is ` +
    'whole and can be read; to append, first set them aside.';
  return { code: 'unterminated_tail', line, offset, length, advice };
}

/** Saves the tail's bytes beside the file, then cuts them off. @returns the path of the saved bytes */
export async function setTailAside(io: LogIo, file: string, tail: UnterminatedTail): Promise<string> {
  const end = tail.offset + tail.length;
  const reader = await io.openRead(file);
  if (!reader) throw new FileChangedError(file, 0, end);
  let bytes: Uint8Array;
  try {
    const size = await reader.size();
    if (size !== end) throw new FileChangedError(file, size, end);
    bytes = await reader.read(tail.offset, tail.length);
  } finally {
    await reader.close();
  }
  const saved = `${file}.tail-${tail.offset}`;
  await appendBytes(io, saved, bytes, { sync: true, mustBeNew: true });
  await io.truncate(file, tail.offset);
  return saved;
}
