import { isJsonObject, type JsonValue } from '../json.ts';
import {
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
} from '../text/jsonCodes.ts';

/** A piece of JSON text: `end` exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Member extends Span {
  readonly key: string;
}

/** How many values {@link pathOf} looks at before it gives up. */
const SEARCH_LIMIT = 50_000;

/**
 * The keys and indexes that lead from `root` to the very object `target` (same object, not an equal one), or undefined.
 * Breadth first, because what we look for stands near the top; bounded, because a record may be huge.
 */
export function pathOf(root: JsonValue, target: JsonValue): (string | number)[] | undefined {
  if (typeof target !== 'object' || target === null) return undefined;
  interface Step {
    readonly value: JsonValue;
    readonly key: string | number;
    readonly from: Step | null;
  }
  const queue: Step[] = [{ value: root, key: '', from: null }];
  for (let at = 0; at < queue.length && at < SEARCH_LIMIT; at++) {
    const step = queue[at] as Step;
    if (step.value === target) {
      const path: (string | number)[] = [];
      for (let back = step; back.from; back = back.from) path.push(back.key);
      return path.reverse();
    }
    if (Array.isArray(step.value)) {
      step.value.forEach((value, key) => isContainer(value) && queue.push({ value, key, from: step }));
    } else if (isJsonObject(step.value)) {
      for (const [key, value] of Object.entries(step.value))
        if (isContainer(value)) queue.push({ value, key, from: step });
    }
  }
  return undefined;
}

/**
 * Where the value at `path` stands in `text`, which must be valid JSON. Of a repeated key the last one counts, as in
 * JSON.parse.
 */
export function spanAt(text: string, path: readonly (string | number)[]): Span | undefined {
  let span: Span = trim(text, { start: 0, end: text.length });
  for (const key of path) {
    let found: Span | undefined;
    const children = typeof key === 'number' ? elements(text, span) : members(text, span);
    for (const child of children) if (child.key === key) found = child;
    if (!found) return undefined;
    span = { start: found.start, end: found.end };
  }
  return span;
}

/** The members of the object at `span`, in the text's order, repeated keys and all. Not an object: none. */
export function* members(text: string, span: Span): Generator<Member> {
  if (text.charCodeAt(span.start) !== OPEN_BRACE) return;
  let at = skipSpace(text, span.start + 1);
  while (at < span.end && text.charCodeAt(at) === QUOTE) {
    const keyEnd = skipString(text, at);
    const key = decodeString(text.slice(at, keyEnd));
    const start = skipSpace(text, skipSpace(text, keyEnd) + 1);
    const end = skipValue(text, start);
    yield { key, start, end };
    at = skipSpace(text, end);
    if (text.charCodeAt(at) !== COMMA) return;
    at = skipSpace(text, at + 1);
  }
}

/** The elements of the list at `span`, with their indexes. Not a list: none. */
export function* elements(text: string, span: Span): Generator<Span & { readonly key: number }> {
  if (text.charCodeAt(span.start) !== OPEN_BRACKET) return;
  let at = skipSpace(text, span.start + 1);
  for (let key = 0; at < span.end && text.charCodeAt(at) !== CLOSE_BRACKET; key++) {
    const end = skipValue(text, at);
    yield { key, start: at, end };
    at = skipSpace(text, skipSpace(text, end) + 1);
  }
}

/** A string token as the string that it writes; the token itself where it is none. */
export function decodeString(token: string): string {
  try {
    const value: unknown = JSON.parse(token);
    return typeof value === 'string' ? value : token;
  } catch {
    return token;
  }
}

/** Index after the value that begins at `at`, of any depth: a loop, never recursion. */
function skipValue(text: string, at: number): number {
  let depth = 0;
  for (let i = at; i < text.length;) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) i = skipString(text, i);
    else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      depth++;
      i++;
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
      depth--;
      i++;
    } else if (code === COMMA || code === COLON || isSpace(code)) {
      i++;
      continue;
    } else i = skipWord(text, i);
    if (depth <= 0) return i;
  }
  return text.length;
}

/** Index after the string token that begins at `at`. */
export function skipString(text: string, at: number): number {
  for (let i = at + 1; ; i++) {
    i = text.indexOf('"', i);
    if (i < 0) return text.length;
    let slashes = 0;
    while (text.charCodeAt(i - 1 - slashes) === BACKSLASH && i - 1 - slashes > at) slashes++;
    if (slashes % 2 === 0) return i + 1;
  }
}

/** Index after a number, true, false or null. Always moves on, whatever stands there. */
export function skipWord(text: string, at: number): number {
  let i = at + 1;
  for (; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === COMMA || code === COLON || code === QUOTE || isSpace(code)) break;
    if (code === OPEN_BRACE || code === OPEN_BRACKET || code === CLOSE_BRACE || code === CLOSE_BRACKET) break;
  }
  return i;
}

export function skipSpace(text: string, at: number): number {
  let i = at;
  while (i < text.length && isSpace(text.charCodeAt(i))) i++;
  return i;
}

function trim(text: string, span: Span): Span {
  let end = span.end;
  while (end > span.start && isSpace(text.charCodeAt(end - 1))) end--;
  return { start: skipSpace(text, text.charCodeAt(0) === 0xfeff ? 1 : span.start), end };
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

function isContainer(value: JsonValue): boolean {
  return typeof value === 'object' && value !== null;
}
