import type { ReadState, SessionReader } from '../../../../src/formats/reader.ts';

const list = (numbers: Iterable<number>): number[] => [...numbers];

/** All that a state tells, as values that can be compared. */
export function told(state: ReadState | undefined): unknown {
  if (!state) return undefined;
  const { format, table, tree, labels, ...others } = state;
  const rows = Array.from({ length: table.size }, (_, row) => [
    ...[table.line(row), table.offset(row), table.length(row), table.kind(row), table.role(row)],
    ...[table.timestamp(row), table.isConversation(row), table.hasText(row), table.isRepeat(row)],
    ...[table.firstOf(row), table.isRecovered(row), table.parentLink(row), table.calls(row)],
    ...[table.results(row), table.emptyCallIds(row), table.startInLine(row), table.part(row)],
    ...[table.nth(row), table.renamed?.(row), table.isSuperseded?.(row), table.standsFor?.(row)],
    table.rowOfRecord(row),
  ]);
  return {
    ...others,
    format: format.name,
    labels: [...labels],
    rows,
    parent: list(tree.parent),
    firstChild: list(tree.firstChild),
    nextSibling: list(tree.nextSibling),
    roots: list(tree.roots),
    cycles: tree.cycles.map(list),
    newestLeaf: list(tree.newestLeaf),
    carries: list(tree.carries),
    defaultLeaf: tree.defaultLeaf,
  };
}

/** What a reader tells after it was asked for nothing before. */
export function toldBy(reader: SessionReader): unknown {
  return told(reader.state());
}
