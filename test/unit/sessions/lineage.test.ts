import assert from 'node:assert/strict';
import { createEmitter, type Emitter } from '../../../src/core/lib/emitter.ts';
import { kinOf, type Kin } from '../../../src/sessions/lineage/kin.ts';
import { createLineage, type KinMark } from '../../../src/sessions/lineage/lineage.ts';
import { originOf } from '../../../src/sessions/lineage/origin.ts';
import { MAX_READ } from '../../../src/sessions/lineage/partings.ts';
import { pathKey, uriKey } from '../../../src/sessions/lineage/paths.ts';
import type { SessionListItem, SessionOrigin } from '../../../src/sessions/library.ts';
import { registryOf, setUp } from './support.ts';

const A = '01990c41-7a10-4c3e-9f52-6a1d2b8e4c01';
const B = '01990c41-7a10-4c3e-9f52-6a1d2b8e4c02';

function item(uri: string, origin?: SessionOrigin, size = 1): SessionListItem {
  const name = uri.slice(uri.lastIndexOf('/') + 1);
  const counts = { messageCount: 1, branchCount: 0, problemCount: 0, lastActivity: null };
  const summary = { title: `title of ${name}`, formatTitle: 'F', ...counts, ...(origin && { origin }) };
  return { uri, name, size, mtime: 1, summary };
}

/** Kin as URIs. */
function told(kin: Kin | undefined): unknown {
  const uris = (items: readonly SessionListItem[]): string[] => items.map(({ uri }) => uri);
  return kin && [kin.origin?.item?.uri ?? kin.origin?.recorded, uris(kin.forks), uris(kin.alike)];
}

describe('kin of sessions', () => {
  it('finds a source by its id and by its path, and tells which one is missing', () => {
    const kin = kinOf([
      item('file:///s/a.jsonl', { id: 'A' }),
      item('file:///s/b%20c.jsonl', { id: 'B', parent: 'A' }),
      item('file:///s/d.jsonl', { id: 'D', parent: '/s/b c.jsonl' }),
      item('file:///s/e.jsonl', { id: 'E', parent: '/gone/x.jsonl' }),
      item('file:///s/f.jsonl'),
    ]);
    assert.deepEqual(told(kin.get('file:///s/a.jsonl')), [undefined, ['file:///s/b%20c.jsonl'], []]);
    assert.deepEqual(told(kin.get('file:///s/b%20c.jsonl')), [
      'file:///s/a.jsonl',
      ['file:///s/d.jsonl'],
      [],
    ]);
    assert.deepEqual(told(kin.get('file:///s/d.jsonl')), ['file:///s/b%20c.jsonl', [], []]);
    assert.deepEqual(told(kin.get('file:///s/e.jsonl')), ['/gone/x.jsonl', [], []]);
    assert.equal(kin.get('file:///s/e.jsonl')?.origin?.item, undefined);
    assert.equal(kin.get('file:///s/f.jsonl'), undefined);
  });

  it('finds a source that was moved by a name that no other file has', () => {
    const kin = kinOf([
      item(`file:///new/2026_${A}.jsonl`),
      item('file:///new/plain.jsonl'),
      item('file:///x/1.jsonl', { parent: `C:\\old\\2026_${A}.jsonl` }),
      item('file:///x/2.jsonl', { parent: '/old/plain.jsonl' }),
    ]);
    assert.deepEqual(told(kin.get('file:///x/1.jsonl')), [`file:///new/2026_${A}.jsonl`, [], []]);
    assert.deepEqual(told(kin.get('file:///x/2.jsonl')), ['/old/plain.jsonl', [], []]);
  });

  it('is nobody’s own source, whatever a file says, and survives circles', () => {
    const kin = kinOf([
      item('file:///s/self.jsonl', { id: 'S', parent: 'S', beginning: 'x' }),
      item('file:///s/p.jsonl', { id: 'P', parent: 'Q', beginning: 'x' }),
      item('file:///s/q.jsonl', { id: 'Q', parent: 'P', beginning: 'x' }),
      item('file:///s/proto.jsonl', { id: '__proto__', parent: 'constructor' }),
    ]);
    assert.equal(kin.get('file:///s/self.jsonl')?.origin?.item, undefined);
    assert.deepEqual(told(kin.get('file:///s/p.jsonl'))?.constructor, Array);
    assert.equal(kin.get('file:///s/p.jsonl')?.origin?.item?.uri, 'file:///s/q.jsonl');
    assert.equal(kin.get('file:///s/proto.jsonl')?.origin?.item, undefined);
  });

  it('puts sessions together that begin alike, unless a file tells what they are to each other', () => {
    const kin = kinOf([
      item('m:/1', { id: '1', beginning: 'x' }),
      item('m:/2', { id: '2', beginning: 'x', parent: '1' }),
      item('m:/3', { id: '3', beginning: 'x', parent: '1' }),
      item('m:/4', { id: '4', beginning: 'x' }),
      item('m:/5', { id: '5', beginning: 'y' }),
    ]);
    assert.deepEqual(told(kin.get('m:/1')), [undefined, ['m:/2', 'm:/3'], ['m:/4']]);
    assert.deepEqual(told(kin.get('m:/2')), ['m:/1', [], ['m:/4']]);
    assert.deepEqual(told(kin.get('m:/4')), [undefined, [], ['m:/1']]);
    assert.equal(kin.get('m:/5'), undefined);
  });

  it('takes two forks of one missing source for one family', () => {
    const kin = kinOf([
      item('m:/1', { id: '1', beginning: 'x', parent: 'gone' }),
      item('m:/2', { id: '2', beginning: 'x', parent: 'gone' }),
    ]);
    assert.deepEqual(told(kin.get('m:/1')), ['gone', [], []]);
  });

  it('knows paths of all systems', () => {
    assert.equal(uriKey('file:///c%3A/Users/Me/x.jsonl'), pathKey('C:\\Users\\me\\X.jsonl'));
    assert.equal(uriKey('file://server/share/x.jsonl'), pathKey('\\\\server\\share\\x.jsonl'));
    assert.equal(uriKey('file:///a/b%23c.jsonl'), '/a/b#c.jsonl');
    assert.notEqual(uriKey('file:///a/B.jsonl'), pathKey('/a/b.jsonl'));
    assert.equal(uriKey('vfs:/a/b.jsonl'), '/a/b.jsonl');
    assert.equal(uriKey('file:///a/%zz.jsonl'), '/a/%zz.jsonl');
  });
});

type Line = object;
const text = (lines: readonly Line[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join('');
const pi = (id: string, parentId: string | null, role = 'user'): Line => ({
  ...{ type: 'message', id, parentId, timestamp: '2026-11-20T10:00:00.000Z' },
  message: {
    role,
    content: [{ type: 'text', text: id }],
    ...(role === 'assistant' && { stopReason: 'stop', usage: {} }),
  },
});
const piHeader = (id: string, parentSession?: string): Line => ({
  ...{ type: 'session', version: 3, id, timestamp: '2026-11-20T10:00:00.000Z', cwd: '/w' },
  ...(parentSession !== undefined && { parentSession }),
});
const claude = (uuid: string, parentUuid: string | null, sessionId: string, more: object = {}): Line => ({
  ...{ uuid, parentUuid, sessionId, isSidechain: false, type: 'user', cwd: '/w', ...more },
  ...{ timestamp: '2026-11-20T10:00:00.000Z', message: { role: 'user', content: `text of ${uuid}` } },
});

/** A lineage over files in memory, whose list is made of what their snapshots tell. */
async function lineageOf(files: Readonly<Record<string, readonly Line[]>>) {
  const setup = setUp();
  const sessions = registryOf(setup);
  const changed: Emitter<void> = createEmitter();
  let items: SessionListItem[] = [];
  const opened: string[] = [];
  const list = async (): Promise<void> => {
    items = [];
    for (const uri of Object.keys(contents)) {
      const lease = await sessions.acquire(uri);
      assert.ok(lease, uri);
      const { snapshot } = lease.session;
      const name = uri.slice(uri.lastIndexOf('/') + 1);
      items.push({ ...item(uri, originOf(snapshot, name)), size: snapshot.size });
      lease.dispose();
    }
    changed.fire();
  };
  const contents = { ...files };
  for (const [uri, lines] of Object.entries(contents)) setup.files.write(uri, text(lines), 1000);
  await list();
  const library = {
    get items() {
      return items;
    },
    onDidChange: changed.event,
  };
  const errors: unknown[] = [];
  const lineage = createLineage({
    libraries: [library],
    sessions: {
      peek: () => undefined,
      visit: (uri) => {
        opened.push(uri);
        return sessions.visit(uri);
      },
    },
    notes: (uri) => (uri.endsWith('named.jsonl') ? { title: 'by hand' } : {}),
    onError: (error) => errors.push(error),
  });
  const marks = async (uri: string): Promise<readonly KinMark[]> => {
    const lease = await sessions.acquire(uri);
    assert.ok(lease);
    try {
      return await lineage.marks(lease.session);
    } finally {
      lease.dispose();
    }
  };
  const rows = async (uri: string): Promise<unknown[]> =>
    (await marks(uri)).map(({ kind, uri: other, row, otherRow }) => [kind, other, row, otherRow]);
  const add = async (uri: string, lines: readonly Line[]): Promise<void> => {
    contents[uri] = lines;
    setup.files.write(uri, text(lines), 1000);
    await list();
  };
  return {
    lineage,
    rows,
    add,
    opened,
    errors,
    changeSize: (uri: string, size: number) => {
      items = items.map((one) => (one.uri === uri ? { ...one, size } : one));
    },
  };
}

describe('where sessions part', () => {
  const path = ['u1', 'a1', 'u2', 'a2'].map((id, index, all) =>
    pi(id, all[index - 1] ?? null, id.startsWith('a') ? 'assistant' : 'user'),
  );

  it('is the last entry that both files hold, told from both sides', async () => {
    const { rows, lineage } = await lineageOf({
      'file:///s/a.jsonl': [piHeader('A'), ...path, pi('u3', 'a1')],
      'file:///s/b.jsonl': [piHeader('B', '/s/a.jsonl'), ...path.slice(0, 2), pi('n1', 'a1'), pi('n2', 'n1')],
    });
    assert.deepEqual(await rows('file:///s/b.jsonl'), [['origin', 'file:///s/a.jsonl', 1, 1]]);
    assert.deepEqual(await rows('file:///s/a.jsonl'), [['fork', 'file:///s/b.jsonl', 1, 1]]);
    assert.equal(lineage.of('file:///s/b.jsonl').origin?.recorded, '/s/a.jsonl');
  });

  it('is where a copy of a whole tree goes on', async () => {
    const tree = [...path, pi('u3', 'a1'), pi('a3', 'u3', 'assistant')];
    const { rows } = await lineageOf({
      'file:///s/a.jsonl': [piHeader('A'), ...tree],
      'file:///s/b.jsonl': [piHeader('B', '/s/a.jsonl'), ...tree, pi('n1', 'a1')],
    });
    assert.deepEqual(await rows('file:///s/b.jsonl'), [['origin', 'file:///s/a.jsonl', 1, 1]]);
  });

  it('is looked for once, and anew when the fork’s file became another one', async () => {
    const files = {
      'file:///s/a.jsonl': [piHeader('A'), ...path],
      'file:///s/b.jsonl': [piHeader('B', '/s/a.jsonl'), ...path.slice(0, 3)],
    };
    const { rows, opened, add } = await lineageOf(files);
    await rows('file:///s/a.jsonl');
    await rows('file:///s/a.jsonl');
    assert.deepEqual(opened, ['file:///s/b.jsonl']);
    await add('file:///s/b.jsonl', [piHeader('B', '/s/a.jsonl'), ...path.slice(0, 2)]);
    assert.deepEqual(await rows('file:///s/a.jsonl'), [['fork', 'file:///s/b.jsonl', 1, 1]]);
  });

  it('shows a fork as soon as it is listed', async () => {
    const { rows, add, lineage } = await lineageOf({ 'file:///s/a.jsonl': [piHeader('A'), ...path] });
    assert.deepEqual(await rows('file:///s/a.jsonl'), []);
    let changes = 0;
    lineage.onDidChange(() => (changes += 1));
    await add('file:///s/b-named.jsonl', [piHeader('B', '/s/a.jsonl'), ...path.slice(0, 1)]);
    assert.equal(changes, 1);
    assert.deepEqual(await rows('file:///s/a.jsonl'), [['fork', 'file:///s/b-named.jsonl', 0, 0]]);
    const [fork] = lineage.of('file:///s/a.jsonl').forks;
    assert.equal(fork && lineage.titleOf(fork), 'by hand');
  });

  it('goes by the entry that a copy with an id of its own names', async () => {
    const [s, f] = [`file:///p/${A}.jsonl`, `file:///p/${B}.jsonl`];
    const copy = (uuid: string, parent: string | null, of: string): Line =>
      claude(uuid, parent, B, { forkedFrom: { sessionId: A, messageUuid: of } });
    const { rows } = await lineageOf({
      [s]: [claude('u1', null, A), claude('u2', 'u1', A), claude('u3', 'u2', A)],
      [f]: [copy('f1', null, 'u1'), copy('f2', 'f1', 'u2'), claude('n', 'f2', B)],
    });
    assert.deepEqual(await rows(f), [['origin', s, 1, 1]]);
    assert.deepEqual(await rows(s), [['fork', f, 1, 1]]);
  });

  it('knows a copy by the session id in its records, and what says nothing by its beginning', async () => {
    const [s, f] = [`file:///p/${A}.jsonl`, `file:///p/${B}.jsonl`];
    const chain = [claude('u1', null, A), claude('u2', 'u1', A)];
    const silent = [claude('u1', null, 'C'), claude('u2', 'u1', 'C'), claude('x', 'u2', 'C')];
    const { rows } = await lineageOf({
      [s]: [...chain, claude('u3', 'u2', A)],
      [f]: [...chain, claude('n', 'u2', B)],
      'file:///p/silent.jsonl': silent,
    });
    assert.deepEqual(await rows(f), [
      ['origin', s, 1, 1],
      ['alike', 'file:///p/silent.jsonl', 1, 1],
    ]);
    assert.deepEqual(await rows('file:///p/silent.jsonl'), [['alike', s, 1, 1]]);
  });

  it('reads no large file for it, and says that they are kin nevertheless', async () => {
    const { rows, opened, changeSize } = await lineageOf({
      'file:///s/a.jsonl': [piHeader('A'), ...path],
      'file:///s/b.jsonl': [piHeader('B', '/s/a.jsonl'), ...path.slice(0, 3)],
    });
    changeSize('file:///s/b.jsonl', MAX_READ + 1);
    assert.deepEqual(await rows('file:///s/a.jsonl'), [['fork', 'file:///s/b.jsonl', -1, -1]]);
    assert.deepEqual(opened, []);
  });

  it('takes no ids for the same that were written at other times', async () => {
    const later = { timestamp: '2026-11-21T10:00:00.000Z' };
    const { lineage } = await lineageOf({
      'file:///s/a.jsonl': [piHeader('A'), ...path],
      'file:///s/b.jsonl': [piHeader('B'), ...path.map((one) => ({ ...one, ...later }))],
      'file:///s/c.jsonl': [piHeader('C'), ...path],
    });
    assert.deepEqual(told(lineage.of('file:///s/a.jsonl')), [undefined, [], ['file:///s/c.jsonl']]);
    assert.deepEqual(told(lineage.of('file:///s/b.jsonl')), [undefined, [], []]);
  });

  it('tells nothing of ids that are the same by chance', async () => {
    const [s, f] = ['m:/s/a.jsonl', 'm:/s/b.jsonl'];
    const line = (id: string, parentId: string | null): Line => ({
      ...{ id, parentId, timestamp: 1, type: 'message', message: { role: 'user', content: id } },
    });
    const { rows, lineage } = await lineageOf({
      [s]: [line('1', null), line('2', '1')],
      [f]: [line('1', null), line('2', '1')],
    });
    assert.deepEqual(await rows(f), []);
    assert.deepEqual(told(lineage.of(s)), [undefined, [], []]);
  });
});
