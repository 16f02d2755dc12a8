import assert from 'node:assert/strict';
import { call, flow, line, open, paired, result, URI } from './flowSupport.ts';
import { inEnglish } from '../../../src/core/translate.ts';
import { forkSession, ForkRefusal, type ForkServices, type ForkTarget } from '../../../src/fork/flow.ts';
import { ForkReadError } from '../../../src/fork/strictPath.ts';
import type { SessionChange } from '../../../src/sessions/session.ts';
import { NewFileError } from '../../../src/store/newFile.ts';
import { faultyFolder } from './faultyFolder.ts';
import type { MemorySession } from './memory.ts';

describe('fork flow', () => {
  it('asks nothing where nothing is wrong', async () => {
    const { run, asked, questions, folder } = flow(paired());
    const forked = await run({ row: 3 });
    assert.equal(forked?.file?.path, '/s/session-fork-1.jsonl');
    assert.equal(forked.plan.messages, 4);
    assert.equal(asked.length + questions.length, 0);
    assert.deepEqual([...folder.files.keys()], ['/s/session-fork-1.jsonl']);
  });

  it('offers safe entries between a call and its result, and forks from the one chosen', async () => {
    const expected = [4, 1, 4, 3];
    for (const [choice, lines] of expected.entries()) {
      const { run, questions, folder } = flow(paired(), { choose: choice });
      await run({ line: 3 });
      assert.equal(questions[0]?.text, '1 tool call is still without a result at line 3: “bash”');
      assert.deepEqual(
        questions[0]?.choices.map((each) => each.label),
        [
          'Fork after the results (line 4)',
          'Fork before the call (line 1)',
          'Fork here and close the call (line 3)',
          'Fork here anyway (line 3)',
        ],
      );
      assert.equal(String([...folder.files.values()][0]).split('\n').length - 1, lines);
    }
  });

  it('says so where no result was ever recorded', async () => {
    const session = open(line('u1', null), call('a2', 'u1', 'read', 'bash'), line('u3', 'a2'));
    const { run, questions } = flow(session);
    await run({ row: 1 });
    assert.equal(questions[0]?.text, '2 tool calls are still without a result at line 2: “read”, “bash”');
    assert.deepEqual(
      questions[0]?.choices.map((each) => each.label),
      [
        'Fork where the conversation goes on (line 3)',
        'Fork before the calls (line 1)',
        'Fork here and close the calls (line 2)',
        'Fork here anyway (line 2)',
      ],
    );
  });

  it('writes nothing when the user leaves', async () => {
    const { run, folder } = flow(paired());
    assert.equal(await run({ row: 1 }), undefined);
    assert.equal(folder.files.size, 0);
  });

  it('names the missing parent and the damaged line, and asks before it goes on', async () => {
    const lines = [line('u1', null), '{"id":"a2","parentId":"u1","ti', line('u3', 'a2'), line('a4', 'u3')];
    const refused = flow(open(...lines));
    assert.equal(await refused.run({ row: 2 }), undefined);
    assert.equal(refused.folder.files.size, 0);
    assert.equal(refused.asked[0]?.text, 'The beginning of this conversation is missing.');
    assert.match(refused.asked[0].detail, /begins at line 3, whose parent “a2” is not in the file/);
    assert.match(refused.asked[0].detail, /Line 2 is damaged: /);
    const accepted = flow(open(...lines), { confirm: true });
    assert.equal((await accepted.run({ row: 2 }))?.plan.rows.length, 2);
    const whole = flow(open(...lines));
    assert.ok(await whole.run({ row: 0 }));
    assert.equal(whole.asked.length, 0);
  });

  it('names what is missing first, and asks for it once', async () => {
    const session = open(call('a2', 'gone', 'read'), result('r3', 'a2', 'a2-read'));
    const { run, asked, questions } = flow(session, { confirm: true, choose: 0 });
    assert.equal((await run({ row: 0 }))?.plan.rows.length, 2);
    assert.equal(asked.length, 1);
    assert.equal(questions.length, 1);
  });

  it('speaks of damage that lies behind the chosen entry only', async () => {
    const glued = result('r3', 'a2', 'a2-read') + line('u4', 'r3');
    const session = open(line('u1', null), call('a2', 'u1', 'read'), glued, line('u5', 'u4'));
    const { run, asked } = flow(session, { confirm: true, choose: 0 });
    const forked = await run({ row: 1 });
    assert.equal(forked?.plan.rows.length, 3);
    assert.match(asked[0]?.detail ?? '', /^Line 3: /);
    assert.equal(asked.length, 1);
  });

  it('shows names from the file as one short line', async () => {
    const session = open(line('u1', null), call('a2', 'u1', `x\n\u202E${'y'.repeat(500)}`));
    const { run, questions } = flow(session);
    await run({ row: 1 });
    assert.ok((questions[0]?.text.length ?? 999) < 120);
    assert.ok(!/[\p{Cc}\u202E]/u.test(questions[0]?.text ?? ''));
  });

  it('forks the default leaf where no entry was named', async () => {
    assert.equal((await flow(paired()).run({}))?.plan.row, 3);
  });

  const refusals: [string, Omit<ForkTarget, 'uri'>, RegExp][] = [
    ['a row that is gone', { row: 77 }, /not in the file any more/],
    ['a line without an entry', { line: 9 }, /Line 9 holds no entry/],
  ];
  for (const [what, target, message] of refusals) {
    it(`refuses ${what}`, async () => {
      await assert.rejects(
        flow(paired()).run(target),
        (error) => error instanceof ForkRefusal && message.test(error.message),
      );
    });
  }

  it('refuses a format whose forks cannot be written', async () => {
    const session = paired();
    const format = { ...session.snapshot.format };
    delete (format as { fork?: unknown }).fork;
    const other = { ...session, snapshot: { ...session.snapshot, format } };
    const readOnly: MemorySession = {
      ...other,
      lease: () => ({ session: readOnly, dispose: () => undefined }),
    };
    await assert.rejects(flow(readOnly).run({ row: 0 }), /cannot be forked/);
  });

  it('refuses a row when the file turns out to be another one by now', async () => {
    const replaced = (by: MemorySession) => {
      const session = paired();
      let tell: ((change: SessionChange) => void) | undefined;
      session.onDidChange = (listener) => {
        tell = listener;
        return { dispose: () => (tell = undefined) };
      };
      session.refresh = async () => {
        Object.assign(session, { snapshot: by.snapshot, content: by.content });
        tell?.({ kind: 'replaced', snapshot: by.snapshot });
      };
      session.bytes = by.bytes;
      return session;
    };
    const other = open(line('x0', null), line('u1', 'x0'), line('a2', 'u1'), line('u3', 'a2'));
    await assert.rejects(flow(replaced(other)).run({ row: 3 }), /written anew/);
    assert.ok(await flow(replaced(other)).run({ line: 4 }), 'a line means what it holds now');
    assert.ok(await flow(replaced(paired())).run({ row: 3 }), 'the same lines again');
  });

  it('refuses a file that holds no session', async () => {
    const sessions = { acquire: () => Promise.resolve(undefined) };
    const services = { sessions, t: inEnglish } as unknown as ForkServices;
    await assert.rejects(forkSession(services, { uri: URI }), ForkRefusal);
  });

  it('lets the session go, whatever happens', async () => {
    for (const target of [{ row: 3 }, { row: 77 }]) {
      let held = 0;
      const session = paired();
      const counted: MemorySession = {
        ...session,
        lease: () => {
          held += 1;
          return { session, dispose: () => (held -= 1) };
        },
      };
      await flow(counted)
        .run(target)
        .catch(() => undefined);
      assert.equal(held, 0);
    }
  });

  const changes: [string, (text: string) => string, RegExp][] = [
    ['another id', (text) => text.replace('"id":"r3"', '"id":"rX"'), /Line 3 has changed/],
    ['another parent', (text) => text.replace('"parentId":"r3"', '"parentId":"a2"'), /Line 4 has changed/],
    ['broken JSON', (text) => text.replace('{"id":"a2"', '["id":"a2"'), /Line 2 is damaged/],
    [
      'other JSON',
      (text) => text.replace(/^.*$/m, (found) => `[${' '.repeat(found.length - 2)}]`),
      /Line 1 is damaged/,
    ],
    ['no id', (text) => text.replace('"id":"u1"', '"iD":"u1"'), /Line 1 is no entry/],
    ['a shorter file', (text) => text.slice(0, -60), /Line 4 is damaged/],
  ];
  for (const [what, change, message] of changes) {
    it(`writes nothing when the file holds ${what} by now`, async () => {
      const session = paired();
      const { run, folder } = flow(session);
      session.content = new TextEncoder().encode(change(new TextDecoder().decode(session.content)));
      await assert.rejects(
        run({ row: 3 }),
        (error) => error instanceof ForkReadError && message.test(error.message),
      );
      assert.deepEqual(folder.steps, []);
    });
  }

  it('names the line that is not UTF-8', async () => {
    const session = paired();
    session.content = session.content.map((byte, at) => (at === 5 ? 0xff : byte));
    await assert.rejects(flow(session).run({ row: 3 }), /Line 1 is damaged: .*UTF-8/);
  });

  it('leaves nothing when the file changes between check and copy', async () => {
    const session = paired();
    const whole = session.content;
    let reads = 0;
    const own = session.bytes;
    session.bytes = (rows) => {
      session.content = ++reads > 1 ? whole.subarray(0, 20) : whole;
      return own(rows);
    };
    const { run, folder } = flow(session);
    await assert.rejects(run({ row: 3 }), ForkReadError);
    assert.ok(folder.steps.includes('create'));
    assert.equal(folder.files.size, 0);
  });

  it('leaves nothing and says why, whatever fails while it writes', async () => {
    for (let step = 0; step < 5; step++) {
      const folder = faultyFolder({ step, code: 'ENOSPC', noLinks: step === 4 });
      const outcome: unknown = await flow(paired(), { folder })
        .run({ row: 3 })
        .catch((error: unknown) => error);
      if (folder.steps[step] === 'link') continue;
      assert.ok(outcome instanceof NewFileError && outcome.code === 'no-space', folder.steps[step]);
      assert.equal(folder.files.size, 0);
    }
  });

  it('gives two forks at once two files', async () => {
    const folder = faultyFolder();
    const session = paired();
    const runs = ['one', 'two'].map((seed) => flow(session, { folder, seed }).run({ row: 3 }));
    const names = (await Promise.all(runs)).map((forked) => forked?.file?.name);
    assert.deepEqual(names.toSorted(), ['session-fork-1.jsonl', 'session-fork-2.jsonl']);
    assert.equal(folder.files.size, 2);
  });
});
