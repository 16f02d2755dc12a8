import {
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
} from '../core/text/jsonCodes.ts';
import { LF } from './lines.ts';

/** A stretch of bytes in a line, `end` exclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Finds the complete JSON objects in a damaged line: whole records glued together, or one behind a fragment or a run
 * of NULs. One pass, linear time and memory on any input.
 *
 * A fragment may end inside a text, so that the next record's first brace seems to be text, or outside of one. Both
 * readings are followed at once, in two lanes. There are never three: two lanes that live at the same byte disagree
 * on whether it lies inside a text, because a quote turns both over and a backslash outside a text ends a lane.
 *
 * @returns ranges by start. Each is balanced and its texts are sound, but it is yet to be parsed; those of different
 * lanes may overlap. An object inside an unfinished one counts only where nothing but another record (or space, or
 * NULs) follows: else it is a part of the fragment.
 * @param limit so many are found at most, so that a hostile line cannot fill the memory
 */
export function findObjects(line: Uint8Array, limit = Infinity): ByteRange[] {
  const found: ByteRange[] = [];
  const lanes = [new Lane(line, found), new Lane(line, found)];
  for (let at = 0; at < line.length && found.length < limit; at++) {
    const byte = line[at] ?? 0;
    let taken = false;
    for (const lane of lanes) if (lane.step(byte, at)) taken = true;
    if (byte === OPEN_BRACE && !taken) lanes.find((lane) => !lane.alive)?.begin(at);
  }
  for (const lane of lanes) lane.end();
  return found.sort((a, b) => a.start - b.start);
}

const PLACE = { value: 0, key: 1, colon: 2, after: 3, scalar: 4, text: 5, keyText: 6 } as const;
type Place = (typeof PLACE)[keyof typeof PLACE];

/** One reading of the line: an object that began somewhere, followed until it ends or turns out to be none. */
class Lane {
  alive = false;
  readonly #line: Uint8Array;
  readonly #found: ByteRange[];
  #place: Place = PLACE.key;
  #escaped = false;
  /** Starts of the open containers; an array's is kept as -1 - start. */
  #open: number[] = [];
  /** Complete objects inside the unfinished one that may be records, none inside another. */
  #inner: ByteRange[] = [];

  constructor(line: Uint8Array, found: ByteRange[]) {
    this.#line = line;
    this.#found = found;
  }

  begin(at: number): void {
    this.alive = true;
    this.#open = [at];
    this.#place = PLACE.key;
    this.#escaped = false;
  }

  /** The reading is at its end, sound or not: what it held complete is found. */
  end(): void {
    this.alive = false;
    for (const range of this.#inner) this.#found.push(range);
    this.#inner = [];
    this.#open = [];
  }

  /** Takes one byte. Returns whether it was a brace that opens an object here. */
  step(byte: number, at: number): boolean {
    if (!this.alive) return false;
    if (this.#place >= PLACE.text) {
      this.#text(byte);
      return false;
    }
    if (byte === 0x20 || byte === 0x09 || byte === 0x0d || byte === LF) {
      if (this.#place === PLACE.scalar) this.#place = PLACE.after;
      return false;
    }
    if (this.#place === PLACE.scalar) {
      if (isScalar(byte)) return false;
      this.#place = PLACE.after;
    }
    return this.#structure(byte, at);
  }

  #text(byte: number): void {
    if (byte < 0x20) this.end();
    else if (this.#escaped) {
      this.#escaped = false;
      if (!isEscape(byte)) this.end();
    } else if (byte === BACKSLASH) this.#escaped = true;
    else if (byte === QUOTE) this.#place = this.#place === PLACE.keyText ? PLACE.colon : PLACE.after;
  }

  #structure(byte: number, at: number): boolean {
    const inObject = (this.#open.at(-1) ?? 0) >= 0;
    const place = this.#place;
    if (byte === QUOTE && place === PLACE.key) this.#place = PLACE.keyText;
    else if (byte === QUOTE && place === PLACE.value) this.#place = PLACE.text;
    else if (byte === COLON && place === PLACE.colon) this.#place = PLACE.value;
    else if (byte === COMMA && place === PLACE.after) this.#place = inObject ? PLACE.key : PLACE.value;
    else if (byte === OPEN_BRACE && place === PLACE.value) {
      this.#open.push(at);
      this.#place = PLACE.key;
      return true;
    } else if (byte === OPEN_BRACKET && place === PLACE.value) this.#open.push(-1 - at);
    else if (byte === CLOSE_BRACE && inObject && (place === PLACE.key || place === PLACE.after))
      this.#close(at);
    else if (byte === CLOSE_BRACKET && !inObject && (place === PLACE.value || place === PLACE.after))
      this.#close(at);
    else if (place === PLACE.value && isScalar(byte)) this.#place = PLACE.scalar;
    else this.end();
    return false;
  }

  #close(at: number): void {
    const opened = this.#open.pop() ?? -1;
    this.#place = PLACE.after;
    const start = opened >= 0 ? opened : -1 - opened;
    while ((this.#inner.at(-1)?.start ?? -1) > start) this.#inner.pop();
    if (this.#open.length === 0) {
      this.#found.push({ start, end: at + 1 });
      this.end();
    } else if (opened >= 0 && nothingButRecords(this.#line, at + 1)) this.#inner.push({ start, end: at + 1 });
  }
}

/** Whether a record, or nothing, is the next thing in the line. Each run of space is looked at once. */
function nothingButRecords(line: Uint8Array, from: number): boolean {
  let at = from;
  while (at < line.length && isFiller(line[at] ?? 0)) at += 1;
  return at === line.length || line[at] === OPEN_BRACE;
}

/** Space, tab, CR, LF or NUL: what may stand between records without being content. */
export function isFiller(byte: number): boolean {
  return byte === 0 || byte === 0x20 || byte === 0x09 || byte === 0x0d || byte === LF;
}

/** A byte of a number or of true, false, null; JSON.parse sees to the rest. */
function isScalar(byte: number): boolean {
  return (
    (byte >= 0x30 && byte <= 0x39) ||
    (byte >= 0x61 && byte <= 0x7a) ||
    '+-.E'.includes(String.fromCharCode(byte))
  );
}

function isEscape(byte: number): boolean {
  return '"\\/bfnrtu'.includes(String.fromCharCode(byte));
}
