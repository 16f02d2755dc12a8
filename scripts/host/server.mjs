// Runs VS Code's server on loopback, with everything that it writes in a temporary folder.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { node24 } from '../lib/node24.mjs';
import { ensureServer } from './install.mjs';

/** A quiet VS Code: nothing opens by itself, nothing asks the network. */
const SETTINGS = {
  'chat.disableAIFeatures': true,
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  'git.openRepositoryInParentFolders': 'never',
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'workbench.enableExperiments': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
};

/** @param {string[]} options @param {import('node:child_process').SpawnOptions} how */
export function runServer(options, how) {
  const main = join(ensureServer(), 'out', 'server-main.js');
  return spawn(node24, [main, '--accept-server-license-terms', '--telemetry-level', 'off', ...options], how);
}

/**
 * @param {{ port?: number, settings?: object, trust?: boolean, extensionsDir?: string,
 *   env?: Record<string, string>, log?: (text: string) => void }} [options] `trust`: workspaces are trusted without a
 *   question; `log` gets what the server complains of, most of it native modules that it does not need.
 */
export async function startServer({
  port = 0,
  settings = {},
  trust = true,
  extensionsDir,
  env = {},
  log,
} = {}) {
  const data = mkdtempSync(join(tmpdir(), 'session-tree-vscode-'));
  mkdirSync(join(data, 'data/Machine'), { recursive: true });
  writeFileSync(join(data, 'data/Machine/settings.json'), JSON.stringify({ ...SETTINGS, ...settings }));
  const token = randomUUID(); // other programs and web pages on this machine must not reach the server
  const child = runServer(
    [
      ...[
        '--host',
        '127.0.0.1',
        '--port',
        String(port),
        '--connection-token',
        token,
        '--server-data-dir',
        data,
      ],
      // Without it a built workbench ignores extensionDevelopmentPath and extensionTestsPath.
      '--enable-smoke-test-driver',
      ...(trust ? ['--disable-workspace-trust'] : []),
      ...(extensionsDir ? ['--extensions-dir', extensionsDir] : []),
    ],
    { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } },
  );
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    complaints = (complaints + text).slice(-10_000);
    log?.(text);
  });
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill();
      const timer = setTimeout(() => child.kill('SIGKILL'), 5000);
      await ended;
      clearTimeout(timer);
    }
    rmSync(data, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
  try {
    const authority = `127.0.0.1:${await listening(child)}`;
    return { child, data, stop, address: (wanted) => address(authority, token, wanted) };
  } catch (error) {
    await stop();
    throw new Error(`${error.message}\n${complaints}`, { cause: error });
  }
}

function listening(child) {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (more) => {
      text = (text + more).slice(-10_000);
      const port = /agent listening on (\d+)/.exec(text)?.[1];
      if (port) resolve(port);
    });
    child.once('error', reject);
    child.once('exit', (code) =>
      reject(new Error(`VS Code's server ended with exit code ${code}:\n${text}`)),
    );
  });
}

/**
 * Where a browser finds VS Code with a folder and an extension under development.
 * @param {string} authority @param {string} token
 * @param {{ folder?: string, extension?: string, tests?: string }} wanted absolute paths
 */
function address(authority, token, { folder, extension, tests }) {
  const remote = (path) => `vscode-remote://${authority}${path.split('/').map(encodeURIComponent).join('/')}`;
  const payload = [
    ...(extension ? [['extensionDevelopmentPath', remote(extension)]] : []),
    ...(tests ? [['extensionTestsPath', remote(tests)]] : []),
    ['skipWelcome', 'true'],
    ['skipReleaseNotes', 'true'],
  ];
  const query = new URLSearchParams({
    tkn: token,
    ...(folder ? { folder } : {}),
    payload: JSON.stringify(payload),
  });
  return `http://${authority}/?${query}`;
}
