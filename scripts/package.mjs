// Builds for production and makes the .vsix.
//   npm run package [-- path]
import { createVSIX } from '@vscode/vsce';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureNode24 } from './lib/node24.mjs';
import { root } from './lib/paths.mjs';
import { stageExtension } from './lib/stage.mjs';

/**
 * Answers where the package is and its size in bytes.
 * @param {string} [path]
 */
export async function makePackage(path) {
  const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const packagePath = path ?? join(root, `${name}-${version}.vsix`);
  const folder = mkdtempSync(join(tmpdir(), 'session-tree-package-'));
  try {
    await createVSIX({
      cwd: await stageExtension(folder, { production: true }),
      packagePath,
      dependencies: false, // everything that runs is bundled
      allowMissingRepository: true,
      rewriteRelativeLinks: false,
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return { path: packagePath, bytes: statSync(packagePath).size };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  ensureNode24();
  const wanted = process.argv[2];
  const { path, bytes } = await makePackage(wanted && resolve(process.env.INIT_CWD || '.', wanted));
  console.log(`${path}, ${bytes} bytes`);
}
