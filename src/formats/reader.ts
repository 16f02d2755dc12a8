import type { JsonObject } from '../core/json.ts';
import type { Problem } from '../core/problem.ts';
import type { EntryTable } from '../core/index/table.ts';
import type { SessionTree } from '../core/tree/tree.ts';
import { branchCount } from '../core/tree/walk.ts';
import {
  LineSplitter,
  type LineFeedSearch,
  type RawLine,
  type SplitterData,
  type Tail,
} from '../scan/lines.ts';
import { readLine } from '../scan/readLine.ts';
import { isUtf8, type Utf8Check } from '../scan/utf8.ts';
import { detectFormat, VOTERS } from './detect.ts';
import { objectsIn } from './damaged.ts';
import type { Format, SessionHeader } from './format.ts';
import { Intake } from './intake.ts';
import type { IntakeData } from './intakeData.ts';
import { FactTaker } from './factTaker.ts';
import { LineIntake } from './lineIntake.ts';
import { scannersOf, type ScannerFactory } from './scannerPair.ts';
import { ShortTaker } from './shortTaker.ts';
import { FALLBACK, formatByName } from './list.ts';
import { ProblemList } from './problemList.ts';

/** What is known of a session after some of its bytes; never changed in place. */
export interface ReadState {
  readonly format: Format;
  readonly header: SessionHeader | null;
  readonly table: EntryTable;
  readonly tree: SessionTree;
  /** In the order of lines. The tail's problem is in it whenever the tail is not blank, fresh or not. */
  readonly problems: readonly Problem[];
  /** Labels in force: row of the target to label text. */
  readonly labels: ReadonlyMap<number, string>;
  /** The name that the session was given, else its first user message in one line. */
  readonly title?: string;
  readonly messageCount: number;
  readonly branchCount: number;
  /** Bytes read, line feeds among them, and what stands after the last one. */
  readonly size: number;
  readonly committedLines: number;
  readonly tail: Tail | null;
}

export interface ReaderOptions {
  /** The format, when it is known; else it is detected from the first good records. */
  readonly format?: Format;
  /** The session's header, where that does not stand before its first entries; with the format. */
  readonly header?: SessionHeader;
  /** False leaves out the records that damaged lines hold. For reports on the file as it stands. */
  readonly recover?: boolean;
  /** False decodes every record instead of scanning those that are plain: slow, with the same outcome. */
  readonly scan?: boolean;
  /** The host's own check, where it has a faster one. */
  readonly isUtf8?: Utf8Check;
  /** The same of the search for the last line feed. */
  readonly lastLineFeed?: LineFeedSearch;
  /** A faster scanner; one function for all readers of a thread. The extension host does without: its bundle is small. */
  readonly createScanner?: ScannerFactory;
}

/** A reader as it is sent to another thread. */
export interface ReaderData {
  readonly intake: IntakeData;
  readonly lines: SplitterData;
  /** What still votes, as long as more lines may show that the file is of another format. */
  readonly open?: {
    readonly pending: RawLine[];
    readonly voters: JsonObject[];
    readonly spare: JsonObject[];
  };
}

/** So many lines without a format, and the file is taken for none of ours. */
const PATIENCE = 1000;
/** More entries than those read so far let expect, for an uneven file. */
const SPARE = 1.1;
/** Bytes that are taken line by line until the format is known. */
const FIRST_BYTES = 64 * 1024;

/**
 * The tolerant reader, incremental: bytes in, in order and in any chunks; a {@link ReadState} out at any time, at the
 * cost of the tree's arrays. Never throws on what a file holds.
 */
export class SessionReader {
  readonly #lines: LineSplitter;
  readonly #options: ReaderOptions;
  #intake: Intake | undefined;
  /** Set together with the intake where the format says how records are scanned. */
  #quick: LineIntake | undefined;
  /** The first lines, as long as the format is not settled. */
  #pending: RawLine[] | undefined = [];
  #voters: JsonObject[] = [];
  /** Objects in damaged lines: they vote where there is no whole record. */
  readonly #spare: JsonObject[] = [];
  readonly #problems = new ProblemList();

  constructor(options: ReaderOptions = {}, lines = new LineSplitter()) {
    this.#lines = lines;
    this.#options = options;
    if (options.format) {
      this.#begin(options.format);
      this.#settle();
    }
    if (this.#intake && options.header) this.#intake.header = options.header;
  }

  /** Takes the next bytes of the file. The chunk may be reused afterwards. */
  push(chunk: Uint8Array): void {
    let from = 0;
    for (; this.#pending && from < chunk.length; from += FIRST_BYTES) {
      this.#pushLines(chunk.subarray(from, from + FIRST_BYTES));
    }
    const rest = chunk.subarray(from);
    const quick = this.#quick;
    if (!quick) this.#pushLines(rest);
    else {
      const { lastLineFeed } = this.#options;
      this.#lines.pushBlocks(rest, this.#takeLine, (block) => quick.takeBlock(block), lastLineFeed);
    }
  }

  /**
   * Where the next bytes of the file may be put before they are pushed, all of them or the first ones in one push: they
   * need not be copied then. Good until control is given back, since all readers of a thread share it. Undefined while
   * the reader has no such place.
   */
  room(length: number): Uint8Array | undefined {
    const head = this.#lines.headLength;
    return head === undefined || this.#pending ? undefined : this.#quick?.room(head, length);
  }

  /** Told how large the file is, once there is enough to guess from: the table takes room for so many entries. */
  expect(size: number): void {
    const table = this.#intake?.table;
    const read = this.#lines.size;
    if (table && read > 0) table.reserve(Math.ceil((table.size / read) * size * SPARE) + 64);
  }

  /** Number of lines that were not decoded because a scanner found their facts. */
  get scanned(): number {
    return this.#quick?.scanned ?? 0;
  }

  /** Enough was read to say that the file holds no records at all. */
  get isForeign(): boolean {
    return this.#intake === undefined && this.#pending === undefined;
  }

  /** Whether more lines may show that the file is of another format. */
  get isOpen(): boolean {
    return this.#pending !== undefined;
  }

  /** Number of bytes taken so far. */
  get size(): number {
    return this.#lines.size;
  }

  get lines(): LineSplitter {
    return this.#lines;
  }

  /** What was taken in so far, for reports; undefined as long as the format is not known. */
  get intake(): Intake | undefined {
    return this.#intake;
  }

  /** The session as it is now, or undefined while its records are of no known format. */
  state(): ReadState | undefined {
    this.decide();
    const intake = this.#intake;
    if (!intake) return undefined;
    const table = intake.table.view();
    const tree = intake.table.tree();
    const title = intake.name || intake.firstMessage || intake.firstCommand || intake.inheritedName;
    return {
      format: intake.format,
      header: intake.header,
      table,
      tree,
      problems: this.#problems.of(intake, tree, this.#lines.tail),
      labels: labelRows(intake),
      ...(title && { title }),
      messageCount: intake.messageCount,
      branchCount: branchCount(tree),
      size: this.#lines.size,
      committedLines: this.#lines.committed,
      tail: this.#lines.tail,
    };
  }

  /** All that is known, to be sent to another thread; undefined while the format is not known. */
  pack(): ReaderData | undefined {
    const intake = this.#intake?.pack();
    if (!intake) return undefined;
    const open = this.#pending && { pending: this.#pending, voters: this.#voters, spare: this.#spare };
    return { intake, lines: this.#lines.pack(), ...(open && { open }) };
  }

  /** Goes on where another reader stood. @returns undefined for a format that is not known here */
  static unpack(data: ReaderData, options: Omit<ReaderOptions, 'format'> = {}): SessionReader | undefined {
    const format = formatByName(data.intake.formatName);
    if (!format) return undefined;
    const reader = new SessionReader(options, new LineSplitter(data.lines));
    reader.#settle();
    reader.#begin(format, Intake.unpack(data.intake, format));
    if (data.open) {
      reader.#pending = [...data.open.pending];
      reader.#voters = [...data.open.voters];
      reader.#spare.push(...data.open.spare);
    }
    return reader;
  }

  /**
   * Tells the format by what was read so far, if it can be told. Records of no known format are a list of records, until
   * more of them show what they are; so is what only objects in damaged lines or a format that fits many spoke for.
   */
  decide(): void {
    if (!this.#pending) return;
    const isWhole = this.#voters.length > 0;
    const format = detectFormat(isWhole ? this.#voters : this.#spare);
    if (format) {
      if (format !== this.#intake?.format) this.#begin(format);
      if (isWhole && !format.isGeneric) this.#settle();
    } else if (!this.#intake && this.#voters.length > 0) this.#begin(FALLBACK);
  }

  #pushLines(chunk: Uint8Array): void {
    this.#lines.push(chunk, this.#takeLine);
  }

  readonly #takeLine = (line: RawLine): void => {
    if (this.#pending) this.#wait(line, this.#pending);
    else this.#feed(line);
  };

  #feed(line: RawLine): void {
    if (this.#quick) this.#quick.takeLine(line);
    else this.#intake?.take(line);
  }

  /** Keeps a line until the format is known. */
  #wait(line: RawLine, pending: RawLine[]): void {
    const kept = { ...line, bytes: new Uint8Array(line.bytes) };
    pending.push(kept);
    const content = readLine(kept.bytes);
    if (content.type === 'object') this.#voters.push(content.value);
    else if (content.type === 'bad' && this.#voters.length === 0 && this.#spare.length < VOTERS)
      this.#spare.push(...objectsIn(kept.bytes, VOTERS));
    if (this.#intake) this.#feed(kept);
    if (this.#voters.length < VOTERS && pending.length < PATIENCE) return;
    this.decide();
    this.#settle();
  }

  #settle(): void {
    this.#pending = undefined;
    this.#voters = [];
    this.#spare.length = 0;
  }

  #begin(format: Format, intake = new Intake(format, this.#options.recover ?? true)): void {
    const { scan = true } = this.#options;
    this.#intake = intake;
    this.#quick = undefined;
    if (scan) this.#quick = this.#scanning(format, intake);
    for (const line of this.#pending ?? []) this.#feed(line);
  }

  /** How lines are scanned: for their facts, else for records that are shorter; undefined where they are decoded. */
  #scanning(format: Format, intake: Intake): LineIntake | undefined {
    const { isUtf8: check = isUtf8, createScanner } = this.#options;
    const { shape } = format;
    if (!shape && !format.isShortable) return undefined;
    const scanners = scannersOf(shape, createScanner);
    if (!shape && !scanners.usual.shortener) return undefined;
    const taker = shape ? new FactTaker(intake, shape, scanners.lexicon) : new ShortTaker(intake);
    return new LineIntake(intake, scanners, taker, check);
  }
}

function labelRows({ labels, table }: Intake): Map<number, string> {
  const rows = new Map<number, string>();
  for (const [id, text] of labels) {
    const row = table.rowOf(id);
    if (row >= 0 && text !== '') rows.set(row, text);
  }
  return rows;
}
