import assert from 'node:assert/strict';
import fc from 'fast-check';
import { contentHash } from '../../../src/formats/contentHash.ts';

describe('contentHash', () => {
  it('is the same for values with the same JSON, and for no others', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        assert.equal(contentHash(one), contentHash(JSON.parse(JSON.stringify(one))));
        assert.equal(
          contentHash([one]) === contentHash([other]),
          JSON.stringify(one) === JSON.stringify(other),
        );
      }),
    );
  });

  it('tells texts, places and levels apart', () => {
    const values = [
      '1',
      1,
      [1],
      ['1'],
      [[1]],
      [1, 1],
      { a: 1 },
      { 1: 'a' },
      ['a', 1],
      [],
      {},
      '',
      null,
      [null],
      true,
    ];
    assert.equal(new Set(values.map(contentHash)).size, values.length);
  });

  it('leaves keys without a value out, as JSON does', () => {
    assert.equal(contentHash({ a: undefined, b: 1 }), contentHash({ b: 1 }));
    assert.equal(contentHash([undefined]), contentHash([null]));
  });

  it('holds what is deep', () => {
    let deep: unknown = 'x';
    for (let level = 0; level < 200_000; level++) deep = [deep];
    assert.match(contentHash(deep), /^\d+\.\d+$/);
  });
});
