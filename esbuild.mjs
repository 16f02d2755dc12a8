// Builds what the extension ships into dist/: the extension (CommonJS, in files of which only some are loaded at once)
// and its reading thread, both again for a browser in web/, the page (ES modules for the webview), and its style sheets
// and icons.
//   node esbuild.mjs [--production] [--watch]
import { build as esbuild, context } from 'esbuild';
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { commonJsChunks, loadedWith } from './scripts/build/chunks.mjs';

const root = dirname(fileURLToPath(import.meta.url));
const EXTENSION = 'src/extension.ts';
/**
 * What is loaded to start the extension: a larger one starts slowly. What comes later (formats, pages, forks) does not
 * count; whoever needs more here is to reach it by `import()`.
 */
const MAX_EXTENSION_BYTES = 200_000;
/** A browser loads one file: VS Code gives it no way to load more. */
const MAX_WEB_BYTES = 500_000;
const ASSETS = /\.(svg|png)$/;

/** @param {string} path relative to the repository; @param {string} what */
function entry(path, what) {
  if (!existsSync(join(root, path)))
    throw new Error(`${what} is missing: there is no ${path} to build it from`);
  return path;
}

/** @param {{ production: boolean, outdir: string }} options */
function common({ production, outdir }) {
  /** @type {import('esbuild').BuildOptions} */
  const options = {
    absWorkingDir: root,
    outdir,
    bundle: true,
    minify: production,
    sourcemap: production ? false : 'linked',
    sourcesContent: false,
    metafile: true,
    logLevel: 'warning',
    legalComments: 'none',
  };
  return options;
}

/** @param {{ production: boolean, outdir: string }} options */
function extensionOptions(options) {
  /** @type {import('esbuild').BuildOptions} */
  const extension = {
    ...common(options),
    entryPoints: [{ in: entry(EXTENSION, 'The extension'), out: 'extension' }],
    outExtension: { '.js': '.cjs' },
    chunkNames: 'extension/[name]-[hash]',
    platform: 'node',
    format: 'esm',
    splitting: true,
    target: 'node20',
    external: ['vscode'],
    sourcemap: options.production ? false : 'inline',
    plugins: [commonJsChunks(options)],
  };
  return extension;
}

/** The extension and its thread for a browser. @param {{ production: boolean, outdir: string }} options */
function webOptions(options) {
  /** @type {import('esbuild').BuildOptions} */
  const web = {
    ...common(options),
    entryPoints: [
      { in: entry('src/webExtension.ts', 'The extension for a browser'), out: 'web/extension' },
      { in: entry('src/worker/webMain.ts', "A browser's reading thread"), out: 'web/worker' },
    ],
    platform: 'browser',
    format: 'cjs',
    target: 'es2023',
    external: ['vscode'],
  };
  return web;
}

/** The thread that reads session files. @param {{ production: boolean, outdir: string }} options */
function workerOptions(options) {
  /** @type {import('esbuild').BuildOptions} */
  const worker = {
    ...common(options),
    entryPoints: [{ in: entry('src/worker/main.ts', 'The reading thread'), out: 'worker' }],
    outExtension: { '.js': '.cjs' },
    platform: 'node',
    format: 'cjs',
    target: 'node20',
  };
  return worker;
}

/** @param {{ production: boolean, outdir: string }} options */
function pageOptions(options) {
  /** @type {import('esbuild').BuildOptions} */
  const page = {
    ...common(options),
    entryPoints: [
      { in: entry('media/main.ts', 'The page'), out: 'page' },
      { in: entry('media/page.css', "The page's style sheet"), out: 'page' },
    ],
    chunkNames: 'page/[name]-[hash]',
    platform: 'browser',
    format: 'esm',
    target: 'chrome120',
    splitting: true,
  };
  return page;
}

/** Pictures go as they are. Answers what was written. */
function copyAssets(outdir) {
  const written = [];
  const copy = (from, to) => {
    for (const item of readdirSync(from, { withFileTypes: true })) {
      const source = join(from, item.name);
      if (item.isDirectory()) copy(source, join(to, item.name));
      else if (ASSETS.test(item.name)) {
        mkdirSync(to, { recursive: true });
        cpSync(source, join(to, item.name));
        written.push(join(to, item.name));
      }
    }
  };
  copy(join(root, 'media'), resolve(root, outdir));
  return written;
}

/** Files of earlier builds go last, so that a VS Code that runs from `outdir` meanwhile never misses one. */
function removeOthers(outdir, written) {
  const keep = new Set(written);
  for (const item of readdirSync(outdir, { withFileTypes: true, recursive: true })) {
    const path = join(item.parentPath, item.name);
    if (item.isFile() && !keep.has(path)) rmSync(path);
  }
}

/** Builds one set of entries and answers the files that it made. */
async function run(options) {
  const { metafile } = await esbuild(options);
  const outdir = resolve(root, options.outdir);
  const meta = join(outdir, 'meta', `${options.entryPoints[0].out}.json`);
  mkdirSync(dirname(meta), { recursive: true });
  writeFileSync(meta, JSON.stringify(metafile));
  return { metafile, files: [meta, ...Object.keys(metafile.outputs).map((path) => resolve(root, path))] };
}

/** @param {number} bytes @param {number} most @param {string} what */
function gate(bytes, most, what) {
  if (bytes > most) throw new Error(`${what} has ${bytes} bytes, more than ${most}`);
}

/**
 * Builds once. `bytes` in the answer are those that are loaded to start the extension.
 * @param {{ production?: boolean, outdir?: string }} [options] `outdir` is relative to the repository.
 */
export async function build({ production = false, outdir = 'dist' } = {}) {
  const options = { production, outdir };
  const extension = await run(extensionOptions(options));
  const others = [];
  for (const one of [workerOptions, webOptions, pageOptions]) others.push(...(await run(one(options))).files);
  removeOthers(resolve(root, outdir), [...extension.files, ...others, ...copyAssets(outdir)]);
  const sizeOf = (path) => statSync(resolve(root, path)).size;
  const bytes = loadedWith(extension.metafile, EXTENSION).reduce((sum, path) => sum + sizeOf(path), 0);
  if (production) {
    gate(bytes, MAX_EXTENSION_BYTES, 'What is loaded to start the extension');
    gate(sizeOf(join(outdir, 'web/extension.js')), MAX_WEB_BYTES, 'The extension for a browser');
  }
  return { bytes };
}

/**
 * Builds the page alone, for tests that run it outside VS Code.
 * @param {string} outdir
 */
export async function buildPage(outdir) {
  await run(pageOptions({ production: false, outdir }));
  copyAssets(outdir);
}

/**
 * Builds the extension for a browser and its thread alone, into `web/` of a folder.
 * @param {string} outdir
 */
export async function buildWeb(outdir) {
  await run(webOptions({ production: true, outdir }));
}

async function watch() {
  await build();
  for (const options of [extensionOptions, workerOptions, webOptions, pageOptions]) {
    const builder = await context({ ...options({ production: false, outdir: 'dist' }), logLevel: 'info' });
    await builder.watch();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const production = process.argv.includes('--production');
  try {
    if (process.argv.includes('--watch')) await watch();
    else {
      const { bytes } = await build({ production });
      console.log(`Built dist/, ${bytes} bytes to start${production ? ', for production' : ''}`);
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
