import assert from 'node:assert/strict';
import fc from 'fast-check';
import { findObjects } from '../../../src/scan/objects.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

const wellFormed = (text: string): string => new TextDecoder().decode(encode(text));

/** The objects' texts. */
function found(line: string): string[] {
  const bytes = encode(line);
  return findObjects(bytes).map(({ start, end }) => new TextDecoder().decode(bytes.subarray(start, end)));
}

/** Objects of any shape, texts in them that look like JSON. */
const object = fc.dictionary(
  fc.string({ maxLength: 4 }),
  fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.json()),
  {
    minKeys: 1,
    maxKeys: 3,
  },
);

describe('findObjects', function () {
  this.timeout(60_000);
  it('finds whole objects side by side', () => {
    assert.deepEqual(found('{"a":{"b":[1]}}{"c":"}{"} {"d":2}'), [
      '{"a":{"b":[1]}}',
      '{"c":"}{"}',
      '{"d":2}',
    ]);
  });

  it('finds an object behind a fragment that ends outside of a text', () => {
    for (const fragment of [
      '{"a":',
      '{"a":[',
      '{"a":[1,',
      '{"a":tr',
      '{',
      '{"a"',
      'x',
      '}',
      '{"a":{"b":1}',
    ]) {
      assert.ok(found(`${fragment}{"id":"x"}`).includes('{"id":"x"}'), fragment);
    }
  });

  it('finds an object behind a fragment that ends inside a text, or inside an escape', () => {
    for (const fragment of ['{"a":"text', '{"a', '{"a":"x\\', '{"a":"x\\u00', '{"a":"{', '{"a":[{"']) {
      assert.ok(found(`${fragment}{"id":"x"}`).includes('{"id":"x"}'), fragment);
    }
  });

  it('does not take apart a whole object, nor what a fragment holds', () => {
    assert.deepEqual(found('{"a":{"id":"x"}}'), ['{"a":{"id":"x"}}']);
    assert.deepEqual(found('{"a":{"id":"x"},"b":"cut'), []);
    assert.deepEqual(found('{"text":"{\\"id\\":\\"x\\"}","cut'), []);
  });

  it('finds an object before and behind NULs', () => {
    assert.deepEqual(found('\0\0{"a":1}\0\0{"b":2}\0'), ['{"a":1}', '{"b":2}']);
    assert.deepEqual(found('{"a":"x\0\0\0{"b":2}'), ['{"b":2}']);
  });

  it('finds the last of a glued chain whatever was cut before it', () => {
    const record = JSON.stringify({ id: 'last', parentId: null, text: 'a "quoted" {brace}' });
    fc.assert(
      fc.property(object, fc.nat(), (value, at) => {
        const json = JSON.stringify(value);
        const fragment = wellFormed(json.slice(0, at % json.length));
        const text = `${fragment}${record}`;
        assert.ok(found(text).includes(record), text);
      }),
      { numRuns: 3000 },
    );
  });

  it('finds any objects glued together, in order; only what is text in them may be found beside', () => {
    fc.assert(
      fc.property(fc.array(object, { minLength: 1, maxLength: 4 }), (values) => {
        const texts = values.map((value) => encode(JSON.stringify(value)));
        let at = 0;
        const whole = texts.map(({ length }) => ({ start: at, end: (at += length) }));
        const ranges = findObjects(Uint8Array.from(texts.flatMap((text) => [...text])));
        const inside = ranges.filter(({ start }) => !whole.some((range) => range.start === start));
        assert.deepEqual(
          ranges.filter((range) => !inside.includes(range)),
          whole,
        );
        for (const { start, end } of inside)
          assert.ok(whole.some((range) => range.start < start && end < range.end));
      }),
    );
  });

  it('is linear on hostile lines', function () {
    // A quadratic search would take hours for these.
    this.timeout(60_000);
    const hostile = ['{"a":', '{', '{"', '{"a":"{\\"', '[{"a":1}  ', '{"a":{}', '"{', '{"a":1,"b":{"c":1} {'];
    for (const unit of hostile) findObjects(encode(unit.repeat(1_500_000 / unit.length)));
  });

  it('never throws, and gives balanced ranges within the line', () => {
    const bytes = fc.array(fc.constantFrom(...encode('{}[]",:\\a1 tu\0\x1f\u00e9')), { maxLength: 60 });
    fc.assert(
      fc.property(bytes, (list) => {
        for (const { start, end } of findObjects(Uint8Array.from(list))) {
          assert.ok(start < end && list[start] === 0x7b && list[end - 1] === 0x7d);
        }
      }),
      { numRuns: 3000 },
    );
  });
});
