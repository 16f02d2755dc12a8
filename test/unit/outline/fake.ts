import type { EntryKind, Role } from '../../../src/core/entry.ts';
import type { OutlineSource } from '../../../src/core/outline/outlineFilter.ts';
import { MISSING_PARENT, NO_PARENT, type EntryTable } from '../../../src/core/index/table.ts';
import type { SessionTree } from '../../../src/core/tree/tree.ts';

/** One entry of a made-up session: `parent` is an id, null, or a name that nobody has. */
export interface FakeEntry {
  readonly id: string;
  readonly parent: string | null;
  readonly kind?: EntryKind;
  readonly role?: Role | null;
  /** False for an assistant that only calls tools. */
  readonly text?: boolean;
  readonly label?: string;
}

/** `u`, `a`, `r`, `l` at an id's beginning: user, assistant, tool result, label; `c` an assistant of calls only. */
export function fromIds(spec: readonly (readonly [string, string | null])[]): FakeEntry[] {
  return spec.map(([id, parent]) => {
    if (id.startsWith('l')) return { id, parent, kind: 'label', role: null };
    if (id.startsWith('c')) return { id, parent, role: 'assistant', text: false };
    return {
      id,
      parent,
      role: id.startsWith('u') ? 'user' : id.startsWith('r') ? 'toolResult' : 'assistant',
    };
  });
}

export function fakeTable(entries: readonly FakeEntry[]): EntryTable {
  const first = new Map<string, number>();
  entries.forEach((entry, row) => {
    if (!first.has(entry.id)) first.set(entry.id, row);
  });
  const at = (row: number): FakeEntry => entries[row] as FakeEntry;
  const kind = (row: number): EntryKind => at(row).kind ?? 'message';
  return {
    size: entries.length,
    line: (row) => row + 1,
    offset: (row) => row * 10,
    startInLine: () => 0,
    part: () => 1,
    nth: () => 0,
    rowOfRecord: (record) => record,
    length: () => 9,
    kind,
    role: (row) => (kind(row) === 'message' ? (at(row).role ?? 'user') : null),
    timestamp: () => NaN,
    isConversation: (row) => kind(row) === 'message',
    hasText: (row) => at(row).text ?? kind(row) === 'message',
    isRepeat: (row) => first.get(at(row).id) !== row,
    firstOf: (row) => first.get(at(row).id) as number,
    isRecovered: () => false,
    parentLink: (row) => {
      const { parent } = at(row);
      return parent === null ? NO_PARENT : (first.get(parent) ?? MISSING_PARENT);
    },
    rowOf: (id) => first.get(id) ?? -1,
    calls: () => [],
    results: () => [],
    emptyCallIds: () => 0,
  };
}

/**
 * The tree by the contract's words, slowly: an oracle beside the product's builder. `strict` makes `newestLeaf` an entry
 * without children; else it is the last conversation at or below. The outline works with both readings.
 */
export function fakeTree(table: EntryTable, strict = false): SessionTree {
  const { size } = table;
  const parent = new Int32Array(size).fill(-1);
  const cycles: Int32Array[] = [];
  const settled = new Uint8Array(size);
  for (let row = 0; row < size; row++)
    if (!table.isRepeat(row)) parent[row] = Math.max(-1, table.parentLink(row));
  for (let row = 0; row < size; row++) {
    const chain: number[] = [];
    const on = new Set<number>();
    let at = row;
    for (; at >= 0 && !settled[at] && !on.has(at); at = parent[at] as number) {
      chain.push(at);
      on.add(at);
    }
    if (at >= 0 && !settled[at]) {
      const loop = chain.slice(chain.indexOf(at)).sort((a, b) => a - b);
      cycles.push(Int32Array.from(loop));
      parent[loop[0] as number] = -1;
    }
    for (const seen of chain) settled[seen] = 1;
  }
  const firstChild = new Int32Array(size).fill(-1);
  const nextSibling = new Int32Array(size).fill(-1);
  for (let row = size - 1; row >= 0; row--) {
    const above = parent[row] as number;
    if (above < 0) continue;
    nextSibling[row] = firstChild[above] as number;
    firstChild[above] = row;
  }
  const roots = Int32Array.from(
    Array.from({ length: size }, (_, row) => row).filter((row) => parent[row] === -1 && !table.isRepeat(row)),
  );
  const carries = new Uint8Array(size);
  const newestLeaf = Int32Array.from({ length: size }, () => -1);
  for (const counts of [(row: number) => table.isConversation(row), () => true]) {
    for (let row = size - 1; row >= 0; row--) {
      if (table.isRepeat(row) || !counts(row) || (strict && firstChild[row] !== -1)) continue;
      for (let at = row; at >= 0 && newestLeaf[at] === -1; at = parent[at] as number) newestLeaf[at] = row;
    }
  }
  let defaultLeaf = -1;
  for (let row = 0; row < size; row++) {
    if (table.isRepeat(row) || !table.isConversation(row)) continue;
    defaultLeaf = row;
    for (let at = row; at >= 0 && !carries[at]; at = parent[at] as number) carries[at] = 1;
  }
  if (defaultLeaf < 0) for (let row = 0; row < size; row++) if (!table.isRepeat(row)) defaultLeaf = row;
  return { size, parent, firstChild, nextSibling, roots, cycles, newestLeaf, carries, defaultLeaf };
}

export function fakeSource(entries: readonly FakeEntry[], strict = false): OutlineSource {
  const table = fakeTable(entries);
  const labels = new Map<number, string>();
  entries.forEach((entry, row) => {
    if (entry.label !== undefined) labels.set(row, entry.label);
  });
  return { table, tree: fakeTree(table, strict), labels };
}
