import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { fileTime, forkStem, shortId, uuidV7 } from '../../../src/formats/fork/names.ts';

const NOW = Date.UTC(2026, 10, 30, 5, 28, 25, 521);

describe('names of forks', () => {
  it('makes a UUID of version 7 that begins with the time', () => {
    const id = uuidV7(NOW, randomBytes);
    assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    assert.equal(parseInt(id.replaceAll('-', '').slice(0, 12), 16), NOW);
    assert.notEqual(id, uuidV7(NOW, randomBytes));
  });

  it('makes entry ids of eight hex digits that are free', () => {
    const given = ['00000001', '00000001', '000000ff'].map((hex) => Uint8Array.from(Buffer.from(hex, 'hex')));
    const next = () => given.shift() ?? new Uint8Array(4);
    const first = shortId(new Set(), next);
    assert.equal(first, '00000001');
    assert.equal(shortId(new Set([first]), next), '000000ff');
  });

  it('writes times as Pi does in file names', () => {
    assert.equal(fileTime(NOW), '2026-11-30T05-28-25-521Z');
  });

  const stems: [string, string][] = [
    ['session.jsonl', 'session'],
    ['session-fork-3.jsonl', 'session'],
    ['a.b.jsonl', 'a.b'],
    ['.jsonl', 'session'],
    ['...jsonl', '_'],
    ['.hidden.jsonl', '_hidden'],
    ['CON.jsonl', '_CON'],
    ['con.x.jsonl', '_con.x'],
    ['lpt1 .jsonl', '_lpt1'],
    ['a:b?c*.jsonl', 'a_b_c_'],
    ['../../etc/passwd.jsonl', '__.._etc_passwd'],
    ['tail. . .jsonl', 'tail'],
    ['\u202Egnp.jsonl', '_gnp'],
    ['a\nb\u0000.jsonl', 'a_b_'],
    ['\uD800x.jsonl', '_x'],
  ];
  for (const [name, stem] of stems) {
    it(`begins the fork of ${JSON.stringify(name)} with ${JSON.stringify(stem)}`, () => {
      assert.equal(forkStem(name), stem);
    });
  }

  it('makes a safe stem of any name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (name) => {
        const stem = forkStem(name);
        assert.ok(stem.length > 0 && Buffer.byteLength(stem) <= 121);
        assert.ok(!/[<>:"/\\|?*]|[\p{Cc}\p{Cf}\p{Cs}]/u.test(stem));
        assert.ok(!/^\.|[.\s]$/.test(stem));
      }),
      { numRuns: 1000 },
    );
  });
});
