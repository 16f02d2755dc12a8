import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInWebHost } from '../../scripts/host/web.mjs';
import { stageExtension } from '../../scripts/lib/stage.mjs';
import { makeSession } from '../bench/makeSession.ts';
import type { SeenInWeb } from './web/smoke.ts';

const root = join(import.meta.dirname, '../..');

describe("the extension in VS Code's web extension host", function () {
  this.timeout(400_000);
  let folder: string;
  let seen: SeenInWeb;
  let lines: number;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'session-tree-web-'));
    mkdirSync(join(folder, 'served/extension'), { recursive: true });
    await stageExtension(join(folder, 'served/extension'), { production: true });
    const workspace = join(folder, 'workspace');
    cpSync(join(root, 'samples'), workspace, { recursive: true });
    makeSession(join(workspace, 'large.jsonl'), 10 * 1024 * 1024);
    lines = readFileSync(join(workspace, 'large.jsonl')).reduce((sum, byte) => sum + Number(byte === 10), 0);
    const entry = 'test/package/web/smoke.ts';
    const { status, printed, chatter } = await runInWebHost({
      folder: join(folder, 'served'),
      entry,
      workspace,
    });
    const last = printed.at(-1) ?? '';
    assert.ok(status === 0 && last.startsWith('{'), [...chatter, ...printed].join('\n'));
    seen = JSON.parse(last) as SeenInWeb;
    console.log(`      activated in ${seen.activationMs?.toFixed(0)} ms`);
    assert.equal(seen.error, undefined);
  });

  after(() => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  });

  it('is activated without Node and registers every command', () => {
    assert.equal(seen.hasNode, false);
    assert.deepEqual(seen.missingCommands, []);
  });

  it('lists the sessions of the workspace', () => {
    assert.ok(seen.sessions.includes('large.jsonl') && seen.sessions.includes('read-the-readme.jsonl'));
  });

  it('reads a large file in its thread, its beginning first, and follows it', () => {
    assert.equal(seen.partial, true);
    assert.equal(seen.rows, lines - 1);
    assert.equal(seen.followed, lines);
  });

  it('shows a conversation and writes a fork', () => {
    assert.equal(seen.pages, 1);
    assert.equal(seen.forkEntries, 1);
  });
});
