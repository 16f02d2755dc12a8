import type { Entry } from '../../core/entry.ts';
import { linkEntries } from '../../core/tree/entryTree.ts';

/** All entries of the file, every branch, in file order, repeats of an id too; the header is none (seed 002). A new list. */
export function getEntries(entries: readonly Entry[]): Entry[] {
  return [...entries];
}

/**
 * The entries from the root to `leafId`, both included (seed 002: "当前路径"); by default to the file's last entry. None for
 * an id that no entry has. Ends where a parent is missing, and where links loop.
 */
export function getBranch(entries: readonly Entry[], leafId = entries.at(-1)?.id): Entry[] {
  return leafId === undefined ? [] : linkEntries(entries).path(leafId);
}

/** An entry with what hangs below it. */
export interface EntryNode {
  readonly entry: Entry;
  /** In file order. (Pi sorts them by their clock times.) */
  readonly children: readonly EntryNode[];
  /** The label in force: the last one in the file that speaks of this entry, unless it is empty. */
  readonly label?: string;
  /** When it was set, Unix ms; null when the record has no usable time. */
  readonly labelTimestamp?: number | null;
}

/**
 * The file as trees, one a root: an entry without a parent, with one that is missing, or the first of a loop. Repeats of
 * an id are left out. Nested as deep as the conversation is long: walk it with a loop, not by recursion.
 */
export function getTree(entries: readonly Entry[]): EntryNode[] {
  const { tree } = linkEntries(entries);
  const labels = labelsInForce(entries);
  const nodes = entries.map((entry) => ({ entry, children: [] as EntryNode[], ...labels.get(entry.id) }));
  const roots: EntryNode[] = [];
  const isRoot = new Set(tree.roots);
  nodes.forEach((node, row) => {
    const parent = nodes[tree.parent[row] ?? -1];
    if (parent) parent.children.push(node);
    else if (isRoot.has(row)) roots.push(node);
  });
  return roots;
}

type Label = Required<Pick<EntryNode, 'label' | 'labelTimestamp'>>;

function labelsInForce(entries: readonly Entry[]): Map<string, Label> {
  const labels = new Map<string, Label>();
  for (const { kind, targetId, text, timestamp } of entries) {
    if (kind !== 'label' || targetId === undefined) continue;
    if (text) labels.set(targetId, { label: text, labelTimestamp: timestamp });
    else labels.delete(targetId);
  }
  return labels;
}
