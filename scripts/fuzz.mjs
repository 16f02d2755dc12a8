// Holds the scanner against the decoder on random files, longer than the unit tests do.
//   node scripts/fuzz.mjs [--seconds 20] [--seed N] [--file FILE_SEED]
// A difference ends it with the seed of the file; --file reads that one file again. For scripts/test.mjs it is one test.
import { writeFileSync } from 'node:fs';
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

function run() {
  if (values.file !== undefined) {
    fuzzFile(Number(values.file), { files: 0, lines: 0, scanned: 0, verdicts: 0, good: 0 });
    console.log('no difference');
    return;
  }
  console.log(`seed ${values.seed}, ${values.seconds} s`);
  const { files, lines, scanned, verdicts, good } = fuzz(Number(values.seed), Number(values.seconds));
  console.log(`${files} files without a difference:`);
  console.log(`scanners and JSON.parse on ${verdicts} lines, ${good} of them good and plain;`);
  console.log(`readers on ${lines} lines, of which ${scanned} were scanned`);
  // A comparison of nothing would never differ.
  if (scanned < lines / 10 || good < verdicts / 10 || lines === 0)
    throw new Error('Too few lines were scanned.');
}

/** Tells scripts/test.mjs, which adds it to the other counts. */
function count(failed) {
  const path = process.env.SESSION_TREE_COUNTS;
  if (path)
    writeFileSync(path, JSON.stringify({ passed: failed ? 0 : 1, failed: failed ? 1 : 0, skipped: 0 }));
}

try {
  run();
  count(false);
} catch (error) {
  console.error(error);
  count(true);
  process.exitCode = 1;
}
