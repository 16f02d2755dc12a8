import type { Entry, Role } from '../core/entry.ts';
import type { JsonObject } from '../core/json.ts';
import { oneLine } from '../core/text/oneLine.ts';
import type { Problem } from '../core/problem.ts';
import type { HashedEntry } from '../core/index/hashedEntry.ts';
import { factsOf, type RecordRange, type RowFacts } from '../core/index/rowFacts.ts';
import { roleCode } from '../core/index/rowColumns.ts';
import { TableBuilder } from '../core/index/tableBuilder.ts';
import type { RawLine } from '../scan/lines.ts';
import { readLine, type LineContent } from '../scan/readLine.ts';
import { lostId, takeApart } from './damaged.ts';
import type { Decoded, Format, Linker, OwnWords, RecordPlace, SessionHeader } from './format.ts';
import type { BadLine, EntryIds, IntakeData } from './intakeData.ts';
import { hasAllFacts } from './shortened.ts';
import { badLineProblem, duplicateId, malformedMessage, notAnEntry } from './lineProblems.ts';

/** Roles that count as messages of the conversation. */
const COUNTED = new Set<Role>(['user', 'assistant', 'toolResult']);
const COUNTED_CODES: ReadonlySet<number> = new Set(Array.from(COUNTED, roleCode));

/** Records among which one that tells of the session is looked for. */
const HEADER_RECORDS = 100;

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
  /** What the part of the session is called that lies in other files. */
  inheritedName: string | undefined;
  readonly #recover: boolean;
  readonly #linker: Linker | undefined;
  #records = 0;
  /** Or what gives it: nearly nobody asks for it. */
  #previousId: string | (() => string) | null = null;
  #previousLine = 0;
  #part = 0;

  /** @param memory of the linker of an intake that is gone on with */
  constructor(format: Format, recover: boolean, table = newTable(format), memory?: unknown) {
    this.format = format;
    this.table = table;
    this.#recover = recover;
    this.#linker = format.begin?.(memory);
  }

  /** What was taken so far is the beginning, in other files than the session's own. */
  beginOwn(): void {
    this.inheritedName = this.name || this.firstMessage || this.firstCommand;
    this.name = this.firstMessage = this.firstCommand = undefined;
    this.nameRank = 0;
  }

  /** All that is known, to go on in another thread. */
  pack(): IntakeData {
    const { problems, badLines, blankLines, labels, lostLines, header, headers, sideRecords } = this;
    const { recovered, messageCount, name, firstMessage, nameRank, firstCommand, inheritedName } = this;
    return {
      open: {
        ...{ problems, badLines, blankLines, labels, lostLines, header, headers, sideRecords },
        ...{ recovered, messageCount, name, firstMessage, nameRank, firstCommand, inheritedName },
      },
      formatName: this.format.name,
      table: this.table.pack(),
      recover: this.#recover,
      records: this.#records,
      previousId: this.#lastId(),
      previousLine: this.#previousLine,
      part: this.#part,
      memory: this.#linker?.memory(),
    };
  }

  /** @param format the one that `data` names */
  static unpack(data: IntakeData, format: Format): Intake {
    const intake = new Intake(format, data.recover, new TableBuilder({ data: data.table }), data.memory);
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
    else
      this.#takeRecord(
        content.value,
        wholeRecord(line.number, line.offset, line.bytes.length, this.#records++),
      );
  }

  /**
   * Takes the next committed line, of which the record was read already.
   * @param isShort whether it is what a scanner left of it: its long texts are shortened
   * @returns false, and nothing is taken, where the whole record has to be seen
   */
  takeRead(record: JsonObject, isShort: boolean, number: number, offset: number, length: number): boolean {
    const decoded = this.#decode(record, number);
    if (isShort && !(hasAllFacts(decoded, this.format) && this.#isNamed(decoded))) return false;
    this.#takeDecoded(decoded, record, wholeRecord(number, offset, length, this.#records++));
    return true;
  }

  /** The session has its name, or none of these entries gives it one. */
  #isNamed(decoded: Decoded): boolean {
    if (this.firstMessage !== undefined) return true;
    const isAsked = ({ message }: Entry): boolean => message?.role === 'user';
    return decoded.type === 'entries'
      ? !decoded.entries.some(isAsked)
      : decoded.type !== 'entry' || !isAsked(decoded.entry);
  }

  /**
   * Takes the next committed line, of which `entry` is what the format's `decode` would give: neither a label nor a
   * name, and its message is whole.
   * @returns false, and nothing is taken, where the table wants it with its ids
   */
  takeHashed(entry: HashedEntry, ids: EntryIds, line: number, offset: number, length: number): boolean {
    // One of the first entries may tell of the session; later ones are not waited for.
    if (this.format.headerInEntries && !this.header && this.#records < HEADER_RECORDS) return false;
    const row = this.table.appendHashed(entry, line, offset, length, this.#records);
    if (row < 0) return false;
    this.#records += 1;
    this.#previousLine = line;
    this.#part = 1;
    if (this.table.isRepeat(row)) this.#repeat(row, { line, start: 0, end: length }, ids.current());
    else {
      ids.keep();
      this.#previousId = ids.kept;
      if (COUNTED_CODES.has(entry.role)) this.messageCount += 1;
    }
    return true;
  }

  /**
   * Takes the next committed line, of which the format's `decode` would give a record beside the entries, without a name.
   * @returns false, and nothing is taken, where the format wants to see it
   */
  takeSide(line: number): boolean {
    if (this.#linker) return false;
    this.#records += 1;
    this.sideRecords += 1;
    this.#previousLine = line;
    this.#part = 0;
    return true;
  }

  #takeRecord(value: JsonObject, range: RecordRange): void {
    this.#takeDecoded(this.#decode(value, range.line), value, range);
  }

  #decode(value: JsonObject, line: number): Decoded {
    if (line !== this.#previousLine) this.#part = 0;
    this.#previousLine = line;
    return this.format.decode(value, this.#placeNow(line));
  }

  #takeDecoded(decoded: Decoded, value: JsonObject, range: RecordRange): void {
    switch (decoded.type) {
      case 'header':
        this.#takeHeader(decoded.header, range);
        this.#linker?.side?.(value);
        break;
      case 'side':
        this.#rename(decoded.title, decoded.rank ?? 0);
        this.#linker?.side?.(value);
        if (!range.recovered) this.sideRecords += 1;
        break;
      case 'bad':
        // Out of a damaged line only what is a record is taken.
        if (range.recovered) break;
        this.badLines.push({ line: range.line, why: 'no-id' });
        this.problems.push(notAnEntry(placeOf(range), this.format.title, decoded.path, decoded.message));
        break;
      case 'entry':
        this.header ??= decoded.header ?? null;
        if (!this.#takeEntry(decoded.entry, range) && !range.recovered) this.sideRecords += 1;
        break;
      case 'entries':
        this.#takeEntries(decoded, value, range);
    }
  }

  #placeNow(line: number): RecordPlace {
    return new PlaceNow(line, this.header, this.#part + 1, this.#lastId);
  }

  #takeHeader(header: SessionHeader, range: RecordRange): void {
    this.header ??= header;
    this.name ||= header.title;
    if (!range.recovered) this.headers += 1;
  }

  #takeEntries(decoded: Extract<Decoded, { type: 'entries' }>, record: JsonObject, range: RecordRange): void {
    if (decoded.header) this.#takeHeader(decoded.header, range);
    this.#rename(decoded.title, decoded.rank ?? 0);
    if (decoded.entries.length === 0) this.#linker?.side?.(record);
    else this.#linker?.before?.(record);
    const { size } = this.table;
    decoded.entries.forEach((entry, nth) => this.#takeEntry(entry, { ...range, nth }));
    if (this.table.size === size && !decoded.header && !range.recovered) this.sideRecords += 1;
  }

  /** @returns false where it shows nothing new */
  #takeEntry(alone: Entry, range: RecordRange): boolean {
    const place = this.#placeNow(range.line);
    const entry = this.#linker?.link ? this.#linker.link(alone, place, range.nth) : alone;
    if (entry) this.#takeLinked(entry, alone.id, range);
    return entry !== null;
  }

  /** @param ownId the id that its record alone tells */
  #takeLinked(entry: Entry, ownId: string, range: RecordRange): void {
    const facts = factsOf(entry, this.format.isConversation(entry));
    this.#append(ownId === entry.id ? facts : { ...facts, ownId }, range);
    for (const fault of this.#linker?.faults?.(entry) ?? [])
      this.problems.push({ ...placeOf(range), ...fault });
    if (entry.malformed !== undefined) this.problems.push(malformedMessage(placeOf(range), entry.malformed));
    this.#remember(entry);
  }

  readonly #lastId = (): string | null => {
    if (typeof this.#previousId === 'function') this.#previousId = this.#previousId();
    return this.#previousId;
  };

  #append(facts: RowFacts, range: RecordRange): void {
    const row = this.table.append(facts, range);
    this.#part += 1;
    if (range.recovered) this.recovered += 1;
    if (this.table.isRepeat(row)) this.#repeat(row, placeOf(range), facts.id);
    else {
      // Where the order of the lines is the chain, the next entry follows the last one that is in the tree.
      this.#previousId = facts.id;
      // A newer version of an entry is no message more.
      const isNew = facts.place?.supersedes === undefined;
      if (isNew && facts.role !== null && COUNTED.has(facts.role)) this.messageCount += 1;
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

/** Good until the next entry is taken: few formats ask for the id of the one before, and it may have to be made. */
class PlaceNow implements RecordPlace {
  readonly line: number;
  readonly header: SessionHeader | null;
  readonly part: number;
  readonly #lastId: () => string | null;

  constructor(line: number, header: SessionHeader | null, part: number, lastId: () => string | null) {
    this.line = line;
    this.header = header;
    this.part = part;
    this.#lastId = lastId;
  }

  get previousId(): string | null {
    return this.#lastId();
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

function wholeRecord(line: number, offset: number, length: number, record: number): RecordRange {
  return { line, offset, length, startInLine: 0, recovered: false, record };
}

function placeOf({ line, startInLine, length }: RecordRange): { line: number; start: number; end: number } {
  return { line, start: startInLine, end: startInLine + length };
}
