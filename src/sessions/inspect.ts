import { alternatives, forkPoints } from '../core/tree/walk.ts';
import type { Intake } from '../formats/intake.ts';
import type { BadLine } from '../formats/intakeData.ts';
import { FORMATS, formatByName } from '../formats/list.ts';
import { SessionReader, type ReaderOptions } from '../formats/reader.ts';
import { LineSplitter } from '../scan/lines.ts';
import { parseObject, readLine } from '../scan/readLine.ts';
import { LinkView } from './linkView.ts';
import { pathFacts } from './pathFacts.ts';
import { conversationView, logicalView } from './placedViews.ts';
import type { SessionReport } from './report.ts';
import { readNames } from './rowNames.ts';

export interface InspectOptions {
  /** The format's name; detected from the bytes when absent. */
  readonly format?: string;
}

/**
 * The tolerant reader in one call: reads a whole file's bytes, never throws on what they hold, never changes anything.
 * Backs the command "Copy Session Report" and the tests on shared cases.
 * @throws RangeError for a format name that is not known
 */
export function inspectSession(bytes: Uint8Array, options: InspectOptions = {}): SessionReport {
  const format = options.format === undefined ? undefined : formatByName(options.format);
  if (options.format !== undefined && !format) {
    const known = FORMATS.map(({ name }) => name).join(', ');
    throw new RangeError(`Unknown session format "${options.format}". Known formats: ${known}.`);
  }
  const reader = readAll(bytes, format ? { format } : {});
  const { intake } = reader;
  if (!intake) return { ...lineFacts(reader.lines), ...classifyLines(bytes), ...NO_SESSION };
  // The report tells of the file as it stands; what damaged lines hold is left out of it in a reading of its own.
  const plain =
    intake.recovered > 0 ? readAll(bytes, { format: intake.format, recover: false }).intake : intake;
  return { ...lineFacts(reader.lines), ...sessionFacts(bytes, reader, intake, plain ?? intake) };
}

function readAll(bytes: Uint8Array, options: ReaderOptions): SessionReader {
  const reader = new SessionReader(options);
  reader.push(bytes);
  reader.decide();
  return reader;
}

type LineFacts = Pick<SessionReport, 'size' | 'committedLines' | 'bom' | 'unterminatedTailLine' | 'tail'>;
type LineClasses = Pick<SessionReport, 'blankLines' | 'badLines'>;

function lineFacts(lines: LineSplitter): LineFacts {
  const { tail } = lines;
  return {
    size: lines.size,
    committedLines: lines.committed,
    bom: lines.bom,
    unterminatedTailLine: tail?.line ?? null,
    tail: tail && { bytes: tail.length, completeJson: parseObject(lines.tailBytes()) !== undefined },
  };
}

/** What can be said of lines without a format. */
function classifyLines(bytes: Uint8Array): LineClasses {
  const blankLines: number[] = [];
  const badLines: BadLine[] = [];
  new LineSplitter().push(bytes, (line) => {
    const content = readLine(line.bytes);
    if (content.type === 'blank') blankLines.push(line.number);
    else if (content.type === 'bad') badLines.push({ line: line.number, why: content.why });
  });
  return { blankLines, badLines };
}

function sessionFacts(
  bytes: Uint8Array,
  reader: SessionReader,
  intake: Intake,
  plain: Intake,
): Omit<SessionReport, keyof LineFacts> {
  const names = readNames(bytes, plain);
  const links = new LinkView(plain.table, names.ids);
  const recovered = plain === intake ? links : new LinkView(intake.table, readNames(bytes, intake).ids);
  const { tree } = links;
  const forks = Array.from(forkPoints(tree), (row): [number, Int32Array] => [row, alternatives(tree, row)]);
  return {
    format: intake.format.name,
    version: intake.header?.version ?? null,
    sessionId: intake.header?.id ?? null,
    subagentOf: intake.header?.subagentOf ?? null,
    subagents: names.subagents,
    blankLines: intake.blankLines,
    badLines: intake.badLines,
    headers: intake.headers,
    sideRecords: intake.sideRecords,
    ...pick(links),
    distinctIds: links.distinctIds,
    forks: links.forks,
    alternatives: links.named(forks),
    cycles: links.cycles,
    duplicateIds: links.duplicateIds,
    malformedLines: plain.problems.filter(({ code }) => code === 'malformed-message').map(({ line }) => line),
    problems: reader.state()?.problems ?? [],
    recoverable: recoverable(recovered),
    recovered: pick(recovered),
    logical: logicalView(links, plain.table.places),
    conversation: conversationView(links, plain.table.places),
    ...pathFacts(links, names.callIds),
  };
}

function pick(links: LinkView): SessionReport['recovered'] {
  const { entries, roots, leaves, dangling, defaultLeaf } = links;
  return { entries, roots, leaves, dangling, defaultLeaf, path: (leafId) => links.path(leafId) };
}

/** Lines that hold recovered records, with these records' ids. */
function recoverable(links: LinkView): SessionReport['recoverable'] {
  const lines = new Map<number, string[]>();
  for (let row = 0; row < links.table.size; row++) {
    if (!links.table.isRecovered(row)) continue;
    const line = links.table.line(row);
    const ids = lines.get(line);
    if (ids) ids.push(links.id(row));
    else lines.set(line, [links.id(row)]);
  }
  return [...lines].map(([line, ids]) => ({ line, ids }));
}

const NOTHING = { entries: 0, roots: [], leaves: [], dangling: {}, defaultLeaf: null, path: () => [] };

/** The part of a report that a file of no known format has nothing for. */
const NO_SESSION: Omit<SessionReport, keyof LineFacts | keyof LineClasses> = {
  ...NOTHING,
  ...{
    format: null,
    version: null,
    sessionId: null,
    subagentOf: null,
    subagents: [],
    headers: 0,
    sideRecords: 0,
    distinctIds: 0,
  },
  ...{
    forks: {},
    alternatives: {},
    cycles: [],
    duplicateIds: {},
    malformedLines: [],
    problems: [],
    recoverable: [],
  },
  recovered: NOTHING,
  ...{ pairs: () => [], orphanResults: () => [], extraResults: () => [], settledLeaf: () => null },
  ...{ messages: () => [], validCuts: () => [], pathWithResults: () => [], logical: NOTHING },
  conversation: { ...NOTHING, forks: {} },
};
