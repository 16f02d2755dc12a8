import type { Problem, ProblemCode } from '../core/problem.ts';
import type { LineContent } from '../scan/readLine.ts';
import type { ByteRange } from '../scan/objects.ts';
import type { DamagedLine } from './damaged.ts';

/** Where a problem lies. */
interface Place extends ByteRange {
  readonly line: number;
}

type Bad = Extract<LineContent, { type: 'bad' }>;

/**
 * The one problem of a line that is no record (design: Lines): which class of damage, what was kept, what to do.
 * @param length of the line in bytes
 */
export function badLineProblem(bad: Bad, parts: DamagedLine, line: number, length: number): Problem {
  const whole = { line, start: 0, end: length };
  const fault = { line, start: Math.min(bad.at, length), end: length };
  const kept = keptRecords(parts.records.length);
  if (bad.why === 'not-object') {
    return problem('not-an-object', whole, `${capital(bad.reason)}, so it is no entry. It is left out.`);
  }
  if (bad.why === 'utf8') {
    return problem('invalid-utf8', fault, `The line is left out: ${bad.reason}. ${kept ?? LOST}`);
  }
  const fragment = parts.fragments[0];
  if (parts.records.length > 0 && fragment) {
    const lost = parts.fragments.reduce((sum, { start, end }) => sum + end - start, 0);
    const text = `An unfinished record of ${bytes(lost)} is glued to the next one, as after a crash or a full disk. `;
    return problem(
      'glued-fragment',
      { line, ...fragment },
      `${text}${kept ?? ''} The unfinished one is lost.`,
    );
  }
  if (parts.nuls && (parts.records.length > 0 || !fragment || parts.nuls.start < fragment.start)) {
    const text = `The line holds ${parts.nulCount} NUL bytes, as a crash leaves them.`;
    const rest =
      kept ?? (fragment ? 'What follows them is no whole record. It is left out.' : 'Nothing else is in it.');
    return problem('nul-run', { line, ...parts.nuls }, `${text} ${rest}`);
  }
  if (parts.records.length > 1) {
    const text = `${parts.records.length} records are glued together on one line: a line feed is missing between them.`;
    return problem(
      'glued-records',
      whole,
      `${text} ${kept ?? ''} A line feed between them repairs the file.`,
    );
  }
  return problem(
    'invalid-json',
    fault,
    `The line is no valid JSON: at byte ${bad.at + 1} ${bad.reason}. ${LOST}`,
  );
}

const LOST = 'It is left out; what hung below it begins at a gap. Open the line to see what it was.';

function keptRecords(count: number): string | undefined {
  if (count === 0) return undefined;
  return count === 1
    ? 'The whole record in it was recovered and is shown.'
    : `All ${count} of them were recovered and are shown.`;
}

/** An object that is no record of the format. `path` is the JSON path of the fault. */
export function notAnEntry(place: Place, title: string, path: string, message: string): Problem {
  return problem(
    'not-an-entry',
    place,
    `The object is no ${title} entry: ${message} (${path}). It is left out.`,
  );
}

/** A message whose shape is unusable; the entry stays in the tree (cases 070). */
export function malformedMessage(place: Place, path: string): Problem {
  const text = `The message cannot be read in full: ${path} is missing or has an unexpected shape.`;
  return problem(
    'malformed-message',
    place,
    `${text} The entry stays in the tree; its record can be shown raw.`,
  );
}

/** The second or later holder of an id. The first one holds it in the tree. */
export function duplicateId(place: Place, id: string, firstLine: number): Problem {
  const text = `The id ${shortId(id)} is already used on line ${firstLine}.`;
  return {
    ...problem(
      'duplicate-id',
      place,
      `${text} The first entry holds the id in the tree; this one stays readable.`,
    ),
    related: [{ line: firstLine, message: `The first entry with the id ${shortId(id)}` }],
  };
}

/** Bytes after the last line feed. Whether they are merely fresh is for the reader of this problem to decide. */
export function unterminatedTail(line: number, length: number): Problem {
  const text = `The last line has no line feed: ${bytes(length)} that are not counted as an entry.`;
  return problem(
    'unterminated-tail',
    { line, start: 0, end: length },
    `${text} A writer may have stopped in the middle of it.`,
  );
}

/** An id as messages show it: quoted, escaped, at most 60 units of it. */
export function shortId(id: string): string {
  return JSON.stringify(id.length > 60 ? `${id.slice(0, 60)}…` : id);
}

function problem(code: ProblemCode, place: Place, message: string): Problem {
  const { line, start, end } = place;
  return {
    code,
    severity: WARNINGS.has(code) ? 'warning' : 'error',
    line,
    start,
    end,
    message: message.trim(),
  };
}

const WARNINGS: ReadonlySet<ProblemCode> = new Set([
  'duplicate-id',
  'malformed-message',
  'unterminated-tail',
]);

function bytes(count: number): string {
  return count === 1 ? '1 byte' : `${count} bytes`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
