// Builds what the extension ships into dist/: the extension and its reading thread (one CommonJS file each), the page
// (ES modules for the webview) and the page's style sheets and icons.
//   node esbuild.mjs [--production] [--watch]
import { build as esbuild, context } from 'esbuild';
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = dirname(fileURLToPath(import.meta.url));
/** A larger extension starts slowly; whoever needs more must first ask why. */
const MAX_EXTENSION_BYTES = 290_000;
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
    entryPoints: [{ in: entry('src/extension.ts', 'The extension'), out: 'extension' }],
    outExtension: { '.js': '.cjs' },
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    external: ['vscode'],
  };
  return extension;
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

/** Builds one entry and answers the files that it made. */
async function run(options) {
  const { metafile } = await esbuild(options);
  const outdir = resolve(root, options.outdir);
  const meta = join(outdir, 'meta', `${options.entryPoints[0].out}.json`);
  mkdirSync(dirname(meta), { recursive: true });
  writeFileSync(meta, JSON.stringify(metafile));
  return [meta, ...Object.keys(metafile.outputs).map((path) => resolve(root, path))];
}

/**
 * Builds once.
 * @param {{ production?: boolean, outdir?: string }} [options] `outdir` is relative to the repository.
 */
export async function build({ production = false, outdir = 'dist' } = {}) {
  const written = [
    ...(await run(extensionOptions({ production, outdir }))),
    ...(await run(workerOptions({ production, outdir }))),
    ...(await run(pageOptions({ production, outdir }))),
    ...copyAssets(outdir),
  ];
  removeOthers(resolve(root, outdir), written);
  const bytes = statSync(resolve(root, outdir, 'extension.cjs')).size;
  if (production && bytes > MAX_EXTENSION_BYTES) {
    throw new Error(`${outdir}/extension.cjs has ${bytes} bytes, more than ${MAX_EXTENSION_BYTES}`);
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

async function watch() {
  await build();
  for (const options of [extensionOptions, workerOptions, pageOptions]) {
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
      console.log(`Built dist/extension.cjs, ${bytes} bytes${production ? ', for production' : ''}`);
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
