import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import * as vscode from 'vscode';

/** A program that stands in for an agent's, found by the extension and by VS Code's terminals. */
export interface StubAgent {
  ran(): boolean;
  /** Where it was started, and with what. */
  told(): { readonly cwd: string; readonly args: readonly string[] };
  /** Takes it out of the way and closes the terminals. */
  remove(): Promise<void>;
}

/** Writes it down in one go: who sees the file sees all of it. */
const script = (out: string) => `#!/bin/sh
printf '%s\\0' "$PWD" "$@" > '${out}.part' && mv '${out}.part' '${out}'
`;

/** Puts a stub into `folder`, and that in front of PATH. Skips the test where there is no POSIX shell. */
export async function stubAgent(context: Mocha.Context, folder: string, name: string): Promise<StubAgent> {
  if (process.platform === 'win32') {
    console.log('      skipped: the stub is a script for a POSIX shell');
    context.skip();
  }
  mkdirSync(folder, { recursive: true });
  const out = join(folder, 'told');
  writeFileSync(join(folder, name), script(out));
  chmodSync(join(folder, name), 0o755);
  const before = process.env['PATH'];
  const path = `${folder}${delimiter}${before ?? ''}`;
  process.env['PATH'] = path;
  const settings = vscode.workspace.getConfiguration('terminal.integrated.env');
  const system = process.platform === 'darwin' ? 'osx' : 'linux';
  await settings.update(system, { PATH: path }, vscode.ConfigurationTarget.Global);
  return {
    ran: () => existsSync(out),
    told() {
      const [cwd = '', ...args] = readFileSync(out, 'utf8').split('\0').slice(0, -1);
      return { cwd, args };
    },
    async remove() {
      process.env['PATH'] = before;
      await settings.update(system, undefined, vscode.ConfigurationTarget.Global);
      for (const terminal of vscode.window.terminals) terminal.dispose();
    },
  };
}
