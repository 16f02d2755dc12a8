import type { FileAccess } from '../core/files.ts';

/** How much of a file's beginning and of the last bytes read is kept to know the file again. */
export const WITNESS_BYTES = 4096;

/**
 * What is remembered of the bytes that were read, to tell a file that has grown from another one in its place: the
 * first and the last 4 KB, themselves and not a hash (they are small, and equal means equal).
 */
export interface Witness {
  /** Bytes taken so far: the offset at which reading goes on. */
  readonly size: number;
  /** The next bytes of the file. */
  take(chunk: Uint8Array): void;
  /** What it remembers. */
  pack(): WitnessData;
  /** Whether the file still holds these bytes where they were. @throws FileAccessError */
  holds(files: Pick<FileAccess, 'read'>, uri: string): Promise<boolean>;
  /**
   * The bytes behind those that were taken, `most` at most, if the file still holds these where they were; else undefined.
   * They come with the last known ones in one read: each is a wait for another thread. @throws FileAccessError
   */
  behind(files: Pick<FileAccess, 'read'>, uri: string, most: number): Promise<Uint8Array | undefined>;
}

/** What a witness remembers, as it is sent to another thread. */
export interface WitnessData {
  readonly size: number;
  readonly head: Uint8Array;
  readonly last: Uint8Array;
}

/** A witness that has seen nothing, or what another one has seen. */
export function createWitness(data?: WitnessData): Witness {
  let size = data?.size ?? 0;
  let head = data?.head ?? new Uint8Array(0);
  let last = data?.last ?? new Uint8Array(0);
  const behind: Witness['behind'] = async (files, uri, most) => {
    const start = size - last.length;
    // A file of up to 4 KB is all tail; one read tells everything.
    const [top, end] = await Promise.all([
      start > 0 ? files.read(uri, 0, head.length) : head,
      last.length + most > 0 ? files.read(uri, start, last.length + most) : last,
    ]);
    const isHeld = equal(end.subarray(0, last.length), last) && equal(top, head);
    return isHeld ? end.subarray(last.length) : undefined;
  };
  return {
    get size() {
      return size;
    },
    pack: () => ({ size, head, last }),
    take(chunk) {
      if (head.length < WITNESS_BYTES) head = join(head, chunk.subarray(0, WITNESS_BYTES - head.length));
      // Copies: the chunk may be reused, and slice of a Buffer of Node is a view.
      last = new Uint8Array(
        chunk.length >= WITNESS_BYTES
          ? chunk.subarray(-WITNESS_BYTES)
          : join(last, chunk).subarray(-WITNESS_BYTES),
      );
      size += chunk.length;
    },
    behind,
    holds: async (files, uri) => (await behind(files, uri, 0)) !== undefined,
  };
}

function join(left: Uint8Array, right: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(left.length + right.length);
  both.set(left);
  both.set(right, left.length);
  return both;
}

function equal(left: Uint8Array, right: Uint8Array): boolean {
  if (left.length !== right.length) return false;
  // A loop: this is done for every line that is appended.
  for (let at = 0; at < left.length; at++) if (left[at] !== right[at]) return false;
  return true;
}
