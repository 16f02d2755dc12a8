import { cloneJson } from '../core/strict/cloneJson.ts';
import { parseSessionMessage, type FlatMessage } from '../core/strict/flatMessage.ts';
import { createSerialQueue, type SerialQueue } from '../core/lib/serial.ts';
import { SessionFormatError } from '../core/strict/sessionErrors.ts';
import { writeJson } from '../core/strict/writeJson.ts';
import { isBlank } from '../scan/lines.ts';
import { readLine } from '../scan/readLine.ts';
import { appendBytes, type LogIo } from './logIo.ts';
import { readCommitted } from './logLines.ts';
import { nodeLogIo } from './nodeLogIo.ts';

/** A line of a flat session file is not what it must be. The message ends with the physical line. */
export class FlatSessionError extends Error {
  override readonly name = 'FlatSessionError';
  /** Physical line, from 1, blank lines counted. */
  readonly line: number;

  constructor(what: 'JSON' | 'record', line: number) {
    super(`invalid session ${what} at line ${line}`);
    this.line = line;
  }
}

/**
 * All messages of a flat session file, oldest first (seed 001, "损坏记录的错误路径"). Nothing is repaired or skipped
 * but blank lines, which count all the same.
 *
 * What stands behind the last LF is read like any line, as the document does: whole it is a message, cut off it is an
 * error. (The tolerant readers and the other stores hold it for uncommitted.) A line of spaces, tabs and a CR is
 * blank; a byte order mark at the file's beginning is no part of line 1; bytes that are no UTF-8 are no JSON.
 *
 * @param path as the system has it; a missing file is an empty session.
 * @throws FlatSessionError `invalid session JSON at line N`, `invalid session record at line N` for the first bad line;
 *   the system's own error for every other failure (no permission, a folder, a bad disk).
 */
export async function loadSession(path: string, io: LogIo = nodeLogIo): Promise<FlatMessage[]> {
  const reader = await io.openRead(path);
  if (!reader) return [];
  try {
    const messages: FlatMessage[] = [];
    const end = await readCommitted(reader, (line) => {
      addLine(messages, line.bytes, line.number);
      return true;
    });
    if (end.tail) addLine(messages, end.tailBytes, end.tail.line);
    return messages;
  } finally {
    await reader.close();
  }
}

function addLine(messages: FlatMessage[], bytes: Uint8Array, line: number): void {
  if (isBlank(bytes)) return;
  const content = readLine(bytes);
  if (content.type === 'bad' && content.why !== 'not-object') throw new FlatSessionError('JSON', line);
  const message = content.type === 'object' ? parseSessionMessage(content.value) : undefined;
  if (!message) throw new FlatSessionError('record', line);
  messages.push(message);
}

/** Appends that are under way, by path: calls for one file are carried out in the order in which they were made. */
const queues = new Map<string, { readonly queue: SerialQueue; waiting: number }>();

/**
 * Appends one message as one line of JSON, with one write (seed 001, "写入与恢复的正常路径"). The message is taken as
 * it is at the moment of the call. No lock and no fsync, as the document says: an append that returned has reached the
 * system, and survives the death of this process, not of the machine.
 *
 * Where the document is silent: a message that {@link loadSession} would refuse is refused before anything is written;
 * a last line without LF gets its LF first, so that two records never share a line; calls in one process for one and
 * the same `path` keep their order.
 *
 * @throws SessionFormatError when `message` is no session message, or JSON would lose or change something in it; ShortWriteError or the system's own error when the write
 *   failed, and then nobody knows how much of the line the file holds.
 */
export async function appendSession(
  path: string,
  message: FlatMessage,
  io: LogIo = nodeLogIo,
): Promise<void> {
  const line = lineOf(message);
  const entry = queues.get(path) ?? { queue: createSerialQueue(), waiting: 0 };
  queues.set(path, entry);
  entry.waiting += 1;
  try {
    await entry.queue.run(() => appendLine(io, path, line));
  } finally {
    entry.waiting -= 1;
    if (entry.waiting === 0) queues.delete(path);
  }
}

function lineOf(message: FlatMessage): string {
  const copy = cloneJson(message);
  if (!parseSessionMessage(copy)) {
    throw new SessionFormatError(
      '$',
      'must be a user, an assistant or a tool message with all that its role needs',
    );
  }
  return `${writeJson(copy)}\n`;
}

async function appendLine(io: LogIo, path: string, line: string): Promise<void> {
  const text = (await endsInsideLine(io, path)) ? `\n${line}` : line;
  await appendBytes(io, path, new TextEncoder().encode(text), { sync: false });
}

async function endsInsideLine(io: LogIo, path: string): Promise<boolean> {
  const reader = await io.openRead(path);
  if (!reader) return false;
  try {
    const size = await reader.size();
    return size > 0 && (await reader.read(size - 1, 1))[0] !== 0x0a;
  } finally {
    await reader.close();
  }
}
