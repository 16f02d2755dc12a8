// Every script and test runs on Node 24, which reads TypeScript as it stands and which VS Code's server needs.
// npm scripts find it in node_modules/.bin, where the package `node` puts it.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { root } from './paths.mjs';

export const node24 = join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node');

const isNew = () => Number(process.versions.node.split('.')[0]) >= 24;

/** Goes on in Node 24: starts the script again where this is an older Node. Call it before anything else. */
export function ensureNode24() {
  if (isNew()) return;
  if (!existsSync(node24)) {
    console.log('Node 24 is not in node_modules yet (was its install script blocked?): installing it now.');
    spawnSync('npm', ['rebuild', 'node', '--ignore-scripts=false', '--foreground-scripts'], {
      cwd: root,
      stdio: 'inherit',
    });
  }
  if (!existsSync(node24)) {
    console.error(`Node 24 is missing (this is ${process.version}). Run: npm install --ignore-scripts=false`);
    process.exit(1);
  }
  const path = [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter);
  const { status } = spawnSync(node24, process.argv.slice(1), {
    stdio: 'inherit',
    env: { ...process.env, PATH: path },
  });
  process.exit(status ?? 1);
}
