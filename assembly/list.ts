// The tokens that the first pass found (tokens.ts), by their numbers.
import { AREA } from './layout';

export const QUOTE: u32 = 0x22;

let tokens: usize = 0;

/** Where the list of tokens stands. */
export function listTokens(address: usize): void {
  tokens = address;
}

/** Position of the k-th token in the area. */
export function at(k: i32): u32 {
  return load<u32>(tokens + ((<usize>k) << 2));
}

/** The byte at the k-th token. */
export function byteAt(k: i32): u32 {
  return load<u8>(AREA + at(k));
}

/** Address of the closing quote of the text before the k-th token: only white space stands between them. */
export function closingQuote(k: i32): usize {
  let p = AREA + at(k) - 1;
  while (load<u8>(p) != QUOTE) p -= 1;
  return p;
}
