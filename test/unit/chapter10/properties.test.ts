import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  JsonlSessionStore,
  MemorySessionStore,
  messagesOnPath,
  parseSessionEntry,
  pathTo,
  recoverJsonl,
  SessionLineError,
  type SessionEntry,
} from '../../../src/api.ts';
import { chapterTree, line } from './chapterTree.ts';
import { fakeFile } from './fakeFile.ts';

const text = fc.string({ unit: 'binary' });
const json = fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' });
const object = fc.dictionary(text, json, { noNullPrototype: true });
const extra = fc.option(json, { nil: undefined });
const block = {
  text: fc.record({ type: fc.constant('text'), text }),
  thinking: fc.record({ type: fc.constant('thinking'), thinking: text, note: json }),
  image: fc.record({ type: fc.constant('image'), data: text, mimeType: text }),
  call: fc.record(
    { type: fc.constant('toolCall'), id: text, name: text, arguments: object, rawArguments: text },
    { requiredKeys: ['type', 'id', 'name', 'arguments'] },
  ),
};
const shown = fc.array(fc.oneof(block.text, block.image), { maxLength: 3 });
const message = fc.oneof(
  fc.record({ role: fc.constant('user'), content: fc.oneof(text, shown) }),
  fc.record({
    role: fc.constant('assistant'),
    content: fc.array(fc.oneof(...Object.values(block)), { maxLength: 4 }),
    usage: json,
  }),
  fc.record(
    {
      role: fc.constant('toolResult'),
      toolCallId: text,
      toolName: text,
      content: shown,
      isError: fc.boolean(),
      details: json,
    },
    { requiredKeys: ['role', 'toolCallId', 'toolName', 'content', 'isError'] },
  ),
);
const timestamp = fc.double({ noNaN: true, noDefaultInfinity: true });
const body = fc.oneof(
  fc.record({ type: fc.constant('message'), message, timestamp }),
  fc.record({ type: fc.constant('metadata'), key: text, value: json, timestamp }),
);

/** Whole sessions: every entry below an earlier one or a root; ids as odd as they come. */
const session = fc
  .uniqueArray(fc.string({ unit: 'binary', minLength: 1 }), { maxLength: 8 })
  .chain((names) =>
    fc.tuple(...names.map((id, index) => fc.tuple(fc.constant(id), body, fc.nat({ max: index }), extra))),
  )
  .map((rows) =>
    rows.map(([id, fields, above, more]) => {
      const parentId = rows[above - 1]?.[0] ?? null;
      return parseSessionEntry({ ...fields, id, parentId, ...(more === undefined ? {} : { more }) });
    }),
  );

/** Entries of every kind, some with parents that are missing and ids that repeat. */
const appends = fc.array(
  fc.tuple(body, fc.constantFrom('a', 'b', 'c', 'd'), fc.constantFrom(null, 'a', 'b', 'c', 'z')),
  { maxLength: 12 },
);

const open = (io: ReturnType<typeof fakeFile>) => JsonlSessionStore.open('s.jsonl', io);

describe('chapter 10, properties', () => {
  it('an entry is the same after a way through JSON', () => {
    fc.assert(
      fc.property(session, (entries) => {
        for (const entry of entries) {
          assert.deepStrictEqual(parseSessionEntry(JSON.parse(JSON.stringify(entry))), entry);
        }
      }),
    );
  });

  it('a session is the same after a way through a file, and so are its paths and messages', async () => {
    await fc.assert(
      fc.asyncProperty(session, async (entries) => {
        const io = fakeFile();
        const store = await open(io);
        await Promise.all(entries.map((entry) => store.append(entry)));
        const read = await (await open(io)).entries();
        assert.deepStrictEqual(read, entries);
        assert.deepStrictEqual(recoverJsonl(io.bytes.toString()).entries, entries);
        for (const { id } of entries) checkPath(read, id);
      }),
    );
  });

  it('a text cut anywhere gives the entries before the cut, and a warning unless the cut ends a line', () => {
    const whole = chapterTree().map(line).join('\n \r\n');
    for (let at = 0; at <= whole.length; at += 1) {
      const cut = whole.slice(0, at);
      const { entries, warnings } = recoverJsonl(cut);
      const committed = cut.split('\n').slice(0, -1);
      assert.deepEqual(
        entries,
        committed.filter((part) => part.trim() !== '').map((part) => JSON.parse(part)),
      );
      const tail = cut.split('\n').at(-1)?.trim() !== '';
      assert.deepEqual(warnings, tail ? [{ code: 'unterminated_tail', line: committed.length + 1 }] : []);
    }
  });

  it('a file cut at any byte opens, and the store agrees with recoverJsonl', async () => {
    const whole = Buffer.from(chapterTree().map(line).join(''));
    for (let at = 0; at <= whole.length; at += 1) {
      const cut = whole.subarray(0, at);
      const store = await open(fakeFile(cut));
      assert.deepEqual(await store.read(), recoverJsonl(cut.toString()));
      assert.equal(store.state, at === 0 || cut.at(-1) === 0x0a ? 'ready' : 'needs-repair');
    }
  });

  it('one changed byte makes a line bad, makes it another entry, or cuts it; the rest is read as before', () => {
    const lines = chapterTree().map(line);
    const whole = lines.join('');
    fc.assert(
      fc.property(
        fc.nat(whole.length - 1),
        fc.constantFrom('\0', '\n', '{', '"', ' ', 'x', '7'),
        (at, char) => {
          const number = whole.slice(0, at).split('\n').length;
          const before = chapterTree().slice(0, number - 1);
          try {
            const { entries } = recoverJsonl(whole.slice(0, at) + char + whole.slice(at + 1));
            assert.deepEqual(entries.slice(0, number - 1), before);
          } catch (error) {
            assert.ok(error instanceof SessionLineError);
            assert.ok(error.line === number || (char === '\n' && error.line === number + 1), error.message);
          }
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('both stores accept the same, in the same order; old bytes are always a prefix of new ones', async () => {
    await fc.assert(
      fc.asyncProperty(appends, async (rows) => {
        const entries = rows.map(([fields, id, parentId]) => parseSessionEntry({ ...fields, id, parentId }));
        const memory = new MemorySessionStore();
        const io = fakeFile();
        const file = await open(io);
        for (const entry of entries) {
          const old = io.bytes;
          const [one, two] = await Promise.allSettled([memory.append(entry), file.append(entry)]);
          assert.equal(one.status, two.status);
          assert.ok(io.bytes.subarray(0, old.length).equals(old));
          if (two.status === 'rejected') assert.equal(io.bytes.length, old.length);
        }
        assert.deepStrictEqual(await file.entries(), await memory.entries());
        assert.deepStrictEqual(await (await open(io)).entries(), await memory.entries());
      }),
    );
  });
});

/** Checks a path against its definition, by the slowest way to find it. */
function checkPath(entries: SessionEntry[], leafId: string): void {
  const path = pathTo(entries, leafId);
  assert.equal(path[0]?.parentId, null);
  assert.equal(path.at(-1)?.id, leafId);
  path.forEach((entry, index) => {
    assert.deepEqual(
      entry,
      entries.find(({ id }) => id === entry.id),
    );
    if (index > 0) assert.equal(entry.parentId, path[index - 1]?.id);
  });
  const messages = path.flatMap((entry) => (entry.type === 'message' ? [entry.message] : []));
  assert.deepEqual(messagesOnPath(entries, leafId), messages);
}
