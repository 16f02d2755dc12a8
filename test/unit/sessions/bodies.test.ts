import assert from 'node:assert/strict';
import { SessionReader } from '../../../src/formats/reader.ts';
import { createBodies } from '../../../src/sessions/bodies.ts';
import { notebook } from '../formats/notebook.ts';
import { bytesOf, fakeFiles } from './fakes.ts';

const FILE = 'mem:/notes.jsonl';

function open(text: string) {
  const files = fakeFiles();
  files.write(FILE, text);
  const reader = new SessionReader({ format: notebook });
  reader.push(bytesOf(text));
  const state = reader.state();
  assert.ok(state);
  const { table } = state;
  let decodes = 0;
  const format = {
    ...notebook,
    decode: (...given: Parameters<typeof notebook.decode>) => {
      decodes += 1;
      return notebook.decode(...given);
    },
  };
  const bodies = createBodies({ files, uri: FILE, table, format, header: () => null });
  return { files, table, bodies, decodes: () => decodes };
}

/** Digits that JSON.parse rounds: parts are shown as they stand in the file. */
const LINE = '{"say": [ {"id":"a","text":"1","n":12345678901234567890}, {"id":"b", "text":"2"} ]}\n';
const AGAIN = '{"say":[{"id":"a","text":"one"}]}\n';

describe('bodies of records that hold several entries', () => {
  it('are the entries, with the ids and parents that they have in the file', async () => {
    const { bodies } = open(LINE + AGAIN);
    const entries = await bodies.entries([2, 1, 0]);
    assert.deepEqual(
      entries.map((entry) => [entry?.id, entry?.parentId, entry?.record.text]),
      [
        ["a'", null, 'one'],
        ['b', 'a', '2'],
        ['a', null, '1'],
      ],
    );
  });

  it('are decoded once for all entries of a record, also when asked one after the other', async () => {
    const { bodies, files, decodes } = open(LINE);
    await bodies.entries([0]);
    const { reads } = files.counts;
    await bodies.entries([1]);
    await bodies.entries([1, 0]);
    assert.deepEqual([decodes(), files.counts.reads], [1, reads]);
  });

  it('have the bytes of their part, as it stands in the file', async () => {
    const { bodies } = open(LINE + AGAIN);
    const texts = (await bodies.bytes([0, 1, 2])).map((bytes) =>
      new TextDecoder().decode(bytes ?? undefined),
    );
    assert.deepEqual(texts, [
      '{"id":"a","text":"1","n":12345678901234567890}',
      '{"id":"b", "text":"2"}',
      '{"id":"a","text":"one"}',
    ]);
  });

  it('are null where the file holds others by now', async () => {
    const { bodies, files } = open(LINE + AGAIN);
    await bodies.entries([0, 1]);
    files.write(FILE, LINE.replaceAll('"a"', '"x"') + AGAIN);
    assert.deepEqual(
      (await bodies.bytes([0, 1])).map((bytes) => bytes === null),
      [true, false],
    );
  });
});
