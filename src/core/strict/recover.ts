import { parseSessionEntry } from './parseEntry.ts';
import { visible } from '../text/quote.ts';
import type { SessionEntry } from './sessionEntry.ts';
import { SessionFormatError, SessionLineError } from './sessionErrors.ts';

/** What strict reading of a session's text gives. */
export interface RecoveredSession {
  /** The committed entries, in the file's order. */
  entries: SessionEntry[];
  /** At most one: what was left out behind the last LF. */
  warnings: SessionWarning[];
}

/** Non-blank text behind the last LF: a write that was cut short. It is no entry, even if it is whole JSON. */
export interface SessionWarning {
  code: 'unterminated_tail';
  /** Physical line, from 1, blank lines counted. */
  line: number;
}

/**
 * Reads a session's text strictly (chapter 10 §4). A record is committed when its LF is there: every committed line
 * must be an entry, and what follows the last LF is none. Pure: it reports, and changes and repairs nothing.
 *
 * Only LF ends a line; one CR before it belongs to it. Lines of spaces, tabs and CR are blank: skipped, but counted.
 * Such a tail is silent. A byte order mark at the beginning is no part of line 1. Whether the entries make a tree
 * (ids, parents) is not asked here; the file store does.
 *
 * @throws SessionLineError for the first committed line that is not JSON (`invalid-json`) or no entry (`not-an-entry`,
 *   `not-an-object`), with its physical line and, for the latter, the path of the fault.
 */
export function recoverJsonl(text: string): RecoveredSession {
  const entries: SessionEntry[] = [];
  let line = 1;
  let start = text.startsWith('\uFEFF') ? 1 : 0;
  for (let end = text.indexOf('\n', start); end >= 0; end = text.indexOf('\n', start)) {
    const entry = readCommittedLine(text.slice(start, end), line);
    if (entry) entries.push(entry);
    line += 1;
    start = end + 1;
  }
  return { entries, warnings: isBlank(text.slice(start)) ? [] : [unterminatedTail(line)] };
}

/** The warning for a non-blank tail in `line`. */
export function unterminatedTail(line: number): SessionWarning {
  return { code: 'unterminated_tail', line };
}

/**
 * The entry in a committed line, or undefined in a blank one.
 * @param text with or without the CR that may precede the LF.
 * @param file where the line comes from, for the error.
 * @throws SessionLineError
 */
export function readCommittedLine(text: string, line: number, file?: string): SessionEntry | undefined {
  if (isBlank(text)) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new SessionLineError({
      line,
      code: 'invalid-json',
      path: '$',
      reason: jsonReason(cause),
      file,
      cause,
    });
  }
  try {
    return parseSessionEntry(value);
  } catch (cause) {
    if (!(cause instanceof SessionFormatError)) throw cause;
    const { code, path, reason } = cause;
    throw new SessionLineError({ line, code, path, reason, file, cause });
  }
}

function isBlank(text: string): boolean {
  return /^[ \t\r]*$/.test(text);
}

function jsonReason(cause: unknown): string {
  const detail = cause instanceof Error ? cause.message : 'no reason is known';
  // The parser counts lines within the text that it was given, which is one line of the file.
  return `is not JSON (${visible(detail.replace(/ \(line \d+ column \d+\)$| is not valid JSON$/, ''))})`;
}
