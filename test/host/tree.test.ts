import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { TreeNode } from '../../src/tree/nodes.ts';
import { activeApi, chain, draw, record, SessionFolder, sessionNode, text, until } from './support/tree.ts';

const folder = new SessionFolder('tree-tests');
const run = (command: string, ...args: unknown[]): Thenable<unknown> =>
  vscode.commands.executeCommand(`sessionTree.${command}`, ...args);

async function selection(): Promise<TreeNode | undefined> {
  return (await activeApi()).tree.view.selection[0];
}

/** Waits until the view's selection stands for this entry. */
async function selected(uri: string, row: number): Promise<void> {
  const is = async (): Promise<boolean> => {
    const node = await selection();
    return node?.kind === 'entry' && node.uri === uri && node.row === row;
  };
  await until(is, `row ${row} of ${uri} to be selected`);
}

describe('the Sessions view', () => {
  before(async () => {
    await vscode.commands.executeCommand('sessionTree.sessions.focus');
    const { tree } = await activeApi();
    await until(() => tree.view.visible, 'the view to be visible');
  });

  afterEach(() => run('selectFilter', 'default'));
  after(() => folder.remove());

  it('registers the commands that the manifest declares, and no others', async () => {
    await activeApi();
    const extension = vscode.extensions.getExtension('session-tree.session-tree');
    const manifest = extension?.packageJSON as { contributes: { commands: { command: string }[] } };
    const declared = manifest.contributes.commands.map(({ command }) => command).sort();
    const registered = (await vscode.commands.getCommands(true)).filter(
      // `sessionTree.sessions.*` are VS Code's own for the view; a name that begins with _ is private.
      (name) => /^sessionTree\.(?!_|sessions\.)/.test(name),
    );
    assert.deepEqual(registered.sort(), declared);
  });

  it('lists the sessions of the workspace, with title, counts, age and damage', async () => {
    const { tree, library } = await activeApi();
    const roots = await tree.provider.getChildren();
    assert.equal(roots.length, library.items.length);
    await until(() => library.items.every(({ summary }) => summary), 'all sessions to be read');
    const rows = await Promise.all(roots.map(text));
    const healthy = rows.find((row) => row.startsWith('Tide table'));
    assert.match(
      healthy ?? '',
      /^Tide table: winter time and sunset \| 3\d messages · 5 branches · 1 fork · \d+ d$/,
    );
    const damaged = roots.find((_, index) => rows[index]?.startsWith('Sort the seed list'));
    assert.ok(damaged);
    const item = tree.provider.getTreeItem(damaged);
    assert.match(String(item.description), /6 problems/);
    assert.match(item.accessibilityInformation?.label ?? '', /6 problems/);
    assert.equal((item.iconPath as vscode.ThemeIcon).id, 'error');
    assert.equal(item.id, damaged.uri);
    await until(() => tree.view.badge?.value === 1, 'the badge to count the damaged session');
  });

  it('shows path, format and size in a tooltip without markup', async () => {
    const { tree } = await activeApi();
    const name = '<b>bold</b> [link](command:x) $(zap)';
    const uri = await folder.write('markup.jsonl', record('u1', null, name));
    const node = await sessionNode(uri);
    const { tooltip } = tree.provider.resolveTreeItem(tree.provider.getTreeItem(node), node);
    assert.ok(tooltip instanceof vscode.MarkdownString);
    assert.ok(!tooltip.isTrusted && !tooltip.supportHtml && !tooltip.supportThemeIcons);
    assert.match(tooltip.value, /markup\\.jsonl/);
    assert.ok(!tooltip.value.includes('[link]('));
    assert.equal(tree.provider.getTreeItem(node).label, name);
  });

  it('draws the tree of the chapter', async () => {
    const { library } = await activeApi();
    const uri = library.items.find(({ name }) => name === 'read-the-readme.jsonl')?.uri ?? '';
    assert.deepEqual(await draw(await sessionNode(uri), 3), [
      'entry Read README.md and tell me the name…',
      '  onward I cannot read that file.',
      '  branch read README.md',
      '    entry read README.md',
      '    entry The project is called tiny-pi.',
      'entry I cannot read that file.',
    ]);
    await run('selectFilter', 'all');
    assert.deepEqual(await draw(await sessionNode(uri), 3), [
      'entry Read README.md and tell me the name…',
      '  onward I cannot read that file.',
      '  branch → read README.md',
      '    entry → read README.md',
      '    entry read README.md',
      '    entry The project is called tiny-pi.',
      '    entry metadata: cwd=/workspace/tiny-pi',
      'entry I cannot read that file.',
    ]);
  });

  it('says who speaks, what hangs there and that it is on the active path', async () => {
    const { tree } = await activeApi();
    const uri = await folder.write(
      'spoken.jsonl',
      record('u1', null) + record('a1', 'u1') + record('u2', 'a1') + record('u3', 'a1'),
    );
    const [first, fork] = await tree.provider.getChildren(await sessionNode(uri));
    assert.ok(first && fork);
    const [item, forkItem] = [first, fork].map((node) => tree.provider.getTreeItem(node));
    assert.match(item?.accessibilityInformation?.label ?? '', /^user: text of u1, .*on the active path$/);
    assert.match(String(forkItem?.description), /^• 2 branches · /);
    assert.match(forkItem?.accessibilityInformation?.label ?? '', /^assistant: text of a1, 2 branches, /);
    assert.equal(forkItem?.collapsibleState, vscode.TreeItemCollapsibleState.Collapsed);
    assert.equal(forkItem?.contextValue, 'entry fork');
    assert.equal(item?.collapsibleState, vscode.TreeItemCollapsibleState.None);
    assert.deepEqual(item?.command?.arguments, [{ uri, row: 0 }]);
    assert.equal(item?.id, `${uri}#entry:1`);
    const children = await tree.provider.getChildren(fork);
    const branch = children.find(({ kind }) => kind === 'branch');
    assert.ok(branch);
    const [inside] = await tree.provider.getChildren(branch);
    assert.ok(inside);
    assert.doesNotMatch(tree.provider.getTreeItem(inside).accessibilityInformation?.label ?? '', /active/);
  });

  it('filters as asked, says so above the list and re-attaches branches', async () => {
    const { tree } = await activeApi();
    const uri = await folder.write(
      'filtered.jsonl',
      record('u1', null) + record('a1', 'u1') + record('u2', 'a1') + record('u3', 'a1') + record('l1', 'u3'),
    );
    await run('selectFilter', 'user-only');
    assert.equal(tree.view.description, 'User only');
    assert.deepEqual(await draw(await sessionNode(uri), 3), [
      'entry text of u1',
      '  onward text of u3',
      '  branch text of u2',
      '    entry text of u2',
      'entry text of u3',
    ]);
    await run('selectFilter', 'labelled-only');
    assert.deepEqual(await draw(await sessionNode(uri)), ['notice The filter hides all entries (5)']);
    await run('selectFilter', 'default');
    assert.equal(tree.view.description, '');
    assert.equal((await draw(await sessionNode(uri))).length, 3);
  });

  it('says that a session has no entries yet, until it has one', async () => {
    const header = { type: 'session', version: 3, id: 'begun', timestamp: '2026-11-22T16:02:10Z', cwd: '/w' };
    const uri = await folder.write('begun.jsonl', `${JSON.stringify(header)}\n`);
    assert.deepEqual(await draw(await sessionNode(uri)), ['notice No entries yet']);
    const entry = { type: 'message', id: 'u1', parentId: null, timestamp: header.timestamp };
    const message = { role: 'user', content: 'hello', timestamp: 1_795_168_800_000 };
    await folder.append('begun.jsonl', `${JSON.stringify({ ...entry, message })}\n`);
    await until(
      async () => (await draw(await sessionNode(uri))).join() === 'entry hello',
      'the entry in place of the notice',
    );
  });

  it('pages a long run, newest first', async () => {
    const { tree } = await activeApi();
    const uri = await folder.write('long.jsonl', chain(4512));
    const node = await sessionNode(uri);
    const first = await tree.provider.getChildren(node);
    assert.equal(first.length, 201);
    const [more] = first;
    assert.ok(more);
    assert.equal(await text(more), 'Show 200 more of 4,312 | earlier');
    assert.equal(await text(first[200] as TreeNode).then((t) => t.includes('text of a4511')), true);
    const { command } = tree.provider.getTreeItem(more);
    await vscode.commands.executeCommand(
      command?.command ?? '',
      ...((command?.arguments ?? []) as unknown[]),
    );
    const second = await tree.provider.getChildren(node);
    assert.equal(second.length, 401);
    assert.equal(await text(second[0] as TreeNode), 'Show 200 more of 4,112 | earlier');
  });

  it('reveals a row deep in a long run and on a branch of a branch', async () => {
    const { tree } = await activeApi();
    const branches =
      chain(300, 'x').replace('"parentId":null', '"parentId":"u100"') + record('udeep', 'ux100');
    const uri = await folder.write('deep.jsonl', chain(2000) + branches + record('u2000', 'a1999'));
    await tree.reveal({ uri, row: 5 });
    await selected(uri, 5);
    await tree.reveal({ uri, row: 2299 });
    await selected(uri, 2299);
    const node = await selection();
    assert.ok(node);
    const kinds: string[] = [];
    for (let at: TreeNode | undefined = node; at; at = tree.provider.getParent(at)) kinds.push(at.kind);
    assert.deepEqual(kinds, ['entry', 'branch', 'entry', 'branch', 'entry', 'session']);
  });

  it('goes from fork to fork', async () => {
    const uri = await folder.write(
      'forks.jsonl',
      chain(10) + record('ub2', 'a1') + record('ub6', 'a5') + record('u10', 'a9'),
    );
    await run('nextFork', { uri, row: 0 });
    await selected(uri, 1);
    await run('nextFork');
    await selected(uri, 5);
    await run('nextFork');
    await selected(uri, 5);
    await run('previousFork');
    await selected(uri, 1);
    await run('previousFork', { uri, row: 11 });
    await selected(uri, 5);
  });

  it('grows with the file, keeping selection, expansion and objects', async () => {
    const { tree, library } = await activeApi();
    const uri = await folder.write(
      'growing.jsonl',
      record('u1', null) + record('a1', 'u1') + record('u2', 'a1') + record('u3', 'a1'),
    );
    await tree.reveal({ uri, row: 2 });
    await selected(uri, 2);
    const node = await selection();
    const before = await tree.provider.getChildren(await sessionNode(uri));
    await folder.append('growing.jsonl', record('a3', 'u3') + record('u4', 'a3'));
    const size = async (): Promise<number> =>
      (await tree.provider.getChildren(await sessionNode(uri))).length;
    await until(async () => (await size()) === 5, 'the new entries to be shown');
    const after = await tree.provider.getChildren(await sessionNode(uri));
    before.forEach((child, index) => assert.equal(child, after[index]));
    await until(
      () => library.items.find((item) => item.uri === uri)?.summary?.messageCount === 6,
      'the new count',
    );
    assert.equal(await selection(), node);
    await new Promise((resolve) => setTimeout(resolve, 500));
    assert.equal(await selection(), node, 'also after the view was drawn anew');
  });

  it('shows the newer branch as the active one when the file goes on there', async () => {
    const uri = await folder.write(
      'switch.jsonl',
      record('u1', null) + record('u2', 'u1') + record('u3', 'u1'),
    );
    const branchOf = async (): Promise<string | undefined> =>
      (await draw(await sessionNode(uri), 2)).find((line) => line.startsWith('  branch'));
    assert.equal(await branchOf(), '  branch text of u2');
    await folder.append('switch.jsonl', record('a2', 'u2'));
    await until(async () => (await branchOf()) === '  branch text of u3', 'the branches to change places');
  });

  it('keeps two files with the same ids apart', async () => {
    const { tree } = await activeApi();
    const uris = await Promise.all(['one.jsonl', 'two.jsonl'].map((name) => folder.write(name, chain(3))));
    const rows = await Promise.all(
      uris.map(async (uri) => tree.provider.getChildren(await sessionNode(uri))),
    );
    const ids = rows.flat().map(({ id }) => id);
    assert.equal(new Set(ids).size, 6);
    await tree.reveal({ uri: uris[1] as string, row: 1 });
    await selected(uris[1] as string, 1);
  });

  it('lets go of a file that is deleted', async () => {
    const { tree, library, sessions } = await activeApi();
    const uri = await folder.write('gone.jsonl', chain(3));
    await tree.reveal({ uri, row: 1 });
    await selected(uri, 1);
    await folder.delete('gone.jsonl');
    await until(() => !library.items.some((item) => item.uri === uri), 'the file to leave the list');
    await until(
      async () => !(await tree.provider.getChildren()).some((node) => node.uri === uri),
      'its row to go',
    );
    await until(() => sessions.peek(uri) === undefined, 'the session to be closed');
    assert.equal(await tree.reveal({ uri }), false);
  });

  it('reveals the entry on the line of the text editor, and opens its line', async () => {
    const uri = await folder.write('line.jsonl', chain(40));
    const editor = await vscode.window.showTextDocument(vscode.Uri.parse(uri));
    editor.selection = new vscode.Selection(17, 0, 17, 0);
    await run('revealCurrent');
    await selected(uri, 17);
    await run('openSourceLine', { uri, row: 29 });
    await until(() => vscode.window.activeTextEditor?.selection.active.line === 29, 'the line to be opened');
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
  });

  it('copies an entry id and a session report', async () => {
    const uri = await folder.write('copied.jsonl', record('u<1>', null) + record('a1', 'u<1>') + 'broken\n');
    await run('copyEntryId', { uri, row: 0 });
    assert.equal(await vscode.env.clipboard.readText(), 'u<1>');
    await run('copyReport', { uri });
    const report = JSON.parse(await vscode.env.clipboard.readText()) as Record<string, unknown>;
    assert.equal(report['format'], 'tiny-pi');
    assert.equal(report['entries'], 2);
    assert.deepEqual(report['badLines'], [{ line: 3, why: 'json' }]);
  });

  it('says so when a file is none of the sessions', async () => {
    assert.equal(await (await activeApi()).tree.reveal({ uri: folder.uri('never-was.jsonl') }), false);
  });
});
