import assert from 'node:assert/strict';
import { join } from 'node:path';
import { CORPUS, corpusFiles, corpusFolders, goldenOf, readGoldens } from './goldens.ts';
import { FORMATS_OF_CORPUS } from './formatsOfCorpus.ts';

const MEGABYTE = 1024 * 1024;

describe('goldens of the corpus', function () {
  this.timeout(60_000);
  const folders = corpusFolders();
  if (folders.length === 0) {
    it.skip(`${CORPUS} is not there`);
    return;
  }
  for (const folder of folders) {
    const goldens = readGoldens(folder) ?? {};
    describe(folder, () => {
      it('has one for every file, and no others', () => {
        assert.deepEqual(Object.keys(goldens), corpusFiles(folder), `npm run goldens -- ${folder}`);
      });
      for (const file of corpusFiles(folder)) {
        it(file, async () => {
          const found = await goldenOf(join(CORPUS, folder, file));
          assert.deepEqual(found, goldens[file]);
          assert.equal(found.format, formatOf(folder, file), 'format');
          assert.ok(found.bytesRead < MEGABYTE, `${found.bytesRead} bytes were read to know the format`);
        });
      }
    });
  }
});

function formatOf(folder: string, file: string): string | null {
  const known = FORMATS_OF_CORPUS[folder];
  assert.ok(known, `${folder} stands in formatsOfCorpus.ts`);
  const other = known.but?.find(([pattern]) => pattern.test(file));
  return other ? other[1] : known.format;
}
