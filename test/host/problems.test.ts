import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { activeApi, chain, record, SessionFolder, until } from './support/tree.ts';

const folder = new SessionFolder('problem-tests');

function diagnostics(uri: string): vscode.Diagnostic[] {
  return vscode.languages
    .getDiagnostics(vscode.Uri.parse(uri))
    .filter(({ source }) => source === 'Session Tree');
}

/** Code and line (from 1) of each, in the file's order. */
function drawn(uri: string): string[] {
  return diagnostics(uri)
    .sort((a, b) => a.range.start.line - b.range.start.line)
    .map(({ code, range }) => `${range.start.line + 1} ${String(code)}`);
}

async function shown(uri: string, count: number): Promise<void> {
  await until(() => diagnostics(uri).length === count, `${count} problems of ${uri}`);
}

async function setMode(mode: 'off' | 'open' | 'all' | undefined): Promise<void> {
  await vscode.workspace
    .getConfiguration('sessionTree')
    .update('problems', mode, vscode.ConfigurationTarget.Workspace);
}

describe('Problems of session files', () => {
  before(async () => {
    await vscode.commands.executeCommand('sessionTree.sessions.focus');
    await (await activeApi()).library.rescan();
  });

  after(async () => {
    await setMode(undefined);
    await folder.remove();
  });

  it('names every fault of the damaged sample with its code, severity and line', async () => {
    const { library } = await activeApi();
    const uri = library.items.find(({ name }) => name.includes('01990b77'))?.uri ?? '';
    await shown(uri, 6);
    assert.deepEqual(drawn(uri), [
      '6 glued-records',
      '8 invalid-json',
      '9 missing-parent',
      '12 duplicate-id',
      '15 not-an-object',
      '18 unterminated-tail',
    ]);
    const of = (code: string): vscode.Diagnostic | undefined =>
      diagnostics(uri).find((item) => item.code === code);
    assert.equal(of('invalid-json')?.severity, vscode.DiagnosticSeverity.Error);
    assert.equal(of('unterminated-tail')?.severity, vscode.DiagnosticSeverity.Warning);
    assert.equal(of('duplicate-id')?.relatedInformation?.[0]?.location.range.start.line, 10);
    for (const { range } of diagnostics(uri)) {
      assert.ok(range.isSingleLine && !range.isEmpty && range.end.character <= 80);
    }
  });

  it('says nothing of healthy files', async () => {
    const { library } = await activeApi();
    for (const { uri, name } of library.items) {
      if (!name.includes('01990b77')) assert.deepEqual(diagnostics(uri), [], name);
    }
  });

  it('shows 1,000 of 1,500 bad lines, errors first, and says how many it does not show', async () => {
    const bad = Array.from({ length: 1500 }, () => '{"id":\n').join('');
    const uri = await folder.write(
      'bad.jsonl',
      record('u1', null) + record('u1', null) + record('u2', 'gone') + bad,
    );
    await shown(uri, 1001);
    const all = diagnostics(uri);
    const rest = all.filter(({ code }) => code === 'more-problems');
    assert.equal(rest.length, 1);
    assert.equal(rest[0]?.severity, vscode.DiagnosticSeverity.Information);
    assert.match(rest[0]?.message ?? '', /502 more of 1,502/);
    assert.ok(all.every(({ code }) => code === 'more-problems' || code === 'invalid-json'));
  });

  it('follows the file as it grows', async () => {
    const uri = await folder.write('grows.jsonl', chain(3));
    assert.deepEqual(diagnostics(uri), []);
    await folder.append('grows.jsonl', 'no record\n');
    await shown(uri, 1);
    assert.deepEqual(drawn(uri), ['4 invalid-json']);
    await folder.append('grows.jsonl', record('u9', 'nobody'));
    await shown(uri, 2);
    assert.deepEqual(drawn(uri), ['4 invalid-json', '5 missing-parent']);
  });

  it('waits with the unterminated tail while the file is fresh', async function () {
    this.timeout(60_000);
    const uri = await folder.write('tail.jsonl', `${chain(2)}{"type":"mess`);
    assert.deepEqual(diagnostics(uri), []);
    await until(() => drawn(uri).includes('3 unterminated-tail'), 'the tail to be old', 40_000);
  });

  it('takes them away with the file', async () => {
    const uri = await folder.write('leaves.jsonl', `${chain(2)}broken\n`);
    await shown(uri, 1);
    await folder.delete('leaves.jsonl');
    await shown(uri, 0);
  });

  it('obeys the setting: off, open, all', async () => {
    const uri = await folder.write('setting.jsonl', `${chain(2)}broken\n`);
    await shown(uri, 1);
    await setMode('off');
    await shown(uri, 0);
    await setMode('open');
    await vscode.window.showTextDocument(vscode.Uri.parse(uri));
    await shown(uri, 1);
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    await setMode('all');
    await shown(uri, 1);
  });
});
