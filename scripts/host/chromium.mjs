// The browser that shows the page in tests, and VS Code where no desktop VS Code can be had.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** No sandbox, because tests also run as root; nothing that asks the network for updates. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];

/** @param {string[]} names */
export function findOnPath(names) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  for (const name of names) {
    const folder = folders.find((path) => existsSync(join(path, name)));
    if (folder) return join(folder, name);
  }
  return undefined;
}

/**
 * The path of a Chromium, installed through apt where there is none. `CHROMIUM_PATH` names another one.
 * @returns {string}
 */
export function ensureChromium() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  const found = findOnPath(NAMES);
  if (found) return found;
  const manual = 'Chromium is missing. Install it (Debian: apt-get install chromium) or set CHROMIUM_PATH.';
  if (!findOnPath(['apt-get'])) throw new Error(manual);
  const isRoot = process.getuid?.() === 0;
  if (!isRoot && !findOnPath(['sudo'])) throw new Error(manual);
  console.log('Installing Chromium through apt (about a minute, once on this machine) …');
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', 'chromium'],
  ]) {
    const command = [...(isRoot ? [] : ['sudo', ...(process.stdin.isTTY ? [] : ['-n'])]), 'apt-get', ...args];
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const { status } = spawnSync(command[0], command.slice(1), {
      stdio: ['inherit', 'ignore', 'inherit'],
      env,
    });
    if (status !== 0 && args[0] === 'install') throw new Error(`${command.join(' ')} failed. ${manual}`);
  }
  const installed = findOnPath(NAMES);
  if (!installed) throw new Error(manual);
  return installed;
}
