import { callKey } from '../core/index/callColumn.ts';
import type { Role } from '../core/entry.ts';
import type { HashedEntry } from '../core/index/hashedEntry.ts';
import { hashId } from '../core/index/idHash.ts';
import { CONVERSATION, HAS_TEXT, kindCode, roleCode } from '../core/index/rowColumns.ts';
import { EMPTY_CALL } from '../core/index/table.ts';
import type { Lexicon } from '../scan/lexicon.ts';
import { CALL, FLAG, MAX_ID, RECORD, STATUS, type Scanner } from '../scan/records.ts';
import type { PlaceFacts } from '../core/tree/placeFacts.ts';
import type { RecordShape } from '../scan/shape.ts';
import type { EntryIds } from './intakeData.ts';

/** What a type of records is to the index. */
interface TypeUse {
  /** Undefined for records without a message. */
  readonly role: Role | 'told' | undefined;
  readonly kind: number;
  readonly flags: number;
  /** For formats of which entries have places: of the conversation itself, and of a side chain. */
  readonly places: Places | undefined;
}

type Places = readonly [PlaceFacts, PlaceFacts];

const NO_ROLE = roleCode(null);
const WHOLE = FLAG.message | FLAG.content;

/**
 * Turns what a scanner found in a line into the facts that the format's own `decode` gives for it, or into nothing
 * where only that can tell.
 */
export class QuickFacts implements EntryIds {
  readonly #headerIsRoot: boolean;
  readonly #needsParent: boolean;
  /** By the lexicon's codes, from 1. */
  readonly #types: readonly (TypeUse | undefined)[];
  readonly #isSide: readonly boolean[];
  readonly #roles: readonly (Role | undefined)[];
  readonly #roleCodes: readonly number[];
  #headerId: string | undefined;
  readonly #headerHash = new Int32Array(2);
  /** The area and the id in it of the line that was read last, and the id that was kept: in the area, then by itself. */
  #bytes: Uint8Array = new Uint8Array(0);
  #idStart = 0;
  #idEnd = 0;
  #keptStart = 0;
  #keptEnd = 0;
  readonly #keptId = new Uint8Array(MAX_ID);
  #keptLength = 0;

  constructor(shape: RecordShape, lexicon: Lexicon) {
    this.#headerIsRoot = shape.headerIsRoot;
    this.#needsParent = shape.places !== undefined;
    const isSide = (type: string): boolean => shape.sideTypes?.includes(type) ?? false;
    const uses = lexicon.types.map((type) => (isSide(type) ? undefined : useOf(shape, type)));
    this.#types = [undefined, ...uses];
    this.#isSide = [false, ...lexicon.types.map(isSide)];
    this.#roles = [undefined, ...lexicon.roles.map((role) => shape.roles[role])];
    this.#roleCodes = this.#roles.map((role) => roleCode(role ?? null));
  }

  /** What {@link read} found last. */
  readonly entry: HashedEntry = {
    ...{ kind: 0, role: 0, timestamp: Number.NaN, flags: 0, idLow: 0, idHigh: 0 },
    ...{ hasParent: false, parentLow: 0, parentHigh: 0 },
    ...{ callCount: 0, calls: [], resultCount: 0, results: [], place: undefined, message: 0 },
  };

  /**
   * Reads the facts of the scanner's n-th line into {@link entry}. False when the line has to be decoded.
   * @param headerId the header's id, if there is one
   * @param wantsUserText whether the text of a user's message is wanted too
   */
  read(scanner: Scanner, line: number, headerId: string | undefined, wantsUserText: boolean): boolean {
    const { entry } = this;
    const { records } = scanner;
    const at = line * RECORD.size;
    const type = this.#types[records[at + RECORD.type] ?? 0];
    const idStart = records[at + RECORD.idStart] ?? 0;
    const idEnd = records[at + RECORD.idEnd] ?? 0;
    if (records[at + RECORD.status] !== STATUS.ok || type === undefined || idStart === idEnd) return false;
    entry.callCount = 0;
    entry.resultCount = 0;
    entry.kind = type.kind;
    if (type.role === undefined) {
      entry.role = NO_ROLE;
      entry.flags = type.flags | HAS_TEXT;
    } else if (!this.#readMessage(scanner, at, type, wantsUserText)) return false;
    entry.timestamp = scanner.times[(at + RECORD.time) >> 1] ?? Number.NaN;
    entry.idLow = records[at + RECORD.id] ?? 0;
    entry.idHigh = records[at + RECORD.id + 1] ?? 0;
    entry.parentLow = records[at + RECORD.parent] ?? 0;
    entry.parentHigh = records[at + RECORD.parent + 1] ?? 0;
    const hasParent = records[at + RECORD.parentStart] !== records[at + RECORD.parentEnd];
    if (!hasParent && this.#needsParent) return false;
    entry.hasParent = hasParent && !(this.#headerIsRoot && this.#isHeader(headerId));
    if (type.places) this.#place(scanner, at, type, type.places);
    this.#bytes = scanner.bytes;
    this.#idStart = idStart;
    this.#idEnd = idEnd;
    return true;
  }

  /** Whether the scanner's n-th line is a record that is no entry and tells nothing of the session. */
  isSide({ records }: Scanner, line: number): boolean {
    const at = line * RECORD.size;
    if (this.#isSide[records[at + RECORD.type] ?? 0] !== true) return false;
    const hasId = records[at + RECORD.idStart] !== records[at + RECORD.idEnd];
    return records[at + RECORD.status] === STATUS.ok && !hasId;
  }

  current(): string {
    return utf8.decode(this.#bytes.subarray(this.#idStart, this.#idEnd));
  }

  keep(): void {
    this.#keptStart = this.#idStart;
    this.#keptEnd = this.#idEnd;
  }

  readonly kept = (): string => {
    this.settle();
    return utf8.decode(this.#keptId.subarray(0, this.#keptLength));
  };

  /** For who will put other bytes into the scanner's area: the id that was kept moves out of it. */
  settle(): void {
    const length = this.#keptEnd - this.#keptStart;
    if (length === 0) return;
    for (let at = 0; at < length; at++) this.#keptId[at] = this.#bytes[this.#keptStart + at] ?? 0;
    this.#keptLength = length;
    this.#keptEnd = this.#keptStart;
  }

  /** Role, text and calls of a message; false when it is not plain. */
  #readMessage(scanner: Scanner, at: number, type: TypeUse, wantsUserText: boolean): boolean {
    const { entry } = this;
    const { records } = scanner;
    const flags = records[at + RECORD.flags] ?? 0;
    const code = records[at + RECORD.role] ?? 0;
    const told = this.#roles[code];
    if ((flags & WHOLE) !== WHOLE || told === undefined) return false;
    this.#readCalls(scanner, at);
    const role = type.role === 'told' ? told : this.#roleOf(type, flags);
    if (role === 'user' && wantsUserText) return false;
    // An empty system message may have its text elsewhere.
    if (role === 'system' && (flags & FLAG.blocks) === 0) return false;
    const telling = role === 'assistant' ? FLAG.text | FLAG.telling : FLAG.text;
    entry.role = type.role === 'told' ? (this.#roleCodes[code] ?? NO_ROLE) : roleCode(role);
    entry.flags = (flags & telling) !== 0 ? type.flags | HAS_TEXT : type.flags;
    if (type.role === 'told' && role === 'toolResult') {
      entry.resultCount = 1;
      entry.results[0] = (flags & FLAG.answers) === 0 ? EMPTY_CALL : keyAt(records, at + RECORD.answers);
    }
    return true;
  }

  /** Calls, and results in blocks. */
  #readCalls({ records, calls }: Scanner, at: number): void {
    const { entry } = this;
    const first = records[at + RECORD.callsAt] ?? 0;
    const end = first + CALL.size * (records[at + RECORD.calls] ?? 0);
    for (let call = first; call < end; call += CALL.size) {
      if (calls[call + CALL.isResult] === 0) entry.calls[entry.callCount++] = keyAt(calls, call);
      else entry.results[entry.resultCount++] = keyAt(calls, call);
    }
  }

  /** The role of a message that does not tell it. A user's row of nothing but results is a tool's. */
  #roleOf({ role }: TypeUse, flags: number): Role {
    const isResults = this.entry.resultCount > 0 && (flags & FLAG.other) === 0;
    return role === 'user' && isResults ? 'toolResult' : (role as Role);
  }

  #place({ records }: Scanner, at: number, type: TypeUse, places: Places): void {
    const { entry } = this;
    const isSide = ((records[at + RECORD.flags] ?? 0) & FLAG.side) !== 0;
    entry.place = isSide ? places[1] : places[0];
    entry.message = type.role === 'assistant' ? keyAt(records, at + RECORD.message, 0) : 0;
  }

  /** Whether the parent is the header. */
  #isHeader(headerId: string | undefined): boolean {
    if (headerId !== this.#headerId) {
      this.#headerId = headerId;
      hashId(headerId ?? '', this.#headerHash);
    }
    const { parentLow, parentHigh } = this.entry;
    const hash = this.#headerHash;
    return headerId !== undefined && parentLow === hash[0] && parentHigh === hash[1];
  }
}

function useOf(shape: RecordShape, type: string): TypeUse {
  const kind = shape.plainTypes[type] ?? 'message';
  const role = Object.hasOwn(shape.messageTypes, type) ? shape.messageTypes[type] : undefined;
  const flags = shape.conversation.has(kind) ? CONVERSATION : 0;
  const place: PlaceFacts = {
    ...(role !== undefined && { talk: true }),
    ...(shape.places?.passing.has(type) && { passing: true }),
  };
  return { role, kind: kindCode(kind), flags, places: shape.places && [place, { ...place, side: true }] };
}

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/** The key of the id whose hash stands here, of a call or a message; `none` where there is none. */
function keyAt(words: Int32Array, at: number, none = EMPTY_CALL): number {
  const low = words[at] ?? 0;
  const high = words[at + 1] ?? 0;
  return low === 0 && high === 0 ? none : callKey(low >>> 0, high);
}
