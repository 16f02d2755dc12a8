import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ANSWERS, type Answer } from './answers.ts';

/** One request that an agent made of the model. */
export interface ModelRequest {
  readonly path: string;
  readonly body: Record<string, unknown>;
}

/** A stand-in for every model, on this machine alone: it answers one sentence and keeps what it was asked. */
export interface StandInModel {
  /** Without a slash at its end. */
  readonly url: string;
  readonly requests: ModelRequest[];
  close(): Promise<void>;
}

export async function startModel(): Promise<StandInModel> {
  const requests: ModelRequest[] = [];
  const server = createServer((request, response) => {
    answer(request, response, requests).catch((error: unknown) => {
      response.statusCode = 500;
      response.end(String(error));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function answer(request: IncomingMessage, response: ServerResponse, requests: ModelRequest[]) {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const path = (request.url ?? '').split('?')[0] ?? '';
  const found = ANSWERS.find(({ matches }) => matches.test(path));
  if (!found) {
    response.statusCode = 404;
    response.end('{}');
    return;
  }
  const body = JSON.parse(Buffer.concat(chunks).toString('utf8') || '{}') as Record<string, unknown>;
  if (found.isTalk) requests.push({ path, body });
  write(response, found.give(body));
}

function write(response: ServerResponse, { events, json }: Answer): void {
  if (json) {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(json));
    return;
  }
  response.setHeader('content-type', 'text/event-stream');
  for (const event of events ?? []) {
    const { type } = event as { type?: unknown };
    const name = typeof type === 'string' ? `event: ${type}\n` : '';
    response.write(`${name}data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`);
  }
  response.end();
}
