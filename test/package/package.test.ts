import { runTests } from '@vscode/test-electron';
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, matchesGlob, relative } from 'node:path';
import { runServer } from '../../scripts/host/server.mjs';
import { makePackage } from '../../scripts/package.mjs';

const root = join(import.meta.dirname, '../..');
const MAX_BYTES = 650_000;

/** Runs the server's command line to its end and answers what it printed. */
async function server(...options: string[]): Promise<string> {
  const child = runServer(options, { stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  child.stdout?.on('data', (data) => (text += String(data)));
  child.stderr?.on('data', (data) => (text += String(data)));
  const [code] = (await once(child, 'close')) as [number | null];
  assert.equal(code, 0, text);
  return text;
}

interface Probe {
  readonly path?: string;
  readonly version?: string;
  readonly active?: boolean;
  readonly missingCommands?: readonly string[];
  readonly error?: string;
}

describe('the package', () => {
  let folder: string;
  let extensions: string;
  let vsix: { path: string; bytes: number };
  let installed: string;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'session-tree-package-'));
    extensions = join(folder, 'extensions');
    vsix = await makePackage(join(folder, 'session-tree.vsix'));
    const options = [`--extensions-dir=${extensions}`, `--server-data-dir=${join(folder, 'data')}`];
    await server('--install-extension', vsix.path, ...options);
    installed = join(
      extensions,
      readdirSync(extensions).find((name) => name.startsWith('session-tree.')) ?? '',
    );
  });

  after(() => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  });

  it('is small', () => {
    assert.ok(vsix.bytes < MAX_BYTES, `${vsix.bytes} bytes`);
  });

  it('holds the listed files and nothing else', () => {
    const lines = readFileSync(join(import.meta.dirname, 'files.txt'), 'utf8')
      .trim()
      .split('\n');
    const allowed = lines.map((line) => ({ glob: line.replace(/ \?$/, ''), optional: line.endsWith(' ?') }));
    const files = readdirSync(installed, { recursive: true, withFileTypes: true })
      .filter((item) => item.isFile())
      .map((item) => relative(installed, join(item.parentPath, item.name)))
      .filter((file) => file !== '.vsixmanifest'); // VS Code's own
    const unexpected = files.filter(
      (file) => !allowed.some(({ glob }) => matchesGlob(file.toLowerCase(), glob.toLowerCase())),
    );
    const missing = allowed.filter(
      ({ glob, optional }) =>
        !optional && !files.some((file) => matchesGlob(file.toLowerCase(), glob.toLowerCase())),
    );
    assert.deepEqual(
      { unexpected, missing: missing.map(({ glob }) => glob) },
      { unexpected: [], missing: [] },
    );
  });

  it('has a README without pictures that are not in it', () => {
    const readme = readdirSync(installed).find((name) => name.toLowerCase() === 'readme.md') ?? '';
    const text = readFileSync(join(installed, readme), 'utf8');
    assert.match(text, /^# Session Tree\n/);
    assert.doesNotMatch(text, /!\[|\]\((?!https:)/);
  });

  it('has no source maps, no paths of this machine, no address of a registry', () => {
    const pattern = `sourceMappingURL|sourcesContent|registry\\.npmjs|${root}`;
    const found = spawnSync('grep', ['-rlE', pattern, installed], { encoding: 'utf8' });
    assert.equal(found.stdout, '');
  });

  it('is listed by a fresh VS Code', async () => {
    const list = await server(
      '--list-extensions',
      `--extensions-dir=${extensions}`,
      `--server-data-dir=${join(folder, 'data')}`,
    );
    assert.match(list, /^session-tree\.session-tree$/m);
  });

  describe('in a fresh VS Code', () => {
    let seen: Probe;

    before(async () => {
      const result = join(folder, 'probe.json');
      const workspace = join(folder, 'workspace');
      mkdirSync(workspace);
      const probe = join(import.meta.dirname, 'probe');
      await runTests({
        vscodeExecutablePath: join(root, 'scripts/host/code.mjs'),
        extensionDevelopmentPath: probe,
        extensionTestsPath: join(probe, 'probe.cjs'),
        launchArgs: [
          workspace,
          `--extensions-dir=${extensions}`,
          `--user-data-dir=${join(folder, 'user-data')}`,
        ],
        extensionTestsEnv: { SESSION_TREE_PROBE: result },
      });
      seen = JSON.parse(readFileSync(result, 'utf8')) as Probe;
    });

    it('is activated', () => {
      assert.equal(seen.error, undefined);
      assert.equal(seen.path, installed);
      assert.equal(seen.active, true);
    });

    it('registers every command of its manifest', () => {
      assert.deepEqual(seen.missingCommands, []);
    });
  });
});
