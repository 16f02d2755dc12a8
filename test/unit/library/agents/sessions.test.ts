import assert from 'node:assert/strict';
import { POLL_MS, WHOLE_MS } from '../../../../src/library/agents/agentSessions.ts';
import { SLOW_MS } from '../../sessions/fakes.ts';
import { claude, drawn, HOME, line, pi, settle, setUp } from './support.ts';

const at = (folder: string, name: string): string => `${HOME}/.claude/projects/${folder}/${name}.jsonl`;
const P = `${HOME}/.pi/agent/sessions/--w-proj--/p.jsonl`;

describe("agents' sessions", function () {
  this.timeout(SLOW_MS);

  it('read nothing and wait for nothing before they are asked', async () => {
    const t = setUp();
    t.agents.watch(true);
    await settle(t, POLL_MS * 3);
    assert.deepEqual(t.fake.counts, { lists: 0, stats: 0, reads: 0, texts: 0, realpaths: 0 });
    assert.deepEqual([drawn(t), t.scheduler.timers, t.watched.size], [[], 0, 0]);
  });

  it('are a group an agent for this workspace, newest first; all others by project', async () => {
    const t = setUp();
    t.put(at('x', 'old'), claude('/w/proj'), 900_000);
    t.put(at('y', 'new'), claude('/w/proj/sub'), 800_000);
    t.put(P, pi('/w/proj'), 700_000);
    t.put(at('x', 'o1'), claude('/w/other'), 600_000);
    t.put(at('x', 'o2'), claude('/w/other'), 500_000);
    t.put(at('x', 'o3'), claude('/z/other'), 400_000);
    t.put(at('x', 'none'), line({ type: 'summary', summary: 's', leafUuid: 'l' }), 300_000);
    await t.agents.rescan();
    assert.deepEqual(drawn(t), [
      'Pi: p.jsonl',
      'Claude Code: new.jsonl old.jsonl',
      '(Claude Code, folder not recorded) 1',
      '(other) 1',
      '(other) 2',
    ]);
    assert.deepEqual(
      t.agents.projects.map(({ path }) => path),
      [undefined, '/z/other', '/w/other'],
    );
    assert.deepEqual(t.errors, []);
  });

  it('are not read whole before their row is seen', async () => {
    const t = setUp();
    t.put(P, pi('/w/proj'));
    await t.agents.rescan();
    await settle(t);
    const [group] = t.agents.groups;
    assert.equal(group?.items[0]?.summary, undefined);
    assert.equal(group?.items[0]?.title, 'hello', 'its beginning tells the title');
    t.agents.library.summarize(`mem:${P}`);
    await settle(t);
    assert.equal(t.agents.groups[0]?.items[0]?.summary?.messageCount, 1);
  });

  it('of a project are looked into once it is opened', async () => {
    const t = setUp();
    t.put(at('x', 'o1'), claude('/w/other'), 2000);
    t.put(at('x', 'no'), `${JSON.stringify({ cwd: '/w/other' })}\n`, 1000);
    await t.agents.rescan();
    const { key = '' } = t.agents.projects[0] ?? {};
    assert.deepEqual(drawn(t), ['(other) 2']);
    assert.equal(t.files.counts.reads, 0);
    await t.agents.open(key);
    assert.deepEqual(drawn(t), ['(other) 2: o1.jsonl'], 'what holds no session is not listed');
    assert.equal(t.agents.groupOf(`mem:${at('x', 'o1')}`)?.key, key);
    assert.equal(t.agents.agentOf(`mem:${at('x', 'o1')}`), 'Claude Code');
  });

  it('that the workspace lists itself are in no group', async () => {
    const t = setUp();
    t.put(P, pi('/w/proj'));
    t.own.items = [{ uri: `mem:${P}`, name: 'p.jsonl', size: 1, mtime: 1 }];
    await t.agents.rescan();
    assert.deepEqual(drawn(t), []);
    t.own.items = [];
    await t.agents.rescan();
    assert.deepEqual(drawn(t), ['Pi: p.jsonl']);
  });

  it('appear while somebody looks, and only then', async () => {
    const t = setUp();
    t.put(at('x', 'a'), claude('/w/proj'));
    await t.agents.rescan();
    assert.equal(t.watched.size, 0);
    t.put(at('x', 'b'), claude('/w/proj'), 500);
    await settle(t, POLL_MS * 3);
    assert.deepEqual(drawn(t), ['Claude Code: a.jsonl'], 'nobody looks');
    t.agents.watch(true);
    await settle(t);
    assert.deepEqual(drawn(t), ['Claude Code: b.jsonl a.jsonl'], 'at once when somebody does');
    t.put(P, pi('/w/proj'), 400);
    await settle(t, POLL_MS);
    await settle(t, POLL_MS);
    assert.ok(drawn(t).includes('Pi: p.jsonl'), drawn(t).join());
    t.agents.watch(false);
    assert.equal(t.watched.size, 0);
    await settle(t, POLL_MS * 2);
    t.fake.reset();
    await settle(t, POLL_MS * 3);
    assert.equal(t.fake.counts.stats, 0, 'nobody looks any more');
  });

  it('in a folder with sessions of this workspace are told of by its watcher', async () => {
    const t = setUp();
    t.put(at('x', 'a'), claude('/w/proj'));
    t.put(at('z', 'o'), claude('/w/other'));
    t.agents.watch(true);
    await t.agents.rescan();
    assert.deepEqual([...t.watched.keys()], [`${HOME}/.claude/projects/x`]);
    t.put(at('x', 'b'), claude('/w/proj'), 500);
    await settle(t, 1100);
    const b = `mem:${at('x', 'b')}`;
    t.watched.get(`${HOME}/.claude/projects/x`)?.({ uri: b, kind: 'created' });
    await settle(t, 1100);
    assert.deepEqual(drawn(t)[0], 'Claude Code: b.jsonl a.jsonl');
  });

  it('that grow are read again once their row was seen', async () => {
    const t = setUp();
    t.put(P, pi('/w/proj'), 60_000);
    t.agents.watch(true);
    await t.agents.rescan();
    t.agents.library.summarize(`mem:${P}`);
    await settle(t);
    const more = { type: 'message', id: 'b', parentId: 'a', timestamp: '2026-11-30T10:00:01.000Z' };
    t.put(P, pi('/w/proj') + line({ ...more, message: { role: 'assistant', content: [] } }), 100);
    await settle(t, POLL_MS);
    await settle(t, POLL_MS);
    assert.equal(t.agents.groups[0]?.items[0]?.summary?.messageCount, 2);
  });

  it('a thousand that rest cost only their folders; one that wakes is told of by its watcher, or in a minute', async () => {
    const t = setUp();
    for (let n = 0; n < 1_000; n++) t.put(at('x', `s${n}`), claude('/w/proj'), 3_600_000 + n);
    t.put(at('y', 'awake'), claude('/w/proj'), 60_000);
    t.agents.watch(true);
    await t.agents.rescan();
    assert.equal(t.agents.groups[0]?.count, 1_001);
    await settle(t, POLL_MS * 2);
    t.fake.reset();
    t.files.reset();
    for (let round = 0; round < 3; round++) await settle(t, POLL_MS);
    assert.ok(t.fake.counts.stats > 0 && t.fake.counts.stats < 300, `${t.fake.counts.stats} questions`);
    assert.equal(t.fake.counts.lists + t.files.counts.stats + t.files.counts.reads, 0);

    const uri = `mem:${at('x', 's7')}`;
    const mtimeOf = () => t.agents.library.items.find((item) => item.uri === uri)?.mtime ?? 0;
    const before = mtimeOf();
    t.put(at('x', 's7'), claude('/w/proj') + claude('/w/proj'), 100);
    t.watched.get(`${HOME}/.claude/projects/x`)?.({ uri, kind: 'changed' });
    await settle(t);
    assert.ok(mtimeOf() > before, 'by its watcher');
    const seen = mtimeOf();
    for (let spent = 0; spent <= WHOLE_MS; spent += POLL_MS) await settle(t, POLL_MS);
    t.put(at('x', 's7'), claude('/w/proj'), 1);
    for (let spent = 0; spent <= WHOLE_MS + POLL_MS; spent += POLL_MS) await settle(t, POLL_MS);
    assert.ok(mtimeOf() > seen, 'without an event');
  });

  it('belong elsewhere when the workspace’s folders change', async () => {
    const t = setUp();
    t.put(P, pi('/w/proj'));
    await t.agents.rescan();
    t.state.folders = ['/w/other'];
    t.state.rules();
    await settle(t);
    assert.deepEqual(drawn(t), ['(proj) 1']);
    t.state.shows = false;
    assert.deepEqual(drawn(t), [], 'all projects are turned off');
    t.state.hide = ['pi'];
    t.state.shows = true;
    t.state.rules();
    await settle(t);
    assert.deepEqual(drawn(t), [], 'the agent is turned off');
  });

  it('a folder that cannot be read is told of, not in silence', async () => {
    const t = setUp();
    t.put(at('x', 'a'), claude('/w/proj'));
    t.fake.forbid(`${HOME}/.claude/projects`);
    await t.agents.rescan();
    const [text = ''] = drawn(t);
    assert.match(text, /^! Claude Code: \/home\/me\/\.claude\/projects cannot be read \(EACCES/);
  });

  it('everything is looked at again once a minute, as long as somebody looks', async () => {
    const t = setUp();
    t.put(at('x', 'o'), claude('/w/other'), WHOLE_MS * 10);
    t.agents.watch(true);
    await t.agents.rescan();
    t.put(at('x', 'o'), claude('/w/other') + claude('/w/other'), 1);
    const newest = (): number => t.agents.projects[0]?.newest ?? 0;
    const before = newest();
    for (let spent = 0; spent <= WHOLE_MS + POLL_MS * 2; spent += POLL_MS) await settle(t, POLL_MS);
    assert.ok(newest() > before);
  });

  it('two thousand files are found once, and cost only their folders afterwards', async () => {
    const t = setUp();
    for (let n = 0; n < 2_000; n++)
      t.put(at(`p${String(n % 20)}`, String(n)), claude(`/w/p${String(n % 20)}`));
    await t.agents.rescan();
    assert.equal(t.agents.projects.length, 20);
    assert.equal(t.fake.counts.reads, 2_000);
    t.fake.reset();
    await t.index.scan(() => false);
    assert.ok(t.fake.counts.stats < 200, `${String(t.fake.counts.stats)} questions`);
    assert.equal(t.fake.counts.reads + t.fake.counts.lists, 0);
  });
});
