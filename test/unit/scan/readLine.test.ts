import assert from 'node:assert/strict';
import fc from 'fast-check';
import { findJsonFault } from '../../../src/scan/jsonFault.ts';
import { parseObject, readLine } from '../../../src/scan/readLine.ts';
import { findUtf8Fault } from '../../../src/scan/utf8.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('readLine', () => {
  it('tells blank lines: spaces, tabs, carriage returns; a NUL is not blank', () => {
    for (const text of ['', ' ', '\t \r']) assert.deepEqual(readLine(encode(text)), { type: 'blank' });
    const content = readLine(encode('\0'));
    assert.equal(content.type === 'bad' && content.why, 'json');
  });

  it('tells what a line holds that is no object', () => {
    for (const text of ['null', '42', '"text"', '[{}]', 'true']) {
      const content = readLine(encode(text));
      assert.ok(content.type === 'bad' && content.why === 'not-object', text);
      assert.deepEqual(content.value, JSON.parse(text));
    }
  });

  it('checks UTF-8 before JSON', () => {
    const content = readLine(Uint8Array.of(0x7b, 0xff));
    assert.ok(content.type === 'bad' && content.why === 'utf8');
    assert.equal(content.at, 1);
  });

  it('takes escaped lone surrogates, raw U+2028 and a mark inside a line as content', () => {
    const content = readLine(encode('{"a":"\\ud83d \u2028"}'));
    assert.ok(content.type === 'object');
    assert.equal(content.value['a'], '\ud83d \u2028');
    assert.equal(readLine(encode('\ufeff{}')).type, 'bad');
  });

  it('keeps __proto__ as a key of its own', () => {
    const content = readLine(encode('{"__proto__":{"polluted":true}}'));
    assert.ok(content.type === 'object' && Object.hasOwn(content.value, '__proto__'));
    assert.equal(({} as { polluted?: true }).polluted, undefined);
  });

  it('survives any depth', () => {
    const deep = `{"a":${'['.repeat(2_000_000)}`;
    const content = readLine(encode(deep));
    assert.ok(content.type === 'bad' && content.why === 'json');
    assert.equal(content.at, deep.length);
  });
});

describe('parseObject', () => {
  it('gives the object, and undefined for everything else', () => {
    assert.deepEqual(parseObject(encode('{"a":1}')), { a: 1 });
    for (const text of ['[]', '{', '1']) assert.equal(parseObject(encode(text)), undefined);
    assert.equal(parseObject(Uint8Array.of(0x22, 0xc3, 0x22)), undefined);
  });
});

describe('findJsonFault', function () {
  this.timeout(60_000);
  const faults: readonly (readonly [string, number, RegExp])[] = [
    ['{"a":1', 6, /ends where "," or a closing bracket/],
    ['{"a"', 4, /ends where ":"/],
    ['{"a":"x', 7, /ends inside a text that begins at byte 6/],
    ['{"a":tru}', 5, /"true" is cut/],
    ['{"a":01}', 6, /"1" stands where "," or a closing bracket/],
    ['{"a":-}', 5, /a number is cut/],
    ['{"a":1.}', 5, /a number is cut/],
    ['{"a":"\t"}', 6, /raw control byte 0x09/],
    ['{"a":"\\x"}', 6, /an escape that JSON does not have/],
    ['{"a":"\\u12', 6, /ends inside an escape/],
    ['{"a":1,}', 7, /"}" stands where a key in quotes/],
    ['[1,]', 3, /"]" stands where a value/],
    ['{"a":1}{"b":2}', 7, /the JSON value ends here/],
    ['\0', 0, /the byte 0x00 stands where a value/],
    ['{"a":[}', 6, /"}" stands where a value or "]"/],
  ];
  for (const [text, at, reason] of faults) {
    it(`says where ${JSON.stringify(text)} goes wrong`, () => {
      const fault = findJsonFault(encode(text));
      assert.equal(fault?.at, at);
      assert.match(fault.reason, reason);
    });
  }

  it('agrees with JSON.parse on JSON and on what is nearly JSON', () => {
    const alphabet = fc.constantFrom(...('{}[]",:\\ -+.0123eEtrufalsn\tux😀'.match(/./gsu) as string[]));
    const nearly = fc
      .tuple(fc.json(), fc.nat(), fc.string({ unit: alphabet, maxLength: 3 }))
      .map(([json, at, extra]) => {
        const place = at % (json.length + 1);
        return json.slice(0, place) + extra + json.slice(place + (at % 2));
      });
    const random = fc.string({ unit: alphabet, maxLength: 12 });
    fc.assert(
      fc.property(fc.oneof(nearly, random, fc.json()), (text) => {
        const bytes = encode(text);
        assert.equal(findJsonFault(bytes) === null, isJson(new TextDecoder().decode(bytes)));
      }),
      { numRuns: 3000 },
    );
  });
});

describe('findUtf8Fault', function () {
  this.timeout(60_000);
  it('agrees with TextDecoder on any bytes, and names the first bad one', () => {
    const edge = fc.constantFrom(
      0x41,
      0x7f,
      0x80,
      0x8f,
      0x90,
      0x9f,
      0xa0,
      0xbf,
      0xc0,
      0xc1,
      0xc2,
      0xe0,
      0xed,
      0xef,
      0xf0,
      0xf4,
      0xf5,
      0xff,
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(edge, fc.nat({ max: 255 })), { maxLength: 12 }), (list) => {
        const bytes = Uint8Array.from(list);
        const fault = findUtf8Fault(bytes);
        assert.equal(fault < 0, isUtf8(bytes));
        if (fault >= 0) assert.ok(isUtf8(bytes.subarray(0, fault)) && !isUtf8(bytes.subarray(fault)));
      }),
      { numRuns: 5000 },
    );
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
