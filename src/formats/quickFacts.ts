import type { EntryKind, Role } from '../core/entry.ts';
import type { RowFacts } from '../core/rowFacts.ts';
import type { Lexicon } from '../scan/lexicon.ts';
import { FLAG, RECORD, STATUS, type Scanner } from '../scan/records.ts';
import type { RecordShape } from '../scan/shape.ts';

const NONE: readonly string[] = [];

/**
 * Turns what a scanner found in a line into the facts that the format's own `decode` gives for it, or into nothing
 * where only that can tell.
 */
export class QuickFacts {
  readonly #shape: RecordShape;
  readonly #kinds: readonly EntryKind[];
  readonly #roles: readonly Role[];
  /** The id of the line before, which nearly always is the next one's parent. */
  #lastId = '';

  constructor(shape: RecordShape, lexicon: Lexicon) {
    this.#shape = shape;
    this.#kinds = lexicon.types.map((type) => shape.plainTypes[type] ?? 'message');
    this.#roles = lexicon.roles.map((role) => shape.roles[role] ?? 'other');
  }

  /**
   * The facts of the scanner's n-th line, or undefined when the line has to be decoded.
   * @param headerId the header's id, if there is one
   * @param wantsUserText whether the text of a user's message is wanted too
   */
  of(
    scanner: Scanner,
    line: number,
    headerId: string | undefined,
    wantsUserText: boolean,
  ): RowFacts | undefined {
    const { records, times } = scanner;
    const at = line * RECORD.size;
    const kind = this.#kinds[(records[at + RECORD.type] ?? 0) - 1];
    if (records[at + RECORD.status] !== STATUS.ok || kind === undefined) return undefined;
    const isMessage = records[at + RECORD.type] === 1;
    const role = isMessage ? this.#role(records, at, wantsUserText) : null;
    if (role === undefined) return undefined;
    const id = asciiText(scanner.bytes, records[at + RECORD.idStart] ?? 0, records[at + RECORD.idEnd] ?? 0);
    const parentId = this.#parent(scanner, at, headerId);
    if (id === undefined || id === '' || parentId === undefined) return undefined;
    const calls = isMessage ? callsOf(scanner, at) : NONE;
    const results = role === 'toolResult' ? resultsOf(scanner, at) : NONE;
    if (!calls || !results) return undefined;
    this.#lastId = id;
    return {
      id,
      parentId,
      kind,
      role,
      calls,
      results,
      timestamp: times[(at + RECORD.time) >> 1] ?? Number.NaN,
      isConversation: this.#shape.conversation.has(kind),
      hasText: !isMessage || showsText(records[at + RECORD.flags] ?? 0, role),
    };
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
    const parent = isText(bytes, start, end, this.#lastId) ? this.#lastId : asciiText(bytes, start, end);
    return this.#shape.headerIsRoot && parent !== undefined && parent === headerId ? null : parent;
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

/** Longer texts are not made here: nothing is gained by it. */
const MAX_TEXT = 256;

/** An ASCII text without escapes as a string; undefined for every other one. */
function asciiText(bytes: Uint8Array, start: number, end: number): string | undefined {
  if (end - start > MAX_TEXT) return undefined;
  let text = '';
  for (let at = start; at < end; at++) {
    const byte = bytes[at] ?? 0;
    if (byte >= 0x80) return undefined;
    text += String.fromCharCode(byte);
  }
  return text;
}

function isText(bytes: Uint8Array, start: number, end: number, text: string): boolean {
  if (end - start !== text.length) return false;
  for (let index = 0; index < text.length; index++) {
    if (bytes[start + index] !== text.charCodeAt(index)) return false;
  }
  return true;
}
