import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import * as zlib from 'node:zlib';
import * as vscode from 'vscode';
import type { TreeNode } from '../../src/tree/nodes.ts';
import { activeApi, draw, sessionNode, until } from './support/tree.ts';

/** The test's home folder: scripts/host/run.mjs gives every run an empty one. */
const home = homedir();
const [workspace] = vscode.workspace.workspaceFolders ?? [];
const here = workspace?.uri.fsPath ?? '';
const TIME = '2026-11-30T10:00:00.000Z';

const line = (value: unknown): string => `${JSON.stringify(value)}\n`;

function claude(cwd: string, text: string): string {
  const base = { sessionId: 's', cwd, timestamp: TIME, isSidechain: false, version: '2.1.0' };
  const message = { role: 'user', content: text };
  return line({ ...base, type: 'user', uuid: 'u1', parentUuid: null, message });
}

function pi(cwd: string, text: string): string {
  const header = { type: 'session', version: 3, id: 'p', timestamp: TIME, cwd };
  const entry = { type: 'message', id: 'e1', parentId: null, timestamp: TIME };
  return line(header) + line({ ...entry, message: { role: 'user', content: text, timestamp: 0 } });
}

function write(path: string, text: string | Uint8Array): string {
  const file = join(home, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return vscode.Uri.file(file).toString();
}

const CLAUDE = '.claude/projects/-w';
const PI = '.pi/agent/sessions/--w--';

async function set(key: string, value: unknown): Promise<void> {
  await vscode.workspace
    .getConfiguration('sessionTree')
    .update(key, value, vscode.ConfigurationTarget.Workspace);
}

/** The groups at the top level, by their labels, with their rows; projects one level deeper. */
async function groups(): Promise<Record<string, string[]>> {
  const { tree } = await activeApi();
  const label = (node: TreeNode): string => String(tree.provider.getTreeItem(node).label);
  const shown: Record<string, string[]> = {};
  for (const node of await tree.provider.getChildren()) {
    if (node.kind === 'notice') shown[`! ${label(node)}`] = [];
    if (node.kind !== 'group') continue;
    shown[label(node)] = (await tree.provider.getChildren(node)).map(label);
  }
  return shown;
}

async function groupNode(label: string, above?: TreeNode): Promise<TreeNode> {
  const { tree } = await activeApi();
  const nodes = await tree.provider.getChildren(above);
  const found = nodes.find(
    (node) => node.kind === 'group' && tree.provider.getTreeItem(node).label === label,
  );
  assert.ok(found, label);
  return found;
}

describe("sessions in agents' own folders", () => {
  const uris: Record<string, string> = {};

  before(async () => {
    assert.ok(home.includes('session-tree-host-'), `a home folder of the test's own, not ${home}`);
    uris['mine'] = write(`${CLAUDE}/0b9c1111-0000-4000-8000-000000000001.jsonl`, claude(here, 'mine'));
    write(`${CLAUDE}/0b9c1111-0000-4000-8000-000000000001/subagents/agent-1.jsonl`, claude(here, 'a helper'));
    write(`${CLAUDE}/0b9c1111-0000-4000-8000-000000000001.meta.json`, '{}');
    uris['inside'] = write(`${PI}/inside.jsonl`, pi(join(here, 'packages'), 'inside'));
    uris['other'] = write(
      `${CLAUDE}/0b9c1111-0000-4000-8000-000000000002.jsonl`,
      claude('/w/other', 'other'),
    );
    const { agents } = await activeApi();
    await vscode.commands.executeCommand('sessionTree.sessions.focus');
    await agents.rescan();
  });

  after(async () => {
    for (const key of ['agents.show', 'agents.hide', 'agents.roots']) await set(key, undefined);
    for (const name of ['.claude', '.pi', '.codex', '.qwen', 'more']) {
      rmSync(join(home, name), { recursive: true, force: true });
    }
    rmSync(join(here, '.vscode'), { recursive: true, force: true });
    const { agents } = await activeApi();
    await agents.rescan();
  });

  it('are a group an agent, and all other projects one', async () => {
    assert.deepEqual(await groups(), { 'Claude Code': ['mine'], Pi: ['inside'], 'All projects': ['other'] });
    const { tree } = await activeApi();
    const projects = await groupNode('All projects');
    const item = tree.provider.getTreeItem(await groupNode('other', projects));
    assert.match(String(item.description), /^1 session · /);
    assert.equal(item.collapsibleState, vscode.TreeItemCollapsibleState.Collapsed);
  });

  it('open, with their entries', async () => {
    const { tree } = await activeApi();
    const node = await sessionNode(uris['mine'] ?? '');
    const [helpers, entry] = await tree.provider.getChildren(node);
    assert.equal(helpers?.kind, 'subagents', 'its sidecar is no session of the group, but found from here');
    assert.equal(entry && tree.provider.getTreeItem(entry).label, 'mine');
    assert.equal(tree.provider.getParent(node), await groupNode('Claude Code'));
  });

  it('of another project are shown when somebody goes there', async () => {
    const { tree } = await activeApi();
    assert.ok(await tree.reveal({ uri: uris['other'] ?? '' }));
    await until(() => tree.view.selection[0]?.uri === uris['other'], 'the session to be selected');
    const [selected] = tree.view.selection;
    const project = selected && tree.provider.getParent(selected);
    assert.equal(project && tree.provider.getTreeItem(project).label, 'other');
    assert.equal(project && tree.provider.getParent(project), await groupNode('All projects'));
  });

  it('can be pinned, renamed, found in and forked as all others', async () => {
    const uri = uris['mine'] ?? '';
    const { notes, tree, agents } = await activeApi();
    await vscode.commands.executeCommand('sessionTree.rename', { uri, title: 'by hand' });
    await vscode.commands.executeCommand('sessionTree.pinSession', { uri });
    const item = tree.provider.getTreeItem(await sessionNode(uri));
    assert.equal(item.label, 'by hand');
    assert.match(String(item.contextValue), /pinned/);
    await notes.change(uri, { title: null, pinned: false });
    const forked = write(`${PI}/forked.jsonl`, pi(here, 'a fork'));
    assert.ok(await tree.reveal({ uri: forked }), 'a new file is looked for');
    assert.equal(agents.groupOf(forked)?.title, 'Pi');
    rmSync(vscode.Uri.parse(forked, true).fsPath);
  });

  it('have no part in Problems before they are open', async () => {
    const uri = write(`${PI}/damaged.jsonl`, `${pi(here, 'damaged')}{bad\n`);
    const { agents, tree, sessions } = await activeApi();
    await agents.rescan();
    agents.library.summarize(uri);
    await until(
      () => agents.library.items.some((item) => item.uri === uri && item.summary?.problemCount === 1),
      'the session to be read',
    );
    const file = vscode.Uri.parse(uri, true);
    await until(
      () => sessions.peek(uri) === undefined || agents.library.busy === undefined,
      'the reading to end',
    );
    const lease = await sessions.acquire(uri);
    await until(() => vscode.languages.getDiagnostics(file).length === 1, 'its problem, while it is open');
    lease?.dispose();
    assert.match(String(tree.provider.getTreeItem(await sessionNode(uri)).description), /1 problem/);
    rmSync(file.fsPath);
  });

  it('appear by themselves', async () => {
    const { agents } = await activeApi();
    write(`${CLAUDE}/0b9c1111-0000-4000-8000-000000000003.jsonl`, claude(here, 'new'));
    const titles = (): (string | undefined)[] =>
      agents.groups.flatMap(({ items }) => items.map(({ title }) => title));
    await until(() => titles().includes('new'), 'the new session', 25_000);
    const day = '.codex/sessions/2026/11/30';
    const meta = { type: 'session_meta', timestamp: TIME, payload: { id: 'c', cwd: here } };
    const asked = { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'of today' }] };
    const text = line(meta) + line({ type: 'response_item', timestamp: TIME, payload: asked });
    const uri = write(`${day}/rollout-2026-11-30T10-00-00-1.jsonl`, text);
    await until(() => agents.groupOf(uri)?.title === 'Codex', 'a group that was not there', 25_000);
    appendFileSync(vscode.Uri.parse(uri, true).fsPath, line({ ...meta, type: 'turn_context' }));
  });

  it('of subagents stand under their session; one without it says what it is', async () => {
    const { agents, tree } = await activeApi();
    const rollout = (id: string, parent?: string): string => {
      const meta = { type: 'session_meta', timestamp: TIME };
      const spawned = parent && {
        source: { subagent: { thread_spawn: { parent_thread_id: parent, depth: 1 } } },
      };
      const asked = { type: 'message', role: 'user', content: [{ type: 'input_text', text: `task ${id}` }] };
      const text = line({ ...meta, payload: { id, cwd: here, ...spawned } });
      const path = `.codex/sessions/2026/11/29/rollout-2026-11-29T10-00-00-${id}.jsonl`;
      return write(path, text + line({ type: 'response_item', timestamp: TIME, payload: asked }));
    };
    const [main, helper, lost] = [rollout('c1'), rollout('c2', 'c1'), rollout('c3', 'gone')];
    const item = (payload: object): string => line({ type: 'response_item', timestamp: TIME, payload });
    const call = { type: 'function_call', name: 'spawn_agent', arguments: '{}', call_id: 'k' };
    const output = JSON.stringify({ agent_id: 'c2' });
    appendFileSync(
      vscode.Uri.parse(main, true).fsPath,
      item(call) + item({ type: 'function_call_output', call_id: 'k', output }),
    );
    await agents.rescan();
    const listed = agents.library.items.map(({ uri }) => uri);
    assert.deepEqual(
      [main, helper, lost].map((uri) => listed.includes(uri)),
      [true, false, true],
    );
    const row = tree.provider.getTreeItem(await sessionNode(lost));
    assert.match(String(row.description), /subagent of a session that is not here/);
    assert.equal(await vscode.commands.executeCommand('sessionTree.reveal', { uri: helper, row: 0 }), true);
    const [selected] = tree.view.selection;
    assert.ok(selected?.kind === 'entry' && selected.uri === helper);
    const shown = await draw(await sessionNode(main), 2);
    assert.deepEqual(shown, ['entry task c1', 'entry spawn_agent {}', '  subagent Subagent: task c2']);
    for (const uri of [main, helper, lost]) rmSync(vscode.Uri.parse(uri, true).fsPath);
  });

  it('that are compressed open where this Node.js can unpack them, and say so where it cannot', async () => {
    const { agents, sessions } = await activeApi();
    const { zstdCompressSync } = zlib as Partial<Pick<typeof zlib, 'zstdCompressSync'>>;
    const meta = { type: 'session_meta', timestamp: TIME, payload: { id: 'z', cwd: here } };
    const asked = { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'packed' }] };
    const text = line(meta) + line({ type: 'response_item', timestamp: TIME, payload: asked });
    const packed = zstdCompressSync?.(text) ?? Buffer.from('no archive');
    const uri = write('.codex/archived_sessions/rollout-2026-11-28T10-00-00-z.jsonl.zst', packed);
    await agents.rescan();
    if (zstdCompressSync) {
      assert.equal(agents.library.items.find((item) => item.uri === uri)?.title, 'packed');
      const lease = await sessions.acquire(uri);
      assert.equal(lease?.session.snapshot.table.size, 1);
      lease.dispose();
    } else {
      assert.match(
        agents.notices.map((notice) => notice.text).join(),
        /Codex: .*zst cannot be read .*Node\.js/,
      );
    }
    console.log(`      Node.js ${process.versions.node}, which can${zstdCompressSync ? '' : 'not'} unpack`);
    rmSync(vscode.Uri.parse(uri, true).fsPath);
    await agents.rescan();
  });

  it('lie where an agent’s own settings say', async () => {
    const { agents } = await activeApi();
    const uri = write('chosen/flat.jsonl', pi(here, 'chosen'));
    await agents.rescan();
    assert.equal(agents.groupOf(uri), undefined);
    write('.pi/agent/settings.json', JSON.stringify({ sessionDir: '~/chosen' }));
    await agents.rescan();
    assert.equal(agents.groupOf(uri)?.title, 'Pi');
    for (const path of ['chosen', '.pi/agent/settings.json']) rmSync(join(home, path), { recursive: true });
    await agents.rescan();
  });

  it('follow the settings', async () => {
    const { agents } = await activeApi();
    const titles = (): string[] => agents.groups.map(({ title }) => title);
    await set('agents.hide', ['pi']);
    await until(() => !titles().includes('Pi'), 'the group to go');
    await set('agents.show', 'workspace');
    await until(() => agents.projects.length === 0, 'all projects to go');
    const more = write('more/office/projects/-w/1.jsonl', claude(here, 'elsewhere'));
    await set('agents.roots', { 'claude-code': [join(home, 'more/office')] });
    await until(() => agents.groupOf(more)?.title === 'Claude Code', 'the folder of the setting');
    const inBackup = write('more/backup/.claude/projects/-w/2.jsonl', claude(here, 'backup'));
    await set('agents.roots', { '*': join(home, 'more/backup') });
    await until(() => agents.groupOf(inBackup)?.title === 'Claude Code', 'the home folder of the setting');
    assert.equal(agents.groupOf(more), undefined);
    await set('agents.show', 'off');
    await until(() => titles().length === 0, 'everything to go');
    for (const key of ['agents.show', 'agents.hide', 'agents.roots']) await set(key, undefined);
    await until(() => titles().includes('Pi'), 'the groups to come back');
  });

  it('a folder that cannot be read is said in the view', async () => {
    // A link to itself: unlike a mode, it keeps out the superuser too.
    mkdirSync(join(home, '.qwen'));
    symlinkSync('projects', join(home, '.qwen/projects'));
    const { agents } = await activeApi();
    await agents.rescan();
    const notices = Object.keys(await groups()).filter((label) => label.startsWith('!'));
    assert.equal(notices.length, 1);
    assert.match(notices[0] ?? '', /Qwen Code: .*\.qwen\/projects cannot be read \(ELOOP/);
  });
});
