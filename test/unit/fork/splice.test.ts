import assert from 'node:assert/strict';
import fc from 'fast-check';
import { applyEdits, memberOf, membersOf, setMember } from '../../../src/formats/fork/splice.ts';

const encode = (text: string) => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

describe('edits in a record', () => {
  it('replaces one string and leaves every other byte', () => {
    const text = '{ "id" :"a" ,"parentId":\t"old", "n": 9007199254740993,"f":1.0e2, "s":"\\u00e9\\"}" }';
    const bytes = encode(text);
    const changed = applyEdits(bytes, [setMember(membersOf(bytes), 'parentId', '"new"')]);
    assert.equal(decode(changed), text.replace('"old"', '"new"'));
  });

  it('adds what is not there behind the last member', () => {
    const bytes = encode('{"type":"x","n":1 }');
    const members = membersOf(bytes);
    const changed = applyEdits(bytes, [
      setMember(members, 'id', '"a"'),
      setMember(members, 'parentId', 'null'),
    ]);
    assert.equal(decode(changed), '{"type":"x","n":1,"id":"a","parentId":null }');
  });

  it('takes the member that JSON.parse takes, and reads escaped keys', () => {
    const bytes = encode('{"parentId":"first","p\\u0061rentId":"second","deep":{"parentId":"no"}}');
    const changed = applyEdits(bytes, [setMember(membersOf(bytes), 'parentId', 'null')]);
    assert.equal(decode(changed), '{"parentId":"first","p\\u0061rentId":null,"deep":{"parentId":"no"}}');
  });

  it('hands back the very bytes when nothing changes', () => {
    const bytes = encode('{"a":1}');
    assert.equal(applyEdits(bytes, []), bytes);
  });

  it('passes over nesting of any depth without recursion', () => {
    const deep = '['.repeat(200_000) + ']'.repeat(200_000);
    const bytes = encode(`{"a":${deep},"b":2}`);
    assert.equal(memberOf(membersOf(bytes), 'b')?.valueEnd, bytes.length - 1);
  });

  it('finds every member of any object, printed in any way', () => {
    const spaces = fc.constantFrom('', ' ', '\t', ' \r ', '  ');
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue(), { minKeys: 1 }),
        spaces,
        (object, gap) => {
          const members = Object.entries(object).map(
            ([key, value]) =>
              `${gap}${JSON.stringify(key)}${gap}:${gap}${JSON.stringify(value, null, gap)}${gap}`,
          );
          const bytes = encode(`${gap}{${members.join(',')}}${gap}`);
          const found = membersOf(bytes);
          assert.deepEqual(
            found.map((member) => member.key),
            Object.keys(object),
          );
          for (const member of found) {
            const value: unknown = JSON.parse(decode(bytes.subarray(member.valueStart, member.valueEnd)));
            assert.deepEqual(value, JSON.parse(JSON.stringify(object[member.key])));
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  it('refuses what is no object and edits that overlap', () => {
    assert.throws(() => membersOf(encode('[1]')), RangeError);
    assert.throws(() => membersOf(encode('{"a')), RangeError);
    assert.throws(() => membersOf(encode('{"a"')), RangeError);
    assert.throws(() => setMember([], 'a', '1'), RangeError);
    assert.throws(
      () =>
        applyEdits(encode('abcd'), [
          { start: 0, end: 3, text: '' },
          { start: 2, end: 4, text: '' },
        ]),
      RangeError,
    );
  });
});
