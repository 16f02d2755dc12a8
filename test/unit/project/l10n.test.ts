import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { inEnglish } from '../../../src/core/translate.ts';
import { bundle, BUNDLE, calls } from '../../../scripts/l10n.mjs';

const root = join(import.meta.dirname, '../../..');
const read = (file: string): Record<string, string> =>
  JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;

/** The places for values in a text: `{0}{1}`. A bar parts the text for one from that for other numbers. */
function places(text: string): string {
  return [...new Set(text.match(/\{\d+\}/g) ?? [])].sort().join('');
}

/** The places that a call with so many values fills. */
function filled(values: number): string {
  return Array.from({ length: values }, (_, index) => `{${index}}`).join('');
}

describe('texts for translators', function () {
  this.timeout(60_000);
  it('are literals wherever they are used', () => {
    const hidden = calls().filter(({ text, isTable }) => text === undefined && !isTable);
    assert.deepEqual(
      hidden.map(({ place }) => place),
      [],
    );
  });

  it('have a place for each value, and a value for each place', () => {
    const wrong = calls().filter(
      ({ text, values }) => text !== undefined && values !== undefined && places(text) !== filled(values),
    );
    assert.deepEqual(
      wrong.map(({ place, text }) => `${place} ${text}`),
      [],
    );
  });

  it('are all in the bundle, and nothing else is (npm run l10n)', () => {
    assert.deepEqual(read(BUNDLE), bundle());
  });

  it('keep their places in every translation, and so do those of the manifest', () => {
    for (const name of ['l10n/bundle.l10n', 'package.nls']) {
      const base = read(join(root, `${name}.json`));
      for (const file of globSync(`${name}.*.json`, { cwd: root })) {
        for (const [key, text] of Object.entries(read(join(root, file)))) {
          assert.ok(Object.hasOwn(base, key), `${basename(file)} translates what is not there: ${key}`);
          assert.equal(places(text), places(base[key] ?? ''), `${basename(file)}: ${key}`);
        }
      }
    }
  });

  it('take values that look like places', () => {
    assert.equal(inEnglish('{1} of {0}', '{1}', 2), '2 of {1}');
    assert.equal(inEnglish('{0} and {1}', 'a'), 'a and {1}');
  });
});
