// The extension in several files of CommonJS, so that starting it loads only what starting needs. esbuild splits ES
// modules alone, and VS Code wants CommonJS: each file is split as a module and then turned over. An `import()` in the
// source becomes a `require` of its file at the moment when it is reached.
import { transform } from 'esbuild';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const SUFFIX = '.cjs';

/**
 * Writes what esbuild made as CommonJS. `write` of the build is taken over.
 * @param {{ production: boolean }} options
 * @returns {import('esbuild').Plugin}
 */
export function commonJsChunks({ production }) {
  return {
    name: 'commonjs-chunks',
    setup(build) {
      build.initialOptions.write = false;
      build.onEnd(async ({ outputFiles = [] }) => {
        for (const { path, text } of outputFiles) {
          const { code } = await transform(text, {
            format: 'cjs',
            platform: 'node',
            target: 'node20',
            minify: production,
            sourcemap: production ? false : 'inline',
            sourcesContent: false,
            supported: { 'dynamic-import': false },
          });
          mkdirSync(dirname(path), { recursive: true });
          writeFileSync(path, code);
        }
      });
    },
  };
}

/**
 * The files that are loaded together with an entry: itself and what it imports, not what it loads later.
 * @param {import('esbuild').Metafile} metafile
 * @param {string} entry the entry's source file
 * @returns {string[]} paths as in the metafile
 */
export function loadedWith({ outputs }, entry) {
  const first = Object.keys(outputs).find((path) => outputs[path]?.entryPoint === entry);
  if (first === undefined) throw new Error(`Nothing was built from ${entry}`);
  const loaded = new Set([first]);
  for (const path of loaded) {
    for (const { path: next, kind, external } of outputs[path]?.imports ?? []) {
      if (kind === 'import-statement' && !external && next.endsWith(SUFFIX)) loaded.add(next);
    }
  }
  return [...loaded];
}
