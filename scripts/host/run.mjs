// Runs code inside VS Code's extension host: the extension under development, a fresh copy of the samples, fresh data.
import { runTests } from '@vscode/test-electron';
import { cpSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { readFileSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../lib/paths.mjs';
import { stageExtension } from '../lib/stage.mjs';
import { bundleHostTests } from './bundle.mjs';
import { downloadDesktop } from './desktop.mjs';

/** Variables that move agents' folders: whatever they are here, the tests are without them. */
const AGENTS_UNSET = Object.fromEntries(
  [
    'CLAUDE_CONFIG_DIR',
    'CODEX_HOME',
    'PI_CODING_AGENT_DIR',
    'PI_CODING_AGENT_SESSION_DIR',
    'COPILOT_HOME',
  ].map((name) => [name, '']),
);

/** The samples, in a folder of this name. */
function copySamples(folder, aged) {
  mkdirSync(folder);
  cpSync(join(root, 'samples'), folder, { recursive: true });
  if (!aged) return;
  for (const item of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (item.isFile()) age(join(item.parentPath, item.name));
  }
}

/** Makes a file as old as the newest time in it. */
function age(file) {
  const times = readFileSync(file, 'utf8').match(/(?<="timestamp":)(\d{13}|"[^"]+")/g) ?? [];
  const newest = Math.max(...times.map((time) => new Date(JSON.parse(time)).getTime()));
  utimesSync(file, newest / 1000, newest / 1000);
}

/**
 * Bundles the files that match `files` and runs their tests. Answers the exit code.
 * @param {{ files: string, env?: Record<string, string>, workspace?: string, aged?: boolean, desktop?: boolean }}
 *   what
 *   `env` is for the tests and for scripts/host/code.mjs, which lists what it understands; `aged`: the samples are
 *   as old as what is in them; `desktop` allows desktop VS Code, which has no bridge to the window.
 */
export async function runInHost({ files, env = {}, workspace = 'workspace', aged = false, desktop = false }) {
  const temporary = mkdtempSync(join(tmpdir(), 'session-tree-host-'));
  try {
    const folder = join(temporary, workspace);
    const extension = join(temporary, 'extension');
    mkdirSync(extension);
    // Agents' sessions of whoever runs the tests are none of their business.
    const home = join(temporary, 'home');
    mkdirSync(home);
    copySamples(folder, aged);
    // On Linux the server from npm, which shows the window to the tests; elsewhere, or on request, desktop VS Code.
    const wantsDesktop =
      desktop && (process.env.SESSION_TREE_HOST === 'desktop' || process.platform !== 'linux');
    const executable = wantsDesktop ? await downloadDesktop() : undefined;
    return await runTests({
      vscodeExecutablePath: executable ?? join(root, 'scripts/host/code.mjs'),
      extensionDevelopmentPath: await stageExtension(extension),
      // Inside the repository, where the bundle finds mocha.
      extensionTestsPath: await bundleHostTests(files, join(root, 'dist-test')),
      launchArgs: [
        folder,
        ...['extensions', 'user-data'].map((name) => `--${name}-dir=${join(temporary, name)}`),
      ],
      // The stand-in keeps its own home folder: what it installs is there once.
      extensionTestsEnv: { [executable ? 'HOME' : 'SESSION_TREE_HOME']: home, ...AGENTS_UNSET, ...env },
    });
  } finally {
    rmSync(temporary, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}
