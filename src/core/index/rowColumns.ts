import { OffsetColumn, trimmed, withRoom, type OffsetData } from './columns.ts';
import type { EntryKind, Role } from '../entry.ts';
import { REPEATS, TALK } from './treeColumns.ts';
import type { RecordRange, RowFacts } from './rowFacts.ts';

const KINDS: readonly EntryKind[] = [
  ...([
    'message',
    'customMessage',
    'compaction',
    'branchSummary',
    'modelChange',
    'thinkingLevelChange',
  ] as const),
  ...(['label', 'sessionName', 'contextEdit', 'usage', 'custom', 'metadata', 'unknown', 'echo'] as const),
];
const ROLES: readonly Role[] = ['user', 'assistant', 'toolResult', 'system', 'bash', 'custom', 'other'];
const NO_ROLE = 255;
const KIND_CODES = new Map(KINDS.map((kind, code) => [kind, code]));
const ROLE_CODES = new Map(ROLES.map((role, code) => [role, code]));

/** What the column of kinds keeps of one. */
export function kindCode(kind: EntryKind): number {
  return KIND_CODES.get(kind) ?? KINDS.length - 1;
}

/** What the column of roles keeps of one. */
export function roleCode(role: Role | null): number {
  return role === null ? NO_ROLE : (ROLE_CODES.get(role) ?? NO_ROLE);
}

/** Bits of a row's flags, {@link STARTS_SIDE} not among them. */
export const CONVERSATION = TALK;
export const HAS_TEXT = 2;
export const REPEAT = REPEATS;
export const RECOVERED = 8;
export const HAS_CALLS = 16;
export const HAS_RESULTS = 32;

/** The columns as they are sent to another thread. */
export interface RowData {
  readonly line: Uint32Array;
  readonly offset: OffsetData;
  readonly length: Uint32Array;
  readonly timestamp: Float64Array;
  readonly kind: Uint8Array;
  readonly role: Uint8Array;
  readonly flags: Uint8Array;
  readonly newestTime: number;
}

/** What one row is by itself, in columns of numbers: 23 bytes a row. */
export class RowColumns {
  #line: Uint32Array;
  readonly #offset: OffsetColumn;
  #length: Uint32Array;
  #timestamp: Float64Array;
  #kind: Uint8Array;
  #role: Uint8Array;
  #flags: Uint8Array;
  /** The greatest time of any row, -Infinity while none has one. */
  newestTime: number;

  constructor(data?: RowData) {
    this.#line = data?.line ?? new Uint32Array(0);
    this.#offset = new OffsetColumn(data?.offset);
    this.#length = data?.length ?? new Uint32Array(0);
    this.#timestamp = data?.timestamp ?? new Float64Array(0);
    this.#kind = data?.kind ?? new Uint8Array(0);
    this.#role = data?.role ?? new Uint8Array(0);
    this.#flags = data?.flags ?? new Uint8Array(0);
    this.newestTime = data?.newestTime ?? -Infinity;
  }

  set(
    row: number,
    facts: Pick<RowFacts, 'timestamp' | 'kind' | 'role'>,
    range: Pick<RecordRange, 'line' | 'offset' | 'length'>,
    flags: number,
  ): void {
    const { timestamp } = facts;
    const codes = { kind: kindCode(facts.kind), role: roleCode(facts.role), timestamp };
    this.setCodes(row, codes, range.line, range.offset, range.length, flags);
  }

  /** The same for a row of which the codes are known. */
  setCodes(
    row: number,
    facts: { readonly kind: number; readonly role: number; readonly timestamp: number },
    line: number,
    offset: number,
    length: number,
    flags: number,
  ): void {
    if (row >= this.#flags.length) this.reserve(row + 1);
    this.#line[row] = line;
    this.#offset.set(row, offset);
    this.#length[row] = length;
    this.#timestamp[row] = facts.timestamp;
    this.#kind[row] = facts.kind;
    this.#role[row] = facts.role;
    this.#flags[row] = flags;
    if (facts.timestamp > this.newestTime) this.newestTime = facts.timestamp;
  }

  line(row: number): number {
    return this.#line[row] ?? 0;
  }
  offset(row: number): number {
    return this.#offset.get(row);
  }
  length(row: number): number {
    return this.#length[row] ?? 0;
  }
  timestamp(row: number): number {
    return this.#timestamp[row] ?? Number.NaN;
  }
  kind(row: number): EntryKind {
    return KINDS[this.#kind[row] ?? -1] ?? 'unknown';
  }
  role(row: number): Role | null {
    return ROLES[this.#role[row] ?? NO_ROLE] ?? null;
  }
  has(row: number, flag: number): boolean {
    return ((this.#flags[row] ?? 0) & flag) !== 0;
  }

  /** The flags of the rows from `from` to before `to`: {@link treeMarks}, but for what places say. */
  flags(from: number, to: number): Uint8Array {
    return this.#flags.subarray(from, to);
  }

  pack(size: number): RowData {
    return {
      line: trimmed(this.#line, size),
      offset: this.#offset.pack(size),
      length: trimmed(this.#length, size),
      timestamp: trimmed(this.#timestamp, size),
      kind: trimmed(this.#kind, size),
      role: trimmed(this.#role, size),
      flags: trimmed(this.#flags, size),
      newestTime: this.newestTime,
    };
  }

  get byteLength(): number {
    const columns = [this.#line, this.#length, this.#timestamp, this.#kind, this.#role, this.#flags];
    return columns.reduce((sum, { byteLength }) => sum + byteLength, this.#offset.byteLength);
  }

  /** Room for so many rows: nothing is copied until there are more. */
  reserve(size: number): void {
    this.#offset.reserve(size);
    this.#line = withRoom(this.#line, size);
    this.#length = withRoom(this.#length, size);
    this.#timestamp = withRoom(this.#timestamp, size);
    this.#kind = withRoom(this.#kind, size);
    this.#role = withRoom(this.#role, size);
    this.#flags = withRoom(this.#flags, size);
  }
}
