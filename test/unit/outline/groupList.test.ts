import assert from 'node:assert/strict';
import type { SessionNotes } from '../../../src/core/sessionNotes.ts';
import { GroupList, PROJECTS } from '../../../src/tree/groupList.ts';
import type { GroupNode, TreeNode } from '../../../src/tree/nodes.ts';
import { SessionList } from '../../../src/tree/sessionList.ts';
import { claude, HOME, pi, settle, setUp as setUpAgents } from '../library/agents/support.ts';
import { SLOW_MS } from '../sessions/fakes.ts';

const at = (name: string): string => `${HOME}/.claude/projects/x/${name}.jsonl`;

function setUp() {
  const t = setUpAgents();
  const pinned = new Set<string>();
  const notes = { of: (uri: string): SessionNotes => (pinned.has(uri) ? { pinned: true } : {}) };
  const list = new SessionList({ items: [] }, notes, t.agents.library);
  const groups = new GroupList(t.agents, list);
  const row = (uri: string): TreeNode | undefined => {
    const item = list.item(uri);
    return item && { kind: 'session', id: uri, uri, view: uri, item };
  };
  /** The nodes below a group by their names. */
  const below = async (node: TreeNode | undefined): Promise<string[]> => {
    assert.equal(node?.kind, 'group');
    const nodes = await groups.children(node as GroupNode, row);
    return nodes.map((one) =>
      one.kind === 'group' ? one.key : one.kind === 'session' ? one.item.name : one.kind,
    );
  };
  return { ...t, groups, list, below, pinned };
}

describe('groups in the view', function () {
  this.timeout(SLOW_MS);

  it('are the agents’, then all projects; with the same nodes each time', async () => {
    const t = setUp();
    assert.deepEqual(t.groups.roots(), []);
    t.put(at('a'), claude('/w/proj'), 9000);
    t.put(at('o'), claude('/w/other'), 8000);
    await t.agents.rescan();
    const [agent, projects] = t.groups.roots();
    assert.deepEqual(await t.below(agent), ['a.jsonl']);
    assert.deepEqual(await t.below(projects), ['project:/w/other']);
    assert.equal(t.groups.roots()[0], agent);
    const ids = t.groups.roots().map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length);
  });

  it('list a project once it is asked for its sessions', async () => {
    const t = setUp();
    t.put(at('o'), claude('/w/other'));
    await t.agents.rescan();
    const [projects] = t.groups.roots();
    const [project] = await t.groups.children(projects as GroupNode, () => undefined);
    assert.equal(t.list.item(`mem:${at('o')}`), undefined);
    assert.deepEqual(await t.below(project), ['o.jsonl']);
    assert.equal(t.groups.parentOf(`mem:${at('o')}`), project);
    assert.equal(t.groups.parent(project as GroupNode), projects);
    assert.equal(t.groups.parent(projects as GroupNode), undefined);
  });

  it('show 200 sessions, pinned ones first, then more', async () => {
    const t = setUp();
    for (let n = 0; n < 250; n++) t.put(at(String(n)), claude('/w/proj'), 900_000 - n);
    t.pinned.add(`mem:${at('0')}`);
    await t.agents.rescan();
    const [node] = t.groups.roots();
    const rows = await t.below(node);
    assert.deepEqual([rows.length, rows[0], rows[1], rows.at(-1)], [201, '0.jsonl', '249.jsonl', 'more']);
    const more = (await t.groups.children(node as GroupNode, () => node)).at(-1);
    assert.ok(more?.kind === 'more');
    assert.equal(more.hidden, 50);
    assert.equal(t.groups.ownerOf(more), node);
    assert.equal(t.groups.more(more), node);
    assert.equal((await t.below(node)).length, 250);
  });

  it('go to a session that is not shown, in a project too', async () => {
    const t = setUp();
    for (let n = 0; n < 450; n++) t.put(at(String(n)), claude('/w/other'), 900_000 - n);
    await t.agents.rescan();
    const uri = `mem:${at('3')}`;
    const [projects, project] = await t.groups.include(uri);
    assert.equal(projects?.key, PROJECTS);
    assert.ok((await t.below(project)).includes('3.jsonl'));
    assert.deepEqual(await t.groups.include('mem:/unknown.jsonl'), []);
  });

  it('tell which of them changed', async () => {
    const t = setUp();
    t.put(at('a'), claude('/w/proj'), 9000);
    t.put(`${HOME}/.pi/agent/sessions/x/p.jsonl`, pi('/w/proj'), 8000);
    await t.agents.rescan();
    for (const node of t.groups.roots()) await t.below(node);
    assert.deepEqual(t.groups.changed(), []);
    const shape = t.groups.shape();
    t.put(at('b'), claude('/w/proj'), 100);
    await t.agents.rescan();
    assert.deepEqual(
      t.groups.changed().map(({ key }) => key),
      ['agent:claude-code'],
    );
    assert.deepEqual(t.groups.changed().length, 1, 'until its children are asked for');
    assert.notEqual(t.groups.shape(), shape, 'it is the newest now');
    await settle(t);
  });
});
