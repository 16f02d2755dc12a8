import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { codebuddyOptions } from './codebuddy.ts';
import type { Room } from './goingOn.ts';
import type { Said } from './said.ts';

interface Update {
  readonly sessionUpdate: string;
  readonly content?: { readonly text?: string };
  readonly toolCallId?: string;
  readonly rawInput?: unknown;
  readonly rawOutput?: { readonly text?: string };
  readonly _meta?: { readonly 'codebuddy.ai/toolName'?: string };
}

interface Reply {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly update?: Update };
  readonly error?: { readonly message: string };
}

/** The agent as a server of the Agent Client Protocol: it tells the history of a session that it loads, without a model. */
export interface CodebuddyServer {
  /** What was said in a session. @throws Error with the server's own words */
  load(sessionId: string): Promise<readonly Said[]>;
  close(): void;
}

export async function startCodebuddyServer(program: string, room: Room): Promise<CodebuddyServer> {
  const { cwd, env } = codebuddyOptions(room, 'http://127.0.0.1:9');
  const child = spawn(process.execPath, [program, '--acp', '--model', 'stand-in'], {
    ...{ cwd, env: { PATH: process.env['PATH'] ?? '', ...env }, detached: true },
  });
  child.stderr.resume();
  const waiting = new Map<number, (reply: Reply) => void>();
  let told: Update[] = [];
  let last = 0;
  createInterface(child.stdout).on('line', (line) => {
    const reply = JSON.parse(line) as Reply;
    if (reply.method === 'session/update' && reply.params?.update) told.push(reply.params.update);
    if (reply.method === undefined && reply.id !== undefined) waiting.get(reply.id)?.(reply);
  });
  child.once('close', () => {
    for (const done of waiting.values()) done({ error: { message: 'the server has ended' } });
  });
  const ask = async (method: string, params: object) => {
    const id = ++last;
    const { error } = await new Promise<Reply>((resolve) => {
      waiting.set(id, resolve);
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    });
    waiting.delete(id);
    if (error) throw new Error(`${method}: ${error.message}`);
  };
  await ask('initialize', { protocolVersion: 1, clientCapabilities: {} });
  return {
    async load(sessionId) {
      told = [];
      await ask('session/load', { sessionId, cwd, mcpServers: [] });
      return told.flatMap(saidIn);
    },
    close() {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    },
  };
}

function saidIn(update: Update): Said[] {
  const { sessionUpdate, content, toolCallId = '', rawInput, rawOutput, _meta } = update;
  switch (sessionUpdate) {
    case 'user_message_chunk':
      return [{ by: 'user', text: content?.text ?? '' }];
    case 'agent_message_chunk':
      return [{ by: 'assistant', text: content?.text ?? '' }];
    case 'tool_call':
      return [{ call: toolCallId, name: _meta?.['codebuddy.ai/toolName'] ?? '', input: rawInput }];
    case 'tool_call_update':
      return [{ result: toolCallId, text: rawOutput?.text ?? '' }];
    default:
      return [];
  }
}
