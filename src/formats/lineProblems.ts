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
  if (bad.why === 'not-object') {
    const text = `${capital(bad.reason)}, so it is no entry. It is left out.`;
    return problem('not-an-object', { line, start: 0, end: length }, text);
  }
  const fault = { line, start: bad.at < length ? bad.at : 0, end: length };
  if (bad.why === 'utf8')
    return problem('invalid-utf8', fault, `${capital(bad.reason)}. ${kept(parts) || LOST}`);
  if (parts.isCut) return tooManyObjects(parts, line, length);
  const [fragment] = parts.fragments;
  const isNulFirst = parts.nuls && (!fragment || parts.nuls.start < fragment.start);
  if (fragment && parts.records.length > 0) return gluedFragment(fragment, parts, line);
  if (parts.nuls && isNulFirst) return nulRun(parts.nuls, parts, line);
  if (parts.records.length > 1) {
    const text = `${parts.records.length} records are glued together: line feeds are missing between them.`;
    return problem('glued-records', { line, start: 0, end: length }, `${text} ${kept(parts)} ${SPLIT}`);
  }
  return problem(
    'invalid-json',
    fault,
    `This is not valid JSON: at byte ${bad.at + 1} ${bad.reason}. ${LOST}`,
  );
}

const LOST = 'The line is left out; what hung below it begins at a gap. Open the line to see what it was.';
const SPLIT = 'Putting each on its own line repairs the file.';

/** A line of which not all was looked at, whatever else it is. */
function tooManyObjects(parts: DamagedLine, line: number, length: number): Problem {
  const text = 'More objects stand in this line than are looked for, without line feeds between them.';
  const none = `None of those that were looked at is a record${notLookedAt(parts)}.`;
  const place = { line, start: 0, end: length };
  return problem('glued-records', place, `${text} ${kept(parts) || none} ${SPLIT}`);
}

function notLookedAt({ rest }: DamagedLine): string {
  return rest ? `; the ${bytes(rest.end - rest.start)} behind them were not looked at` : '';
}

function gluedFragment(fragment: ByteRange, parts: DamagedLine, line: number): Problem {
  const lost = bytes(parts.fragments.reduce((sum, { start, end }) => sum + end - start, 0));
  const text = `An unfinished record (${lost}) is glued to a whole one, as after a crash or a full disk.`;
  return problem(
    'glued-fragment',
    { line, ...fragment },
    `${text} ${kept(parts)} The unfinished one is lost.`,
  );
}

function nulRun(range: ByteRange, parts: DamagedLine, line: number): Problem {
  const text = `The line holds ${parts.nulCount} NUL bytes, as a crash leaves them.`;
  const other =
    parts.fragments.length > 0 ? 'The rest is no whole record; it is left out.' : 'Nothing else is in it.';
  return problem('nul-run', { line, ...range }, `${text} ${kept(parts) || other}`);
}

/** What a damaged line still gave; empty when it is nothing. */
function kept(parts: DamagedLine): string {
  const { length } = parts.records;
  if (length === 0) return '';
  if (parts.isCut)
    return `The first ${length} records in it were recovered and are shown${notLookedAt(parts)}.`;
  const one = 'The whole record in it was recovered and is shown.';
  if (length === 1) return one;
  return `${length === 2 ? 'Both' : `All ${length}`} were recovered and are shown.`;
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
