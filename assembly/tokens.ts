// First pass, 64 bytes at a time: the places where a token of JSON begins, and the faults inside texts.
import { AREA, FAULTS, MAX_FAULTS } from './layout';

/** Faults so far, in rising order; when there are too many for the list, all that follows is taken for faulty. */
export let faults: u32 = 0;

/**
 * Writes the position in the area of every token to `out`: brackets, commas, colons, the opening quotes of texts, the
 * first bytes of everything else, and every LF. Texts are checked here: bad escapes and control bytes are faults. A
 * raw LF ends a text, so that a fault never reaches the next line. `end` is followed by 64 bytes of LF.
 * @returns number of tokens
 */
export function findTokens(from: u32, end: u32, tokens: usize): u32 {
  const quote = i8x16.splat(0x22);
  const backslash = i8x16.splat(0x5c);
  const lastControl = i8x16.splat(0x1f);
  const lowNibble = i8x16.splat(0x0f);
  const lf = i8x16.splat(0x0a);
  const caseBit = i8x16.splat(0x20);
  // A byte is one of a set when the entry for its low nibble is the byte itself. Entries of 100 and the like fit none.
  const spaces = i8x16(32, 100, 100, 100, 17, 100, 113, 2, 100, 9, 10, 112, 100, 13, 100, 100);
  // With bit 5 set, both brackets of a kind are one: : { , }
  const operators = i8x16(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 58, 123, 44, 125, 0, 0);
  // " t f \ n /; r, b and u are left to a second look.
  const escapes = i8x16(1, 2, 34, 4, 116, 6, 102, 8, 9, 10, 11, 12, 92, 14, 110, 47);
  let inText: u64 = 0; // all ones while the block begins inside a text
  let escapedFirst: u64 = 0; // 1 when the block's first byte is escaped
  let afterScalar: u64 = 0; // 1 when the byte before the block goes on into it
  let out = tokens;
  faults = 0;
  for (let at = from; at < end; at += 64) {
    const p = AREA + at;
    const a = v128.load(p);
    const b = v128.load(p, 16);
    const c = v128.load(p, 32);
    const d = v128.load(p, 48);
    const qa = i8x16.eq(a, quote);
    const qb = i8x16.eq(b, quote);
    const qc = i8x16.eq(c, quote);
    const qd = i8x16.eq(d, quote);
    const ba = i8x16.eq(a, backslash);
    const bb = i8x16.eq(b, backslash);
    const bc = i8x16.eq(c, backslash);
    const bd = i8x16.eq(d, backslash);
    const ca = i8x16.eq(i8x16.min_u(a, lastControl), a);
    const cb = i8x16.eq(i8x16.min_u(b, lastControl), b);
    const cc = i8x16.eq(i8x16.min_u(c, lastControl), c);
    const cd = i8x16.eq(i8x16.min_u(d, lastControl), d);
    if (inText != 0 && escapedFirst == 0) {
      const any = v128.or(
        v128.or(v128.or(v128.or(qa, qb), v128.or(qc, qd)), v128.or(v128.or(ba, bb), v128.or(bc, bd))),
        v128.or(v128.or(ca, cb), v128.or(cc, cd)),
      );
      if (!v128.any_true(any)) continue;
    }
    const slashes = mask(ba, bb, bc, bd);
    const controls = mask(ca, cb, cc, cd);
    let quotes = mask(qa, qb, qc, qd);
    let wrong: u64 = 0;
    const na = v128.and(a, lowNibble);
    const nb = v128.and(b, lowNibble);
    const nc = v128.and(c, lowNibble);
    const nd = v128.and(d, lowNibble);
    if ((slashes | escapedFirst) != 0) {
      // Which bytes are escaped: the carries of a subtraction run along backslashes (simdjson's way).
      const starts = slashes & ~escapedFirst;
      const odd: u64 = 0xaaaaaaaaaaaaaaaa;
      const runs = (((starts << 1) | odd) - starts) ^ odd;
      const escaped = runs ^ (slashes | escapedFirst);
      escapedFirst = (runs & slashes) >> 63;
      quotes &= ~escaped;
      const known = mask(
        i8x16.eq(a, i8x16.swizzle(escapes, na)),
        i8x16.eq(b, i8x16.swizzle(escapes, nb)),
        i8x16.eq(c, i8x16.swizzle(escapes, nc)),
        i8x16.eq(d, i8x16.swizzle(escapes, nd)),
      );
      wrong = wrongEscapes(p, escaped & ~known);
    }
    if (inText != 0 && (quotes | controls | wrong) == 0) continue;
    let text = spans(quotes) ^ inText; // from an opening quote to before the closing one
    let feeds: u64 = 0;
    if (controls != 0) feeds = mask(i8x16.eq(a, lf), i8x16.eq(b, lf), i8x16.eq(c, lf), i8x16.eq(d, lf));
    if (((controls & text) | wrong) != 0) {
      for (let inside = feeds & text; inside != 0; inside = feeds & text) {
        const first = inside & (0 - inside);
        text ^= ~(first - 1);
        wrong |= first;
      }
      noteFaults(at, wrong | (controls & text));
    }
    inText = <u64>((<i64>text) >> 63);
    const blank = mask(
      i8x16.eq(a, i8x16.swizzle(spaces, na)),
      i8x16.eq(b, i8x16.swizzle(spaces, nb)),
      i8x16.eq(c, i8x16.swizzle(spaces, nc)),
      i8x16.eq(d, i8x16.swizzle(spaces, nd)),
    );
    const operator = mask(
      i8x16.eq(v128.or(a, caseBit), i8x16.swizzle(operators, na)),
      i8x16.eq(v128.or(b, caseBit), i8x16.swizzle(operators, nb)),
      i8x16.eq(v128.or(c, caseBit), i8x16.swizzle(operators, nc)),
      i8x16.eq(v128.or(d, caseBit), i8x16.swizzle(operators, nd)),
    );
    const scalar = ~(operator | blank);
    const plain = scalar & ~quotes;
    const going = (plain << 1) | afterScalar;
    afterScalar = plain >> 63;
    let found = ((operator | (scalar & ~going)) & ~(text ^ quotes)) | feeds;
    while (found != 0) {
      store<u32>(out, at + <u32>ctz(found));
      out += 4;
      found &= found - 1;
    }
  }
  return <u32>((out - tokens) >> 2);
}

function mask(a: v128, b: v128, c: v128, d: v128): u64 {
  return (
    (<u64>i8x16.bitmask(a)) |
    ((<u64>i8x16.bitmask(b)) << 16) |
    ((<u64>i8x16.bitmask(c)) << 32) |
    ((<u64>i8x16.bitmask(d)) << 48)
  );
}

/** From each odd bit to before the next one: the exclusive or of all bits up to a place. */
function spans(bits: u64): u64 {
  bits ^= bits << 1;
  bits ^= bits << 2;
  bits ^= bits << 4;
  bits ^= bits << 8;
  bits ^= bits << 16;
  return bits ^ (bits << 32);
}

/** Those of the escaped bytes `doubtful` that are no escape of JSON. */
function wrongEscapes(block: usize, doubtful: u64): u64 {
  let wrong: u64 = 0;
  for (; doubtful != 0; doubtful &= doubtful - 1) {
    const at = block + <usize>ctz(doubtful);
    const letter = <u32>load<u8>(at);
    if (letter == 0x72 || letter == 0x62) continue;
    const isUnicode =
      letter == 0x75 &&
      isHex(load<u8>(at, 1)) &&
      isHex(load<u8>(at, 2)) &&
      isHex(load<u8>(at, 3)) &&
      isHex(load<u8>(at, 4));
    if (!isUnicode) wrong |= doubtful & (0 - doubtful);
  }
  return wrong;
}

function isHex(byte: u32): bool {
  return byte - 0x30 < 10 || (byte | 0x20) - 0x61 < 6;
}

function noteFaults(block: u32, wrong: u64): void {
  for (; wrong != 0 && faults < MAX_FAULTS; wrong &= wrong - 1) {
    store<u32>(FAULTS + ((<usize>faults) << 2), block + <u32>ctz(wrong));
    faults += 1;
  }
}
