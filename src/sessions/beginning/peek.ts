import { FileAccessError, type FileAccess } from '../../core/files.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Format, SessionBase, SessionHeader } from '../../formats/format.ts';
import { LF, LineSplitter } from '../../scan/lines.ts';
import { parseObject } from '../../scan/readLine.ts';

/** Bytes of a file's beginning in which its header is looked for: first so many, then up to the second. */
const HEAD_BYTES = 32 * 1024;
const LONG_HEAD_BYTES = 1024 * 1024;
/** Records that are looked at. */
const HEAD_RECORDS = 3;
/** Bytes of the last record before an end that are looked at. */
const LAST_BYTES = 4 * 1024 * 1024;

/** A file's header by its first records; null where they are none, or the file cannot be read. */
export async function peekHeader(
  files: FileAccess,
  uri: string,
  format: Format,
): Promise<SessionHeader | null> {
  const lines = new LineSplitter();
  const records: JsonObject[] = [];
  const take = ({ bytes }: { readonly bytes: Uint8Array }): void => {
    const record = records.length < HEAD_RECORDS ? parseObject(bytes) : undefined;
    if (record) records.push(record);
  };
  try {
    for (let size = HEAD_BYTES; records.length === 0 && size > 0; size = LONG_HEAD_BYTES - lines.size) {
      const chunk = await files.read(uri, lines.size, size);
      if (chunk.length === 0) break;
      lines.push(chunk, take);
    }
  } catch (error) {
    if (!(error instanceof FileAccessError)) throw error;
  }
  for (const record of records) {
    const decoded = format.decode(record, { line: 1, part: 1, header: null, previousId: null });
    if (decoded.type === 'header') return decoded.header;
  }
  return null;
}

/** Whether a beginning ends there in a file: behind a line feed, and with the record that it says. */
export async function endsThere(files: FileAccess, uri: string, base: SessionBase): Promise<boolean> {
  try {
    const { size } = await files.stat(uri);
    if (base.bytes < 1 || base.bytes > size) return false;
    const length = Math.min(LAST_BYTES, base.bytes);
    if (!base.last) return (await files.read(uri, base.bytes - 1, 1))[0] === LF;
    for (let part = Math.min(64 * 1024, length); ; part = Math.min(part * 8, length)) {
      const bytes = await files.read(uri, base.bytes - part, part);
      if (bytes.length < part || bytes[part - 1] !== LF) return false;
      const start = bytes.lastIndexOf(LF, part - 2) + 1;
      // A record too long to be looked at speaks for nothing: the line feed does.
      if (start === 0 && part < base.bytes) {
        if (part === length) return true;
        continue;
      }
      return parseObject(bytes.subarray(start, part - 1))?.[base.last.key] === base.last.value;
    }
  } catch (error) {
    if (error instanceof FileAccessError) return false;
    throw error;
  }
}
