/**
 * Writes a 64-bit hash of `id` into `out[0]` and `out[1]`. Equal hashes are taken for equal ids: among a million
 * different ids the chance of any such pair is 3e-8 (n² / 2⁶⁵).
 */
export type IdHash = (id: string, out: Uint32Array | Int32Array) => void;

const SEED_LOW = 0x9747b28c;
const SEED_HIGH = 0x3c6ef372;
const MULTIPLY_LOW = 0x9e3779b1;
const MULTIPLY_HIGH = 0x85ebca77;

/** The hash of a text: four UTF-16 units at a time, by their low bytes; where one has a high byte, by those too. */
export function hashId(id: string, out: Uint32Array | Int32Array): void {
  let low = SEED_LOW;
  let high = SEED_HIGH;
  for (let at = 0; at < id.length; at += 4) {
    const second = unitAt(id, at + 1);
    const third = unitAt(id, at + 2);
    const fourth = unitAt(id, at + 3);
    const first = id.charCodeAt(at);
    const word = wordOf(first, second, third, fourth);
    low = turnLow(low, word);
    high = turnHigh(high, word);
    if ((first | second | third | fourth) <= 0xff) continue;
    const above = wordOf(first >>> 8, second >>> 8, third >>> 8, fourth >>> 8);
    low = turnLow(low, above);
    high = turnHigh(high, above);
  }
  finish(low, high, id.length, out, 0);
}

/** 0 behind the end. */
function unitAt(text: string, at: number): number {
  return at < text.length ? text.charCodeAt(at) : 0;
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
  let next = from;
  for (; next + 4 <= to; next += 4) {
    const word = wordOf(bytes[next] ?? 0, bytes[next + 1] ?? 0, bytes[next + 2] ?? 0, bytes[next + 3] ?? 0);
    low = turnLow(low, word);
    high = turnHigh(high, word);
  }
  if (next < to) {
    let word = 0;
    for (let shift = 0; next < to; next++, shift += 8) word |= (bytes[next] ?? 0) << shift;
    low = turnLow(low, mixed(word));
    high = turnHigh(high, mixed(word));
  }
  finish(low, high, to - from, out, at);
}

/** Four bytes, the first one lowest, mixed; together with the high bytes of wider units it tells these too. */
function wordOf(first: number, second: number, third: number, fourth: number): number {
  return mixed(first ^ (second << 8) ^ (third << 16) ^ (fourth << 24));
}

/** Without it, what differs in a word's highest byte would be taken back by the lowest one of the next. */
function mixed(word: number): number {
  const product = Math.imul(word, 0xcc9e2d51);
  return Math.imul((product << 15) | (product >>> 17), 0x1b873593);
}

// Two lanes of multiply and rotate. They differ in both, so that what is equal in one is not in the other.

function turnLow(lane: number, word: number): number {
  const product = Math.imul(lane ^ word, MULTIPLY_LOW);
  return (product << 13) | (product >>> 19);
}

function turnHigh(lane: number, word: number): number {
  const product = Math.imul(lane ^ word, MULTIPLY_HIGH);
  return (product << 17) | (product >>> 15);
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
