import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ForkRefusal } from '../../../src/fork/flow.ts';
import type { InPlacePlace } from '../../../src/fork/inPlace.ts';
import { localForks } from '../../../src/fork/localPlace.ts';
import { ForkReadError } from '../../../src/fork/strictPath.ts';
import { InPlaceError } from '../../../src/store/appendInPlace.ts';
import { loadPi } from '../../support/pi.ts';
import { call, flow, line, open, paired, result } from './flowSupport.ts';
import { memorySession, type MemorySession } from './memory.ts';

const NOW = Date.parse('2026-11-28T10:00:00.000Z');
const text = (lines: readonly object[]): string => lines.map((one) => `${JSON.stringify(one)}\n`).join('');

const TIME = '2026-11-20T10:00:00.000Z';
const piHeader = { type: 'session', version: 3, id: 's', timestamp: TIME, cwd: '/w' };
const pi = (id: string, parentId: string | null) => {
  const usage = { input: 1, output: 1, cacheRead: 0, cacheWrite: 0, totalTokens: 2, cost: { total: 0 } };
  const answer = { api: 'x', provider: 'p', model: 'm', usage, stopReason: 'stop', timestamp: 1 };
  return {
    ...{ type: 'message', id, parentId, timestamp: TIME },
    message: id.startsWith('a')
      ? { role: 'assistant', content: [{ type: 'text', text: id }], ...answer }
      : { role: 'user', content: id, timestamp: 1 },
  };
};
const PI = [piHeader, pi('u1', null), pi('a1', 'u1'), pi('u2', 'a1'), pi('a2', 'u2')];
const claude = (uuid: string, parentUuid: string | null) => ({
  ...{ parentUuid, isSidechain: false, sessionId: 'S', cwd: '/w', version: '2', type: 'user' },
  ...{ message: { role: 'user', content: uuid }, uuid, timestamp: TIME },
});
const qwen = (uuid: string, parentUuid: string | null, type = 'user') => ({
  ...{ uuid, parentUuid, sessionId: 'S', timestamp: TIME, type, cwd: '/w', version: '0.24.4' },
  message: { role: type === 'user' ? 'user' : 'model', parts: [{ text: uuid }] },
});
const generic = (id: string, parentId: string | null) => ({
  id,
  parentId,
  message: { role: 'user', content: id },
  type: 'message',
});

describe('a branch in the session’s own file', () => {
  let folder: string;
  let path: string;
  before(() => (folder = mkdtempSync(join(tmpdir(), 'in-place-fork-'))));
  after(() => rmSync(folder, { recursive: true, force: true }));

  /** The content on disk, a minute old. */
  function place(content: string): InPlacePlace {
    path = join(folder, 'session.jsonl');
    writeFileSync(path, content);
    utimesSync(path, NOW / 1000 - 60, NOW / 1000 - 60);
    let next = 0;
    const random = (length: number): Uint8Array => new Uint8Array(length).fill(++next);
    return { ...localForks.inPlace(path), now: NOW, random };
  }

  async function branch(content: string, row: number) {
    const session = memorySession(content);
    const run = flow(session, { action: 'inPlace', inPlace: place(content) });
    const forked = await run.run({ row });
    const after = readFileSync(path, 'utf8');
    assert.equal(after.slice(0, content.length), content);
    const added = after.slice(content.length);
    assert.match(added, /^[^\n]+\n$/);
    return {
      ...run,
      forked,
      record: JSON.parse(added) as Record<string, unknown>,
      next: memorySession(after),
    };
  }
  const leaf = ({ snapshot }: MemorySession): string[] => {
    const path_: number[] = [];
    const { table, tree } = snapshot;
    for (let row = tree.defaultLeaf; row >= 0; row = tree.parent[row] ?? -1)
      if (table.kind(row) === 'message') path_.unshift(row);
    return path_.map(String);
  };

  it('is begun in Pi by an empty branch summary below the entry', async () => {
    const { record, next, forked } = await branch(text(PI), 1);
    assert.deepEqual(record, {
      ...{ type: 'branch_summary', id: '01010101', parentId: 'a1' },
      ...{ timestamp: new Date(NOW).toISOString(), fromId: 'a2', summary: '' },
    });
    assert.deepEqual(leaf(next), ['0', '1']);
    assert.equal(forked?.file, undefined);
    assert.match(forked?.appended?.backup ?? '', /session\.2026-11-28T10-00-00-000Z\.bak$/);
  });

  it('is where Pi’s own code goes on', async function () {
    this.timeout(300_000);
    const own = await loadPi(this);
    await branch(text(PI), 1);
    const manager = own.open(path);
    assert.equal(manager.getLeafId(), '01010101');
    const said = manager.buildSessionContext().messages as { role: string; content: unknown }[];
    assert.deepEqual(
      said.map(({ role }) => role),
      ['user', 'assistant'],
    );
    const id = manager.appendMessage({ role: 'user', content: 'on', timestamp: 2 });
    assert.deepEqual(
      manager.getBranch(id).map((entry) => entry.id),
      ['u1', 'a1', '01010101', id],
    );
  });

  it('is not begun in Pi’s version 1, which has no ids', async () => {
    const content = text([{ ...piHeader, version: 1 }, ...PI.slice(1)]);
    const run = flow(memorySession(content), { action: 'inPlace', inPlace: place(content) });
    await assert.rejects(run.run({ row: 1 }), ForkRefusal);
  });

  it('is begun in tiny-pi by a metadata entry', async () => {
    const content = [line('u1', null), line('a2', 'u1'), line('u3', 'a2')].map((one) => `${one}\n`).join('');
    const { record } = await branch(content, 0);
    assert.deepEqual(record, {
      ...{ id: '01010101', parentId: 'u1', timestamp: NOW, type: 'metadata', key: 'branch', value: 'u1' },
    });
  });

  it('is begun in Claude Code by the pointer that its program in a terminal goes by, which is said before', async () => {
    const { record, agreed } = await branch(
      text([claude('c1', null), claude('c2', 'c1'), claude('c3', 'c2')]),
      1,
    );
    assert.deepEqual(record, { type: 'last-prompt', leafUuid: 'c2', explicit: true, sessionId: 'S' });
    assert.match(agreed[0]?.text ?? '', /^Write into the session file session\.jsonl\?$/);
    assert.match(agreed[0]?.detail ?? '', /goes on from line 2 the next time/);
    assert.match(agreed[0]?.detail ?? '', /Only Claude Code’s program in a terminal heeds it/);
  });

  it('is not begun in Claude Code before a compaction, of which its program reads nothing', async () => {
    const boundary = {
      ...{
        parentUuid: null,
        logicalParentUuid: 'c2',
        isSidechain: false,
        type: 'system',
        uuid: 'b',
        sessionId: 'S',
      },
      ...{ subtype: 'compact_boundary', content: 'Conversation compacted', timestamp: TIME },
    };
    const content = text([
      claude('c1', null),
      claude('c2', 'c1'),
      boundary,
      claude('c3', 'b'),
      claude('c4', 'c3'),
    ]);
    const offered: boolean[] = [];
    for (const row of [0, 1, 3]) {
      const run = flow(memorySession(content), { inPlace: place(content), confirm: true });
      await run.run({ row });
      offered.push(run.previews[0]?.inPlace !== undefined);
    }
    assert.deepEqual(offered, [false, false, true]);
  });

  it('is begun in Qwen Code by a rewind', async () => {
    const lines = [
      qwen('q1', null),
      qwen('q2', 'q1', 'assistant'),
      qwen('q3', 'q2'),
      qwen('q4', 'q3', 'assistant'),
    ];
    const { record, next, agreed } = await branch(text(lines), 1);
    const { uuid, ...rest } = record;
    assert.match(String(uuid), /^[0-9a-f]{8}-/);
    assert.deepEqual(rest, {
      ...{ parentUuid: 'q2', sessionId: 'S', timestamp: new Date(NOW).toISOString() },
      ...{
        type: 'system',
        subtype: 'rewind',
        cwd: '/w',
        version: '0.24.4',
        systemPayload: { truncatedCount: 2 },
      },
    });
    assert.deepEqual(leaf(next), ['0', '1']);
    assert.doesNotMatch(agreed[0]?.detail ?? '', /Only/);
  });

  it('is begun in other trees by a pointer like those that the file has, and in no other', async () => {
    const plain = [generic('1', null), generic('2', '1'), generic('3', '2')];
    const pointed = [...plain, { type: 'session_state', id: 'p', leafId: '3', timestamp: TIME, more: 1 }];
    const { record, next } = await branch(text(pointed), 0);
    const { id, ...rest } = record;
    assert.notEqual(id, 'p');
    assert.deepEqual(rest, {
      type: 'session_state',
      leafId: '1',
      timestamp: new Date(NOW).toISOString(),
      more: 1,
    });
    assert.deepEqual(leaf(next), ['0']);
    const run = flow(memorySession(text(plain)), { action: 'inPlace', inPlace: place(text(plain)) });
    await assert.rejects(run.run({ row: 0 }), ForkRefusal);
  });

  it('is not offered at the end, in a list, where calls are to be closed, or on no disk', async () => {
    const offered = async (session: MemorySession, row: number, more: object = {}): Promise<boolean> => {
      const run = flow(session, { inPlace: place('x\n'), ...more });
      await run.run({ row });
      return run.previews[0]?.inPlace !== undefined;
    };
    assert.equal(await offered(paired(), 0), true);
    assert.equal(await offered(paired(), 3), false);
    assert.equal(await offered(paired(), 0, { inPlace: undefined }), false);
    const flat = memorySession('{"role":"user","content":"x"}\n{"role":"assistant","content":"y"}\n');
    assert.equal(await offered(flat, 0), false);
    const waiting = open(line('u1', null), call('a2', 'u1', 'read'), line('u3', 'a2'));
    assert.equal(await offered(waiting, 1, { choose: 2 }), false);
    assert.equal(await offered(waiting, 1, { choose: 3 }), true);
  });

  it('is not offered where results that hang beside the path would be left behind', async () => {
    const beside = open(
      line('u1', null),
      call('a2', 'u1', 'read', 'bash'),
      result('r3', 'a2', 'a2-read'),
      result('r4', 'a2', 'a2-bash'),
      line('u5', 'r4'),
      line('a6', 'u5'),
    );
    const run = flow(beside, { inPlace: place('x\n') });
    const forked = await run.run({ row: 4 });
    assert.ok((forked?.plan.rows.length ?? 0) > 4);
    assert.equal(run.previews[0]?.inPlace, undefined);
  });

  it('writes nothing where the user leaves, an editor holds changes, or the file is not what was read', async () => {
    const content = text(PI);
    const untouched = (): void => {
      assert.equal(readFileSync(path, 'utf8'), content);
      assert.equal(statSync(path).size, Buffer.byteLength(content));
    };
    const left = flow(memorySession(content), { action: 'inPlace', inPlace: place(content), agree: false });
    assert.equal(await left.run({ row: 1 }), undefined);
    untouched();
    const dirty = { ...place(content), obstacle: 'unsaved' };
    const refused = flow(memorySession(content), { action: 'inPlace', inPlace: dirty });
    await assert.rejects(
      refused.run({ row: 1 }),
      (error) => error instanceof ForkRefusal && error.message === 'unsaved',
    );
    assert.equal(refused.agreed.length, 0);
    untouched();
    const other = memorySession(content);
    other.content = new TextEncoder().encode(content.replace('"a1"', '"XX"'));
    await assert.rejects(
      flow(other, { action: 'inPlace', inPlace: place(content) }).run({ row: 1 }),
      (error) => error instanceof ForkReadError || error instanceof ForkRefusal,
    );
    untouched();
    const grown = flow(memorySession(text(PI.slice(0, 4))), { action: 'inPlace', inPlace: place(content) });
    await assert.rejects(grown.run({ row: 1 }), InPlaceError);
    untouched();
  });
});
