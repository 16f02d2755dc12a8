import { buildTree } from '../../../src/core/tree/buildTree.ts';
import type { RecordRange, RowFacts } from '../../../src/core/index/rowFacts.ts';
import { TableBuilder } from '../../../src/core/index/tableBuilder.ts';
import type { EntryTable } from '../../../src/core/index/table.ts';
import type { SessionTree } from '../../../src/core/tree/tree.ts';

/** One entry of a table made for a test; line and record follow from its place. */
export interface Row {
  readonly id: string;
  readonly parent?: string | null;
  /** Conversation unless told otherwise. */
  readonly talk?: boolean;
  readonly calls?: readonly string[];
  readonly results?: readonly string[];
}

export function append(builder: TableBuilder, row: Row, range: Partial<RecordRange> = {}): number {
  const at = builder.size;
  const { id, parent = null, talk = true, calls = [], results = [] } = row;
  const facts: RowFacts = {
    ...{ id, parentId: parent, calls, results, timestamp: at, isConversation: talk, hasText: true },
    kind: talk ? 'message' : 'label',
    role: talk ? (results.length > 0 ? 'toolResult' : 'assistant') : null,
  };
  const place = { line: at + 1, offset: at * 10, length: 9, startInLine: 0, recovered: false, record: at };
  return builder.append(facts, { ...place, ...range });
}

export function tableOf(rows: readonly Row[]): TableBuilder {
  const builder = new TableBuilder();
  for (const row of rows) append(builder, row);
  return builder;
}

export function treeOf(rows: readonly Row[]): { table: EntryTable; tree: SessionTree } {
  const table = tableOf(rows).view();
  return { table, tree: buildTree(table) };
}

/** `a b<a c<b`: ids with their parents; a `-` in front makes a row that is no conversation. */
export function rowsOf(text: string): Row[] {
  return text.split(' ').map((word) => {
    const [id = '', parent] = word.replace(/^-/, '').split('<');
    return { id, parent: parent ?? null, talk: !word.startsWith('-') };
  });
}
