// The extension as it is shipped, in a folder of its own: builds for tests and packages leave the repository's dist/,
// from which somebody's VS Code may run, alone.
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from '../../esbuild.mjs';
import { root } from './paths.mjs';

const FILES = ['package.nls.json', 'l10n', 'CHANGELOG.md', 'LICENSE', '.vscodeignore'];

/** The README without its pictures, which lie in the repository alone. */
function withoutPictures(text) {
  return text.replace(/^!\[[^\]]*\]\(docs\/[^)]*\)\n+/gm, '').replace(/\[([^\]]*)\]\(docs\/[^)]*\)/g, '$1');
}

/**
 * The manifest without `"type": "module"`, which is for the sources: VS Code's web extension host would take the entry
 * for a browser for an ES module, and has none.
 */
function withoutType(text) {
  const manifest = JSON.parse(text);
  delete manifest.type;
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/**
 * Fills the folder and answers it.
 * @param {string} folder
 * @param {{ production?: boolean }} [options]
 */
export async function stageExtension(folder, { production = false } = {}) {
  for (const name of FILES) {
    if (existsSync(join(root, name))) cpSync(join(root, name), join(folder, name), { recursive: true });
  }
  const manifest = readFileSync(join(root, 'package.json'), 'utf8');
  writeFileSync(join(folder, 'package.json'), withoutType(manifest));
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  writeFileSync(join(folder, 'README.md'), withoutPictures(readme));
  await build({ production, outdir: join(folder, 'dist') });
  return folder;
}
