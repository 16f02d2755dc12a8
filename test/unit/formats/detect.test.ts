import assert from 'node:assert/strict';
import { detectFormat } from '../../../src/formats/detect.ts';
import { FORMATS, formatByName } from '../../../src/formats/list.ts';
import { readTime } from '../../../src/formats/time.ts';
import { tinyPi } from '../../../src/formats/tinyPi.ts';
import { HEADER, piEntry, piMessage, tiny } from './lines.ts';

type Records = Parameters<typeof detectFormat>[0];
const detect = (...records: object[]): string | undefined =>
  detectFormat(records as unknown as Records)?.name;

describe('detectFormat', () => {
  it('knows tiny-pi by number times and Pi by its header, ISO times and messages', () => {
    assert.equal(detect(tiny('a', null)), 'tiny-pi');
    assert.equal(detect(HEADER), 'pi-v3');
    assert.equal(detect(piEntry('a', null, 'model_change', { modelId: 'm' })), 'pi-v3');
    assert.equal(detect(piMessage('a', null, { role: 'toolResult', toolCallId: 'c' })), 'pi-v3');
  });

  it('takes other JSON lines for nothing', () => {
    assert.equal(detect(), undefined);
    assert.equal(detect({}), undefined);
    assert.equal(detect({ type: 'message', role: 'user', content: 'x' }), undefined);
    assert.equal(detect({ type: 'session', session: 5 }), undefined);
    assert.equal(detect({ level: 'info', time: 1, msg: 'x', type: 'message' }), undefined);
    // agent-core's version 4 is another format.
    assert.equal(detect({ v: 4, kind: 'header', id: 's', cwd: '/' }), undefined);
  });

  it('lets 25 records vote, and wants as many votes as records', () => {
    const other = { a: 1 };
    assert.equal(detect(tiny('a', null), other), 'tiny-pi');
    assert.equal(detect(tiny('a', null), other, other), undefined);
    const many = Array.from({ length: 30 }, () => other);
    assert.equal(detect(...Array.from({ length: 25 }, (_, i) => tiny(`a${i}`, null)), ...many), 'tiny-pi');
  });

  it('finds formats by name only', () => {
    assert.ok(FORMATS.length > 5);
    for (const format of FORMATS) assert.equal(formatByName(format.name), format, 'no name twice');
    assert.equal(formatByName('tiny-pi'), tinyPi);
    assert.equal(formatByName('constructor'), undefined);
  });
});

describe('tiny-pi', () => {
  const place = { line: 1, part: 1, header: null, previousId: null };
  const text = (fields: object): string | undefined => {
    const decoded = tinyPi.decode(
      { id: 'a', parentId: null, timestamp: 5, type: 'metadata', ...fields },
      place,
    );
    return decoded.type === 'entry' ? decoded.entry.text : assert.fail();
  };

  it('reads metadata as key and value, or as data', () => {
    assert.equal(text({ key: 'cwd', value: '/w' }), 'cwd=/w');
    assert.equal(text({ key: 'cwd', value: { a: 1 } }), 'cwd');
    assert.equal(text({ data: { cwd: '/w' } }), 'cwd=/w');
    assert.equal(text({ data: { a: 1, b: 2 } }), 'a, b');
    assert.equal(text({}), undefined);
  });

  it('has messages as conversation, metadata not; unknown types stay', () => {
    const kind = (type: string): [string, boolean] => {
      const decoded = tinyPi.decode(
        { id: 'a', parentId: null, type, message: { role: 'user', content: '' } },
        place,
      );
      return decoded.type === 'entry'
        ? [decoded.entry.kind, tinyPi.isConversation(decoded.entry)]
        : assert.fail();
    };
    assert.deepEqual(kind('message'), ['message', true]);
    assert.deepEqual(kind('metadata'), ['metadata', false]);
    assert.deepEqual(kind('later'), ['unknown', false]);
  });

  it('refuses records without an id', () => {
    for (const id of [undefined, '', 5, null]) {
      const record = id === undefined ? {} : { id };
      assert.equal(tinyPi.decode(record, place).type, 'bad');
    }
  });
});

describe('readTime', () => {
  it('takes numbers and ISO times, nothing that Date.parse would guess', () => {
    assert.equal(readTime(5), 5);
    assert.equal(readTime('2026-01-05T10:00:00.000Z'), Date.UTC(2026, 0, 5, 10));
    for (const value of [
      '2025-12-11 12:39:31',
      'yesterday',
      '',
      null,
      undefined,
      true,
      '2026-99-05T10:00:00Z',
    ]) {
      assert.equal(readTime(value), null);
    }
  });
});
