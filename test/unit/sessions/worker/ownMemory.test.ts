import assert from 'node:assert/strict';
import { trimmed, withRoom } from '../../../../src/core/index/columns.ts';
import { inOwnMemory } from '../../../../src/sessions/worker/ownMemory.ts';

describe('columns that are sent', () => {
  it('take memory of just their size along, and leave the sender its own', () => {
    const column = Int32Array.from({ length: 1000 }, (_, at) => at);
    const map = new Map([[1, 2]]);
    const data = { deep: { column: trimmed(column, 10) }, list: [1], map, none: undefined, text: 'a' };
    const copy = inOwnMemory(data);
    assert.deepEqual(copy, data);
    assert.equal(copy.deep.column.buffer.byteLength, 40);
    assert.equal(copy.map, map);
    copy.deep.column[0] = 7;
    assert.equal(column[0], 0);
  });

  it('grow into the room that came with them, without a copy', () => {
    const sent = trimmed(new Float64Array(100), 10);
    sent[9] = 3;
    const moved = structuredClone({ sent }, { transfer: [sent.buffer] }).sent;
    assert.equal(moved.length, 10);
    const grown = withRoom(moved, 11);
    assert.equal(grown.buffer, moved.buffer);
    assert.deepEqual([grown.length, grown[9], grown[10]], [100, 3, 0]);
    assert.equal(withRoom(grown, 101).length, 150);
  });

  it('never grow into what stands before them', () => {
    const behind = new Uint8Array(100).subarray(50, 60);
    assert.notEqual(withRoom(behind, 11).buffer, behind.buffer);
  });
});
