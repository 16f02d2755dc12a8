import assert from 'node:assert/strict';
import { planFork } from '../../../src/core/fork/forkPlan.ts';
import { writeFork } from '../../../src/fork/writeFork.ts';
import type { ForkStream, ForkWriter } from '../../../src/formats/fork/writer.ts';
import { faultyFolder, type Fault } from './faultyFolder.ts';
import { placeIn } from './make.ts';
import { memorySession } from './memory.ts';

const LINE =
  '{"id":"u1","parentId":null,"timestamp":1,"type":"message","message":{"role":"user","content":"x"}}';
const utf8 = (text: string) => new TextEncoder().encode(text);

function writer(more: Partial<ForkStream>): ForkWriter {
  return {
    begin: () => ({
      name: (attempt) => `new-${attempt}.jsonl`,
      head: () => [],
      line: ({ bytes }) => bytes,
      tail: () => [],
      ...more,
    }),
  };
}

async function write(more: Partial<ForkStream>, fault?: Fault, chosen?: { folder: string; name: string }) {
  const folder = faultyFolder(fault);
  const session = memorySession(`${LINE}\n`);
  const place = { ...placeIn(folder, '/agent/2026/01/02/old.jsonl'), ...(chosen && { chosen }) };
  const file = await writeFork(session, session.snapshot, writer(more), planFork(session.snapshot, 0), place);
  return { file, folder };
}

describe('where a fork goes', () => {
  it('is beside its source', async () => {
    const { file, folder } = await write({});
    assert.equal(file.path, '/agent/2026/01/02/new-1.jsonl');
    assert.deepEqual(folder.folders, []);
  });

  it('is where the format’s agent keeps it, in folders that are made', async () => {
    const { file, folder } = await write({ folder: { up: 3, down: ['2026', '11', '30'] }, sessionId: 's' });
    assert.equal(file.path, '/agent/2026/11/30/new-1.jsonl');
    assert.equal(file.sessionId, 's');
    assert.deepEqual(folder.folders, ['/agent/2026/11/30']);
  });

  it('is where the user wants it, under a name that is free', async () => {
    const chosen = { folder: '/home', name: 'mine.jsonl' };
    const { file } = await write({ folder: { up: 1, down: [] } }, undefined, chosen);
    assert.equal(file.path, '/home/mine.jsonl');
  });

  it('has the files that the agent expects beside it', async () => {
    const { file, folder } = await write({ besides: () => [{ name: 'new.meta.json', bytes: utf8('{}') }] });
    assert.deepEqual(file.missing, []);
    assert.equal(String(folder.files.get('/agent/2026/01/02/new.meta.json')), '{}\n');
  });

  it('is kept although such a file fails, which is told', async () => {
    const besides = () => [{ name: 'new.meta.json', bytes: utf8('{}') }];
    const whole = await write({ besides });
    const first = whole.folder.steps.lastIndexOf('create');
    const { file, folder } = await write({ besides }, { step: first, code: 'ENOSPC' });
    assert.match(file.missing[0] ?? '', /^new\.meta\.json: There is no space left/);
    assert.deepEqual([...folder.files.keys()], ['/agent/2026/01/02/new-1.jsonl']);
  });

  it('is an error of the folder where that cannot be made', async () => {
    const fault = { step: 0, code: 'EACCES' };
    await assert.rejects(write({ folder: { up: 1, down: ['x'] } }, fault), /may not create files in \/agent/);
  });
});
