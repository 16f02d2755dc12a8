import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import type { FlatMessage } from '../../../src/core/strict/flatMessage.ts';
import { appendSession, FlatSessionError, loadSession } from '../../../src/store/flatSession.ts';
import { faultyLog } from '../../support/faultyLog.ts';
import { useTempFolder } from '../../support/tempFolder.ts';

const user: FlatMessage = { role: 'user', content: 'x' };
const assistant: FlatMessage = {
  role: 'assistant',
  content: '',
  toolCalls: [{ id: 'c1', name: 'read', input: null }],
};
const tool: FlatMessage = { role: 'tool', toolCallId: 'c1', content: '\u2028 two\nlines', isError: false };

describe('mini-agent, chapter 34: loadSession', () => {
  const at = useTempFolder();
  const load = (text: string | Uint8Array) => {
    writeFileSync(at('s.jsonl'), text);
    return loadSession(at('s.jsonl'));
  };
  const fails = async (text: string | Uint8Array, message: string, line: number) => {
    await assert.rejects(load(text), { name: 'FlatSessionError', message, line });
  };

  it('gives no messages for a file that is not there, and makes none', async () => {
    assert.deepEqual(await loadSession(at('s.jsonl')), []);
    assert.throws(() => statSync(at('s.jsonl')), { code: 'ENOENT' });
  });

  it('passes every other failure on as it is', async () => {
    mkdirSync(at('folder'));
    await assert.rejects(loadSession(at('folder')), { code: 'EISDIR' });
    writeFileSync(at('file'), '');
    await assert.rejects(loadSession(at('file/below')), { code: 'ENOTDIR' });
    for (const code of ['EACCES', 'EIO']) {
      const log = faultyLog();
      log.fail(code === 'EIO' ? 'read' : 'openRead', code);
      writeFileSync(at('s.jsonl'), '{"role":"user","content":"x"}\n');
      await assert.rejects(loadSession(at('s.jsonl'), log.io), { code });
    }
  });

  it('gives the messages of a good file, oldest first', async () => {
    const lines = [user, assistant, tool].map((message) => JSON.stringify(message));
    assert.deepEqual(await load(`${lines.join('\n')}\n`), [user, assistant, tool]);
    assert.deepEqual(await load(''), []);
  });

  it('names the physical line of text that is no JSON: cut, glued, no UTF-8', async () => {
    const good = '{"role":"user","content":"x"}';
    await fails(`${good}\n{"role":"user","con\n${good}\n`, 'invalid session JSON at line 2', 2);
    await fails(`${good}${good}\n`, 'invalid session JSON at line 1', 1);
    await fails(`${good}\n\n\n{"role":`, 'invalid session JSON at line 4', 4);
    const broken = Uint8Array.from([...Buffer.from(good), 10, 0x22, 0xff, 0x22, 10]);
    await fails(broken, 'invalid session JSON at line 2', 2);
  });

  it('names the physical line of JSON that is no message', async () => {
    const good = '{"role":"user","content":"x"}\n';
    for (const record of [
      '{"role":"nope","content":"x"}',
      '{"role":"assistant","content":"x"}',
      '{"role":"tool","content":"x","isError":false}',
      '{"role":"tool","content":"x","toolCallId":"c"}',
      '[]',
      'null',
      '"user"',
      '1',
    ]) {
      await fails(`${good}\n${record}\n${good}`, 'invalid session record at line 3', 3);
    }
  });

  it('skips blank lines and counts them; a CR before LF belongs to the terminator, a BOM to no line', async () => {
    const good = '{"role":"user","content":"x"}';
    assert.deepEqual(await load(`\n\r\n \t\n${good}\r\n\n${good}\n  `), [user, user]);
    assert.deepEqual(await load(`\ufeff${good}\n`), [user]);
    await fails(`\ufeff\r\n \t\n\n{}\n`, 'invalid session record at line 4', 4);
    await fails(`${good}\n\0\n`, 'invalid session JSON at line 2', 2);
  });

  it('reads what stands behind the last LF like any line', async () => {
    assert.deepEqual(await load('{"role":"user","content":"x"}'), [user]);
    await fails('{"role":"user","content":"x"}\n{"role":"us', 'invalid session JSON at line 2', 2);
    await fails('{"role":"user","content":"x"}\n{}', 'invalid session record at line 2', 2);
  });

  it('is deterministic about a good file with a damaged second line (the walk-through of the chapter)', async () => {
    const lines = [user, assistant, tool].map((message) => JSON.stringify(message));
    lines[1] = lines[1]?.slice(0, -5) ?? '';
    for (let run = 0; run < 2; run += 1) {
      await fails(`${lines.join('\n')}\n`, 'invalid session JSON at line 2', 2);
    }
    assert.ok(new FlatSessionError('JSON', 2) instanceof Error);
  });
});

describe('mini-agent, chapter 34: appendSession', () => {
  const at = useTempFolder();
  const text = () => readFileSync(at('s.jsonl'), 'utf8');

  it('writes one line of JSON a message and changes nothing before it', async () => {
    await appendSession(at('s.jsonl'), user);
    const before = text();
    assert.equal(before, '{"role":"user","content":"x"}\n');
    await appendSession(at('s.jsonl'), assistant);
    await appendSession(at('s.jsonl'), tool);
    assert.ok(text().startsWith(before));
    assert.equal(text().split('\n').length, 4, 'no raw line feed inside a record');
    assert.deepEqual(await loadSession(at('s.jsonl')), [user, assistant, tool]);
    if (process.platform !== 'win32') assert.equal(statSync(at('s.jsonl')).mode & 0o777, 0o600);
  });

  it('appends with one write, without fsync', async () => {
    const log = faultyLog();
    await appendSession(at('s.jsonl'), user, log.io);
    assert.deepEqual(log.steps, ['openRead', 'openAppend', 'write 30', 'close']);
  });

  it('takes the message as it is at the call, and keeps the order of the calls', async () => {
    const message = { role: 'user' as const, content: 'first' };
    const all = [appendSession(at('s.jsonl'), message)];
    message.content = 'second';
    for (let n = 0; n < 50; n += 1)
      all.push(appendSession(at('s.jsonl'), { role: 'user', content: `n${n}` }));
    await Promise.all(all);
    const contents = (await loadSession(at('s.jsonl'))).map(({ content }) => content);
    assert.deepEqual(contents, ['first', ...Array.from({ length: 50 }, (_, n) => `n${n}`)]);
  });

  it('ends a last line that has no LF before it writes its own', async () => {
    writeFileSync(at('s.jsonl'), '{"role":"user","content":"x"}');
    await appendSession(at('s.jsonl'), user);
    assert.deepEqual(await loadSession(at('s.jsonl')), [user, user]);
    writeFileSync(at('s.jsonl'), '{"role":"us');
    await appendSession(at('s.jsonl'), user);
    await assert.rejects(loadSession(at('s.jsonl')), { message: 'invalid session JSON at line 1' });
    assert.match(text(), /^\{"role":"us\n\{"role":"user"/);
  });

  it('refuses what could not be read back, before anything is written', async () => {
    const bad: unknown[] = [
      { role: 'system', content: 'x' },
      { role: 'user' },
      { role: 'assistant', content: '', toolCalls: [{ id: 'c', name: 'a', input: undefined }] },
      undefined,
    ];
    for (const message of bad) {
      await assert.rejects(appendSession(at('s.jsonl'), message as FlatMessage), {
        name: 'SessionFormatError',
      });
    }
    assert.deepEqual(await loadSession(at('s.jsonl')), []);
  });

  it('passes failures on: no permission, a full disk, a short write; a later call works again', async () => {
    for (const [step, code] of [
      ['openAppend', 'EACCES'],
      ['write', 'ENOSPC'],
    ] as const) {
      const log = faultyLog();
      log.fail(step, code);
      await assert.rejects(appendSession(at('s.jsonl'), user, log.io), { code });
      await appendSession(at('s.jsonl'), user, log.io);
    }
    const log = faultyLog();
    log.cutWrite(10);
    await assert.rejects(appendSession(at('s.jsonl'), user, log.io), { name: 'ShortWriteError' });
    await assert.rejects(loadSession(at('s.jsonl')), { message: 'invalid session JSON at line 3' });
  });

  it('fails for a folder that is not there', async () => {
    await assert.rejects(appendSession(at('none/s.jsonl'), user), { code: 'ENOENT' });
  });
});
