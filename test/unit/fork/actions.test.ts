import assert from 'node:assert/strict';
import { inEnglish } from '../../../src/core/translate.ts';
import { forkOptions, type ForkMeans } from '../../../src/fork/choices.ts';
import { ForkRefusal } from '../../../src/fork/flow.ts';
import { previewLine, type ForkPreview } from '../../../src/fork/preview.ts';
import { createTelling } from '../../../src/core/text/telling.ts';
import { call, flow, line, open, paired, result } from './flowSupport.ts';

const english = createTelling({ language: 'en', hours: 'h12' });

describe('the fork flow asks what is to become of the path', () => {
  it('with what it would be', async () => {
    const { run, previews } = flow(paired());
    await run({ row: 3 });
    const [preview] = previews;
    assert.ok(preview);
    assert.equal(preview.compactions, 0);
    assert.equal(preview.seen?.messages, 4);
    assert.equal(preview.prompt, undefined);
    assert.match(
      previewLine(inEnglish, english, preview),
      /^4 messages · \d+ B · the model sees 4 messages \(\d+ characters\)$/,
    );
  });

  it('with what may keep somebody from it first: the folder that is gone', async () => {
    const { run, previews } = flow(paired());
    await run({ row: 3 });
    const [preview] = previews;
    assert.ok(preview);
    assert.match(
      previewLine(inEnglish, english, preview, true),
      /^its folder is not on this machine · 4 messages · /,
    );
  });

  it('names calls, damage and what is missing', async () => {
    const glued = result('r3', 'a2', 'a2-read') + line('u4', 'r3');
    const { run, previews } = flow(open(call('a2', 'gone', 'read', 'bash'), glued), { confirm: true });
    await run({ row: 2 });
    const [preview] = previews;
    assert.match(
      preview ? previewLine(inEnglish, english, preview) : '',
      /^its beginning is missing · 1 damaged line · 1 call without a result · \d+ messages? · /,
    );
  });

  it('writes nothing where the user leaves, or only looks', async () => {
    for (const action of [undefined, 'json', 'look'] as const) {
      const { run, folder } = flow(paired(), { action: action ?? 'file', leaves: action === undefined });
      const forked = await run({ row: 3 });
      assert.equal(forked?.file, undefined);
      assert.equal(forked?.action, action);
      assert.equal(folder.files.size, 0);
    }
  });

  it('not at all where the caller says it', async () => {
    const { run, previews } = flow(paired(), { leaves: true });
    assert.ok((await run({ row: 3, how: 'file' }))?.file);
    assert.equal(previews.length, 0);
  });

  it('writes where the user wants it', async () => {
    const chosen = { folder: '/home', name: 'mine.jsonl' };
    const { run } = flow(paired(), { action: 'elsewhere', chosen });
    assert.equal((await run({ row: 3 }))?.file?.path, '/home/mine.jsonl');
    assert.equal(await flow(paired(), { action: 'elsewhere' }).run({ row: 3 }), undefined);
  });

  it('ends before a prompt that is to be edited, and gives its text', async () => {
    const words = { role: 'user', content: [{ type: 'text', text: 'again, please' }] };
    const session = open(line('u1', null), line('a2', 'u1'), line('u3', 'a2', words), line('a4', 'u3'));
    const { run, folder } = flow(session, { action: 'prompt' });
    const forked = await run({ row: 2 });
    assert.equal(forked?.prompt, 'again, please');
    assert.equal(String([...folder.files.values()][0]).split('\n').length - 1, 2);
    await assert.rejects(flow(session, { action: 'prompt' }).run({ row: 0 }), ForkRefusal);
  });

  it('tells how the agent goes on, where it can', async () => {
    const header =
      '{"type":"session","version":3,"id":"s","timestamp":"2026-01-05T10:00:00.000Z","cwd":"/home/me"}';
    const entry =
      '{"type":"message","id":"a","parentId":null,"timestamp":"2026-01-05T10:00:00.000Z","message":{"role":"user","content":"x"}}';
    const forked = await flow(open(header, entry)).run({ row: 0 });
    assert.deepEqual(forked?.resume, {
      ...{ program: 'pi', args: ['--session', forked?.file?.path], cwd: '/home/me', asksForFolder: true },
    });
  });
});

describe('what can be done from an entry', () => {
  const means: ForkMeans = { agent: 'Pi', resumes: true, elsewhere: true };
  const actions = (more: Partial<ForkMeans> = {}, preview: Partial<ForkPreview> = {}) => {
    const snapshot = paired().snapshot;
    return forkOptions(inEnglish, { snapshot, ...preview } as ForkPreview, { ...means, ...more });
  };
  const names = (...given: Parameters<typeof actions>) => actions(...given).map(({ action }) => action);

  it('is everything where the agent is at hand', () => {
    assert.deepEqual(names({}, { prompt: 'x' }), [
      ...['file', 'open', 'command', 'prompt', 'elsewhere', 'json', 'look'],
    ]);
  });

  it('is no start of a program that cannot be started, and says why', () => {
    const options = actions({ obstacle: 'The program pi was not found on this machine.' });
    assert.ok(!options.some(({ action }) => action === 'open'));
    const command = options.find(({ action }) => action === 'command');
    assert.equal(command?.detail, 'The program pi was not found on this machine.');
  });

  it('is a branch in the same file second, where a record can begin one', () => {
    const record = new Uint8Array(0);
    assert.deepEqual(names({}, { inPlace: { record, onlyTerminal: false } }).slice(0, 3), [
      ...['file', 'inPlace', 'open'],
    ]);
    const details = [true, false].map(
      (onlyTerminal) => actions({}, { inPlace: { record, onlyTerminal } })[1]?.detail ?? '',
    );
    assert.match(details[0] ?? '', /Only Pi’s program in a terminal goes by it/);
    assert.match(details[1] ?? '', /Pi goes on from here the next time/);
  });

  it('is a start although its folder is gone, where the agent asks for another', () => {
    const [option, long] = ['/old', `/home/\n${'x'.repeat(500)}`].map((gone) =>
      actions({ gone }).find(({ action }) => action === 'open'),
    );
    assert.match(option?.detail ?? '', /asks for a folder: \/old is not here\.$/);
    assert.match(long?.detail ?? '', /: \/home\/ x{40,60}… is not here\.$/);
  });

  it('is only the file in a browser', () => {
    assert.deepEqual(names({ resumes: false, elsewhere: false }), ['file', 'json', 'look']);
  });
});
