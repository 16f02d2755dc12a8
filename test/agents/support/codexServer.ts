import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { RunOptions } from './run.ts';

interface Reply {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/** The agent's server, which reads threads without asking a model. */
export interface CodexServer {
  /** @throws Error with the server's own words */
  ask(method: string, params: object): Promise<unknown>;
  close(): void;
}

/** @param command program and arguments */
export async function startCodexServer(
  [program = '', ...args]: readonly string[],
  { cwd, env }: RunOptions,
): Promise<CodexServer> {
  const child = spawn(program, args, {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', ...env },
    detached: true,
  });
  child.stderr.resume();
  const ask = asking(child);
  const clientInfo = { name: 'session-tree-tests', title: 'tests', version: '1' };
  await ask('initialize', { clientInfo });
  child.stdin.write(`${JSON.stringify({ method: 'initialized' })}\n`);
  return {
    ask,
    close() {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    },
  };
}

function asking(child: ChildProcessWithoutNullStreams): CodexServer['ask'] {
  const waiting = new Map<number, (reply: Reply) => void>();
  let last = 0;
  createInterface(child.stdout).on('line', (line) => {
    const reply = JSON.parse(line) as Reply;
    if (reply.id !== undefined) waiting.get(reply.id)?.(reply);
  });
  child.once('close', () => {
    for (const done of waiting.values()) done({ error: { message: 'the server has ended' } });
  });
  return async (method, params) => {
    const id = ++last;
    const reply = await new Promise<Reply>((resolve) => {
      waiting.set(id, resolve);
      child.stdin.write(`${JSON.stringify({ id, method, params })}\n`);
    });
    waiting.delete(id);
    if (reply.error) throw new Error(`${method}: ${reply.error.message}`);
    return reply.result;
  };
}
