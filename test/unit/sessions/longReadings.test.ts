import assert from 'node:assert/strict';
import { createLongReadings } from '../../../src/sessions/longReadings.ts';

const progress = { read: 40_000_000, size: 160_000_000, msLeft: 2_400 };

describe('long readings', () => {
  it('are told in the language of VS Code, in the megabytes that sizes are told in', () => {
    const asked: unknown[][] = [];
    const readings = createLongReadings((...args) => {
      asked.push(args);
      return 'translated';
    });
    let changes = 0;
    readings.onDidChange(() => (changes += 1));
    readings.set('file:///a/big.jsonl', progress);
    assert.equal(readings.text, 'translated');
    assert.deepEqual(asked, [['reading {0}: {1} of {2} MB, {3} s left', 'big.jsonl', 40, 160, 3]]);
    readings.set('file:///a/big.jsonl', undefined);
    assert.equal(readings.text, undefined);
    assert.equal(changes, 2);
    readings.dispose();
  });
});
