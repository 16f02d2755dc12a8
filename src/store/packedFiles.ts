import { FileAccessError, type FileAccess, type FileStat } from '../core/files.ts';
import { createLru } from '../core/lib/lru.ts';
import { isPacked } from '../core/packed.ts';
import { unpackHere, unpackTrouble, type Unpack } from './unpack.ts';

/** The most that is unpacked of one file, and held in memory of all of them, in bytes: ranges are taken from there. */
export const UNPACKED_CAP = 128 * 1024 * 1024;
/** Files whose sizes are remembered. */
const SIZES = 10_000;

/**
 * Files as `plain` has them, those that are packed as they were before: their sizes and ranges are of what they hold. To
 * know its size such a file is unpacked, once for each time of change.
 * @param unpack null where the host cannot: then they cannot be read, and the error says why
 */
export function createPackedFiles(plain: FileAccess, unpack: Unpack | null = unpackHere ?? null): FileAccess {
  const held = createLru<string, Uint8Array>(UNPACKED_CAP);
  const sizes = createLru<string, number>(SIZES);
  const running = new Map<string, Promise<Uint8Array>>();

  const whole = (uri: string, { size, mtime }: FileStat): Promise<Uint8Array> => {
    const key = `${uri} ${String(mtime)} ${String(size)}`;
    const known = held.get(key);
    if (known) return Promise.resolve(known);
    const begun = running.get(key);
    if (begun) return begun;
    const unpacking = unpacked(plain, uri, size, unpack)
      .then((bytes) => {
        held.set(key, bytes, bytes.length);
        sizes.set(key, bytes.length, 1);
        return bytes;
      })
      .finally(() => running.delete(key));
    running.set(key, unpacking);
    return unpacking;
  };

  return {
    async stat(uri) {
      const stat = await plain.stat(uri);
      if (!isPacked(uri)) return stat;
      const size = sizes.get(`${uri} ${String(stat.mtime)} ${String(stat.size)}`);
      return { size: size ?? (await whole(uri, stat)).length, mtime: stat.mtime };
    },
    async read(uri, offset, length) {
      if (!isPacked(uri)) return plain.read(uri, offset, length);
      return (await whole(uri, await plain.stat(uri))).subarray(offset, offset + length);
    },
    open: (uri) => (isPacked(uri) ? undefined : plain.open?.(uri)),
  };
}

async function unpacked(
  plain: FileAccess,
  uri: string,
  size: number,
  unpack: Unpack | null,
): Promise<Uint8Array> {
  if (!unpack) throw new FileAccessError('io', uri, `${uri} cannot be read: ${unpackTrouble()}.`);
  if (size > UNPACKED_CAP) throw tooLarge(uri);
  const packed = await plain.read(uri, 0, size);
  try {
    return await unpack(packed, UNPACKED_CAP);
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge(uri);
    const detail = error instanceof Error ? error.message : String(error);
    const text = `${uri} is compressed and cannot be unpacked (${detail}). It may be damaged or not whole.`;
    throw new FileAccessError('io', uri, text, { cause: error });
  }
}

function tooLarge(uri: string): FileAccessError {
  const cap = `${String(UNPACKED_CAP / 1024 / 1024)} MB`;
  const text = `${uri} is compressed and holds more than ${cap}, which is the most that is unpacked. Unpack it ("zstd -d") to open it.`;
  return new FileAccessError('too-large', uri, text);
}
