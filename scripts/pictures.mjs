// Takes the README's pictures: VS Code from npm on the samples, driven by test/host/pictures.ts.
//   npm run pictures
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInHost } from './host/run.mjs';
import { ensureNode24 } from './lib/node24.mjs';
import { root } from './lib/paths.mjs';
import { shrinkPng } from './lib/png.mjs';

const IMAGES = join(root, 'docs/images');
const MAX_BYTES = 150_000;

/** Only what the pictures are about: no bars, no places of this machine. */
const SETTINGS = {
  'breadcrumbs.enabled': false,
  'editor.minimap.enabled': false,
  'git.enabled': false,
  'window.commandCenter': false,
  'window.menuBarVisibility': 'hidden',
  'window.title': 'Session Tree',
  'workbench.layoutControl.enabled': false,
  'workbench.statusBar.visible': false,
};

/** The pictures of `folder`, and none but them. */
function keep(folder) {
  rmSync(IMAGES, { recursive: true, force: true });
  mkdirSync(IMAGES, { recursive: true });
  for (const name of readdirSync(folder)) {
    const picture = shrinkPng(readFileSync(join(folder, name)));
    writeFileSync(join(IMAGES, name), picture);
    console.log(`docs/images/${name}, ${picture.length} bytes`);
    if (picture.length > MAX_BYTES) throw new Error(`${name} is larger than ${MAX_BYTES} bytes`);
  }
}

ensureNode24();
const taken = mkdtempSync(join(tmpdir(), 'session-tree-pictures-'));
try {
  const code = await runInHost({
    files: 'test/host/pictures.ts',
    workspace: 'sessions',
    aged: true,
    env: {
      SESSION_TREE_PICTURES: taken,
      SESSION_TREE_SETTINGS: JSON.stringify(SETTINGS),
      LANG: 'C.UTF-8',
      TZ: 'UTC',
    },
  });
  if (code === 0) keep(taken);
  process.exitCode = code;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  rmSync(taken, { recursive: true, force: true });
}
