// Compiles the scanner in assembly/ and writes it into src/scan/simdModule.ts, which is kept in the repository: whoever
// does not change it needs no compiler. A unit test compares both.
//   npm run build:wasm
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureNode24 } from './lib/node24.mjs';
import { root } from './lib/paths.mjs';

const target = join(root, 'src/scan/simdModule.ts');

/** The module's source as it should be. */
export async function compileScanner() {
  const asc = await import('assemblyscript/asc');
  const files = new Map();
  const { error, stderr } = await asc.main(
    ['scanner.ts', '-O3', '--noAssert', '--runtime', 'stub', '--enable', 'simd', '--outFile', 'scanner.wasm'],
    {
      readFile: (name) => {
        try {
          return readFileSync(join(root, 'assembly', name), 'utf8');
        } catch {
          return null;
        }
      },
      writeFile: (name, contents) => void files.set(name, contents),
      listFiles: () => [],
    },
  );
  if (error) throw new Error(`assembly/ does not compile:\n${stderr.toString()}`, { cause: error });
  const base64 = Buffer.from(files.get('scanner.wasm')).toString('base64');
  const lines = base64.match(/.{1,100}/g).map((line) => `  '${line}'`);
  return `// Made of assembly/ by npm run build:wasm. Do not edit.\nexport const SIMD_MODULE =\n${lines.join(' +\n')};\n`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  ensureNode24();
  writeFileSync(target, await compileScanner());
  console.log(`Wrote ${target}`);
}
