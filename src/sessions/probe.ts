import type { FileAccess, FileStat } from '../core/files.ts';
import { oneLine } from '../core/text/oneLine.ts';
import type { Format, SessionHeader } from '../formats/format.ts';
import { SessionReader } from '../formats/reader.ts';

/** What a file's beginning tells. */
export interface Probe {
  readonly format: Format;
  readonly header: SessionHeader | null;
  /** The name or the first user message, if it stands in the bytes that were read. */
  readonly title?: string;
}

/** Bytes of the first read, enough for most; what is read and decoded is most of what a list of thousands costs. */
const FIRST_BYTES = 16 * 1024;
/** Each further read is so many times what was read before it. */
const STEP = 3;
/** A title is looked for in so many bytes, a record of a known format in more, a first line's end in most. */
const TITLE_BYTES = 256 * 1024;
const RECORD_BYTES = 1024 * 1024;
const LINE_BYTES = 16 * 1024 * 1024;

/**
 * Tells from its beginning whether a file holds a session: from 16 KB, up to 1 MB while no record of a known format
 * was met, up to 16 MB while not even the first line ended. Opening the file has the last word.
 * @returns undefined when it holds none, as far as the beginning tells
 * @throws FileAccessError
 */
export async function probe(files: FileAccess, uri: string, stat: FileStat): Promise<Probe | undefined> {
  const reader = new SessionReader();
  for (let step = FIRST_BYTES; reader.size < stat.size; step = reader.size * STEP) {
    const chunk = await files.read(uri, reader.size, Math.min(step, stat.size - reader.size));
    if (chunk.length === 0) break;
    reader.push(chunk);
    if (reader.isForeign || reader.size >= limit(reader)) break;
  }
  const state = reader.state();
  // A list of records may be opened, but nobody looks for it among the sessions.
  if (!state || state.format.isFallback) return undefined;
  const { format, header } = state;
  const title = oneLine(state.title ?? '');
  return { format, header, ...(title === '' ? {} : { title }) };
}

function limit(reader: SessionReader): number {
  if (reader.lines.committed === 0) return LINE_BYTES;
  const state = reader.state();
  // What may still turn out to be a session is looked at as long as what has no records yet.
  if (!state || (state.format.isFallback && reader.isOpen)) return RECORD_BYTES;
  if (state.format.isFallback) return 0;
  return state.title === undefined ? TITLE_BYTES : 0;
}
