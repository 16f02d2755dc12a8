// The host layer: mocha inside VS Code's extension host, over a fresh copy of the samples and fresh VS Code data.
//   node scripts/host/test.mjs [-g pattern]
import { runTests } from '@vscode/test-electron';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from '../../esbuild.mjs';
import { ensureNode24 } from '../lib/node24.mjs';
import { root } from '../lib/paths.mjs';
import { bundleHostTests } from './bundle.mjs';
import { downloadDesktop } from './desktop.mjs';

ensureNode24();

/** The extension as it would be installed, apart from dist/, which others may be building. */
async function stageExtension(folder) {
  for (const name of ['package.json', 'package.nls.json', 'l10n', 'README.md', 'LICENSE']) {
    if (existsSync(join(root, name))) cpSync(join(root, name), join(folder, name), { recursive: true });
  }
  await build({ outdir: join(folder, 'dist') });
  return folder;
}

const args = process.argv.slice(2);
const grep = args[args.findIndex((arg) => /^(-g|--grep)$/.test(arg)) + 1];
const temporary = mkdtempSync(join(tmpdir(), 'session-tree-host-'));
try {
  const workspace = join(temporary, 'workspace');
  mkdirSync(workspace);
  cpSync(join(root, 'samples'), workspace, { recursive: true });
  // On Linux the server from npm, which shows the window to the tests; elsewhere, or on request, desktop VS Code.
  const wantsDesktop = process.env.SESSION_TREE_HOST === 'desktop' || process.platform !== 'linux';
  const desktop = wantsDesktop ? await downloadDesktop() : undefined;
  const code = await runTests({
    vscodeExecutablePath: desktop ?? join(root, 'scripts/host/code.mjs'),
    extensionDevelopmentPath: await stageExtension(join(temporary, 'extension')),
    // Inside the repository, where the bundle finds mocha.
    extensionTestsPath: await bundleHostTests(join(root, 'dist-test')),
    launchArgs: [
      workspace,
      ...['extensions', 'user-data'].map((name) => `--${name}-dir=${join(temporary, name)}`),
    ],
    extensionTestsEnv: args.some((arg) => /^(-g|--grep)$/.test(arg)) ? { MOCHA_GREP: grep } : {},
  });
  process.exitCode = code;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  rmSync(temporary, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}
