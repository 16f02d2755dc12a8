import assert from 'node:assert/strict';
import type { FolderAccess } from '../../../src/core/files.ts';
import { pathRows } from '../../../src/core/tree/walk.ts';
import { headerOf, makeScene } from '../../../src/conversation/scene.ts';
import { createBeginnings } from '../../../src/sessions/beginning/beginnings.ts';
import { joinFiles } from '../../../src/sessions/beginning/joinedFiles.ts';
import { openSession } from '../../../src/sessions/openSession.ts';
import { fileLine, ownProblems, sessionLine } from '../../../src/sessions/parts.ts';
import { line, meta, replyItem, textOf, userItem } from '../formats/codexLines.ts';
import type { FakeFiles } from './fakes.ts';
import { setUp } from './support.ts';

const DAY = 'mem:/home/sessions/2026/01/02';
const numbered = (records: readonly object[], from = 0) =>
  records.map((record, at) => ({ ...record, ordinal: from + at }));
const bytes = (text: string): number => new TextEncoder().encode(text).length;

/** A thread, and one that goes on with its beginning: without its last two messages. */
const PARENT_ID = '01aaaaaa-0000-7000-8000-00000000000a';
const parentRecords = numbered([
  meta({ id: PARENT_ID }),
  ...[userItem('first'), replyItem('answer'), userItem('left out'), replyItem('left out too')],
]);
const parentText = textOf(parentRecords);
const kept = textOf(parentRecords.slice(0, 3));

function fork(id: string, base: string, end: number, length: number, said: string): string {
  const history_base = { thread_id: base, end_ordinal_exclusive: end, end_byte_offset: length };
  return textOf(
    numbered([meta({ id, forked_from_id: base, history_base }), userItem(said), replyItem(`${said}!`)], end),
  );
}
const forkText = fork('fork', PARENT_ID, 3, bytes(kept), 'another way');

/** Folders as the names of these files tell them; counts how many were asked for. */
function foldersOf(uris: () => readonly string[]): FolderAccess & { asked: number } {
  return {
    asked: 0,
    list(uri) {
      this.asked += 1;
      const names = new Map<string, boolean>();
      const prefix = `${uri.replace(/\/$/, '')}/`;
      for (const file of uris()) {
        if (!file.startsWith(prefix)) continue;
        const [name = '', ...rest] = file.slice(prefix.length).split('/');
        names.set(name, rest.length > 0);
      }
      const items = [...names].map(([name, isFolder]) => ({ name, isFolder }));
      return Promise.resolve(items.length > 0 ? items : undefined);
    },
  };
}

async function open(
  given: Readonly<Record<string, string>>,
  uri: string,
  change?: (files: FakeFiles) => void,
) {
  const { files, scheduler, errors } = setUp();
  for (const [name, text] of Object.entries(given)) files.write(name, text);
  change?.(files);
  await scheduler.advance(60_000);
  const folders = foldersOf(() => Object.keys(given));
  const beginnings = createBeginnings({ files, folders });
  const onError = (_uri: string, error: unknown): void => void errors.push(error);
  const session = await openSession(uri, { files, scheduler, beginnings, onError });
  assert.ok(session);
  return { session, files, scheduler, folders };
}

type Session = Awaited<ReturnType<typeof open>>['session'];

/** What is said on the path, with the file and line where it stands. */
async function said(session: Session): Promise<string[]> {
  const { table, tree, parts } = session.snapshot;
  const rows = Array.from(pathRows(tree, tree.defaultLeaf));
  const entries = await session.entries(rows);
  return rows.flatMap((row, at) => {
    const { message } = entries[at] ?? {};
    assert.ok(entries[at], `row ${row} is read`);
    const text = message?.blocks.find((block) => block.type === 'text');
    const place = fileLine({ uri: session.uri, parts }, table.line(row));
    const name = place.uri.split('/').at(-1)?.replace('.jsonl', '') ?? '';
    return text?.type === 'text' ? [`${name}:${place.line} ${text.text}`] : [];
  });
}

const PARENT = `${DAY}/rollout-2026-01-02T10-00-00-${PARENT_ID}.jsonl`;
const FORK = `${DAY}/rollout-2026-01-02T11-00-00-fork.jsonl`;
const short = (name: string) => name.split('/').at(-1)?.replace('.jsonl', '') ?? '';

describe('sessions that begin in another file', () => {
  it('are read with it, up to where they went on', async () => {
    const { session } = await open({ [PARENT]: parentText, [FORK]: forkText }, FORK);
    assert.deepEqual(await said(session), [
      ...[`${short(PARENT)}:2 first`, `${short(PARENT)}:3 answer`],
      ...[`${short(FORK)}:2 another way`, `${short(FORK)}:3 another way!`],
    ]);
    const { header, title, problems, messageCount, size } = session.snapshot;
    assert.deepEqual([header?.id, header?.base, title, messageCount], ['fork', undefined, 'another way', 4]);
    assert.deepEqual(problems, []);
    assert.equal(size, bytes(forkText), 'the size of its own file');
  });

  it('say on their page which lines are another file’s', async () => {
    const { session } = await open({ [PARENT]: parentText, [FORK]: forkText }, FORK);
    const { snapshot } = session;
    const facts = {
      ...{ title: undefined, leaf: { line: 1, id: '' }, fileName: 'x', pinned: false },
      context: { on: false, budget: null },
    };
    const { beginning } = headerOf(makeScene(snapshot, snapshot.tree.defaultLeaf), facts);
    assert.deepEqual(beginning, { fileName: `${short(PARENT)}.jsonl`, files: 1, lines: 3 });
    const alone = await open({ [PARENT]: parentText }, PARENT);
    assert.equal(headerOf(makeScene(alone.session.snapshot, 0), facts).beginning, undefined);
  });

  it('grow with their own file alone', async () => {
    const { session, files, scheduler } = await open({ [PARENT]: parentText, [FORK]: forkText }, FORK);
    const kinds: string[] = [];
    session.onDidChange(({ kind }) => kinds.push(kind));
    files.append(PARENT, textOf([userItem('later in the parent')]));
    await session.refresh();
    assert.deepEqual(kinds, []);
    files.append(FORK, textOf(numbered([userItem('more')], 6)));
    await scheduler.advance(10);
    await session.refresh();
    assert.deepEqual(kinds, ['grown']);
    assert.equal((await said(session)).at(-1), `${short(FORK)}:4 more`);
  });

  it('are read anew, below a gap, when that file is gone', async () => {
    const given = { [PARENT]: parentText, [FORK]: forkText };
    const { session, files, scheduler } = await open(given, FORK);
    const kinds: string[] = [];
    session.onDidChange(({ kind }) => kinds.push(kind));
    files.remove(PARENT);
    files.append(FORK, textOf(numbered([userItem('more')], 6)));
    await scheduler.advance(10);
    await session.refresh();
    assert.deepEqual(kinds, ['replaced']);
    assert.deepEqual(
      session.snapshot.problems.map(({ code }) => code),
      ['missing-beginning'],
    );
    assert.equal((await said(session)).length, 3);
  });

  it('may begin in one that begins in another', async () => {
    const second = `${DAY}/second.jsonl`;
    const secondText = fork('second', 'fork', 6, bytes(forkText), 'third way');
    const { session } = await open({ [PARENT]: parentText, [FORK]: forkText, [second]: secondText }, second);
    const texts = (await said(session)).map((each) => each.replace(/^\S+ /, ''));
    assert.deepEqual(texts, ['first', 'answer', 'another way', 'another way!', 'third way', 'third way!']);
  });

  it('may go on with an older file of their own', async () => {
    const later = PARENT.replace('.jsonl', '_01bbbbbb.jsonl');
    const laterText = fork(PARENT_ID, PARENT_ID, 3, bytes(kept), 'taken back');
    const { session } = await open({ [later]: laterText, [PARENT]: parentText }, later);
    assert.deepEqual(
      session.snapshot.parts?.map(({ uri }) => uri),
      [PARENT, later],
    );
    // A fork of the later file is not mistaken for one of the older, though both have the thread's id.
    const third = `${DAY}/third.jsonl`;
    const thirdText = fork('third', PARENT_ID, 6, bytes(laterText), 'on and on');
    const all = { [PARENT]: parentText.repeat(9), [later]: laterText, [third]: thirdText };
    const opened = await open({ ...all, [PARENT]: parentText }, third);
    assert.deepEqual(
      opened.session.snapshot.parts?.map(({ uri }) => uri),
      [PARENT, later, third],
    );
  });

  it('are found in other days’ folders, in the archive, and by their header where the name says nothing', async () => {
    const other = PARENT.replace('2026/01/02', '2025/12/31');
    const archived = `mem:/home/archived_sessions/${short(PARENT)}.jsonl`;
    const unnamed = `${DAY}/copy.jsonl`;
    for (const parent of [other, archived, unnamed]) {
      const { session } = await open({ [parent]: parentText, [FORK]: forkText }, FORK);
      assert.deepEqual(
        session.snapshot.parts?.map(({ uri }) => uri),
        [parent, FORK],
      );
    }
  });

  it('show what is new below a gap where that file is missing, and say which', async () => {
    const { session } = await open({ [FORK]: forkText }, FORK);
    assert.deepEqual(await said(session), [`${short(FORK)}:2 another way`, `${short(FORK)}:3 another way!`]);
    const [problem, ...others] = session.snapshot.problems;
    assert.deepEqual([problem?.code, problem?.line, others], ['missing-beginning', 2, []]);
    assert.ok(problem?.message.includes(PARENT_ID));
    const [first] = await session.entries([0]);
    assert.equal(first?.parentId, PARENT_ID, 'the page shows its gap by this');
  });

  it('show as much as there is where the first of several files is missing', async () => {
    const second = `${DAY}/second.jsonl`;
    const secondText = fork('second', 'fork', 6, bytes(forkText), 'third way');
    const { session } = await open({ [FORK]: forkText, [second]: secondText }, second);
    assert.equal((await said(session)).length, 4);
    assert.deepEqual(
      session.snapshot.problems.map(({ code }) => code),
      ['missing-beginning'],
    );
    assert.deepEqual(ownProblems(session.snapshot), [], 'told of the file that goes on with the missing one');
  });

  it('take no file that cannot be the one', async () => {
    const shorter = textOf(parentRecords.slice(0, 2));
    const another = textOf(numbered([meta({ id: 'another' }), userItem('x')]));
    const shifted = textOf(
      numbered([meta({ id: PARENT_ID }), userItem('firsT'), replyItem('answer'), userItem('y')], 1),
    );
    for (const text of [shorter, another, shifted, '', '\n\n', 'no session']) {
      const { session } = await open({ [PARENT]: text, [FORK]: forkText }, FORK);
      assert.deepEqual(
        session.snapshot.problems.map(({ code }) => code),
        ['missing-beginning'],
        text,
      );
    }
  });

  it('end where files begin in each other, or in a file outside by its id', async () => {
    const loop = fork('a', 'b', 3, 10, 'x');
    const other = fork('b', 'a', 3, 10, 'y');
    const { session } = await open({ [`${DAY}/a.jsonl`]: loop, [`${DAY}/b.jsonl`]: other }, `${DAY}/a.jsonl`);
    assert.deepEqual(
      session.snapshot.problems.map(({ code }) => code),
      ['missing-beginning'],
    );
    const outside = fork('fork', '../../../etc/passwd', 3, 10, 'x');
    const reads: string[] = [];
    await open({ [PARENT]: parentText, [FORK]: outside }, FORK, (files) => {
      files.beforeRead = (uri) => void reads.push(uri);
    });
    assert.deepEqual(
      [...new Set(reads)].sort(),
      [PARENT, FORK].sort(),
      'nothing is asked for but what was listed',
    );
  });

  it('tell problems by their own file’s lines', async () => {
    const broken = `${forkText}not json\n`;
    const { session } = await open({ [PARENT]: `${kept}`, [FORK]: broken }, FORK);
    assert.deepEqual(
      ownProblems(session.snapshot).map(({ code, line: at }) => [code, at]),
      [['invalid-json', 4]],
    );
    assert.equal(session.snapshot.problems[0]?.line, 7);
    assert.equal(sessionLine(session.snapshot.parts, 4), 7);
  });

  it('cost other sessions nothing: no folder is looked into', async () => {
    const { folders, files } = await open({ [PARENT]: parentText }, PARENT);
    assert.equal(folders.asked, 0);
    assert.equal(files.counts.reads, 1);
  });
});

describe('files read as one', () => {
  it('give any range over the ends of the parts', async () => {
    const { files } = setUp();
    const uris = ['mem:/a', 'mem:/b', 'mem:/c'];
    ['abcdef', 'ghijkl', 'mnopqr'].forEach((text, at) => files.write(uris[at] ?? '', text));
    const parts = [
      { uri: 'mem:/a', bytes: 3 },
      { uri: 'mem:/b', bytes: 2 },
    ];
    const joined = joinFiles(files, 'mem:/c', parts);
    const whole = 'abcghmnopqr';
    for (let from = 0; from <= whole.length; from++) {
      for (let length = 0; length <= whole.length; length++) {
        const read = new TextDecoder().decode(await joined.read('mem:/c', from, length));
        assert.equal(read, whole.slice(from, from + length));
      }
    }
    assert.equal((await joined.stat('mem:/c')).size, whole.length);
    assert.equal((await joined.stat('mem:/a')).size, 6);
    assert.equal(new TextDecoder().decode(await joined.read('mem:/a', 4, 2)), 'ef');
    files.write('mem:/a', 'a');
    assert.equal(new TextDecoder().decode(await joined.read('mem:/c', 0, 9)), 'a', 'nothing moves forward');
    assert.equal(line('x', {})['type'], 'x');
  });
});
