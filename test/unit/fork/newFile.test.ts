import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createNewFile,
  NewFileError,
  type NewFileIo,
  type NewFileRequest,
} from '../../../src/store/newFile.ts';
import { nodeNewFile } from '../../../src/store/nodeNewFile.ts';
import { faultyFolder } from './faultyFolder.ts';

const encode = (text: string) => new TextEncoder().encode(text);

async function* linesOf(...lines: string[]): AsyncGenerator<Uint8Array> {
  for (const line of lines) yield encode(line);
}

function request(folder: string, lines = linesOf('one', 'two')): NewFileRequest {
  return { folder, name: (attempt) => `f-${attempt}.jsonl`, temporaryName: '.x.tmp', lines };
}

const write = (io: NewFileIo, lines?: AsyncGenerator<Uint8Array>) => createNewFile(io, request('/d', lines));

describe('a new file', () => {
  it('is written aside, synced, and only then named', async () => {
    const { io, files, steps } = faultyFolder();
    const made = await write(io);
    assert.deepEqual(made, { path: '/d/f-1.jsonl', name: 'f-1.jsonl', bytes: 8 });
    assert.deepEqual(steps, ['create', 'write', 'sync', 'close', 'link', 'remove', 'syncFolder']);
    assert.deepEqual([...files.keys()], ['/d/f-1.jsonl']);
    assert.equal(files.get('/d/f-1.jsonl')?.toString(), 'one\ntwo\n');
  });

  it('takes the next name where one is taken, and never touches the file there', async () => {
    for (const noLinks of [false, true]) {
      const { io, files } = faultyFolder({ noLinks });
      files.set('/d/f-1.jsonl', Buffer.from('mine'));
      files.set('/d/f-2.jsonl', Buffer.alloc(0));
      assert.equal((await write(io)).name, 'f-3.jsonl');
      assert.equal(files.get('/d/f-1.jsonl')?.toString(), 'mine');
      assert.equal(files.get('/d/f-2.jsonl')?.length, 0);
      assert.equal(files.get('/d/f-3.jsonl')?.toString(), 'one\ntwo\n');
      assert.equal(files.size, 3);
    }
  });

  it('claims its name first where there are no hard links', async () => {
    const { io, files, steps } = faultyFolder({ noLinks: true });
    await write(io);
    assert.deepEqual(steps.slice(4), ['link', 'create', 'close', 'rename', 'remove', 'syncFolder']);
    assert.equal(files.get('/d/f-1.jsonl')?.toString(), 'one\ntwo\n');
  });

  it('leaves nothing behind, whichever step fails', async () => {
    for (const noLinks of [false, true]) {
      const all = faultyFolder({ noLinks });
      await write(all.io);
      for (const [step, name] of all.steps.entries()) {
        const { io, files } = faultyFolder({ noLinks, step, code: 'ENOSPC' });
        files.set('/d/old.jsonl', Buffer.from('old'));
        const outcome = await write(io).catch((error: unknown) => error);
        files.delete('/d/.x.tmp'); // Only where removing it is the step that failed.
        if (outcome instanceof NewFileError) {
          assert.equal(outcome.code, 'no-space', name);
          assert.deepEqual([...files.keys()], ['/d/old.jsonl'], name);
        } else {
          assert.ok(['link', 'remove', 'syncFolder'].includes(name), name);
          assert.equal(files.get('/d/f-1.jsonl')?.toString(), 'one\ntwo\n', name);
        }
      }
    }
  });

  it('removes the temporary file after a failed write', async () => {
    const { io, files, steps } = faultyFolder({ step: 1 });
    await assert.rejects(write(io), NewFileError);
    assert.deepEqual(steps, ['create', 'write', 'close', 'remove', 'syncFolder']);
    assert.equal(files.size, 0);
  });

  it('passes the error of its lines on as it is, and leaves nothing', async () => {
    const { io, files } = faultyFolder();
    const failure = new Error('line 7');
    const lines = async function* () {
      yield encode('x'.repeat(300_000));
      throw failure;
    };
    await assert.rejects(write(io, lines()), (error) => error === failure);
    assert.equal(files.size, 0);
  });

  const codes: [string, string][] = [
    ['EACCES', 'no-permission'],
    ['EPERM', 'no-permission'],
    ['EROFS', 'read-only'],
    ['ENOSPC', 'no-space'],
    ['EDQUOT', 'no-space'],
    ['ENOENT', 'not-found'],
    ['EEXIST', 'exists'],
    ['EIO', 'io'],
  ];
  for (const [system, code] of codes) {
    it(`tells ${system} as ${code}, naming the folder`, async () => {
      const { io } = faultyFolder({ step: 0, code: system });
      const error: unknown = await write(io).catch((reason: unknown) => reason);
      assert.ok(error instanceof NewFileError);
      assert.equal(error.code, code);
      assert.match(error.message, /\/d\b/);
      assert.ok(error.cause instanceof Error);
    });
  }

  it('gives up after a thousand taken names', async () => {
    const { io, files } = faultyFolder();
    const taken: NewFileRequest = { ...request('/d'), name: () => 'same.jsonl' };
    files.set('/d/same.jsonl', Buffer.from('mine'));
    await assert.rejects(
      createNewFile(io, taken),
      (error) => error instanceof NewFileError && error.code === 'exists',
    );
    assert.deepEqual([...files.keys()], ['/d/same.jsonl']);
  });

  it('writes many and large lines whole', async () => {
    const { io, files } = faultyFolder();
    const lines = ['', 'x'.repeat(1_000_000), ...Array.from({ length: 5000 }, (_, index) => `line ${index}`)];
    const made = await write(io, linesOf(...lines));
    const content = lines.map((line) => `${line}\n`).join('');
    assert.equal(files.get(made.path)?.toString(), content);
    assert.equal(made.bytes, content.length);
  });
});

describe('a new file on this machine', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'session-tree-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('is readable by its owner only, alone in the folder', async () => {
    const made = await createNewFile(nodeNewFile, request(folder));
    assert.equal(await readFile(made.path, 'utf8'), 'one\ntwo\n');
    if (process.platform !== 'win32') assert.equal((await stat(made.path)).mode & 0o777, 0o600);
    assert.deepEqual(await readdir(folder), ['f-1.jsonl']);
  });

  it('gets a name of its own, however many are written at once', async () => {
    await writeFile(join(folder, 'f-3.jsonl'), 'mine');
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        createNewFile(nodeNewFile, {
          ...request(folder, linesOf(`${index}`)),
          temporaryName: `.${index}.tmp`,
        }),
      ),
    );
    assert.equal(new Set(all.map((made) => made.name)).size, 20);
    for (const [index, made] of all.entries()) assert.equal(await readFile(made.path, 'utf8'), `${index}\n`);
    assert.equal(await readFile(join(folder, 'f-3.jsonl'), 'utf8'), 'mine');
    assert.equal((await readdir(folder)).length, 21);
  });

  it('says that the folder is gone', async () => {
    const gone = join(folder, 'gone');
    await assert.rejects(
      createNewFile(nodeNewFile, request(gone)),
      (error) => error instanceof NewFileError && error.code === 'not-found' && error.message.includes(gone),
    );
  });

  it('says that the folder may not be written to', async function () {
    // Root may write everywhere; /proc refuses even root.
    if (process.platform !== 'linux') this.skip();
    await assert.rejects(createNewFile(nodeNewFile, request('/proc/self')), NewFileError);
  });
});
