import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspectSession } from '../../../src/sessions/inspect.ts';
import { corpusReadme } from './corpusReadme.ts';
import { CORPUS, corpusFolders } from './goldens.ts';

describe('bytes, lines and bad lines as the READMEs of the corpus count them', function () {
  this.timeout(60_000);
  const folders = corpusFolders();
  if (folders.length === 0) {
    it.skip(`${CORPUS} is not there`);
    return;
  }
  for (const folder of folders) {
    const rows = corpusReadme(folder);
    if (rows.length === 0) continue; // claude-code and pi have tables of their own, which their own tests read
    it(`${folder}: ${rows.length} files`, () => {
      for (const row of rows) {
        const { size, committedLines, blankLines, badLines, tail } = inspectSession(
          readFileSync(join(CORPUS, folder, row.file)),
        );
        const noJson = badLines.filter(({ why }) => why !== 'no-id').length;
        const found = {
          bytes: size,
          lines: committedLines - blankLines.length + (tail ? 1 : 0),
          bad: noJson + (tail && !tail.completeJson ? 1 : 0),
          isTerminated: tail === null,
        };
        const { bytes, lines, bad, isTerminated } = row;
        assert.deepEqual(found, { bytes, lines, bad, isTerminated }, row.file);
      }
    });
  }
});
