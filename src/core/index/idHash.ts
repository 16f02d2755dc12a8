/**
 * Writes a 64-bit hash of `id` into `out[0]` and `out[1]`. Equal hashes are taken for equal ids: among a million
 * different ids the chance of any such pair is 3e-8 (n² / 2⁶⁵).
 */
export type IdHash = (id: string, out: Uint32Array | Int32Array) => void;

const SEED_LOW = 0x9747b28c;
const SEED_HIGH = 0x3c6ef372;
const MULTIPLY_LOW = 0x9e3779b1;
const MULTIPLY_HIGH = 0x85ebca77;

/** The hash of a text, by its UTF-16 units. */
export function hashId(id: string, out: Uint32Array | Int32Array): void {
  let low = SEED_LOW;
  let high = SEED_HIGH;
  for (let at = 0; at < id.length; at++) {
    const unit = id.charCodeAt(at);
    // Two lanes of multiply and rotate. They differ in both, so that what is equal in one is not in the other.
    low = Math.imul(low ^ unit, MULTIPLY_LOW);
    low = (low << 13) | (low >>> 19);
    high = Math.imul(high ^ unit, MULTIPLY_HIGH);
    high = (high << 17) | (high >>> 15);
  }
  finish(low, high, id.length, out, 0);
}

/** The same hash, of a text that stands as ASCII in `bytes`, to `out` from `at` on: for who has no string of it. */
export function hashAscii(
  bytes: Uint8Array,
  from: number,
  to: number,
  out: Uint32Array | Int32Array,
  at = 0,
): void {
  let low = SEED_LOW;
  let high = SEED_HIGH;
  for (let next = from; next < to; next++) {
    const unit = bytes[next] ?? 0;
    low = Math.imul(low ^ unit, MULTIPLY_LOW);
    low = (low << 13) | (low >>> 19);
    high = Math.imul(high ^ unit, MULTIPLY_HIGH);
    high = (high << 17) | (high >>> 15);
  }
  finish(low, high, to - from, out, at);
}

/** Spreads what the last units changed over all bits; nothing is lost, so different lanes stay different. */
function finish(low: number, high: number, length: number, out: Uint32Array | Int32Array, at: number): void {
  out[at] = spread(low ^ length);
  out[at + 1] = spread(high + Math.imul(low, 5));
}

function spread(word: number): number {
  let bits = word ^ (word >>> 16);
  bits = Math.imul(bits, 0x85ebca6b);
  bits ^= bits >>> 13;
  bits = Math.imul(bits, 0xc2b2ae35);
  return bits ^ (bits >>> 16);
}
