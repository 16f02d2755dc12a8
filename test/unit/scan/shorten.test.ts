import assert from 'node:assert/strict';
import fc from 'fast-check';
import { NO_WORDS } from '../../../src/scan/lexicon.ts';
import { RECORD, SHORT, type Scanner } from '../../../src/scan/records.ts';
import { isShortened, shortText } from '../../../src/scan/shortText.ts';
import { createSimdScanner } from '../../../src/scan/simdScanner.ts';

interface Shortened {
  /** What became of the line (SHORT). */
  readonly use: number | undefined;
  readonly value: unknown;
}

describe('shortened records', () => {
  it('have every text as shortText makes it, and all else as it was', () => {
    fc.assert(
      fc.property(fc.array(record(), { minLength: 1, maxLength: 20 }), (records) => {
        const found = shorten(records.map((each) => JSON.stringify(each)));
        for (const [index, each] of records.entries()) {
          const { use, value } = found[index] ?? {};
          if (use === SHORT.leftOut) assert.equal(mayStay(each), false, JSON.stringify(each));
          else assert.deepEqual(value, withShortTexts(JSON.parse(JSON.stringify(each))));
          assert.equal(use === SHORT.whole, JSON.stringify(value) === JSON.stringify(each));
        }
      }),
      { numRuns: 300 },
    );
  });

  it('keep a text that is not long, and the beginning of one that is', () => {
    const short = 'x'.repeat(112);
    const long = 'x'.repeat(113);
    const [first] = shorten([JSON.stringify({ short, long })]);
    assert.deepEqual(first, { use: SHORT.shortened, value: { short, long: shortText(long) } });
    assert.match(shortText(long), /^x{48}\x7f[0-9a-f]{16}$/);
  });

  it('tell long texts apart where they differ in any one place, and only there', () => {
    const text = 'The same words, "said" twice.\n'.repeat(20);
    const others = Array.from(
      { length: text.length },
      (_, at) => `${text.slice(0, at)}#${text.slice(at + 1)}`,
    );
    const texts = [text, text, ...others, `${text} `, text.slice(1)];
    const values = shorten(texts.map((each) => JSON.stringify({ each }))).map(({ value }) =>
      JSON.stringify(value),
    );
    assert.equal(values[0], values[1]);
    assert.equal(new Set(values).size, texts.length - 1);
  });

  it('cut between characters, however they are written', () => {
    for (const character of ['é', '中', '😀', '\\', '"', '\n', '\u001b']) {
      for (let before = 40; before <= 50; before++) {
        const text = 'a'.repeat(before) + character.repeat(120);
        const [first] = shorten([JSON.stringify({ text })]);
        assert.deepEqual(first, { use: SHORT.shortened, value: { text: shortText(text) } });
        assert.ok(text.startsWith(shortText(text).slice(0, -17)));
      }
    }
  });

  it('leave a line out of which a text cannot be shortened', () => {
    const long = 'x'.repeat(200);
    const lines = [
      `{"a":"${long}\\/"}`,
      `{"a":"${long}\\u0041"}`,
      `{"a":"${long}\\u000A"}`,
      `{"a":"${long}\\u001B"}`,
      `{"${long}":1}`,
      `{"a":"${' '.repeat(200)}x"}`,
      '{"a":',
      '[]',
      '',
    ];
    for (const { use, value } of shorten(lines)) assert.deepEqual([use, value], [SHORT.leftOut, 0]);
    // Where texts are not compared, it does not matter how they are written.
    assert.deepEqual(
      shorten(lines.slice(0, 4), false).map(({ use }) => use),
      [SHORT.shortened, SHORT.shortened, SHORT.shortened, SHORT.shortened],
    );
    const [kept] = shorten([`{"a":"${long}\\\\u0041\\\\/\\u001b\\n"}`]);
    assert.deepEqual(kept?.value, { a: shortText(`${long}\\u0041\\/\u001b\n`) });
  });

  it('go into another array when one is full, and a line that fills one is left out', () => {
    const small = JSON.stringify({ texts: Array.from({ length: 100 }, (_, at) => `text ${String(at)}`) });
    const large = JSON.stringify({ texts: Array.from({ length: 10_000 }, (_, at) => `text ${String(at)}`) });
    const found = shorten([...Array.from({ length: 60 }, () => small), large, small]);
    assert.deepEqual(
      found.map(({ use }) => use),
      [...Array.from({ length: 60 }, () => SHORT.whole), SHORT.leftOut, SHORT.whole],
    );
  });
});

describe('shortText', () => {
  it('gives what is short, or was shortened, as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        assert.equal(shortText(shortText(text)), shortText(text));
        if (shortText(text) !== text) assert.ok(isShortened(shortText(text)));
      }),
    );
  });
});

/** JSON with texts of all lengths around the one from which on they are shortened. */
function record(): fc.Arbitrary<Record<string, unknown>> {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 150 }),
    fc.string({ unit: 'grapheme', maxLength: 150 }),
    fc.nat(300).map((length) => '\\"x\n中'.repeat(length)),
  );
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small' },
      text,
      fc.constantFrom(null, true, 0.5),
      fc.array(tie('tree'), { maxLength: 4 }),
      fc.dictionary(fc.string({ maxLength: 5 }), tie('tree'), { maxKeys: 4 }),
    ),
  }));
  // An escaped key of the record itself leaves it out.
  return fc.dictionary(fc.stringMatching(/^[a-z]{0,5}$/), tree, { maxKeys: 5 });
}

/** Whether nothing of it must leave it out: only white space in a long text's beginning, a half character in its rest. */
function mayStay(value: unknown): boolean {
  const texts = JSON.stringify(value).match(/"(?:[^"\\]|\\.)*"/g) ?? [];
  return !texts.some((text) => {
    const isLong = encoder.encode(text).length > 114;
    return isLong && (/\\ud[89a-f]/.test(text) || /^"(?:\s|\\[nrtf]|\\u00[0a]\w){12}/.test(text));
  });
}

function withShortTexts(value: unknown): unknown {
  if (typeof value === 'string') return shortText(value);
  if (Array.isArray(value)) return value.map(withShortTexts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withShortTexts(member)]));
}

const encoder = new TextEncoder();
let scanner: Scanner | undefined;

function shorten(lines: readonly string[], hashes = true): Shortened[] {
  scanner ??= createSimdScanner(NO_WORDS);
  const shortener = scanner?.shortener;
  if (!scanner || !shortener) assert.fail('This Node has no WebAssembly with vectors.');
  const bytes = encoder.encode(lines.map((line) => `${line}\n`).join(''));
  scanner.room(bytes.length).set(bytes);
  scanner.start(0, bytes.length);
  const found: Shortened[] = [];
  for (let count = scanner.next(); count > 0; count = scanner.next()) {
    for (let first = 0, end = 0; first < count; first = end) {
      shortener.begin(hashes);
      while (end < count && shortener.add(end)) end += 1;
      const values = JSON.parse(new TextDecoder().decode(shortener.text())) as unknown[];
      assert.equal(values.length, end - first);
      for (const [index, value] of values.entries()) {
        found.push({ use: scanner.records[(first + index) * RECORD.size + RECORD.short], value });
      }
    }
  }
  assert.equal(found.length, lines.length);
  return found;
}
