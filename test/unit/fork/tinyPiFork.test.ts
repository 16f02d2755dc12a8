import assert from 'node:assert/strict';
import { faultyFolder } from './faultyFolder.ts';
import { makeFork } from './make.ts';
import { memorySession } from './memory.ts';

const line = (id: string, parent: string | null) =>
  `{"id":"${id}" ,"parentId":${JSON.stringify(parent)},"timestamp":1.0,"type":"message","message":{"role":"user","content":[{"type":"text","text":"${id}"}]}}`;

const session = (lines: string[], uri?: string) =>
  memorySession(lines.map((each) => `${each}\n`).join(''), uri);

describe('fork of a tiny-pi session', () => {
  it('is the path’s lines and nothing else', async () => {
    const source = session([line('a', null), line('b', 'a'), line('c', 'a'), line('d', 'c')]);
    const made = await makeFork(source, source.rowOf('c'));
    assert.equal(made.content.toString(), `${line('a', null)}\n${line('c', 'a')}\n`);
  });

  it('begins at a root where the parent is missing', async () => {
    const source = session([line('b', 'gone'), line('c', 'b')]);
    const made = await makeFork(source, 1);
    assert.deepEqual(made.lines, [line('b', null), line('c', 'b')]);
  });

  it('is named after its source, counting up', async () => {
    const folder = faultyFolder();
    const source = session([line('a', null)], 'file:///s/talk-fork-7.jsonl');
    const names = [];
    for (let count = 0; count < 52; count++) names.push((await makeFork(source, 0, folder)).name);
    assert.deepEqual(names.slice(0, 2), ['talk-fork-1.jsonl', 'talk-fork-2.jsonl']);
    assert.equal(names[49], 'talk-fork-50.jsonl');
    assert.deepEqual(names.slice(50), [
      'talk-fork-2026-11-30T05-28-25-521Z-1.jsonl',
      'talk-fork-2026-11-30T05-28-25-521Z-2.jsonl',
    ]);
  });
});
