import assert from 'node:assert/strict';
import { createTelling, isDate, regionOf } from '../../../src/core/text/telling.ts';

const at = (text: string): number => new Date(text).getTime(); // of this machine's time zone
const plain = (text: string): string => text.replace(/\s/g, ' '); // narrow no-break spaces

describe('telling numbers and times', () => {
  const english = createTelling({ language: 'en', hours: 'h12' });
  const german = createTelling({ language: 'de', hours: 'h23' });

  it('counts hours to twelve only where the language and the machine both do', () => {
    assert.deepEqual(regionOf('en', 'en-US'), { language: 'en', hours: 'h12' });
    assert.deepEqual(regionOf('en', 'de-DE'), { language: 'en', hours: 'h23' });
    assert.deepEqual(regionOf('de', 'en-US'), { language: 'de', hours: 'h23' });
    assert.equal(regionOf('no language', 'en-US').language, 'en');
  });

  it('says the day where it is another one than above, and the year where it is not this one', () => {
    const now = at('2026-11-30T12:00');
    const nine = at('2026-11-30T09:13');
    assert.equal(plain(english.clock(nine, null, now)), 'Nov 30, 9:13 AM');
    assert.equal(plain(english.clock(nine, at('2026-11-30T00:01'), now)), '9:13 AM');
    assert.equal(plain(english.clock(nine, at('2026-11-29T23:59'), now)), 'Nov 30, 9:13 AM');
    assert.equal(plain(english.clock(at('2025-11-30T21:13'), nine, now)), 'Nov 30, 2025, 9:13 PM');
    assert.equal(german.clock(nine, nine, now), '09:13');
    assert.equal(german.clock(at('2026-11-30T00:05'), nine, now), '00:05');
    assert.equal(plain(english.clock(at('2026-11-30T00:05'), nine, now)), '12:05 AM');
  });

  it('says nothing of what no calendar holds, and takes no such time for a day', () => {
    assert.equal(english.clock(Number.NaN), '');
    assert.equal(english.clock(9e15), '');
    assert.equal(english.moment(-9e15), '');
    assert.match(plain(english.clock(0, Number.NaN, 0)), /19(69|70)|Jan|Dec/);
    assert.ok(!isDate(null) && !isDate(Infinity) && isDate(0));
  });

  it('has everything in a tooltip', () => {
    assert.match(plain(english.moment(at('2026-11-30T09:13:02'))), /Monday, November 30, 2026.*9:13:02 AM/);
    assert.match(german.moment(at('2026-11-30T09:13:02')), /Montag, 30\. November 2026.*09:13:02/);
  });

  it('tells about how much it is, and money with the digits that say something', () => {
    assert.deepEqual([999, 1234, 12_345, 3_000_000].map(english.about), ['999', '1.2K', '12.3K', '3M']);
    assert.deepEqual([1234.567, 0.5, 0.0123, 0.006_167, 0.000_25].map(english.dollars), [
      ...['$1,234.57', '$0.50', '$0.012', '$0.0062', '$0.00025'],
    ]);
  });

  it('groups numbers, and has sizes in thousands', () => {
    assert.equal(english.number(1_234_567), '1,234,567');
    assert.equal(german.number(1_234_567), '1.234.567');
    const sizes = [0, 999, 1000, 1049, 99_949, 99_950, 999_499, 999_500, 1_234_567, 1e15].map(english.bytes);
    assert.deepEqual(sizes, [
      ...['0 B', '999 B', '1 KB', '1 KB', '99.9 KB', '100 KB', '999 KB', '1 MB', '1.2 MB', '1,000 TB'],
    ]);
    assert.equal(german.bytes(1_234_567), '1,2 MB');
  });
});
