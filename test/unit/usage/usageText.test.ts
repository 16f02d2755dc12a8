import assert from 'node:assert/strict';
import { createTelling } from '../../../src/core/text/telling.ts';
import { readableUsage } from '../../../src/core/usage/usageText.ts';

describe('the numbers of a text of usage', () => {
  const read = (language: string, text: string): string =>
    readableUsage(text, createTelling({ language, hours: 'h23' }).number);

  it('are told in the language of who reads it', () => {
    assert.equal(
      read('en', 'usage: 11048 (5524 cached) in, 1200 out'),
      'usage: 11,048 (5,524 cached) in, 1,200 out',
    );
    assert.equal(read('de', '11048 in, 12 out'), '11.048 in, 12 out');
  });

  it('are left as they are in any other text', () => {
    for (const text of ['model 20250101', '11048 in', '1.5000 in, 1 out', '5000 in, 1 out of 7000'])
      assert.equal(read('en', text), text);
  });
});
