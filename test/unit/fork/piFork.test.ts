import assert from 'node:assert/strict';
import { makeFork, NOW } from './make.ts';
import { memorySession } from './memory.ts';

const HEADER =
  '{"type":"session","version":3,"id":"old","timestamp":"2026-01-05T10:00:00.000Z","cwd":"/home/me/demo","extra":1}';
const TIME = '"timestamp":"2026-01-05T10:00:01.000Z"';

const user = (id: string, parent: string | null, text = id) =>
  `{"type":"message","id":"${id}","parentId":${JSON.stringify(parent)},${TIME},"message":{"role":"user","content":${JSON.stringify(text)},"timestamp":1}}`;
const label = (id: string, parent: string | null, target: string, text?: string, time = TIME) =>
  `{"type":"label","id":"${id}","parentId":${JSON.stringify(parent)},${time},"targetId":"${target}"${text === undefined ? '' : `,"label":${JSON.stringify(text)}`}}`;
const compaction = (id: string, parent: string, kept: string) =>
  `{"type":"compaction","id":"${id}","parentId":"${parent}",${TIME},"summary":"s","firstKeptEntryId":"${kept}","tokensBefore":5}`;

async function fork(lines: readonly string[], id: string) {
  const session = memorySession(lines.map((line) => `${line}\n`).join(''), 'file:///s/2026_old.jsonl');
  return makeFork(session, session.rowOf(id));
}

const json = (line: string | undefined) => JSON.parse(line ?? '') as Record<string, unknown>;

describe('fork of a Pi session', () => {
  it('begins with a header of its own, in a file named as Pi names it', async () => {
    const made = await fork([HEADER, user('a', null)], 'a');
    const header = json(made.lines[0]);
    assert.deepEqual(Object.keys(header), ['type', 'version', 'id', 'timestamp', 'cwd', 'parentSession']);
    assert.match(String(header['id']), /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab]/);
    assert.deepEqual(header, {
      type: 'session',
      version: 3,
      id: header['id'],
      timestamp: new Date(NOW).toISOString(),
      cwd: '/home/me/demo',
      parentSession: '/s/2026_old.jsonl',
    });
    assert.equal(made.path, `/s/2026-11-30T05-28-25-521Z_${String(header['id'])}.jsonl`);
    assert.equal(made.content.at(-1), 0x0a);
  });

  it('copies the path byte for byte: numbers, spacing, escapes, line ends aside', async () => {
    const odd = `{ "type":"message", "id":"b","parentId":"a",${TIME},"message":{"role":"assistant","content":[{"type":"toolCall","id":"c","name":"x","arguments":{"n":9007199254740993,"f":1.0,"s":"\\u00e9\\u2028"}}],"usage":{},"stopReason":"toolUse"}}`;
    const made = await fork([HEADER, `${user('a', null)}\r`, user('x', 'a'), `${odd}\r`], 'b');
    assert.deepEqual(made.lines.slice(1), [user('a', null), odd]);
  });

  it('takes labels out of the path and appends those in force, chained', async () => {
    const lines = [
      HEADER,
      user('a', null),
      label('l1', 'a', 'a', 'first'),
      user('b', 'l1'),
      label('l2', 'b', 'b', 'gone'),
      label('l3', 'l2', 'b'),
      user('c', 'l3'),
      label('l4', 'a', 'a', 'on another branch', '"timestamp":"2027-01-01T00:00:00.000Z"'),
      label('l5', 'a', 'c', 'later'),
      user('d', 'c'),
      label('l6', 'd', 'd', 'not on the path'),
    ];
    const made = await fork(lines, 'c');
    assert.deepEqual(made.lines.slice(1, 4), [user('a', null), user('b', 'a'), user('c', 'b')]);
    const labels = made.lines.slice(4).map(json);
    assert.equal(labels.length, 2);
    assert.deepEqual(
      labels.map(({ type, parentId, timestamp, targetId, label: text }) => ({
        type,
        parentId,
        timestamp,
        targetId,
        text,
      })),
      [
        {
          type: 'label',
          parentId: 'c',
          timestamp: '2027-01-01T00:00:00.000Z',
          targetId: 'a',
          text: 'on another branch',
        },
        {
          type: 'label',
          parentId: labels[0]?.['id'],
          timestamp: '2026-01-05T10:00:01.000Z',
          targetId: 'c',
          text: 'later',
        },
      ],
    );
    for (const { id } of labels) assert.match(String(id), /^[0-9a-f]{8}$/);
  });

  it('changes a parent in its place only, in lines of any spacing', async () => {
    const spaced = `{"type":"message" , "message":{"parentId":"l1","role":"user","content":"x"},\t"parentId" : "l1" ,"id":"b",${TIME},"big":123456789012345678901234567890}`;
    const made = await fork([HEADER, user('a', null), label('l1', 'a', 'x', 'y'), spaced], 'b');
    assert.equal(made.lines[2], spaced.replace('"parentId" : "l1"', '"parentId" : "a"'));
  });

  it('moves a compaction’s boundary from a label to the entry behind it', async () => {
    const lines = [
      HEADER,
      user('a', null),
      label('l1', 'a', 'a', 'x'),
      label('l2', 'l1', 'a', 'y'),
      user('b', 'l2'),
      compaction('k', 'b', 'l1'),
      label('l3', 'k', 'k', 'z'),
      compaction('m', 'l3', 'l3'),
      compaction('n', 'm', 'n'),
    ];
    const made = await fork(lines, 'n');
    const kept = made.lines.slice(1).map((line) => json(line)['firstKeptEntryId']);
    assert.deepEqual(kept.slice(0, 5), [undefined, undefined, 'b', 'm', 'n']);
    assert.equal(made.lines[5], compaction('n', 'm', 'n'));
  });

  it('ends before a label that it was forked from', async () => {
    const made = await fork([HEADER, user('a', null), label('l1', 'a', 'a', 'x')], 'l1');
    assert.deepEqual(made.lines.slice(1, 2), [user('a', null)]);
    assert.equal(json(made.lines[2])['parentId'], 'a');
  });

  it('begins at a root of its own where the parent is missing or a loop was cut', async () => {
    const missing = await fork([HEADER, user('b', 'gone'), user('c', 'b')], 'c');
    assert.deepEqual(missing.lines.slice(1), [user('b', null), user('c', 'b')]);
    const loop = await fork([HEADER, user('a', 'b'), user('b', 'a'), user('c', 'b')], 'c');
    assert.deepEqual(loop.lines.slice(1), [user('a', null), user('b', 'a'), user('c', 'b')]);
  });

  it('gives the lines of version 1 ids and parents, and its boundary an id', async () => {
    const message = (text: string) =>
      `{"type":"message",${TIME},"message":{"role":"user","content":"${text}"}}`;
    const old = `{"type":"compaction",${TIME},"summary":"s","firstKeptEntryIndex":2,"tokensBefore":9007199254740993}`;
    const lines = [
      '{"type":"session","id":"v1","timestamp":"2025-11-01T00:00:00.000Z","cwd":"/old","provider":"p","modelId":"m"}',
      message('one'),
      message('two'),
      old,
      message('three'),
      message('four'),
    ];
    const session = memorySession(lines.map((line) => `${line}\n`).join(''));
    const made = await makeFork(session, 3);
    const entries = made.lines.slice(1).map(json);
    assert.equal(entries.length, 4);
    const ids = entries.map((entry) => entry['id']);
    assert.equal(new Set(ids).size, 4);
    for (const id of ids) assert.match(String(id), /^[0-9a-f]{8}$/);
    assert.deepEqual(
      entries.map((entry) => entry['parentId']),
      [null, ...ids.slice(0, 3)],
    );
    assert.equal(entries[2]?.['firstKeptEntryId'], ids[1]);
    assert.equal(entries[2]?.['firstKeptEntryIndex'], undefined);
    assert.match(made.lines[3] ?? '', /"tokensBefore":9007199254740993,"id":/);
    assert.ok(made.lines[1]?.startsWith(message('one').slice(0, -1)));
    assert.equal(json(made.lines[0])['version'], 3);
    assert.equal(json(made.lines[0])['provider'], undefined);
  });

  it('leaves an index of version 1 that leads nowhere', async () => {
    const lines = [
      '{"type":"session","id":"v1","timestamp":"2025-11-01T00:00:00.000Z","cwd":"/old"}',
      `{"type":"message",${TIME},"message":{"role":"user","content":"one"}}`,
      `{"type":"compaction",${TIME},"summary":"s","firstKeptEntryIndex":77,"tokensBefore":1}`,
    ];
    const made = await makeFork(memorySession(lines.map((line) => `${line}\n`).join('')), 1);
    assert.equal(json(made.lines[2])['firstKeptEntryIndex'], 77);
  });

  it('renames the role of version 2, and nothing in version 3', async () => {
    const hook = `{"type":"message","id":"b","parentId":"a",${TIME},"message":{"content":[{"role":"hookMessage"}],"role": "hookMessage","customType":"t","n":1.50}}`;
    const two = await fork([HEADER.replace('"version":3', '"version":2'), user('a', null), hook], 'b');
    assert.equal(two.lines[2], hook.replace('"role": "hookMessage"', '"role": "custom"'));
    const three = await fork([HEADER, user('a', null), hook], 'b');
    assert.equal(three.lines[2], hook);
  });

  it('writes a file without a header one, for the folder that it lies in', async () => {
    const made = await fork(
      [user('a', null).replace('"content":"a"', '"content":[]'), compaction('b', 'a', 'a')],
      'b',
    );
    assert.equal(json(made.lines[0])['cwd'], '/s');
  });

  it('keeps entries of types that it does not know', async () => {
    const unknown = `{"type":"leaf","id":"b","parentId":"a",${TIME},"targetId":"a"}`;
    const future = `{"type":"from-the-future","id":"c","parentId":"b",${TIME},"x":[1,2,{"parentId":"l"}]}`;
    const made = await fork([HEADER, user('a', null), unknown, future], 'c');
    assert.deepEqual(made.lines.slice(1), [user('a', null), unknown, future]);
  });
});
