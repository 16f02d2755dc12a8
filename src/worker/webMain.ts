// The thread that reads, in a browser: the entry of dist/web/worker.js. It can open no file, so that all bytes come from
// the extension, which has them from VS Code.
import { systemScheduler } from '../core/lib/scheduler.ts';
import { createSimdScanner } from '../scan/simdScanner.ts';
import type { Answer, Request, Transport } from '../sessions/worker/messages.ts';
import { serveReads } from '../sessions/worker/readServer.ts';

/** As much of a worker's global scope as is used here. */
interface WorkerScope {
  postMessage(message: Answer, moved: readonly ArrayBuffer[]): void;
  addEventListener(type: 'message', listener: (event: { readonly data: Request }) => void): void;
}

const scope = globalThis as unknown as WorkerScope;
const port: Transport<Answer, Request> = {
  post: (message, moved = []) => scope.postMessage(message, moved),
  onMessage: (listener) => scope.addEventListener('message', ({ data }) => listener(data)),
};
serveReads({ port, scheduler: systemScheduler, reader: { createScanner: createSimdScanner } });
