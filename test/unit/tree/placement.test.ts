import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import fc from 'fast-check';
import { buildTree } from '../../../src/core/tree/buildTree.ts';
import type { PlaceFacts } from '../../../src/core/tree/placeFacts.ts';
import { treeLink, type EntryTable } from '../../../src/core/index/table.ts';
import { REPEATS, STARTS_SIDE, TALK, treeLinks, treeMarks } from '../../../src/core/index/treeColumns.ts';
import type { RowFacts } from '../../../src/core/index/rowFacts.ts';
import { TableBuilder } from '../../../src/core/index/tableBuilder.ts';
import type { SessionTree } from '../../../src/core/tree/tree.ts';
import { readSession } from '../corpus/claudeSdk.ts';
import { CLAUDE_FOLDER, readmeRows } from '../corpus/claudeReadme.ts';
import { join } from 'node:path';

const IDS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
const id = fc.constantFrom(...IDS);
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });

const place: fc.Arbitrary<PlaceFacts> = fc
  .record({
    talk: maybe(fc.constant(true)),
    passing: maybe(fc.constant(true)),
    message: maybe(fc.constantFrom('m', 'n')),
    after: maybe(fc.constantFrom('', ...IDS)),
    side: maybe(fc.constant(true)),
    prompt: maybe(fc.constantFrom('p', 'q')),
    prompts: maybe(fc.array(fc.constantFrom('p', 'q'), { maxLength: 2 })),
    keeps: maybe(fc.record({ last: id, resume: id })),
    supersedes: maybe(id),
    dropped: maybe(fc.array(id, { maxLength: 2 })),
  })
  .map((facts) => Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)));

const row: fc.Arbitrary<RowFacts> = fc
  .record({
    id: fc.constantFrom(...IDS, 'i', 'j', 'k', 'l'),
    parentId: fc.option(fc.constantFrom(...IDS, 'z')),
    role: fc.constantFrom('user' as const, 'assistant' as const, 'toolResult' as const),
    results: fc.array(fc.constantFrom('t', 'v'), { maxLength: 1 }),
    place,
  })
  .map((facts) => ({
    ...facts,
    ...{
      kind: 'message' as const,
      timestamp: 0,
      isConversation: facts.place.talk === true,
      hasText: true,
      calls: [],
    },
  }));

function append(table: TableBuilder, facts: RowFacts): void {
  const line = table.size + 1;
  table.append(facts, { line, offset: line, length: 1, startInLine: 0, recovered: false, record: line });
}

function told(tree: SessionTree): unknown {
  const { parent, firstChild, nextSibling, roots, carries, defaultLeaf } = tree;
  return [parent, firstChild, nextSibling, roots, carries].map((list) => [...list]).concat([[defaultLeaf]]);
}

/** What the tree asks of each row, one by one. */
function askedEach(table: EntryTable): unknown {
  const rows = Array.from({ length: table.size }, (_, row) => row);
  return {
    talk: rows.map((row) => table.isConversation(row)),
    side: rows.map((row) => table.startsSide?.(row) === true),
    repeats: rows.map((row) => table.isRepeat(row)),
    links: rows.map((row) => Math.max(-1, treeLink(table, row))),
  };
}

/** The same, asked for many rows at once. */
function askedAtOnce(table: EntryTable, cut: number): unknown {
  const parts = [0, Math.min(cut, table.size), table.size];
  const pairs = parts.slice(1).map((to, at): [number, number] => [parts[at] ?? 0, to]);
  const marks = pairs.flatMap(([from, to]) => [...treeMarks(table, from, to)]);
  const has = (bit: number): boolean[] => marks.map((each) => (each & bit) !== 0);
  const links = pairs.flatMap(([from, to]) => [...treeLinks(table, from, to)]);
  return {
    ...{ talk: has(TALK), side: has(STARTS_SIDE), repeats: has(REPEATS) },
    links: links.map((row) => Math.max(-1, row)),
  };
}

describe('placement', () => {
  it('tells of many rows at once what it tells of each, the table that grows and its views', () => {
    fc.assert(
      fc.property(fc.array(row, { maxLength: 30 }), fc.nat(30), fc.boolean(), (rows, cut, hasPlaces) => {
        const table = new TableBuilder({ hasPlaces });
        const views: EntryTable[] = [table];
        rows.forEach((facts, index) => {
          if (index === cut) views.push(table.view());
          append(table, facts);
        });
        for (const view of views) assert.deepEqual(askedAtOnce(view, cut), askedEach(view));
      }),
    );
  });

  it('makes a tree of any entries: all reachable, the same whether it grew or was built whole', () => {
    fc.assert(
      fc.property(fc.array(row, { maxLength: 30 }), (rows) => {
        const table = new TableBuilder({ hasPlaces: true });
        for (const facts of rows) {
          append(table, facts);
          assert.deepEqual(told(table.tree()), told(buildTree(table)));
        }
        const { parent, roots } = table.tree();
        for (let at = 0; at < table.size; at++) {
          let top = at;
          for (let steps = 0; (parent[top] ?? -1) >= 0; top = parent[top] ?? -1)
            assert.ok(steps++ < table.size);
          assert.ok(table.isRepeat(at) || roots.includes(top));
        }
      }),
    );
  });

  it('goes on in another thread where it stood', () => {
    fc.assert(
      fc.property(fc.array(row, { maxLength: 30 }), fc.nat(30), (rows, cut) => {
        const whole = new TableBuilder({ hasPlaces: true });
        let sent = new TableBuilder({ hasPlaces: true });
        rows.forEach((facts, index) => {
          append(whole, facts);
          if (index === cut) sent = new TableBuilder({ data: structuredClone(sent.pack()) });
          append(sent, facts);
        });
        assert.deepEqual(told(sent.tree()), told(whole.tree()));
        assert.deepEqual(sent.places?.loops, whole.places?.loops);
      }),
    );
  });

  it('leaves the links of real files without loops, every row below one of the roots', function () {
    this.timeout(60_000);
    if (!existsSync(CLAUDE_FOLDER)) this.skip();
    for (const { file } of readmeRows().filter(({ rawForks }) => rawForks > 20)) {
      const { state } = readSession(join(CLAUDE_FOLDER, file));
      assert.deepEqual(state?.tree.cycles, [], file);
      assert.deepEqual(told(state.tree), told(buildTree(state.table)), file);
    }
  });
});
