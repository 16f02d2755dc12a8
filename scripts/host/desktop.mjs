// Desktop VS Code, where it can be had and shown.
import { downloadAndUnzipVSCode } from '@vscode/test-electron';
import { join } from 'node:path';
import { cache } from '../lib/paths.mjs';
import { findOnPath } from './chromium.mjs';

const wanted = process.env.SESSION_TREE_HOST;

export function hasDisplay() {
  return process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
}

/** `code` on PATH. A person's own VS Code, so only for `npm start`. */
export function findCode() {
  return wanted === 'npm' || !hasDisplay()
    ? undefined
    : findOnPath(['code', 'code.cmd', 'code-insiders', 'codium']);
}

/** A downloaded VS Code, or undefined. `SESSION_TREE_HOST=desktop` makes the lack of one an error, `=npm` declines. */
export async function downloadDesktop() {
  if (wanted === 'npm' || (!wanted && !hasDisplay())) return undefined;
  try {
    return await downloadAndUnzipVSCode({ cachePath: join(cache, 'desktop'), timeout: 15_000 });
  } catch (error) {
    if (wanted === 'desktop') throw error;
    const why = error instanceof Error ? error.message.split('\n', 1)[0] : String(error);
    console.log(
      `Desktop VS Code cannot be downloaded here (${why}); VS Code's server from npm takes its place.`,
    );
    return undefined;
  }
}
