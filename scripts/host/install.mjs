// Brings VS Code's own server and web workbench from the npm registry, for machines where no desktop VS Code can be
// had. Kept in a cache that all clones share.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { node24 } from '../lib/node24.mjs';
import { cache } from '../lib/paths.mjs';

/** VS Code 1.139.1. */
const PACKAGE = 'code-server@4.139.1';
const MARKER = 'complete';

/** @param {string} cwd @param {string[]} args */
function npm(cwd, args) {
  const always = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  // Under Node 24, which the package demands; its native modules are not needed and stay unbuilt.
  const env = { ...process.env, PATH: [dirname(node24), process.env.PATH].join(delimiter) };
  const run = spawnSync('npm', ['install', ...always, ...args], { cwd, env, encoding: 'utf8' });
  if (run.status !== 0) {
    throw new Error(
      `npm install ${args.join(' ')} failed (network? disk space?):\n${run.stderr || run.error}`,
    );
  }
}

/**
 * The folder of VS Code's server (`out/server-main.js` is in it), installed when it is not there yet.
 * @returns {string}
 */
export function ensureServer() {
  const home = join(cache, PACKAGE.replace('@', '-'));
  const server = join('node_modules', 'code-server', 'lib', 'vscode');
  if (existsSync(join(home, MARKER))) return join(home, server);
  console.log(
    `Installing VS Code's server from npm (${PACKAGE}, 600 MB, once on this machine) into ${home} …`,
  );
  mkdirSync(cache, { recursive: true });
  const fresh = mkdtempSync(join(cache, 'installing-'));
  try {
    writeFileSync(join(fresh, 'package.json'), '{ "private": true }\n');
    npm(fresh, ['--save-exact', PACKAGE]);
    npm(join(fresh, server), ['--omit=dev']);
    writeFileSync(join(fresh, MARKER), '');
    moveInPlace(fresh, home);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  return join(home, server);
}

/** Another run may have been quicker; a folder without a marker is nobody's. */
function moveInPlace(fresh, home) {
  if (existsSync(join(home, MARKER))) return;
  rmSync(home, { recursive: true, force: true });
  try {
    renameSync(fresh, home);
  } catch (error) {
    if (!existsSync(join(home, MARKER))) throw error;
  }
}
