import { spawn } from 'node:child_process';
import { copilotOptions, type CopilotProgram } from './copilot.ts';
import type { Room } from './goingOn.ts';

interface Reply {
  readonly id?: number;
  readonly method?: string;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/** The agent's server, which its SDK speaks with: it reads sessions without asking a model. */
export interface CopilotServer {
  /** @throws Error with the server's own words */
  ask(method: string, params: object): Promise<unknown>;
  close(): void;
}

const HEADER_END = '\r\n\r\n';

export async function startCopilotServer(program: CopilotProgram, room: Room): Promise<CopilotServer> {
  const { cwd, env } = copilotOptions(program, room, 'http://127.0.0.1:9');
  const args = ['--headless', '--no-auto-update', '--stdio', '--no-auto-login'];
  const child = spawn(program.path, args, {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', ...env },
    detached: true,
  });
  child.stderr.resume();
  const waiting = new Map<number, (reply: Reply) => void>();
  let last = 0;
  child.stdout.on(
    'data',
    inMessages((reply) => {
      if (reply.id !== undefined && reply.method === undefined) waiting.get(reply.id)?.(reply);
    }),
  );
  child.once('close', () => {
    for (const done of waiting.values()) done({ error: { message: 'the server has ended' } });
  });
  const ask = async (method: string, params: object) => {
    const id = ++last;
    const reply = await new Promise<Reply>((resolve) => {
      waiting.set(id, resolve);
      const body = JSON.stringify({ jsonrpc: '2.0', id, method, params });
      child.stdin.write(`Content-Length: ${Buffer.byteLength(body)}${HEADER_END}${body}`);
    });
    waiting.delete(id);
    if (reply.error) throw new Error(`${method}: ${reply.error.message}`);
    return reply.result;
  };
  await ask('connect', { supportedTaskKinds: [] });
  return {
    ask,
    close() {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    },
  };
}

/** Cuts a stream into the messages that it holds, each behind a header with its length in bytes. */
function inMessages(take: (message: Reply) => void): (data: Buffer) => void {
  let held = Buffer.alloc(0);
  return (data) => {
    held = Buffer.concat([held, data]);
    for (;;) {
      const end = held.indexOf(HEADER_END);
      const [, length] = /Content-Length: (\d+)/i.exec(held.toString('latin1', 0, Math.max(end, 0))) ?? [];
      const from = end + HEADER_END.length;
      if (length === undefined || held.length < from + Number(length)) return;
      take(JSON.parse(held.toString('utf8', from, from + Number(length))) as Reply);
      held = held.subarray(from + Number(length));
    }
  };
}
