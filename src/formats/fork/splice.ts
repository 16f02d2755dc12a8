import {
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
} from '../../core/text/jsonCodes.ts';

/**
 * Edits of a record's own bytes. A fork must not parse and print what the model once said: integers beyond 2^53,
 * spacing and escapes would change. So only the few strings that have to change are replaced where they stand.
 */

/** One member of a JSON object, as byte positions in the record. Ends are exclusive, quotes are included. */
export interface Member {
  readonly key: string;
  readonly keyStart: number;
  readonly keyEnd: number;
  readonly valueStart: number;
  readonly valueEnd: number;
}

/** Replaces the bytes from `start` to `end` (exclusive) by `text`. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * The members of the object that begins at `from` (blanks before it are skipped), in file order, repeats included.
 * Nested values are passed over by a loop, whatever their depth.
 * @param bytes a whole, valid JSON text in UTF-8: the caller has parsed it.
 * @throws RangeError when there is no object at `from`.
 */
export function membersOf(bytes: Uint8Array, from = 0): Member[] {
  let at = skipBlank(bytes, from);
  if (bytes[at] !== OPEN_BRACE) throw new RangeError(`No JSON object at byte ${from}`);
  const members: Member[] = [];
  at = skipBlank(bytes, at + 1);
  while (at < bytes.length && bytes[at] !== CLOSE_BRACE) {
    const keyStart = at;
    const keyEnd = stringEnd(bytes, keyStart);
    at = skipBlank(bytes, keyEnd);
    if (bytes[at] !== COLON) throw new RangeError(`No colon at byte ${at}`);
    const valueStart = skipBlank(bytes, at + 1);
    const valueEnd = skipValue(bytes, valueStart);
    members.push({ key: readString(bytes, keyStart, keyEnd), keyStart, keyEnd, valueStart, valueEnd });
    at = skipBlank(bytes, valueEnd);
    if (bytes[at] === COMMA) at = skipBlank(bytes, at + 1);
  }
  return members;
}

/** The member that JSON.parse would keep: the last one of that name. */
export function memberOf(members: readonly Member[], key: string): Member | undefined {
  return members.findLast((member) => member.key === key);
}

/** The edit that gives the object in `members` the value `json` for `key`: in place, or as a new last member. */
export function setMember(members: readonly Member[], key: string, json: string): Edit {
  const member = memberOf(members, key);
  if (member) return { start: member.valueStart, end: member.valueEnd, text: json };
  const last = members.at(-1);
  if (!last) throw new RangeError('An empty object is no entry');
  return { start: last.valueEnd, end: last.valueEnd, text: `,${JSON.stringify(key)}:${json}` };
}

/** `bytes` with the edits made; the very same array when there are none. Edits must not overlap. */
export function applyEdits(bytes: Uint8Array, edits: readonly Edit[]): Uint8Array {
  if (edits.length === 0) return bytes;
  const encoder = new TextEncoder();
  const parts: Uint8Array[] = [];
  let from = 0;
  // Several members may be added at the same place; sorting keeps their order.
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
    if (edit.start < from) throw new RangeError(`Edits overlap at byte ${edit.start}`);
    parts.push(bytes.subarray(from, edit.start), encoder.encode(edit.text));
    from = edit.end;
  }
  parts.push(bytes.subarray(from));
  return concat(parts);
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function skipBlank(bytes: Uint8Array, from: number): number {
  let at = from;
  for (
    let byte = bytes[at];
    byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;
    byte = bytes[at]
  )
    at++;
  return at;
}

/** Position after the closing quote of the string that begins at `from`. */
function stringEnd(bytes: Uint8Array, from: number): number {
  if (bytes[from] !== QUOTE) throw new RangeError(`No string at byte ${from}`);
  // indexOf runs at memory speed, which matters where one string holds megabytes.
  for (let at = bytes.indexOf(QUOTE, from + 1); at !== -1; at = bytes.indexOf(QUOTE, at + 1)) {
    let first = at;
    while (bytes[first - 1] === BACKSLASH) first--;
    if ((at - first) % 2 === 0) return at + 1;
  }
  throw new RangeError(`A string without end at byte ${from}`);
}

/** Position after the value that begins at `from`. */
function skipValue(bytes: Uint8Array, from: number): number {
  let at = from;
  let depth = 0;
  while (at < bytes.length) {
    const byte = bytes[at];
    if (byte === QUOTE) at = stringEnd(bytes, at);
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      depth++;
      at++;
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
      // The end of the object around a number or literal.
      if (depth === 0) return trimBlank(bytes, at);
      depth--;
      at++;
    } else if (byte === COMMA && depth === 0) return trimBlank(bytes, at);
    else {
      at++;
      continue;
    }
    if (depth === 0) return at;
  }
  return at;
}

function trimBlank(bytes: Uint8Array, end: number): number {
  let at = end;
  for (
    let byte = bytes[at - 1];
    byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;
    byte = bytes[at - 1]
  )
    at--;
  return at;
}

function readString(bytes: Uint8Array, start: number, end: number): string {
  // Keys may hold escapes: `parentId` is parentId.
  return JSON.parse(new TextDecoder().decode(bytes.subarray(start, end))) as string;
}
