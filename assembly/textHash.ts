// What is asked of a long text without reading it: whether it is written in the one usual way, and a hash.
import { SCRATCH } from './layout';

const BACKSLASH: u32 = 0x5c;

/**
 * Whether a text is escaped as JSON.stringify does it: then equal texts have equal bytes. It is valid JSON, and begins
 * with a whole character.
 */
export function isCanonical(start: usize, end: usize): bool {
  const slash = i8x16.splat(0x5c);
  const solidus = i8x16.splat(0x2f);
  const unicode = i8x16.splat(0x75);
  for (let p = start; p < end; p += 16) {
    const slashes = i8x16.eq(v128.load(p), slash);
    if (!v128.any_true(slashes)) continue;
    const letters = v128.load(p, 1);
    const doubtful = v128.and(slashes, v128.or(i8x16.eq(letters, solidus), i8x16.eq(letters, unicode)));
    let mask = <u32>i8x16.bitmask(doubtful);
    for (; mask != 0; mask &= mask - 1) {
      const escape = p + <usize>ctz(mask);
      if (escape < end && begins(escape, start) && !isUsual(escape)) return false;
    }
  }
  return true;
}

/** Whether the backslash that stands here is no escaped one. */
function begins(escape: usize, start: usize): bool {
  let p = escape;
  while (p > start && load<u8>(p - 1) == BACKSLASH) p -= 1;
  return ((escape - p) & 1) == 0;
}

/** Of an escape with / or u: whether it is one of a control byte that has no shorter one. */
function isUsual(escape: usize): bool {
  return load<u8>(escape, 1) == 0x75 && isControl(escape + 2);
}

/** Whether every byte is ASCII and none begins an escape; a multiple of 16 bytes. */
export function isPlain(start: usize, end: usize): bool {
  let any = i8x16.splat(0);
  for (let p = start; p < end; p += 16) {
    const bytes = v128.load(p);
    any = v128.or(any, v128.or(bytes, i8x16.eq(bytes, i8x16.splat(0x5c))));
  }
  return i8x16.bitmask(any) == 0;
}

/** Four digits of a control byte that has no shorter escape, in small letters. */
function isControl(p: usize): bool {
  if (load<u16>(p) != 0x3030) return false;
  const tens = <u32>load<u8>(p, 2);
  const ones = <u32>load<u8>(p, 3);
  if (tens == 0x31) return ones - 0x30 < 10 || ones - 0x61 < 6;
  return tens == 0x30 && (ones - 0x30 < 8 || ones == 0x62 || ones == 0x65 || ones == 0x66);
}

/** 64 bits over all bytes of a text: sixteen lanes of four bytes each, folded. As src/scan/shortText.ts does it. */
export function shortHash(start: usize, end: usize): u64 {
  const prime = i32x4.splat(0x85ebca6b);
  let a = i32x4(1, 2, 3, 4);
  let b = i32x4(5, 6, 7, 8);
  let c = i32x4(9, 10, 11, 12);
  let d = i32x4(13, 14, 15, 16);
  let p = start;
  for (; p + 64 <= end; p += 64) {
    a = turn(i32x4.mul(v128.xor(a, v128.load(p)), prime));
    b = turn(i32x4.mul(v128.xor(b, v128.load(p, 16)), prime));
    c = turn(i32x4.mul(v128.xor(c, v128.load(p, 32)), prime));
    d = turn(i32x4.mul(v128.xor(d, v128.load(p, 48)), prime));
  }
  memory.fill(SCRATCH, 0, 64);
  memory.copy(SCRATCH, p, end - p);
  a = turn(i32x4.mul(v128.xor(a, v128.load(SCRATCH)), prime));
  b = turn(i32x4.mul(v128.xor(b, v128.load(SCRATCH, 16)), prime));
  c = turn(i32x4.mul(v128.xor(c, v128.load(SCRATCH, 32)), prime));
  d = turn(i32x4.mul(v128.xor(d, v128.load(SCRATCH, 48)), prime));
  v128.store(SCRATCH, a);
  v128.store(SCRATCH, b, 16);
  v128.store(SCRATCH, c, 32);
  v128.store(SCRATCH, d, 48);
  let low = <u32>(end - start);
  let high: u32 = ~low;
  for (let lane: usize = 0; lane < 64; lane += 4) {
    const word = load<u32>(SCRATCH + lane);
    low = rotl<u32>((low ^ word) * 0xcc9e2d51, 15);
    high = rotl<u32>((high ^ word) * 0x1b873593, 13);
  }
  return ((<u64>high) << 32) | low;
}

function turn(words: v128): v128 {
  return v128.or(i32x4.shl(words, 13), i32x4.shr_u(words, 19));
}
