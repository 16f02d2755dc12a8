import assert from 'node:assert/strict';
import fc from 'fast-check';
import { hashAscii, hashId } from '../../../src/core/index/idHash.ts';
import { IdIndex } from '../../../src/core/index/idIndex.ts';
import { TableBuilder } from '../../../src/core/index/tableBuilder.ts';
import { append, rowsOf, type Row } from './rows.ts';

describe('hashes of ids', function () {
  this.timeout(60_000);

  it('are the same of a text and of its bytes', () => {
    const ascii = fc.string({ unit: 'binary-ascii' });
    fc.assert(
      fc.property(ascii, ascii, (before, id) => {
        const [ofText, ofBytes] = [new Uint32Array(2), new Uint32Array(2)];
        hashId(id, ofText);
        const bytes = Buffer.from(`${before}${id}`, 'latin1');
        hashAscii(bytes, before.length, bytes.length, ofBytes);
        assert.deepEqual(ofBytes, ofText);
      }),
    );
  });

  it('spread ids of every fashion over both words: as many equal words as chance gives', () => {
    const fashions: ((n: number) => string)[] = [
      (n) => `${n}`,
      (n) => n.toString(16).padStart(8, '0'),
      (n) => `toolu_01${n.toString(36).padStart(22, 'A')}`,
      (n) => `${n.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`,
      (n) => `消息${n}`,
      (n) => String.fromCharCode(0x4e00 + (n & 0xff), 0x5000 + ((n >> 8) & 0xff), 0x61 + (n >> 16)),
      (n) => 'a'.repeat(n % 1000) + String(n),
    ];
    const count = 200_000;
    const out = new Uint32Array(2);
    for (const fashion of fashions) {
      const words = [new Set<number>(), new Set<number>(), new Set<number>()];
      for (let n = 0; n < count; n++) {
        hashId(fashion(n), out);
        const [low = 0, high = 0] = out;
        // Each word alone, and the low halves of both together, which the table's slots and equal words depend on.
        [low, high, ((low & 0xffff) << 16) | (high & 0xffff)].forEach((word, at) => words[at]?.add(word));
      }
      // n²/2³³ pairs by chance: about 5.
      for (const { size } of words) assert.ok(count - size < 25, `${fashion(7)}: ${count - size} repeated`);
    }
  });
});

describe('IdIndex', () => {
  it('tells ids apart whose hashes share a word', () => {
    const index = new IdIndex();
    const pairs = Array.from({ length: 500 }, (_, n): [number, number] => [n % 7, n]);
    pairs.forEach(([low, high], row) => assert.equal(index.add(row, low, high), row));
    pairs.forEach(([low, high], row) => assert.equal(index.find(low, high), row));
    assert.equal(index.find(3, 1000), -1);
    assert.equal(index.add(500, 6, 6), 6);
    assert.equal(index.firstOf(500), 6);
  });
});

describe('TableBuilder with other hashes', () => {
  const rows = rowsOf('a b<a c<x a<b x<c d<a e<x b');

  /** All that a table tells of links and ids. */
  const links = (table: TableBuilder): unknown =>
    rows.map((_, row) => [table.parentLink(row), table.isRepeat(row), table.firstOf(row)]);

  it('gives the same links where half of the hash is the same for all', () => {
    const usual = new TableBuilder();
    const low = new TableBuilder({
      hash: (id, out) => {
        hashId(id, out);
        out[0] = 5;
      },
    });
    const high = new TableBuilder({
      hash: (id, out) => {
        hashId(id, out);
        out[1] = 5;
      },
    });
    for (const table of [usual, low, high]) for (const row of rows) append(table, row);
    assert.deepEqual(links(low), links(usual));
    assert.deepEqual(links(high), links(usual));
  });

  it('takes ids with one hash for one id: a repeat, shown and reported, nothing worse', () => {
    const table = new TableBuilder({ hash: (_id, out) => out.fill(1) });
    for (const row of rowsOf('a b<a c<b')) append(table, row);
    assert.deepEqual([table.isRepeat(1), table.isRepeat(2), table.firstOf(2)], [true, true, 0]);
    assert.deepEqual([...table.tree().roots], [0]);
  });
});

describe('a table of a million entries', function () {
  this.timeout(120_000);

  it('takes 75 bytes an entry in use, its tree and newest leaves among them, and 130 while it grows', () => {
    const builder = new TableBuilder();
    const size = 1_000_000;
    let most = 0;
    for (let at = 0; at < size; at++) {
      append(builder, agentRow(at));
      if (at % 50_000 === 49_999) {
        const { columns, tree } = builder.byteLength;
        builder.tree();
        if (at > 100_000) most = Math.max(most, (columns + tree) / (at + 1));
      }
    }
    const packed = new TableBuilder({ data: structuredClone(builder.pack()) });
    const tree = packed.tree();
    const used = (packed.byteLength.columns + packed.byteLength.tree + tree.newestLeaf.byteLength) / size;
    assert.ok(used <= 75, `${used} bytes an entry in use`);
    assert.ok(most <= 130, `${most} bytes an entry while growing`);
    assert.equal(packed.rowOf(agentRow(777_777).id), 777_777);
    assert.deepEqual(packed.calls(1), [packed.keyOf('call-1')]);
    assert.equal(tree.parent[999_999], 999_998);
  });
});

/** As agents write: a call or a result in nearly every entry, two branches in a hundred. */
function agentRow(at: number): Row {
  const parent = at === 0 ? null : `id-${at % 50 === 0 ? at - 20 : at - 1}`;
  const call = at % 2 === 1 ? { calls: [`call-${at}`] } : { results: [`call-${at - 1}`] };
  return { id: `id-${at}`, parent, ...(at % 20 === 0 ? {} : call) };
}
