// Holds the scanner against the decoder on random files, longer than the unit tests do.
//   node scripts/fuzz.mjs [--seconds 20] [--seed N] [--file FILE_SEED]
// A difference ends it with the seed of the file; --file reads that one file again.
import { parseArgs } from 'node:util';
import { ensureNode24 } from './lib/node24.mjs';

ensureNode24();

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    file: { type: 'string' },
  },
});
const { fuzz, fuzzFile } = await import('../test/unit/scan/support/fuzz.ts');
if (values.file !== undefined) {
  console.log(fuzzFile(Number(values.file)));
} else {
  console.log(`seed ${values.seed}, ${values.seconds} s`);
  const { lines, scanned, files } = fuzz(Number(values.seed), Number(values.seconds));
  console.log(`${lines} lines in ${files} files, ${scanned} of them scanned: no difference`);
}
