import { FileAccessError, type FileAccess } from '../../core/files.ts';

/** The first bytes of a file, where a session begins that another file goes on with. */
export interface BeginningPart {
  readonly uri: string;
  readonly bytes: number;
}

/** Files, of which the one at `uri` is read as if it began with these parts. */
export function joinFiles(files: FileAccess, uri: string, parts: readonly BeginningPart[]): FileAccess {
  const before = bytesOf(parts);
  /** A beginning that is gone holds nothing: that is no fault of the session's own file. */
  const readPart = async (of: string, from: number, length: number): Promise<Uint8Array> => {
    try {
      return await files.read(of, from, length);
    } catch (error) {
      if (of === uri || !(error instanceof FileAccessError)) throw error;
      return new Uint8Array(0);
    }
  };
  const readAcross = async (offset: number, length: number): Promise<Uint8Array> => {
    const chunks: Uint8Array[] = [];
    let [from, rest] = [offset, length];
    for (const part of [...parts, { uri, bytes: Infinity }]) {
      if (from < part.bytes && rest > 0) {
        const wanted = Math.min(rest, part.bytes - from);
        const chunk = await readPart(part.uri, from, wanted);
        // A copy where more follows: chunks of a file may be reused.
        chunks.push(wanted < rest ? new Uint8Array(chunk) : chunk);
        // A file that has become too short: what comes behind it must not move forward.
        if (chunk.length < wanted) break;
        rest -= wanted;
        from += wanted;
      }
      from -= part.bytes;
    }
    return joined(chunks);
  };
  return {
    async stat(of) {
      const stat = await files.stat(of);
      return of === uri ? { ...stat, size: stat.size + before } : stat;
    },
    read(of, offset, length) {
      if (of !== uri) return files.read(of, offset, length);
      return offset >= before ? files.read(uri, offset - before, length) : readAcross(offset, length);
    },
  };
}

/** Bytes of all parts together. */
export function bytesOf(parts: readonly BeginningPart[]): number {
  return parts.reduce((sum, { bytes }) => sum + bytes, 0);
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const [only] = chunks;
  if (chunks.length === 1 && only) return only;
  const all = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}
