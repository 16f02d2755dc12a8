import { buildTree } from '../core/tree/buildTree.ts';
import { MISSING_PARENT, type EntryTable } from '../core/index/table.ts';
import type { TableBuilder } from '../core/index/tableBuilder.ts';
import type { SessionTree } from '../core/tree/tree.ts';
import type { ReportLinks } from './report.ts';

/**
 * A table's links as they stand, by entry ids: loops are not cut, gaps are told of. Repeats are left out but for the
 * count of entries (cases/README "Tree").
 */
export class LinkView implements ReportLinks {
  readonly table: EntryTable;
  readonly tree: SessionTree;
  readonly #ids: readonly string[];
  readonly #missing: ReadonlyMap<string, string>;
  /** 1 where a row is some row's parent. */
  readonly #hasChild: Uint8Array;

  /** @param ids of all rows */
  constructor(builder: TableBuilder, ids: readonly string[]) {
    this.table = builder.view();
    this.tree = buildTree(this.table);
    this.#ids = ids;
    this.#missing = new Map(builder.missingParents().map(({ id, parentId }) => [id, parentId]));
    this.#hasChild = new Uint8Array(this.table.size);
    for (const row of this.#rows()) {
      const parent = this.table.parentLink(row);
      if (parent >= 0) this.#hasChild[parent] = 1;
    }
  }

  id(row: number): string {
    return this.#ids[row] ?? '';
  }

  get entries(): number {
    return this.table.size;
  }

  get distinctIds(): number {
    return [...this.#rows()].length;
  }

  get roots(): string[] {
    return this.#where((row) => this.table.parentLink(row) < 0);
  }

  get leaves(): string[] {
    return this.#where((row) => this.#hasChild[row] === 0);
  }

  get dangling(): Record<string, string> {
    const rows = this.#where((row) => this.table.parentLink(row) === MISSING_PARENT);
    return byId(rows.map((id) => [id, this.#missing.get(id) ?? '']));
  }

  /** Rows with two or more children, whatever they are: id to ids. */
  get forks(): Record<string, string[]> {
    const children = new Map<number, number[]>();
    for (const row of this.#rows()) {
      const parent = this.table.parentLink(row);
      const list = children.get(parent);
      if (list) list.push(row);
      else if (parent >= 0) children.set(parent, [row]);
    }
    return this.named([...children].filter(([, rows]) => rows.length > 1));
  }

  get cycles(): string[][] {
    const cycles = this.tree.cycles.map((rows) => Array.from(rows, (row) => this.id(row)).sort());
    return cycles.sort((a, b) => ((a[0] ?? '') < (b[0] ?? '') ? -1 : 1));
  }

  get duplicateIds(): Record<string, number[]> {
    const lines = new Map<number, number[]>();
    for (let row = 0; row < this.table.size; row++) {
      if (!this.table.isRepeat(row)) continue;
      const first = this.table.firstOf(row);
      const list = lines.get(first);
      if (list) list.push(this.table.line(row));
      else lines.set(first, [this.table.line(first), this.table.line(row)]);
    }
    return byId([...lines].map(([row, list]) => [this.id(row), list]));
  }

  get defaultLeaf(): string | null {
    return this.tree.defaultLeaf < 0 ? null : this.id(this.tree.defaultLeaf);
  }

  path(leafId: string): string[] {
    return this.pathRows(leafId).map((row) => this.id(row));
  }

  /** Rows from the top to the entry, without a row twice. */
  pathRows(leafId: string): number[] {
    const rows = new Set<number>();
    for (let row = this.table.rowOf(leafId); row >= 0 && !rows.has(row); row = this.table.parentLink(row))
      rows.add(row);
    return [...rows].reverse();
  }

  /** Lists of rows by row as lists of ids by id. */
  named(lists: readonly (readonly [number, ArrayLike<number>])[]): Record<string, string[]> {
    return byId(lists.map(([row, rows]) => [this.id(row), Array.from(rows, (child) => this.id(child))]));
  }

  *#rows(): Generator<number> {
    for (let row = 0; row < this.table.size; row++) if (!this.table.isRepeat(row)) yield row;
  }

  #where(wanted: (row: number) => boolean): string[] {
    const ids: string[] = [];
    for (const row of this.#rows()) if (wanted(row)) ids.push(this.id(row));
    return ids;
  }
}

/** An object with any ids as its own keys, `__proto__` among them. */
function byId<T>(entries: readonly (readonly [string, T])[]): Record<string, T> {
  const object: Record<string, T> = {};
  for (const [id, value] of entries) {
    Object.defineProperty(object, id, { value, enumerable: true, configurable: true, writable: true });
  }
  return object;
}
