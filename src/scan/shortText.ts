/** Bytes of a text, as JSON and without its quotes, that are left alone. */
const LONG_BYTES = 112;
/** So many bytes at most are kept of a longer one. */
const KEPT_BYTES = 48;
/** Stands between what is kept and the hash: a byte that hardly any text has. */
const MARK = '\x7f';
const HASH_DIGITS = 16;
const HASH = /[0-9a-f]{16}$/;
const PRIME = 0x85ebca6b;

/**
 * What a scanner makes of a text in a shortened record: a long one is its beginning and a hash of all of it, so that
 * equal texts stay equal and others do not (as surely as ids, core/index/idHash.ts). The same for a text that came
 * whole as for one that came shortened, so that both kinds of records can be held against each other.
 */
export function shortText(text: string): string {
  if (text.length <= LONG_BYTES / 6 || isShortened(text)) return text;
  const bytes = new TextEncoder().encode(JSON.stringify(text)).subarray(1, -1);
  if (bytes.length <= LONG_BYTES) return text;
  const kept = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, keptEnd(bytes)));
  return `${JSON.parse(`"${kept}"`) as string}${MARK}${hashOf(bytes)}`;
}

/** Whether a text may be a shortened one. */
export function isShortened(text: string): boolean {
  return text[text.length - HASH_DIGITS - 1] === MARK && HASH.test(text);
}

/** The end of the last whole character among the bytes that are kept. */
function keptEnd(bytes: Uint8Array): number {
  let end = 0;
  for (let next = 0; next <= KEPT_BYTES; next += characterLength(bytes, next)) end = next;
  return end;
}

function characterLength(bytes: Uint8Array, at: number): number {
  const byte = bytes[at] ?? 0;
  if (byte === 0x5c) return bytes[at + 1] === 0x75 ? 6 : 2;
  if (byte >= 0xf0) return 4;
  if (byte >= 0xe0) return 3;
  return byte >= 0xc0 ? 2 : 1;
}

/** Sixteen lanes of four bytes each over the text and zeros behind it, folded into 64 bits. */
function hashOf(bytes: Uint8Array): string {
  const lanes = Uint32Array.from({ length: 16 }, (_, lane) => lane + 1);
  const padded = new Uint8Array((bytes.length & ~63) + 64);
  padded.set(bytes);
  const words = new DataView(padded.buffer);
  for (let at = 0; at < padded.length; at += 4) {
    const lane = (at >> 2) & 15;
    lanes[lane] = turn(Math.imul((lanes[lane] ?? 0) ^ words.getUint32(at, true), PRIME), 13);
  }
  let low = bytes.length;
  let high = ~bytes.length;
  for (const word of lanes) {
    low = turn(Math.imul(low ^ word, 0xcc9e2d51), 15);
    high = turn(Math.imul(high ^ word, 0x1b873593), 13);
  }
  return [high, low].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}

function turn(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits));
}
