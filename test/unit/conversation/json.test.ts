import assert from 'node:assert/strict';
import { fieldText, fieldsOf, textOf } from '../../../src/core/conversation/fields.ts';
import { jsonText, prettyJson } from '../../../src/core/conversation/prettyJson.ts';
import { members, pathOf, spanAt } from '../../../src/core/conversation/rawJson.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import fc from 'fast-check';

const spanText = (text: string, path: (string | number)[]): string | undefined => {
  const span = spanAt(text, path);
  return span && text.slice(span.start, span.end);
};

describe('JSON as text', () => {
  it('finds a value by its path, the last of repeated keys', () => {
    const text =
      ' {"a" : [1, {"b":"x\\"]"}, -2.50e3 ], "a\\u0062":1, "n":{"k":1}, "n":{"k":90071992547409931} } ';
    assert.equal(spanText(text, ['a', 1, 'b']), '"x\\"]"');
    assert.equal(spanText(text, ['a', 2]), '-2.50e3');
    assert.equal(spanText(text, ['ab']), '1');
    assert.equal(spanText(text, ['n', 'k']), '90071992547409931');
    assert.equal(spanText(text, ['n', 'missing']), undefined);
    assert.equal(spanText(text, ['a', 9]), undefined);
    assert.equal(spanText(text, [])?.length, text.length - 2);
  });

  it('finds any value of any JSON, however it is spaced', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 1, '\t'), (value, space) => {
        const record = { pad: '\\"{[', value } as JsonObject;
        const span = spanText(JSON.stringify(record, null, space), ['value']);
        assert.deepEqual(JSON.parse(span ?? ''), JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('prints any JSON so that it still is the same JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        assert.deepEqual(JSON.parse(prettyJson(text)), JSON.parse(text));
      }),
    );
  });

  it('prints short containers on one line and longer ones indented', () => {
    assert.equal(prettyJson('{"a":[1,2,3],"b":{}}'), '{"a": [1, 2, 3], "b": {}}');
    const long = `{"first":"${'x'.repeat(50)}","second":[1,{"k":[]}]}`;
    assert.equal(prettyJson(long), `{\n  "first": "${'x'.repeat(50)}",\n  "second": [1, {"k": []}]\n}`);
  });

  it('keeps digits, order and repeats; shows readable characters; keeps control characters escaped', () => {
    assert.equal(
      prettyJson('{"10":9007199254740993,"2":1.10,"2":-0}'),
      '{"10": 9007199254740993, "2": 1.10, "2": -0}',
    );
    assert.equal(prettyJson('"\\u4e2d\\u6587 \\u0007 \\ud800"'), '"中文 \\u0007 \\ud800"');
  });

  it('stands any depth, and stops at the limit', () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    const printed = prettyJson(deep, 1000);
    assert.ok(printed.length >= 1000 && printed.length < 1200);
    assert.ok(prettyJson(deep).length < 10_000_000);
    assert.match(jsonText(JSON.parse(deep)), /nested too deeply/);
  });

  it('never fails on text that is no JSON', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('{', '}', '[', ']', '"', '\\', ',', ':', 'a', ' ') }),
        (text) => {
          prettyJson(text);
          fieldsOf(text, 0, 'b0');
          spanAt(text, ['a', 0]);
        },
      ),
    );
  });

  it('finds the path of an object by identity', () => {
    const inner = { x: 1 };
    const record = { message: { content: [{ x: 1 }, { arguments: inner }] } } as unknown as JsonObject;
    assert.deepEqual(pathOf(record, inner), ['message', 'content', 1, 'arguments']);
    assert.equal(pathOf(record, { x: 1 }), undefined);
    assert.equal(pathOf(record, 'x'), undefined);
  });

  it('lists members with prototype names and repeated keys', () => {
    const text = '{"__proto__":{"polluted":true},"constructor":1,"constructor":2}';
    assert.deepEqual(
      [...members(text, { start: 0, end: text.length })].map((member) => member.key),
      ['__proto__', 'constructor', 'constructor'],
    );
    assert.equal(({} as { polluted?: boolean }).polluted, undefined);
  });
});

describe('Fields of JSON objects', () => {
  it('gives strings as they read and the rest as JSON', () => {
    const fields = fieldsOf('{"path":"a\\nb","limit":20,"edits":[{"oldText":"x"}]}', 7, 'b1');
    assert.deepEqual(
      fields.map(({ key, value, style, ref }) => [key, value.text, style, ref.row, ref.at]),
      [
        ['path', 'a\nb', 'string', 7, 'b1.f0'],
        ['limit', '20', 'json', 7, 'b1.f1'],
        ['edits', '[{"oldText": "x"}]', 'json', 7, 'b1.f2'],
      ],
    );
  });

  it('cuts long members, says how long they are, and gives the whole on request', () => {
    const json = JSON.stringify({
      content: 'é'.repeat(100_000),
      list: Array.from({ length: 30_000 }, (_, i) => i),
    });
    const [content, list] = fieldsOf(json, 0, 'b0');
    assert.equal(content?.value.total, 100_000);
    assert.ok((content?.value.text.length ?? 0) <= 4096);
    assert.ok((list?.value.total ?? 0) > 100_000);
    assert.equal(fieldText(json, [0])?.length, 100_000);
    assert.deepEqual(JSON.parse(fieldText(json, [1]) ?? '').length, 30_000);
    assert.equal(fieldText(json, [2]), undefined);
  });

  it('lists what holds text of several lines member by member', () => {
    const json = JSON.stringify({
      path: 'a',
      edits: [{ oldText: 'x\ny', newText: 'z', at: { line: 1 } }],
      tags: ['p', 'q'],
    });
    const fields = fieldsOf(json, 3, 'b0');
    assert.deepEqual(
      fields.map(({ key, value, ref }) => [key, value.text, ref.at]),
      [
        ['path', 'a', 'b0.f0'],
        ['edits[0].oldText', 'x\ny', 'b0.f1-0-0'],
        ['edits[0].newText', 'z', 'b0.f1-0-1'],
        ['edits[0].at', '{"line": 1}', 'b0.f1-0-2'],
        ['tags', '["p", "q"]', 'b0.f2'],
      ],
    );
    assert.equal(fieldText(json, [1, 0, 0]), 'x\ny');
    assert.equal(fieldText(json, [1, 7, 0]), undefined);
  });

  it('lists forty members and puts the rest into one field', () => {
    const json = JSON.stringify(Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`k${i}`, i])));
    const fields = fieldsOf(json, 0, 'details');
    assert.equal(fields.length, 41);
    assert.deepEqual([fields[40]?.key, fields[40]?.ref.at], ['… 60 more', 'details']);
    assert.match(fieldText(json, null) ?? '', /"k99": 99/);
  });

  it('takes the digits from the record text, and prints values where there is none', () => {
    const raw = '{"message":{"args":{"order":9007199254740993}}}';
    const record = JSON.parse(raw) as { message: { args: JsonObject } } & JsonObject;
    assert.equal(textOf(record, raw, record.message.args), '{"order":9007199254740993}');
    assert.equal(textOf(record, null, record.message.args), '{"order":9007199254740992}');
    assert.equal(textOf(record, raw, 5), '5');
  });
});
