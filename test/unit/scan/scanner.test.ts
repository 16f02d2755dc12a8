import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { claudeCode } from '../../../src/formats/claudeCode/claudeCode.ts';
import { pi } from '../../../src/formats/pi/pi.ts';
import { sharedFolder } from '../../support/shared.ts';
import { compareReaders } from './support/compare.ts';
import { fuzz } from './support/fuzz.ts';
import { compareScanners } from './support/verdicts.ts';

describe('the scanner and the decoder see the same', function () {
  this.timeout(240_000);

  for (const folder of ['corpus', 'cases']) {
    it(`in every file of ${folder}`, function () {
      const root = join(sharedFolder, folder);
      if (!existsSync(root)) this.skip();
      let scanned = 0;
      const names = readdirSync(root, { recursive: true, encoding: 'utf8' });
      for (const name of names.filter((each) => each.endsWith('.jsonl'))) {
        const bytes = readFileSync(join(root, name));
        scanned += compareReaders(bytes, undefined, 100_000).scanned;
        for (const { shape } of [pi, claudeCode]) compareScanners(bytes, shape ?? assert.fail());
      }
      assert.ok(scanned > 100, `only ${String(scanned)} lines were scanned`);
    });
  }

  it('in random files', () => {
    const { lines, scanned, verdicts, good } = fuzz(20261130, 2.5);
    assert.ok(scanned > lines / 10, `${String(scanned)} of ${String(lines)} lines were scanned`);
    assert.ok(good > verdicts / 10, `${String(good)} of ${String(verdicts)} lines were good`);
  });
});
