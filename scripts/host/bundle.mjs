// Bundles what runs inside the extension host: the runner and the test files, found, never listed.
import { build } from 'esbuild';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/paths.mjs';

/**
 * Answers the path to give as `extensionTestsPath`.
 * @param {string} pattern a glob, relative to the repository
 * @param {string} outdir
 */
export async function bundleHostTests(pattern, outdir) {
  const files = globSync(pattern, { cwd: root }).sort();
  if (files.length === 0) throw new Error(`There is no ${pattern}`);
  // Each file is loaded by a call, so that one that fails to load is reported and the others run.
  const loaders = files.map(
    (file) => `${JSON.stringify(file)}: () => require(${JSON.stringify(`./${file}`)})`,
  );
  const outfile = join(outdir, 'host-tests.cjs');
  await build({
    absWorkingDir: root,
    stdin: {
      contents: `import { runAll } from './test/host/support/run.ts';\nexport const run = () => runAll({ ${loaders.join(', ')} });`,
      resolveDir: root,
      sourcefile: 'host-tests.ts',
      loader: 'ts',
    },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node22',
    external: ['vscode', 'mocha'],
    sourcemap: 'linked',
    logLevel: 'warning',
  });
  return outfile;
}
