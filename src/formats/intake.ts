import type { Entry } from '../core/entry.ts';
import type { JsonObject } from '../core/json.ts';
import { oneLine } from '../core/text/oneLine.ts';
import type { Problem } from '../core/problem.ts';
import type { HashedEntry } from '../core/index/hashedEntry.ts';
import { factsOf, type RecordRange, type RowFacts } from '../core/index/rowFacts.ts';
import { TableBuilder, type TableData } from '../core/index/tableBuilder.ts';
import type { RawLine } from '../scan/lines.ts';
import { readLine, type BadReason, type LineContent } from '../scan/readLine.ts';
import { lostId, takeApart } from './damaged.ts';
import type { Format, OwnWords, SessionHeader } from './format.ts';
import { badLineProblem, duplicateId, malformedMessage, notAnEntry } from './lineProblems.ts';

/** A committed line that is no record. `no-id`: an object, but no record of the format (cases/README "Lines"). */
export interface BadLine {
  readonly line: number;
  readonly why: BadReason | 'no-id';
}

/** The ids of entries that are known by hashes, as texts. */
export interface EntryIds {
  /** That of the entry that is being taken. */
  current(): string;
  /** Keeps it for {@link kept}, in the place of the one that was kept before. */
  keep(): void;
  readonly kept: () => string;
}

/** Roles that count as messages of the conversation. */
const COUNTED = new Set<string>(['user', 'assistant', 'toolResult']);

/** An intake as it is sent to another thread. */
export interface IntakeData {
  readonly open: Pick<
    Intake,
    | 'problems'
    | 'badLines'
    | 'blankLines'
    | 'labels'
    | 'lostLines'
    | 'header'
    | 'headers'
    | 'sideRecords'
    | 'recovered'
    | 'messageCount'
    | 'name'
    | 'firstMessage'
    | 'nameRank'
    | 'firstCommand'
  >;
  readonly formatName: string;
  readonly table: TableData;
  readonly recover: boolean;
  readonly records: number;
  readonly previousId: string | null;
  readonly previousLine: number;
  readonly part: number;
}

/** Takes a file's lines, decodes them by its format, and keeps what is known of them: the table, the problems. */
export class Intake {
  readonly format: Format;
  readonly table: TableBuilder;
  readonly problems: Problem[] = [];
  readonly badLines: BadLine[] = [];
  readonly blankLines: number[] = [];
  /** Label texts by the id of their target, the last one of the file; an empty one clears. */
  readonly labels = new Map<string, string>();
  /** Lines that were lost, by the id that their record seems to have had. */
  readonly lostLines = new Map<string, number>();
  header: SessionHeader | null = null;
  headers = 0;
  sideRecords = 0;
  recovered = 0;
  messageCount = 0;
  /** The session's name as it was given last, and its first user message. */
  name: string | undefined;
  nameRank = 0;
  firstMessage: string | undefined;
  /** The first command to the agent, for sessions without any message of a user's. */
  firstCommand: string | undefined;
  readonly #recover: boolean;
  readonly #watch: ReturnType<NonNullable<Format['watch']>> | undefined;
  #records = 0;
  /** Or what gives it: nearly nobody asks for it. */
  #previousId: string | (() => string) | null = null;
  #previousLine = 0;
  #part = 0;

  constructor(format: Format, recover: boolean, table = newTable(format)) {
    this.format = format;
    this.table = table;
    this.#recover = recover;
    this.#watch = format.watch?.();
  }

  /**
   * All that is known, to go on in another thread; undefined for a format that watches its entries, since what it has
   * seen so far cannot be sent.
   */
  pack(): IntakeData | undefined {
    if (this.#watch) return undefined;
    const { problems, badLines, blankLines, labels, lostLines, header, headers, sideRecords } = this;
    const { recovered, messageCount, name, firstMessage, nameRank, firstCommand } = this;
    return {
      open: {
        ...{ problems, badLines, blankLines, labels, lostLines, header, headers, sideRecords },
        ...{ recovered, messageCount, name, firstMessage, nameRank, firstCommand },
      },
      formatName: this.format.name,
      table: this.table.pack(),
      recover: this.#recover,
      records: this.#records,
      previousId: this.#lastId(),
      previousLine: this.#previousLine,
      part: this.#part,
    };
  }

  /** @param format the one that `data` names */
  static unpack(data: IntakeData, format: Format): Intake {
    const intake = new Intake(format, data.recover, new TableBuilder({ data: data.table }));
    Object.assign(intake, data.open);
    intake.#records = data.records;
    intake.#previousId = data.previousId;
    intake.#previousLine = data.previousLine;
    intake.#part = data.part;
    return intake;
  }

  /** Takes the next committed line. */
  take(line: RawLine): void {
    const content = readLine(line.bytes);
    if (content.type === 'blank') this.blankLines.push(line.number);
    else if (content.type === 'bad') this.#takeBad(line, content);
    else this.#takeRecord(content.value, wholeLine(line, this.#records++));
  }

  /**
   * Takes the next committed line, of which `facts` are what the format's `decode` would give: an entry that is
   * neither a label nor a name, and whose message is whole.
   */
  takeFacts(facts: RowFacts, line: Pick<RecordRange, 'line' | 'offset' | 'length'>): void {
    this.#previousLine = line.line;
    this.#part = 0;
    const place = { startInLine: 0, recovered: false, record: this.#records++ };
    this.#append(facts, { ...line, ...place });
  }

  /**
   * The same for an entry that is known by hashes.
   * @returns false, and nothing is taken, where the table wants it with its ids
   */
  takeHashed(entry: HashedEntry, ids: EntryIds, line: number, offset: number, length: number): boolean {
    const row = this.table.appendHashed(entry, line, offset, length, this.#records);
    if (row < 0) return false;
    this.#records += 1;
    this.#previousLine = line;
    this.#part = 1;
    if (this.table.isRepeat(row)) this.#repeat(row, { line, start: 0, end: length }, ids.current());
    else {
      ids.keep();
      this.#previousId = ids.kept;
      if (entry.role !== null && COUNTED.has(entry.role)) this.messageCount += 1;
    }
    return true;
  }

  #takeRecord(value: JsonObject, range: RecordRange): void {
    if (range.line !== this.#previousLine) this.#part = 0;
    this.#previousLine = range.line;
    const place = {
      line: range.line,
      part: this.#part + 1,
      header: this.header,
      previousId: this.#lastId(),
    };
    const decoded = this.format.decode(value, place);
    switch (decoded.type) {
      case 'header':
        this.header ??= decoded.header;
        this.name ||= decoded.header.title;
        if (!range.recovered) this.headers += 1;
        break;
      case 'side':
        this.#rename(decoded.title, decoded.rank ?? 0);
        if (!range.recovered) this.sideRecords += 1;
        break;
      case 'bad':
        // Out of a damaged line only what is a record is taken.
        if (range.recovered) break;
        this.badLines.push({ line: range.line, why: 'no-id' });
        this.problems.push(notAnEntry(placeOf(range), this.format.title, decoded.path, decoded.message));
        break;
      case 'entry':
        this.#takeEntry(decoded.entry, range);
    }
  }

  #takeEntry(entry: Entry, range: RecordRange): void {
    this.#append(factsOf(entry, this.format.isConversation(entry)), range);
    for (const fault of this.#watch?.(entry) ?? []) this.problems.push({ ...placeOf(range), ...fault });
    if (entry.malformed !== undefined) this.problems.push(malformedMessage(placeOf(range), entry.malformed));
    this.#remember(entry);
  }

  #lastId(): string | null {
    if (typeof this.#previousId === 'function') this.#previousId = this.#previousId();
    return this.#previousId;
  }

  #append(facts: RowFacts, range: RecordRange): void {
    const row = this.table.append(facts, range);
    this.#part += 1;
    if (range.recovered) this.recovered += 1;
    if (this.table.isRepeat(row)) this.#repeat(row, placeOf(range), facts.id);
    else {
      // Where the order of the lines is the chain, the next entry follows the last one that is in the tree.
      this.#previousId = facts.id;
      if (facts.role !== null && COUNTED.has(facts.role)) this.messageCount += 1;
    }
  }

  #repeat(row: number, place: ReturnType<typeof placeOf>, id: string): void {
    this.problems.push(duplicateId(place, id, this.table.line(this.table.firstOf(row))));
  }

  #remember(entry: Entry): void {
    if (entry.kind === 'label' && entry.targetId !== undefined)
      this.labels.set(entry.targetId, entry.text ?? '');
    else if (entry.kind === 'sessionName') this.name = entry.text;
    else if (this.firstMessage === undefined && entry.message?.role === 'user') {
      const words = this.format.ownWords ? this.format.ownWords(entry) : firstText(entry);
      if (words?.isCommand) this.firstCommand ??= oneLine(words.text);
      else if (words) this.firstMessage = oneLine(words.text);
    }
  }

  #rename(title: string | undefined, rank: number): void {
    if (title === undefined || rank < this.nameRank) return;
    this.name = title;
    this.nameRank = rank;
  }

  #takeBad(line: RawLine, bad: Extract<LineContent, { type: 'bad' }>): void {
    // Pi counts every value but null as a record, objects or not (formats/pi.md §2 "Loading").
    if (bad.why === 'not-object' && bad.value !== null) this.#records += 1;
    this.badLines.push({ line: line.number, why: bad.why });
    const parts = bad.why === 'not-object' ? NO_PARTS : takeApart(line.bytes, this.format);
    this.problems.push(badLineProblem(bad, parts, line.number, line.bytes.length));
    for (const fragment of parts.fragments) {
      const id = lostId(line.bytes, fragment);
      if (id !== undefined) this.lostLines.set(id, line.number);
    }
    if (!this.#recover) return;
    for (const { value, start, end } of parts.records) {
      this.#takeRecord(value, {
        line: line.number,
        offset: line.offset + start,
        length: end - start,
        startInLine: start,
        recovered: true,
        record: -1,
      });
    }
  }
}

function newTable({ hasPlaces = false }: Format): TableBuilder {
  return new TableBuilder({ hasPlaces });
}

function firstText({ message }: Entry): OwnWords | undefined {
  const text = message?.blocks.find((block) => block.type === 'text' && /\S/.test(block.text));
  return text?.type === 'text' ? { text: text.text, isCommand: false } : undefined;
}

const NO_PARTS = { records: [], fragments: [], nuls: null, nulCount: 0, isCut: false };

function wholeLine({ number, offset, bytes }: RawLine, record: number): RecordRange {
  return { line: number, offset, length: bytes.length, startInLine: 0, recovered: false, record };
}

function placeOf({ line, startInLine, length }: RecordRange): { line: number; start: number; end: number } {
  return { line, start: startInLine, end: startInLine + length };
}
