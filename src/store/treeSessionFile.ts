import { parseChatEntry, type ChatEntry } from '../core/chatEntry.ts';
import type { RawLine } from '../scan/lines.ts';
import { readLine } from '../scan/readLine.ts';
import { appendBytes, FileChangedError, type LogIo } from './logIo.ts';
import { readCommitted } from './logLines.ts';

/** A committed line of a chat tree file is not what it must be. */
export class ChatFileError extends Error {
  override readonly name = 'ChatFileError';
  /** Physical line, from 1, blank lines counted. */
  readonly line: number;

  constructor(line: number, reason: string, options?: ErrorOptions) {
    super(`invalid chat entry at line ${line}: ${reason}`, options);
    this.line = line;
  }
}

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

/** Reads a chat tree file strictly; a missing one is empty. @throws ChatFileError, or the system's own error */
export async function readTreeSession(io: LogIo, file: string): Promise<ChatFile> {
  const entries = new Map<string, ChatEntry>();
  const reader = await io.openRead(file);
  if (!reader) return { entries, lastId: null, tail: null };
  try {
    let lastId: string | null = null;
    const { tail } = await readCommitted(reader, (line) => {
      const entry = readEntry(line);
      if (!entry) return true;
      if (entries.has(entry.id)) throw new ChatFileError(line.number, `id ${entry.id} is used before`);
      if (entry.parentId !== null && !entries.has(entry.parentId)) {
        throw new ChatFileError(line.number, `its parent ${entry.parentId} is not in the file before it`);
      }
      entries.set(entry.id, entry);
      lastId = entry.id;
      return true;
    });
    return { entries, lastId, tail: tail && !tail.blank ? unterminated(file, tail) : null };
  } finally {
    await reader.close();
  }
}

function readEntry(line: RawLine): ChatEntry | undefined {
  const content = readLine(line.bytes);
  if (content.type === 'blank') return undefined;
  if (content.type === 'bad') throw new ChatFileError(line.number, content.reason);
  const entry = parseChatEntry(content.value);
  if ('path' in entry) throw new ChatFileError(line.number, `${entry.path} is missing or not of its type`);
  return entry;
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
