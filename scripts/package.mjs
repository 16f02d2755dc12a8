// Builds for production and makes the .vsix.
//   npm run package [-- path]
import { createVSIX } from '@vscode/vsce';
import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from '../esbuild.mjs';
import { ensureNode24 } from './lib/node24.mjs';
import { root } from './lib/paths.mjs';

/**
 * Answers where the package is and its size in bytes.
 * @param {string} [path]
 */
export async function makePackage(path) {
  const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const packagePath = path ?? join(root, `${name}-${version}.vsix`);
  await build({ production: true });
  await createVSIX({
    cwd: root,
    packagePath,
    dependencies: false, // everything that runs is bundled
    allowMissingRepository: true,
    rewriteRelativeLinks: false,
  });
  return { path: packagePath, bytes: statSync(packagePath).size };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  ensureNode24();
  const wanted = process.argv[2];
  const { path, bytes } = await makePackage(wanted && resolve(process.env.INIT_CWD || '.', wanted));
  console.log(`${path}, ${bytes} bytes`);
}
