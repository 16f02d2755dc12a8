import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { Metafile } from 'esbuild';
import { build } from '../../../esbuild.mjs';
import { loadedWith } from '../../../scripts/build/chunks.mjs';
import { stageExtension } from '../../../scripts/lib/stage.mjs';

const root = join(import.meta.dirname, '../../..');
/**
 * What no start of the extension needs: it is loaded by the first file, page or fork that does. Where agents keep their
 * sessions is told at the start, in a few hundred bytes an agent.
 */
const LATER =
  /^src\/(formats\/(?!places\/)|scan\/(scanner|simd|objects|jsonSkip)|core\/(conversation\/(build|parts|raw)|context|transcript|fork)|store\/newFile)/;

describe('what is built for VS Code', function () {
  this.timeout(120_000);
  let folder: string;
  let bytes: number;

  const meta = (name: string): Metafile =>
    JSON.parse(readFileSync(join(folder, 'dist/meta', `${name}.json`), 'utf8')) as Metafile;
  const inputsOf = ({ outputs }: Metafile, paths: readonly string[]): string[] =>
    paths.flatMap((path) =>
      Object.entries(outputs[path]?.inputs ?? {}).flatMap(([file, { bytesInOutput }]) =>
        bytesInOutput > 0 ? [file] : [],
      ),
    );

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'session-tree-bundles-'));
    // The build itself refuses bundles over their sizes.
    ({ bytes } = await build({ production: true, outdir: join(folder, 'dist') }));
  });

  after(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('the start loads no format, no scanner, no conversation and no fork', () => {
    const metafile = meta('extension');
    const loaded = inputsOf(metafile, loadedWith(metafile, 'src/extension.ts'));
    assert.ok(loaded.includes('src/tree/provider.ts') && loaded.includes('src/start.ts'));
    assert.deepEqual(
      loaded.filter((file) => LATER.test(file)),
      [],
    );
    const all = inputsOf(metafile, Object.keys(metafile.outputs));
    assert.ok(all.includes('src/formats/list.ts'), 'formats are in the files that are loaded later');
    assert.equal(new Set(all).size, all.length, 'nothing is in two files');
  });

  it('counts what the start loads by the files as they are', () => {
    const metafile = meta('extension');
    const first = Object.keys(metafile.outputs).find(
      (path) => metafile.outputs[path]?.entryPoint === 'src/extension.ts',
    );
    const own = readFileSync(join(folder, 'dist/extension.cjs')).length;
    assert.ok(first !== undefined && bytes > own, `${bytes} bytes, ${own} of them in the first file`);
    assert.ok(relative(folder, join(root, first)).startsWith('dist'));
  });

  it('the start reads no file, and loads what it is counted by', () => {
    const dist = join(folder, 'dist');
    const script = join(import.meta.dirname, 'activate.cjs');
    const text = execFileSync(process.execPath, [script, dist], { encoding: 'utf8' });
    const seen = JSON.parse(text) as {
      readonly loadMs: number;
      readonly activateMs: number;
      readonly reads: readonly string[];
      readonly files: readonly string[];
    };
    console.log(
      `      CPU: loading ${seen.loadMs.toFixed(1)} ms, activation ${seen.activateMs.toFixed(1)} ms`,
    );
    assert.deepEqual(seen.reads, []);
    const expected = loadedWith(meta('extension'), 'src/extension.ts').map((path) =>
      relative(dist, join(root, path)),
    );
    assert.deepEqual(seen.files, expected.sort());
  });

  for (const [name, entry] of [
    ['web/extension', 'dist/web/extension.js'],
    ['web/worker', 'dist/web/worker.js'],
  ] as const) {
    it(`${entry} needs nothing of Node`, () => {
      const { inputs } = meta('web/extension');
      const outside = Object.values(inputs).flatMap(({ imports }) =>
        imports.flatMap(({ path, external }) => (external ? [path] : [])),
      );
      assert.deepEqual([...new Set(outside)], ['vscode']);
      assert.deepEqual(
        Object.keys(inputs).filter((file) =>
          /\/(store|worker|agents)\/node[A-Z]\w*\.ts$|openedNodeFile/.test(file),
        ),
        [],
      );
      const code = readFileSync(join(folder, entry), 'utf8');
      const required = [...code.matchAll(/\brequire\("([^"]*)"\)/g)].map((match) => match[1]);
      assert.deepEqual([...new Set(required)], name === 'web/extension' ? ['vscode'] : []);
      assert.doesNotMatch(code, /\bBuffer\b|\b__dirname\b/);
    });
  }

  it("VS Code's web extension host takes the shipped entry for CommonJS and finds its file", async () => {
    const staged = join(folder, 'staged');
    mkdirSync(staged);
    await stageExtension(staged, { production: true });
    const { type, browser } = JSON.parse(readFileSync(join(staged, 'package.json'), 'utf8')) as {
      readonly type?: string;
      readonly browser: string;
    };
    // Its rule: in a package of ES modules only .cjs is CommonJS, and older ones put .js behind every other name.
    assert.equal(type, undefined);
    assert.match(browser, /[^c]\.js$/);
    assert.match(readFileSync(join(staged, browser), 'utf8'), /activate/);
  });
});
