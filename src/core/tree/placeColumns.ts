import { trimmed, withRoom } from '../index/columns.ts';

/** The record says that it is of a side chain; it is in one beside the conversation. */
export const MARKED = 1;
export const SIDE = 2;
/** Only tells of what goes on meanwhile. */
export const PASSING = 4;
/** A piece of a message, a result or a note of it that came when the talk had gone on. */
export const BESIDE = 8;
/** A newer version stands in its place. */
export const SUPERSEDED = 16;

/** The columns of placement, as they are sent to another thread. */
export interface PlaceColumnsData {
  readonly link: Int32Array;
  readonly group: Int32Array;
  readonly flags: Uint8Array;
  readonly heirs: ReadonlyMap<number, number>;
  readonly origins: ReadonlyMap<number, number>;
}

/** What placement keeps of every row: the parent in the tree, the group of the message it belongs to, what it is. */
export class PlaceColumns {
  #link: Int32Array;
  #group: Int32Array;
  #flags: Uint8Array;
  /** Rows by what they supersede, and the first version by its newest. */
  readonly #heirs: Map<number, number>;
  readonly #origins: Map<number, number>;

  constructor(data?: PlaceColumnsData) {
    this.#link = data?.link ?? new Int32Array(0);
    this.#group = data?.group ?? new Int32Array(0);
    this.#flags = data?.flags ?? new Uint8Array(0);
    this.#heirs = new Map(data?.heirs);
    this.#origins = new Map(data?.origins);
  }

  pack(size: number): PlaceColumnsData {
    return {
      link: trimmed(this.#link, size),
      group: trimmed(this.#group, size),
      flags: trimmed(this.#flags, size),
      heirs: this.#heirs,
      origins: this.#origins,
    };
  }

  /** A new row, as yet without a parent. */
  add(row: number, flags: number): void {
    if (row >= this.#link.length) this.reserve(row + 1);
    this.#link[row] = -1;
    this.#group[row] = 0;
    this.#flags[row] = flags;
  }

  /** Room for so many rows. */
  reserve(rows: number): void {
    this.#link = withRoom(this.#link, rows);
    this.#group = withRoom(this.#group, rows);
    this.#flags = withRoom(this.#flags, rows);
  }

  link(row: number): number {
    const above = this.#link[row] ?? -1;
    return this.#heirs.size === 0 ? above : this.newest(above);
  }
  links(from: number, to: number): Int32Array {
    const links = this.#link.subarray(from, to);
    return this.#heirs.size === 0 ? links : links.map((row) => this.newest(row));
  }
  setLink(row: number, parent: number): void {
    this.#link[row] = parent;
  }

  /**
   * Puts the new row in the place of an older one, or of what stands there by now.
   * @param parent where the new row stands elsewhere, with all that follows; -1 for the same place
   */
  supersede(older: number, row: number, parent: number): void {
    const now = this.newest(older);
    const moves = parent >= 0 && this.newest(parent) !== this.link(now);
    this.#link[row] = moves ? parent : (this.#link[now] ?? -1);
    this.#group[row] = moves ? 0 : (this.#group[now] ?? 0);
    this.#heirs.set(now, row);
    if (!moves) this.#origins.set(row, this.origin(now));
    this.mark(now, SUPERSEDED);
  }

  /** What follows an older row follows `row`, which stands elsewhere. */
  drop(older: number, row: number): void {
    const now = this.newest(older);
    if (now === row || now > row) return;
    this.#heirs.set(now, row);
    this.mark(now, SUPERSEDED);
  }

  /** The version of a row that stands in its place now. */
  newest(row: number): number {
    let last = row;
    for (let next = this.#heirs.get(last); next !== undefined; next = this.#heirs.get(last)) last = next;
    // The next one who asks has a short way.
    for (let at = row; at !== last;) {
      const next = this.#heirs.get(at) ?? last;
      this.#heirs.set(at, last);
      at = next;
    }
    return last;
  }

  /** The first version of what stands in this row's place. */
  origin(row: number): number {
    return this.#origins.get(row) ?? row;
  }

  /** 0 for none. */
  group(row: number): number {
    return this.#group[row] ?? 0;
  }
  setGroup(row: number, group: number): void {
    this.#group[row] = group;
  }

  /** Whether the row has any of these flags. */
  is(row: number, flags: number): boolean {
    return ((this.#flags[row] ?? 0) & flags) !== 0;
  }
  mark(row: number, flag: number): void {
    this.#flags[row] = (this.#flags[row] ?? 0) | flag;
  }

  /** Whether `above` is `row` itself or on the way up from it. Ends where links loop. */
  isAbove(above: number, row: number): boolean {
    let steps = 0;
    for (let at = row; at >= 0 && steps <= this.#link.length; at = this.link(at), steps++)
      if (at === above) return true;
    return false;
  }
}
