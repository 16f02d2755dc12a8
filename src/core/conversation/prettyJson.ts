import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
} from '../text/jsonCodes.ts';
import { decodeString, skipString, skipSpace, skipWord } from './rawJson.ts';

/** Containers whose text is no longer than this stay on one line. */
const INLINE = 60;
/** Deeper levels are not indented any more: otherwise deep nesting would print the square of its size. */
const MAX_INDENT = 20;
/** Longer text is shown as it stands: reading it is a job for the source line. */
const MAX_INPUT = 1_000_000;

/**
 * Indents JSON text without parsing it into values, so that numbers keep their digits, members their order and
 * repeats, and nesting may be of any depth. Strings are rewritten with as few escapes as possible; what is not
 * printable stays escaped.
 * @param text valid JSON. Other text comes back in some readable form, never an error.
 * @param limit stop soon after this many units.
 */
export function prettyJson(text: string, limit = Infinity): string {
  if (text.length > MAX_INPUT) return text;
  const out: string[] = [];
  let size = 0;
  const print = (piece: string): void => {
    out.push(piece);
    size += piece.length;
  };
  /** For every open container: whether it is printed on one line. */
  const inline: boolean[] = [];
  const newline = (): void => {
    const flat = inline.at(-1) ?? false;
    print(flat ? '' : `\n${'  '.repeat(Math.min(inline.length, MAX_INDENT))}`);
  };
  for (let at = skipSpace(text, 0); at < text.length && size <= limit; at = skipSpace(text, at)) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      const end = skipString(text, at);
      print(printString(text.slice(at, end)));
      at = end;
    } else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      print(text.charAt(at));
      const end = closesWithin(text, at, INLINE);
      inline.push((inline.at(-1) ?? false) || end > 0);
      at = skipSpace(text, at + 1);
      if (!isClose(text.charCodeAt(at))) newline();
      // An empty container closes at once, on its own line's end.
      else inline[inline.length - 1] = true;
    } else if (isClose(code)) {
      const flat = inline.pop() ?? false;
      if (!flat) print(`\n${'  '.repeat(Math.min(inline.length, MAX_INDENT))}`);
      print(text.charAt(at));
      at++;
    } else if (code === COMMA) {
      print((inline.at(-1) ?? true) ? ', ' : ',');
      newline();
      at++;
    } else if (code === COLON) {
      print(': ');
      at++;
    } else {
      const end = skipWord(text, at);
      print(text.slice(at, end));
      at = end;
    }
  }
  return out.join('');
}

/** JSON text of a value that was never text here, of any depth that the engine can print. */
export function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'null';
  } catch {
    return '"(nested too deeply to be printed: open the source line)"';
  }
}

/** The token with readable characters instead of escapes; control characters and lone surrogates stay escaped. */
function printString(token: string): string {
  return token.includes('\\') ? JSON.stringify(decodeString(token)) : token;
}

/** Index after the container that opens at `at` if it closes within `limit` units, else 0. */
function closesWithin(text: string, at: number, limit: number): number {
  let depth = 0;
  for (let i = at; i < text.length && i - at < limit; i++) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) i = skipString(text, i) - 1;
    else if (code === OPEN_BRACE || code === OPEN_BRACKET) depth++;
    else if (isClose(code) && --depth === 0) return i + 1 - at <= limit ? i + 1 : 0;
  }
  return 0;
}

function isClose(code: number): boolean {
  return code === CLOSE_BRACE || code === CLOSE_BRACKET;
}
