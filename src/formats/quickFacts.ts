import { callKey } from '../core/index/callColumn.ts';
import type { EntryKind, Role } from '../core/entry.ts';
import type { HashedEntry } from '../core/index/hashedEntry.ts';
import { hashAscii } from '../core/index/idHash.ts';
import type { RowFacts } from '../core/index/rowFacts.ts';
import { EMPTY_CALL } from '../core/index/table.ts';
import type { Lexicon } from '../scan/lexicon.ts';
import { FLAG, RECORD, STATUS, type Scanner } from '../scan/records.ts';
import type { RecordShape } from '../scan/shape.ts';
import type { EntryIds } from './intake.ts';

const NONE: readonly string[] = [];
/** Longer ids are left to others. */
const MAX_TEXT = 256;

/**
 * Turns what a scanner found in a line into the facts that the format's own `decode` gives for it, or into nothing
 * where only that can tell.
 */
export class QuickFacts implements EntryIds {
  readonly #shape: RecordShape;
  readonly #kinds: readonly EntryKind[];
  readonly #roles: readonly Role[];
  /** The area and the id in it of the line that was hashed last, and the id that was kept. */
  #bytes: Uint8Array = new Uint8Array(0);
  #idStart = 0;
  #idEnd = 0;
  readonly #keptId = new Uint8Array(MAX_TEXT);
  #keptLength = 0;

  constructor(shape: RecordShape, lexicon: Lexicon) {
    this.#shape = shape;
    this.#kinds = lexicon.types.map((type) => shape.plainTypes[type] ?? 'message');
    this.#roles = lexicon.roles.map((role) => shape.roles[role] ?? 'other');
  }

  /** What {@link hash} found last. */
  readonly entry: HashedEntry = {
    ...{ kind: 'unknown', role: null, timestamp: Number.NaN, isConversation: false, hasText: false },
    ...{ id: new Uint32Array(2), hasParent: false, parent: new Uint32Array(2), calls: [], results: [] },
  };

  /**
   * Reads the facts of the scanner's n-th line into {@link entry}. False when the line has to be decoded.
   * @param headerId the header's id, if there is one
   * @param wantsUserText whether the text of a user's message is wanted too
   */
  hash(scanner: Scanner, line: number, headerId: string | undefined, wantsUserText: boolean): boolean {
    const { entry } = this;
    const { bytes, records } = scanner;
    const at = line * RECORD.size;
    if (!this.#read(scanner, at, wantsUserText)) return false;
    const idStart = records[at + RECORD.idStart] ?? 0;
    const idEnd = records[at + RECORD.idEnd] ?? 0;
    if (idStart === idEnd || !hashText(bytes, idStart, idEnd, entry.id)) return false;
    this.#bytes = bytes;
    this.#idStart = idStart;
    this.#idEnd = idEnd;
    const start = records[at + RECORD.parentStart] ?? 0;
    const end = records[at + RECORD.parentEnd] ?? 0;
    entry.hasParent = start !== end && !this.#isHeader(bytes, start, end, headerId);
    if (entry.hasParent && !hashText(bytes, start, end, entry.parent)) return false;
    entry.calls.length = 0;
    entry.results.length = 0;
    if (entry.kind !== 'message') return true;
    if (entry.role === 'toolResult') {
      const resultStart = records[at + RECORD.answersStart] ?? 0;
      if (!pushKey(entry.results, bytes, resultStart, records[at + RECORD.answersEnd] ?? 0)) return false;
    }
    const first = records[at + RECORD.callsAt] ?? 0;
    const last = first + 2 * (records[at + RECORD.calls] ?? 0);
    for (let pair = first; pair < last; pair += 2) {
      const callStart = scanner.calls[pair] ?? 0;
      if (!pushKey(entry.calls, bytes, callStart, scanner.calls[pair + 1] ?? 0)) return false;
    }
    return true;
  }

  current(): string {
    return String.fromCharCode(...this.#bytes.subarray(this.#idStart, this.#idEnd));
  }

  keep(): void {
    this.#keptLength = this.#idEnd - this.#idStart;
    for (let at = 0; at < this.#keptLength; at++) this.#keptId[at] = this.#bytes[this.#idStart + at] ?? 0;
  }

  readonly kept = (): string => String.fromCharCode(...this.#keptId.subarray(0, this.#keptLength));

  /** The same facts with ids as texts, or undefined when the line has to be decoded. */
  of(
    scanner: Scanner,
    line: number,
    headerId: string | undefined,
    wantsUserText: boolean,
  ): RowFacts | undefined {
    const { bytes, records } = scanner;
    const at = line * RECORD.size;
    if (!this.#read(scanner, at, wantsUserText)) return undefined;
    const { kind, role, timestamp, isConversation, hasText } = this.entry;
    const id = asciiText(bytes, records[at + RECORD.idStart] ?? 0, records[at + RECORD.idEnd] ?? 0);
    const parentId = this.#parent(scanner, at, headerId);
    if (id === undefined || id === '' || parentId === undefined) return undefined;
    const calls = kind === 'message' ? callsOf(scanner, at) : NONE;
    const results = role === 'toolResult' ? resultsOf(scanner, at) : NONE;
    if (!calls || !results) return undefined;
    return { id, parentId, kind, role, timestamp, isConversation, hasText, calls, results };
  }

  /** Reads all but the ids. */
  #read({ records, times }: Scanner, at: number, wantsUserText: boolean): boolean {
    const { entry } = this;
    const kind = this.#kinds[(records[at + RECORD.type] ?? 0) - 1];
    if (records[at + RECORD.status] !== STATUS.ok || kind === undefined) return false;
    const role = kind === 'message' ? this.#role(records, at, wantsUserText) : null;
    if (role === undefined) return false;
    entry.kind = kind;
    entry.role = role;
    entry.timestamp = times[(at + RECORD.time) >> 1] ?? Number.NaN;
    entry.isConversation = this.#shape.conversation.has(kind);
    entry.hasText = kind !== 'message' || showsText(records[at + RECORD.flags] ?? 0, role);
    return true;
  }

  /** The role of a message that is plain, else undefined. */
  #role(records: Int32Array, at: number, wantsUserText: boolean): Role | undefined {
    const flags = records[at + RECORD.flags] ?? 0;
    const role = this.#roles[(records[at + RECORD.role] ?? 0) - 1];
    if ((flags & (FLAG.message | FLAG.content)) !== (FLAG.message | FLAG.content)) return undefined;
    if (role === 'user' && wantsUserText) return undefined;
    // An empty system message may have its text elsewhere.
    return role === 'system' && (flags & FLAG.blocks) === 0 ? undefined : role;
  }

  /** The parent's id, null for none, undefined when it has to be decoded. */
  #parent({ bytes, records }: Scanner, at: number, headerId: string | undefined): string | null | undefined {
    const start = records[at + RECORD.parentStart] ?? 0;
    const end = records[at + RECORD.parentEnd] ?? 0;
    if (start === end) return null;
    return this.#isHeader(bytes, start, end, headerId) ? null : asciiText(bytes, start, end);
  }

  #isHeader(bytes: Uint8Array, start: number, end: number, headerId: string | undefined): boolean {
    return this.#shape.headerIsRoot && headerId !== undefined && isText(bytes, start, end, headerId);
  }
}

function showsText(flags: number, role: Role | null): boolean {
  return (flags & FLAG.text) !== 0 || (role === 'assistant' && (flags & FLAG.telling) !== 0);
}

function callsOf({ bytes, records, calls }: Scanner, at: number): readonly string[] | undefined {
  const count = records[at + RECORD.calls] ?? 0;
  if (count === 0) return NONE;
  const ids: string[] = [];
  const first = records[at + RECORD.callsAt] ?? 0;
  for (let pair = first; pair < first + 2 * count; pair += 2) {
    const id = asciiText(bytes, calls[pair] ?? 0, calls[pair + 1] ?? 0);
    if (id === undefined) return undefined;
    ids.push(id);
  }
  return ids;
}

function resultsOf({ bytes, records }: Scanner, at: number): readonly string[] | undefined {
  const id = asciiText(bytes, records[at + RECORD.answersStart] ?? 0, records[at + RECORD.answersEnd] ?? 0);
  return id === undefined ? undefined : [id];
}

/** An ASCII text without escapes as a string; undefined for every other one. */
function asciiText(bytes: Uint8Array, start: number, end: number): string | undefined {
  return isAscii(bytes, start, end) ? String.fromCharCode(...bytes.subarray(start, end)) : undefined;
}

/** The hash that an ASCII text has as a string; false for every other one. */
function hashText(bytes: Uint8Array, start: number, end: number, hash: Uint32Array): boolean {
  if (!isAscii(bytes, start, end)) return false;
  hashAscii(bytes, start, end, hash);
  return true;
}

const callHash = new Uint32Array(2);

function pushKey(keys: number[], bytes: Uint8Array, start: number, end: number): boolean {
  if (!hashText(bytes, start, end, callHash)) return false;
  keys.push(start === end ? EMPTY_CALL : callKey(callHash[0] ?? 0, callHash[1] ?? 0));
  return true;
}

/** Whether it is ASCII, and not so long that it hardly is an id. */
function isAscii(bytes: Uint8Array, start: number, end: number): boolean {
  let bits = 0;
  if (end - start > MAX_TEXT) return false;
  for (let at = start; at < end; at++) bits |= bytes[at] ?? 0;
  return bits < 0x80;
}

function isText(bytes: Uint8Array, start: number, end: number, text: string): boolean {
  if (end - start !== text.length) return false;
  for (let index = 0; index < text.length; index++) {
    if (bytes[start + index] !== text.charCodeAt(index)) return false;
  }
  return true;
}
