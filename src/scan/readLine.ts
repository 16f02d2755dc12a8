import { isJsonObject, type JsonObject } from '../core/json.ts';
import { findJsonFault } from './jsonFault.ts';
import { isBlank } from './lines.ts';
import { findUtf8Fault } from './utf8.ts';

/** Why a committed line is no record; the classes are told apart in this order (cases/README "Lines"). */
export type BadReason = 'utf8' | 'json' | 'not-object';

/** What a committed line holds. */
export type LineContent =
  | { readonly type: 'blank' }
  | { readonly type: 'object'; readonly value: JsonObject }
  | {
      readonly type: 'bad';
      readonly why: BadReason;
      /** The first byte of the fault, from the line's first byte. */
      readonly at: number;
      /** What is wrong there, as the second half of a sentence. */
      readonly reason: string;
      /** The JSON value that is no object. */
      readonly value?: unknown;
    };

/** V8 has no longer strings (perf.md §6.3). A line above it is kept as a bad one, never thrown over. */
const MAX_TEXT_BYTES = 0x1fffffe8;

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Reads one line, without its terminator. UTF-8 is checked first, then JSON, then that it is an object. Escaped lone
 * surrogates are valid; a NUL is not blank.
 */
export function readLine(bytes: Uint8Array): LineContent {
  if (isBlank(bytes)) return { type: 'blank' };
  if (bytes.length > MAX_TEXT_BYTES) {
    const reason = `the line is ${bytes.length} bytes long, more than can be read as one text`;
    return { type: 'bad', why: 'json', at: 0, reason };
  }
  let text: string;
  try {
    text = strict.decode(bytes);
  } catch {
    const at = Math.max(0, findUtf8Fault(bytes));
    return { type: 'bad', why: 'utf8', at, reason: `the bytes are not valid UTF-8 at byte ${at + 1}` };
  }
  const value = parse(text);
  if (value === undefined) {
    const fault = findJsonFault(bytes) ?? { at: 0, reason: 'the text cannot be read as JSON' };
    return { type: 'bad', why: 'json', ...fault };
  }
  if (isJsonObject(value)) return { type: 'object', value };
  return {
    type: 'bad',
    why: 'not-object',
    at: 0,
    reason: `the line is ${nameOf(value)}, not an object`,
    value,
  };
}

/** The JSON object that `bytes` are, or undefined. */
export function parseObject(bytes: Uint8Array): JsonObject | undefined {
  const content = bytes.length <= MAX_TEXT_BYTES ? parseText(bytes) : undefined;
  return isJsonObject(content) ? content : undefined;
}

function parseText(bytes: Uint8Array): unknown {
  try {
    return parse(strict.decode(bytes));
  } catch {
    return undefined;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function nameOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return `a ${typeof value}`;
}
