import assert from 'node:assert/strict';
import {
  appendFileSync,
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  appendInPlace,
  InPlaceError,
  QUIET_MS,
  undoInPlace,
  type InPlaceAppend,
  type InPlaceIo,
} from '../../../src/store/appendInPlace.ts';
import { NewFileError } from '../../../src/store/newFile.ts';
import { nodeNewFile } from '../../../src/store/nodeNewFile.ts';
import { faultyLog } from '../../support/faultyLog.ts';

const NOW = 1_800_000_000_000;
const RECORD = new TextEncoder().encode('{"type":"mark"}');
const CONTENT = '{"a":1}\r\n\n{"b":"\u2028"}\n\0\0{"torn\n{"c":3}\n';

describe('a record appended in place', () => {
  let folder: string;
  let path: string;
  const put = (content: string | Uint8Array, age = 10 * QUIET_MS): void => {
    writeFileSync(path, content);
    utimesSync(path, (NOW - age) / 1000, (NOW - age) / 1000);
  };
  const names = (): string[] => readdirSync(folder).sort();
  const wanted = (more: Partial<InPlaceAppend> = {}): InPlaceAppend => ({
    ...{ path, folder, size: statSync(path).size, record: RECORD, now: NOW, temporaryName: '.x.tmp' },
    backupName: (attempt) => `s.${attempt}.bak`,
    ...more,
  });
  const setUp = (before: Partial<InPlaceIo> = {}) => {
    const log = faultyLog();
    const stat: InPlaceIo['stat'] = async (one) => ({
      size: statSync(one).size,
      mtime: statSync(one).mtimeMs,
    });
    const io: InPlaceIo = { log: log.io, files: nodeNewFile, stat, ...before };
    return { io, log };
  };
  const refused = async (
    io: InPlaceIo,
    code: string,
    more: Partial<InPlaceAppend> = {},
  ): Promise<InPlaceError> => {
    let told: unknown;
    await appendInPlace(io, wanted(more)).catch((error: unknown) => (told = error));
    assert.ok(told instanceof InPlaceError, String(told));
    assert.equal(told.code, code);
    return told;
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'in-place-'));
    path = join(folder, 's.jsonl');
    put(CONTENT);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('stands behind exact bytes, synced, and beside a copy that is no session file', async () => {
    const { io, log } = setUp();
    const appended = await appendInPlace(io, wanted());
    assert.equal(readFileSync(path, 'utf8'), `${CONTENT}{"type":"mark"}\n`);
    assert.deepEqual(names(), ['s.1.bak', 's.jsonl']);
    assert.equal(readFileSync(appended.backup, 'utf8'), CONTENT);
    if (process.platform !== 'win32') assert.equal(statSync(appended.backup).mode & 0o777, 0o600);
    const write = log.steps.indexOf('write 16');
    assert.ok(write > 0 && log.steps.indexOf('sync') > write, log.steps.join());
    assert.equal(log.steps.filter((step) => step.startsWith('write')).length, 1);
  });

  it('copies a file of many pieces exactly, and writes over no older copy', async () => {
    const line = `${'x'.repeat(999_999)}\n`;
    put(line.repeat(11) + `${'y'.repeat(9_000_000)}\n`);
    writeFileSync(join(folder, 's.1.bak'), 'older');
    const before = readFileSync(path);
    const { io } = setUp();
    const { backup } = await appendInPlace(io, wanted());
    assert.equal(backup, join(folder, 's.2.bak'));
    assert.ok(readFileSync(backup).equals(before));
    assert.equal(readFileSync(join(folder, 's.1.bak'), 'utf8'), 'older');
  });

  it('is refused while somebody may be writing', async () => {
    const { io } = setUp();
    for (const age of [0, QUIET_MS - 1, -60_000]) {
      put(CONTENT, age);
      assert.match((await refused(io, 'busy')).message, /written to a moment ago.*Nothing was changed/);
    }
    put(CONTENT);
    await refused(io, 'changed', { size: CONTENT.length - 1 });
    assert.deepEqual(names(), ['s.jsonl']);
    assert.equal(readFileSync(path, 'utf8'), CONTENT);
  });

  it('is refused where the last line has no end, and in an empty file', async () => {
    const { io } = setUp();
    put('{"a":1}\n{"b":2}');
    await refused(io, 'unterminated');
    put('');
    await refused(io, 'unterminated');
    assert.deepEqual(names(), ['s.jsonl']);
  });

  it('is refused where the file grows while the copy is made, and no copy stays', async () => {
    const { io } = setUp();
    let looks = 0;
    const growing: InPlaceIo = {
      ...io,
      stat: (one) => {
        if (++looks === 2) appendFileSync(path, '{"d":4}\n');
        return io.stat(one);
      },
    };
    await refused(growing, 'changed');
    assert.deepEqual(names(), ['s.jsonl']);
    assert.equal(readFileSync(path, 'utf8'), `${CONTENT}{"d":4}\n`);
  });

  it('is refused where the file grows at the last moment', async () => {
    const { io } = setUp();
    const openAppend: InPlaceIo['log']['openAppend'] = (one, mustBeNew) => {
      appendFileSync(path, '{"d":4}\n');
      return io.log.openAppend(one, mustBeNew);
    };
    await refused({ ...io, log: { ...io.log, openAppend } }, 'changed');
    assert.equal(readFileSync(path, 'utf8'), `${CONTENT}{"d":4}\n`);
    assert.deepEqual(names(), ['s.jsonl']);
  });

  it('leaves nothing of a write that failed or was cut short, and says where the copy is', async () => {
    for (const fail of ['none', 'part', 'part-and-error', 'sync'] as const) {
      const { io, log } = setUp();
      if (fail === 'none') log.fail('write', 'ENOSPC');
      if (fail === 'part') log.cutWrite(5);
      if (fail === 'part-and-error') log.cutWrite(5, 'ENOSPC');
      if (fail === 'sync') log.fail('sync', 'EIO');
      const { message } = await refused(io, 'failed');
      assert.equal(readFileSync(path, 'utf8'), CONTENT, fail);
      assert.match(message, /The file is as it was; a copy of it is .*\.bak/);
      put(CONTENT);
    }
  });

  it('says so where what failed cannot be put right', async () => {
    const { io, log } = setUp();
    log.cutWrite(5, 'ENOSPC');
    log.fail('truncate', 'EIO');
    assert.match(
      (await refused(io, 'mixed')).message,
      /could not be put right\. The file as it was before is .*\.bak/,
    );
    assert.equal(readFileSync(join(folder, 's.1.bak'), 'utf8'), CONTENT);
  });

  it('cuts nothing off where somebody wrote behind a part of it', async () => {
    const { io, log } = setUp();
    log.cutWrite(5, 'ENOSPC');
    const openRead: InPlaceIo['log']['openRead'] = (one) => {
      if (statSync(path).size === CONTENT.length + 2 + 5) appendFileSync(path, '{"other":1}\n{"more":2}\n');
      return io.log.openRead(one);
    };
    const size = Buffer.byteLength(CONTENT);
    assert.equal(size, CONTENT.length + 2);
    await refused({ ...io, log: { ...io.log, openRead } }, 'mixed');
    assert.match(readFileSync(path, 'utf8'), /\{"typ\{"other":1\}\n\{"more":2\}\n$/);
  });

  it('is refused where there is no room for a copy', async function () {
    if (process.platform === 'win32' || process.getuid?.() === 0) {
      console.log('      skipped: this user may write into any folder');
      this.skip();
    }
    const { io } = setUp();
    chmodSync(folder, 0o500);
    try {
      await assert.rejects(appendInPlace(io, wanted()), NewFileError);
    } finally {
      chmodSync(folder, 0o700);
    }
    assert.equal(readFileSync(path, 'utf8'), CONTENT);
  });

  it('is refused where the copy fails at any step', async () => {
    for (const step of ['create', 'link'] as const) {
      const { io } = setUp();
      const fails = async (): Promise<never> =>
        Promise.reject(Object.assign(new Error('x'), { code: 'ENOSPC' }));
      const files = { ...nodeNewFile, [step]: fails, rename: fails };
      await assert.rejects(appendInPlace({ ...io, files }, wanted()), NewFileError);
      assert.equal(readFileSync(path, 'utf8'), CONTENT);
      assert.deepEqual(names(), ['s.jsonl']);
    }
  });

  it('is taken back as long as nothing came after it', async () => {
    const { io } = setUp();
    const appended = await appendInPlace(io, wanted());
    appendFileSync(path, '{"next":1}\n');
    await assert.rejects(undoInPlace(io, appended), InPlaceError);
    assert.match(readFileSync(path, 'utf8'), /mark"\}\n\{"next":1\}\n$/);
    put(`${CONTENT}{"type":"MARK"}\n`);
    await assert.rejects(undoInPlace(io, appended), InPlaceError);
    put(`${CONTENT}{"type":"mark"}\n`);
    await undoInPlace(io, appended);
    assert.equal(readFileSync(path, 'utf8'), CONTENT);
    await assert.rejects(undoInPlace(io, appended), InPlaceError);
  });
});
