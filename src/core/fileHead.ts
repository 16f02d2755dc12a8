import type { FileStat } from './files.ts';

/** So many bytes at a file's beginning tell it from another of the same size and time: a session's id is among them. */
export const HEAD_BYTES = 1024;

/** A file that is to be looked at from outside. */
export interface GlanceWish {
  readonly uri: string;
  /** Whether {@link headOf} its first {@link HEAD_BYTES} is wanted. */
  readonly head: boolean;
}

/** What is seen of a file from outside. */
export interface FileGlance extends FileStat {
  /** Present where it was wanted. */
  readonly head?: string;
}

const WORD = 4;

/** A hash of a file's beginning, for caches: sixteen digits. Four bytes at a time, since a list asks for thousands. */
export function headOf(bytes: Uint8Array): string {
  // Zeros fill up the last word; the length keeps what ends in zeros apart.
  const words = new Uint32Array(Math.ceil(bytes.length / WORD));
  new Uint8Array(words.buffer).set(bytes);
  let low = 0x9747b28c ^ bytes.length;
  let high = 0x3c6ef372;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? 0;
    low = Math.imul(low ^ word, 0x9e3779b1);
    low = (low << 13) | (low >>> 19);
    high = Math.imul(high ^ word, 0x85ebca77);
    high = (high << 17) | (high >>> 15);
  }
  return digits(low) + digits(high + Math.imul(low, 5));
}

/** Spreads what the last words changed over all bits. */
function digits(word: number): string {
  let bits = word ^ (word >>> 16);
  bits = Math.imul(bits, 0x85ebca6b);
  bits ^= bits >>> 13;
  bits = Math.imul(bits, 0xc2b2ae35);
  return ((bits ^ (bits >>> 16)) >>> 0).toString(16).padStart(8, '0');
}
