import assert from 'node:assert/strict';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { SessionFormatError } from '../../../src/api.ts';
import { cloneJson } from '../../../src/core/strict/cloneJson.ts';
import { writeJson } from '../../../src/core/strict/writeJson.ts';

function fault(value: unknown): string {
  try {
    cloneJson(value);
  } catch (error) {
    if (error instanceof SessionFormatError) return `${error.path} ${error.reason}`;
    throw error;
  }
  return 'none';
}

/** `depth` objects or arrays around `core`, outermost an object. */
function nested(depth: number, core: unknown): unknown {
  let value = core;
  for (let level = depth; level > 0; level -= 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

class Money {
  amount = 1;
}

describe('cloneJson', () => {
  const bad: Record<string, [unknown, RegExp]> = {
    undefined: [{ a: undefined }, /^a is undefined, which JSON cannot hold$/],
    'undefined in an array': [[1, undefined], /^\[1\] is undefined/],
    NaN: [{ a: NaN }, /^a is NaN, for which JSON would write null$/],
    Infinity: [{ a: Infinity }, /^a is Infinity/],
    '-Infinity': [{ a: [-Infinity] }, /^a\[0\] is -Infinity/],
    'a function': [{ a: () => 1 }, /^a is a function/],
    'a symbol': [{ a: Symbol('s') }, /^a is a symbol/],
    'a bigint': [{ a: 1n }, /^a is a bigint/],
    'a function alone': [() => 1, /^\$ is a function/],
    'a hole': [{ a: [1, , 3] }, /^a\[1\] is a hole/], // eslint-disable-line no-sparse-arrays
    'a hole at the end': [Object.assign([1], { length: 2 }), /^\[1\] is a hole/],
    'billions of holes': [{ a: new Array(2 ** 32 - 1) }, /^a\[0\] is a hole/],
    'a name on an array': [{ a: Object.assign([1], { extra: 1 }) }, /^a has the property extra/],
    'a symbol on an array': [Object.assign([1], { [Symbol('s')]: 1 }), /^\$ has the property Symbol\(s\)/],
    'a symbol as key': [{ a: { [Symbol('s')]: 1 } }, /^a has the property Symbol\(s\)/],
    'a hidden field': [Object.defineProperty({}, 'a', { value: 1 }), /^a is hidden/],
    'a getter': [{ get a() { return 1; } }, /^a is a getter or setter/], // prettier-ignore
    'a setter': [{ set a(_: number) {} }, /^a is a getter or setter/],
    'a getter in an array': [
      Object.defineProperty([0], 0, { get: () => 1, enumerable: true }),
      /^\[0\] is a getter/,
    ],
    'a Date': [{ a: new Date(0) }, /^a must be plain data, but is a Date$/],
    'a Map': [{ a: new Map() }, /^a must be plain data, but is a Map$/],
    'a Set': [new Set(), /^\$ must be plain data, but is a Set$/],
    'a RegExp': [/x/, /a RegExp$/],
    'an Error': [new Error('x'), /a Error$/],
    bytes: [{ a: Buffer.from('x') }, /^a must be plain data, but is a Buffer$/],
    'an instance of a class': [{ a: new Money() }, /^a must be plain data, but is a Money$/],
    'boxed primitives': [{ a: Object('x') }, /^a must be plain data, but is a String$/],
    'an inheriting object': [Object.create({ a: 1 }), /^\$ must be plain data/],
    'a nameless prototype': [Object.create(Object.create(null)), /an object with a prototype of its own$/],
    'an array of a subclass': [new (class List extends Array {})(), /^\$ must be plain data, but is a List$/],
    'an array without prototype': [Object.setPrototypeOf([], null), /^\$ must be plain data/],
    'an object of another realm': [runInNewContext('({a: 1})'), /^\$ must be plain data/],
    'toJSON as a function': [{ toJSON: () => 1 }, /^toJSON is a function/],
    'an odd key': [{ 'odd key': { '': { $: { '0': NaN } } } }, /^\["odd key"\]\[""\]\["\$"\]\["0"\] is NaN/],
  };
  for (const [name, [value, expected]] of Object.entries(bad)) {
    it(`refuses ${name}`, () => assert.match(fault(value), expected));
  }

  it('refuses cycles of any length, at the place where they close', () => {
    const self: unknown[] = [];
    self.push(1, self);
    assert.match(fault({ a: self }), /^a\[1\] contains itself/);
    const outer = { inner: { list: [] as unknown[] } };
    outer.inner.list.push(outer);
    assert.match(fault(outer), /^inner\.list\[0\] contains itself/);
  });

  it('copies an object met twice without a cycle twice', () => {
    const shared = { n: 1 };
    const copy = cloneJson({ a: shared, b: [shared, shared] });
    assert.deepEqual(copy, { a: { n: 1 }, b: [{ n: 1 }, { n: 1 }] });
    assert.equal(new Set([(copy as { a: object }).a, ...(copy as { b: object[] }).b]).size, 3);
  });

  it('takes an object without prototype as plain data', () => {
    const copy = cloneJson(Object.assign(Object.create(null), { a: 1 }));
    assert.deepEqual(copy, { a: 1 });
    assert.equal(Object.getPrototypeOf(copy), Object.prototype);
  });

  it('writes 0 for -0, as JSON does', () => {
    assert.deepEqual(cloneJson([-0, { a: -0 }]), [0, { a: 0 }]);
  });

  it('keeps frozen data, text with NUL and lone surrogates, and toJSON as a value', () => {
    const value = Object.freeze({ a: Object.freeze(['\0', '\ud83d', '\u2028']), toJSON: 'text' });
    assert.deepEqual(cloneJson(value), { a: ['\0', '\ud83d', '\u2028'], toJSON: 'text' });
    assert.ok(!Object.isFrozen(cloneJson(value)));
  });

  it('keeps an own key __proto__, and pollutes nothing', () => {
    const value: unknown = JSON.parse('{"__proto__":{"x":1},"b":{"__proto__":2}}');
    const copy = cloneJson(value);
    assert.equal(JSON.stringify(copy), '{"__proto__":{"x":1},"b":{"__proto__":2}}');
    assert.equal(Object.getPrototypeOf(copy), Object.prototype);
  });

  it('is overflowed by no depth, good or bad, and what it gives can be written and read', function () {
    this.timeout(20_000);
    const deep = cloneJson(nested(100_000, 'core'));
    const text = writeJson(deep);
    assert.equal(text, '{"a":['.repeat(50_000) + '"core"' + ']}'.repeat(50_000));
    assert.equal(writeJson(cloneJson(JSON.parse(text))), text);
    assert.match(
      fault(nested(100_000, NaN)),
      /^a\[0\]\.a\[0\]\.a.*\[0\] is NaN, for which JSON would write null$/,
    );
  });

  it('equals JSON.parse(JSON.stringify(value)) for JSON data, and keeps the order of keys', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary', maxDepth: 6 }), (value) => {
        const copy = cloneJson(value);
        assert.deepStrictEqual(copy, JSON.parse(JSON.stringify(value)));
        assert.equal(JSON.stringify(copy), JSON.stringify(value));
      }),
    );
  });

  it('lets through, of anything at all, only what JSON gives back the same', () => {
    const anything = fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withNullPrototype: true,
      withSparseArray: true,
      withTypedArray: true,
    });
    fc.assert(
      fc.property(anything, (value) => {
        if (fault(value) !== 'none') return;
        const copy = cloneJson(value);
        assert.deepStrictEqual(JSON.parse(JSON.stringify(value)), copy);
      }),
      { numRuns: 500 },
    );
  });
});

describe('writeJson', () => {
  it('writes deep values exactly as JSON.stringify writes shallow ones', function () {
    this.timeout(20_000);
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        const core = JSON.stringify(value);
        assert.equal(writeJson(value), core);
        assert.equal(writeJson(nested(20_000, value)), '{"a":['.repeat(10_000) + core + ']}'.repeat(10_000));
      }),
      { numRuns: 8 },
    );
  });

  it('says so when the text would be longer than a string can be', () => {
    // The real thing takes a gigabyte and many seconds.
    const { stringify } = JSON;
    JSON.stringify = () => {
      throw new RangeError('Invalid string length');
    };
    try {
      assert.throws(
        () => writeJson({ text: 'x' }),
        (error) => error instanceof SessionFormatError && error.code === 'too-large',
      );
    } finally {
      JSON.stringify = stringify;
    }
  });
});
