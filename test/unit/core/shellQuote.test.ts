import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { commandLine, shellKind } from '../../../src/core/text/shellQuote.ts';

describe('command lines', () => {
  it('know a shell by its program', () => {
    const kinds = [
      '/bin/bash',
      'C:\\Windows\\System32\\cmd.exe',
      '/usr/bin/fish',
      'pwsh.exe',
      '/bin/zsh',
      '',
    ];
    assert.deepEqual(kinds.map(shellKind), ['posix', 'cmd', 'fish', 'powershell', 'posix', 'posix']);
  });

  it('leave plain words alone', () => {
    assert.equal(commandLine('posix', 'agent', ['--resume', 'a1-b2']), 'agent --resume a1-b2');
  });

  it('quote as each shell has it', () => {
    const args = ["it's $HOME \\"];
    assert.equal(commandLine('posix', 'a', args), "a 'it'\\''s $HOME \\'");
    assert.equal(commandLine('fish', 'a', args), "a 'it\\'s $HOME \\\\'");
    assert.equal(commandLine('powershell', 'a', args), "a 'it''s $HOME \\'");
    assert.equal(commandLine('cmd', 'a b', ['c & d']), '"a b" "c & d"');
    assert.equal(commandLine('powershell', 'a b', []), "& 'a b'");
    assert.equal(commandLine('powershell', 'a', ['x\u2019; rm']), "a 'x\u2019\u2019; rm'");
  });

  it('are none where the shell could not be held to the words', () => {
    assert.equal(commandLine('posix', 'a', ['x\ny']), undefined);
    assert.equal(commandLine('posix', 'a', ['x\u001b[2J']), undefined);
    for (const word of ['%PATH%', 'x"y', '!x!']) assert.equal(commandLine('cmd', 'a', [word]), undefined);
  });

  it('are none with a double quote in PowerShell', () => {
    assert.equal(commandLine('powershell', 'a', ['x"y']), undefined);
  });

  it('are read back word for word by a POSIX shell', () => {
    const words = ["'", '"', '$(x)', '`x`', '\\', '*', '', ' ', '~', '#', ';x', '-', 'é\u2028', "a'b'c"];
    const line = commandLine('posix', 'printf', ['[%s]', ...words]);
    const shell = spawnSync('/bin/sh', ['-c', line ?? ''], { encoding: 'utf8' });
    assert.equal(shell.stdout, words.map((word) => `[${word}]`).join(''));
  });
});
