// The scanner of src/scan/scanner.ts over tokens that were found 64 bytes at a time. Compiled by scripts/wasm.mjs.
import {
  ANSWERS,
  AREA,
  BLOCK_ANSWERS,
  BLOCK_CONTENT,
  BLOCK_ID,
  BLOCK_INPUT,
  BLOCK_SOURCE,
  BLOCK_TYPE,
  B_CALL,
  B_RESULT,
  B_SILENT,
  B_TEXT,
  CALLS,
  CONTENT,
  FAULTS,
  F_ANSWERS,
  F_BLOCKS,
  F_CONTENT,
  F_MESSAGE,
  F_OTHER,
  F_SIDE,
  F_TELLING,
  F_TEXT,
  ID,
  MAX_CALLS,
  MAX_DEPTH,
  MAX_FAULTS,
  MAX_LINES,
  MESSAGE,
  MESSAGE_ID,
  HOLDER,
  ODD_KEY,
  ODD_WORD,
  PARENT_ID,
  P_BLOCK,
  P_BLOCK_TYPE,
  P_HOLDER,
  P_INPUT,
  P_MESSAGE,
  P_ODD_WORD,
  P_RECORD,
  P_ROLE,
  P_SOURCE,
  P_STOP_REASON,
  P_TYPE,
  RECORDS,
  RECORD_BYTES,
  ROLE,
  R_ANSWERS_HASH,
  R_CALLS,
  R_CALLS_AT,
  R_END,
  R_FLAGS,
  R_ID,
  R_ID_HASH,
  R_MESSAGE,
  R_PARENT,
  R_PARENT_HASH,
  R_ROLE,
  R_START,
  R_STATUS,
  R_TIME,
  R_TOKEN,
  R_TYPE,
  SIDE,
  SOURCE_TYPE,
  STOP_REASON,
  S_BAD,
  S_BLANK,
  S_ODD,
  S_OK,
  TEXT,
  TIMESTAMP,
  TYPE,
} from './layout';
import { at, byteAt, closingQuote, listTokens, QUOTE } from './list';
import { faults, findTokens } from './tokens';
import { hasBackslash, isoTime, plainNumber, scalarEnd, storeHash, visible, wordCode } from './values';

/** Instead of a token's number. */
const BAD: i32 = -1;
const ODD: i32 = -2;

const COMMA: u32 = 0x2c;
const COLON: u32 = 0x3a;
const OPEN_ARRAY: u32 = 0x5b;
const CLOSE_ARRAY: u32 = 0x5d;
const OPEN_OBJECT: u32 = 0x7b;
const CLOSE_OBJECT: u32 = 0x7d;
const LF: u32 = 0x0a;
const BLOCK_FIELDS: u32 =
  (1 << BLOCK_TYPE) |
  (1 << TEXT) |
  (1 << BLOCK_ID) |
  (1 << BLOCK_ANSWERS) |
  (1 << BLOCK_CONTENT) |
  (1 << BLOCK_INPUT) |
  (1 << BLOCK_SOURCE) |
  (1 << SOURCE_TYPE);

let tokenCount: i32 = 0;
/** The next line's first token and first byte, and the first fault that may lie in it. */
let nextToken: i32 = 0;
let lineStart: u32 = 0;
let nextFault: u32 = 0;
let callsUsed: u32 = 0;

// Of the line that is being scanned.
let record: usize = 0;
let seen: u32 = 0;
let flags: u32 = 0;
let blockUse: u32 = 0;
let textStart: usize = 0;
let textEnd: usize = 0;
let callStart: usize = 0;
let callEnd: usize = 0;
let answersStart: usize = 0;
let answersEnd: usize = 0;
/** Token of a block's own content, 0 for none: the line's brace comes before any. */
let contentToken: i32 = 0;

export { beginShort, shorten, shortLength } from './shorten';

/** Begins with the area's bytes from `from` to before `end`: whole lines, 64 more bytes of LF behind them. */
export function start(from: u32, end: u32, tokenList: usize): void {
  listTokens(tokenList);
  tokenCount = findTokens(from, end, tokenList);
  while (tokenCount > 0 && at(tokenCount - 1) >= end) tokenCount -= 1;
  nextToken = 0;
  lineStart = from;
  nextFault = 0;
}

/** Fills the records of the next lines; answers their number, 0 when there are no more. */
export function next(): u32 {
  let lines: u32 = 0;
  callsUsed = 0;
  while (nextToken < tokenCount && lines < MAX_LINES && callsUsed <= MAX_CALLS / 2) {
    record = RECORDS + <usize>lines * RECORD_BYTES;
    scanLine();
    lines += 1;
  }
  return lines;
}

function scanLine(): void {
  memory.fill(record, 0, RECORD_BYTES);
  store<u32>(record, lineStart, R_START);
  store<u32>(record, nextToken, R_TOKEN);
  store<u32>(record, callsUsed, R_CALLS_AT);
  store<f64>(record, NaN, R_TIME);
  flags = 0;
  seen = 0;
  let status = S_BAD;
  let k = nextToken;
  const first = byteAt(k);
  if (first == LF) status = S_BLANK;
  else if (first == OPEN_OBJECT) {
    const after = object(P_RECORD, k);
    if (after >= 0) {
      k = after;
      if (byteAt(k) == LF) status = S_OK;
    } else if (after == ODD) status = S_ODD;
  }
  while (byteAt(k) != LF) k += 1;
  const end = at(k);
  if (hasFault(end)) status = S_BAD;
  store<u32>(record, end, R_END);
  store<u32>(record, status, R_STATUS);
  store<u32>(record, flags, R_FLAGS);
  nextToken = k + 1;
  lineStart = end + 1;
}

/** Whether a text of the line that ends here has a fault. */
function hasFault(end: u32): bool {
  let found = false;
  while (nextFault < faults && load<u32>(FAULTS + ((<usize>nextFault) << 2)) <= end) {
    found = true;
    nextFault += 1;
  }
  return found || (faults == MAX_FAULTS && nextFault == faults);
}

/** An object of which fields are wanted, from its brace to behind its end. They are never deeper than five. */
function object(place: u32, k: i32): i32 {
  k += 1;
  if (byteAt(k) == CLOSE_OBJECT) return k + 1;
  while (true) {
    if (byteAt(k) != QUOTE || byteAt(k + 1) != COLON) return BAD;
    const start = AREA + at(k) + 1;
    const end = closingQuote(k + 1);
    if (end < start) return BAD;
    const code = wordCode(place, start, end);
    if (code == 0 && hasBackslash(start, end)) return ODD;
    k = code == 0 ? value(k + 2) : field(code, k + 2);
    if (k < 0) return k;
    const byte = byteAt(k);
    if (byte != COMMA) return byte == CLOSE_OBJECT ? k + 1 : BAD;
    k += 1;
  }
}

/** The value of a wanted field. */
function field(code: u32, k: i32): i32 {
  if ((seen & (1 << code)) != 0) return ODD;
  // What only makes a record odd may come again.
  if (code != ODD_KEY && code != ODD_WORD) seen |= 1 << code;
  const byte = byteAt(k);
  if (byte == QUOTE) {
    const start = AREA + at(k) + 1;
    const end = closingQuote(k + 1);
    if (end < start) return BAD;
    if (code == BLOCK_CONTENT) contentToken = k;
    return textField(code, start, end) ? k + 1 : ODD;
  }
  if (code == MESSAGE && byte == OPEN_OBJECT) {
    flags |= F_MESSAGE;
    return object(P_MESSAGE, k);
  }
  if (code == CONTENT && byte == OPEN_ARRAY) return blocks(k);
  if (code == BLOCK_INPUT && byte == OPEN_OBJECT) return object(P_INPUT, k);
  if (code == BLOCK_SOURCE && byte == OPEN_OBJECT) return object(P_SOURCE, k);
  if (code == HOLDER && byte == OPEN_OBJECT) return object(P_HOLDER, k);
  const after = value(k);
  if (code == BLOCK_CONTENT) contentToken = k;
  if (after < 0 || byte == 0x6e) return after;
  if (code == ODD_KEY) return byte == 0x66 ? after : ODD;
  if (code == SIDE && byte == 0x74) flags |= F_SIDE;
  if (code == PARENT_ID) return ODD;
  if (code != TIMESTAMP) return after;
  const start = AREA + at(k);
  const end = scalarEnd(start);
  const time = end == 0 ? NaN : plainNumber(start, end);
  store<f64>(record, time, R_TIME);
  return isNaN(time) ? ODD : after;
}

/** Keeps a text of a wanted field. False when it has to be decoded for that. */
function textField(code: u32, start: usize, end: usize): bool {
  if (code == TEXT) {
    textStart = start;
    textEnd = end;
    return true;
  }
  if (code == BLOCK_CONTENT) return true;
  if (code == ODD_KEY) return false;
  if (code == CONTENT) {
    flags |= start < end ? F_CONTENT | F_BLOCKS | F_OTHER : F_CONTENT | F_OTHER;
    show(start, end);
    return true;
  }
  if (hasBackslash(start, end)) return false;
  switch (code) {
    case ID:
      storeText(R_ID, start, end);
      return storeHash(record + R_ID_HASH, start, end);
    case PARENT_ID:
      storeText(R_PARENT, start, end);
      return storeHash(record + R_PARENT_HASH, start, end);
    case ANSWERS:
      if (start < end) flags |= F_ANSWERS;
      return storeHash(record + R_ANSWERS_HASH, start, end);
    case MESSAGE_ID:
      if (start < end) return storeHash(record + R_MESSAGE, start, end);
      break;
    case BLOCK_ANSWERS:
      answersStart = start;
      answersEnd = end;
      break;
    case ODD_WORD:
      return wordCode(P_ODD_WORD, start, end) == 0;
    case SOURCE_TYPE:
      return wordCode(P_BLOCK_TYPE, start, end) != B_TEXT;
    case TYPE:
      store<u32>(record, wordCode(P_TYPE, start, end), R_TYPE);
      break;
    case ROLE:
      store<u32>(record, wordCode(P_ROLE, start, end), R_ROLE);
      break;
    case STOP_REASON:
      if (wordCode(P_STOP_REASON, start, end) != 0) flags |= F_TELLING;
      break;
    case BLOCK_TYPE:
      blockUse = wordCode(P_BLOCK_TYPE, start, end);
      break;
    case BLOCK_ID:
      callStart = start;
      callEnd = end;
      break;
    case TIMESTAMP: {
      const time = isoTime(start, <u32>(end - start));
      store<f64>(record, time, R_TIME);
      return !isNaN(time);
    }
  }
  return true;
}

function storeText(place: usize, start: usize, end: usize): void {
  store<u32>(record + place, <u32>(start - AREA));
  store<u32>(record + place, <u32>(end - AREA), 4);
}

/** Notes whether a text shows anything. */
function show(start: usize, end: usize): void {
  if ((flags & F_TEXT) == 0 && visible(start, end)) flags |= F_TEXT;
}

/** A content that is a list. An element that is no object makes the line odd. */
function blocks(k: i32): i32 {
  flags |= F_CONTENT;
  k += 1;
  if (byteAt(k) == CLOSE_ARRAY) return k + 1;
  flags |= F_BLOCKS;
  while (true) {
    if (byteAt(k) != OPEN_OBJECT) return ODD;
    k = block(k);
    if (k < 0) return k;
    if (!endBlock()) return ODD;
    const byte = byteAt(k);
    if (byte != COMMA) return byte == CLOSE_ARRAY ? k + 1 : BAD;
    k += 1;
  }
}

function block(k: i32): i32 {
  seen &= ~BLOCK_FIELDS;
  blockUse = 0;
  textEnd = 0;
  callStart = 0;
  callEnd = 0;
  answersStart = 0;
  answersEnd = 0;
  contentToken = 0;
  return object(P_BLOCK, k);
}

/** False where the line is odd. */
function endBlock(): bool {
  if (blockUse == B_RESULT) return addCall(answersStart, answersEnd, 1) && resultContent(contentToken);
  if ((seen & (1 << BLOCK_ANSWERS)) != 0) return false;
  flags |= F_OTHER;
  if (blockUse == B_CALL) return addCall(callStart, callEnd, 0);
  showBlock();
  return true;
}

/** Notes what a block shows that is no call and no result. */
function showBlock(): void {
  if (blockUse == B_TEXT && textEnd != 0) show(textStart, textEnd);
  else if (blockUse != B_SILENT) flags |= F_TEXT;
}

/** What a result shows: valid JSON, nothing of it where there is no token. False where the line is odd. */
function resultContent(k: i32): bool {
  const byte = byteAt(k);
  if (k == 0 || byte == 0x6e) return true;
  if (byte == QUOTE) show(AREA + at(k) + 1, closingQuote(k + 1));
  else if (byte != OPEN_ARRAY) flags |= F_TEXT;
  else {
    k += 1;
    while (byteAt(k) != CLOSE_ARRAY) {
      if (byteAt(k) == COMMA) k += 1;
      const isBlock = byteAt(k) == OPEN_OBJECT;
      k = isBlock ? block(k) : value(k);
      if (k < 0 || (isBlock && blockUse == B_CALL)) return false;
      if (isBlock) showBlock();
      else flags |= F_TEXT;
    }
  }
  return true;
}

function addCall(start: usize, end: usize, isResult: u32): bool {
  if (callsUsed == MAX_CALLS) return false;
  const call = CALLS + ((<usize>callsUsed) << 2);
  if (start == end) store<u64>(call, 0);
  else if (!storeHash(call, start, end)) return false;
  store<u32>(call, isResult, 8);
  callsUsed += 3;
  store<u32>(record, load<u32>(record, R_CALLS) + 1, R_CALLS);
  return true;
}

/** From a value's token to the one behind it; a stack of bits, 1 for an object. */
function value(k: i32): i32 {
  let stack: u64 = 0;
  let depth: u32 = 0;
  while (true) {
    const byte = byteAt(k);
    if (byte == QUOTE) k += 1;
    else if (byte == OPEN_OBJECT || byte == OPEN_ARRAY) {
      k += 1;
      if (byteAt(k) != byte + 2) {
        if (depth == MAX_DEPTH) return ODD;
        depth += 1;
        stack = (stack << 1) | (byte == OPEN_OBJECT ? 1 : 0);
        if (byte == OPEN_OBJECT) {
          if (byteAt(k) != QUOTE || byteAt(k + 1) != COLON) return BAD;
          k += 2;
        }
        continue;
      }
      k += 1;
    } else {
      if (scalarEnd(AREA + at(k)) == 0) return BAD;
      k += 1;
    }
    for (;;) {
      if (depth == 0) return k;
      const after = byteAt(k);
      const isObject = (stack & 1) != 0;
      if (after == COMMA) {
        k += 1;
        if (isObject) {
          if (byteAt(k) != QUOTE || byteAt(k + 1) != COLON) return BAD;
          k += 2;
        }
        break;
      }
      if (after != (isObject ? CLOSE_OBJECT : CLOSE_ARRAY)) return BAD;
      k += 1;
      stack >>= 1;
      depth -= 1;
    }
  }
}
