// Writes what the product finds in a folder of the corpus to test/fixtures/goldens, for test/unit/corpus.
//   npm run goldens -- FOLDER …     look at the difference before it is committed
import { ensureNode24 } from './lib/node24.mjs';

ensureNode24();

const { corpusFolders, writeGoldens } = await import('../test/unit/corpus/goldens.ts');
const known = corpusFolders();
const asked = process.argv.slice(2);
if (known.length === 0) console.log('The corpus is not there: nothing was written.');
else if (asked.length === 0 || asked.some((folder) => !known.includes(folder))) {
  console.error(`Name one of these folders: ${known.join(', ')}.`);
  process.exitCode = 1;
} else {
  for (const folder of asked) {
    const { path, files } = await writeGoldens(folder);
    console.log(`${path}: ${files} files`);
  }
}
