import * as zlib from 'node:zlib';

/** All that packed bytes hold. @throws RangeError when that is more than `limit` bytes; another error when it is damaged */
export type Unpack = (packed: Uint8Array, limit: number) => Promise<Uint8Array>;

/** As much of zlib as is used here: Node.js has it since 22.15, and VS Code brings an older one for years. */
type Zstd = Partial<Pick<typeof zlib, 'zstdDecompress' | 'createZstdDecompress'>>;
const { zstdDecompress, createZstdDecompress } = zlib as Zstd;

/** Absent where this Node.js cannot. */
export const unpackHere: Unpack | undefined =
  zstdDecompress &&
  ((packed, limit) =>
    new Promise((resolve, reject) => {
      zstdDecompress(packed, { maxOutputLength: limit }, (error, bytes) => {
        if (error) reject(error);
        else resolve(bytes);
      });
    }));

/** Why packed files cannot be read here, as a part of a sentence. */
export function unpackTrouble(): string {
  return (
    `it is compressed (Zstandard), which Node.js ${process.versions.node} of this VS Code cannot unpack, ` +
    'while 22.15 and later can; unpack it ("zstd -d") to open it'
  );
}

/**
 * The first bytes of what is packed, out of its first bytes: fewer than `length` where those hold no more.
 * @throws when nothing at all can be unpacked
 */
export async function unpackBeginning(packed: Uint8Array, length: number): Promise<Uint8Array> {
  if (!createZstdDecompress) throw new Error(unpackTrouble());
  const stream = createZstdDecompress();
  const parts: Uint8Array[] = [];
  let size = 0;
  stream.end(packed);
  try {
    for await (const part of stream as AsyncIterable<Uint8Array>) {
      parts.push(part);
      size += part.length;
      if (size >= length) break;
    }
  } catch (error) {
    // What was cut off ends with an error behind all that it holds.
    if (size === 0) throw error;
  }
  return new Uint8Array(Buffer.concat(parts).subarray(0, length));
}
