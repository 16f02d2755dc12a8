// The thread that reads: the entry of dist/worker.cjs, in one of Node's workers.
import { parentPort } from 'node:worker_threads';
import { systemScheduler } from '../core/lib/scheduler.ts';
import type { Answer, Request, Transport } from '../sessions/worker/messages.ts';
import { createSimdScanner } from '../scan/simdScanner.ts';
import { serveReads } from '../sessions/worker/readServer.ts';
import { nodeBytes } from '../store/nodeBytes.ts';
import { glanceNow } from '../store/nodeGlance.ts';
import { openNodeFile } from '../store/openedNodeFile.ts';

if (!parentPort) throw new Error('This file runs in a worker thread only.');
const messages = parentPort;
const port: Transport<Answer, Request> = {
  post(message, moved = []) {
    messages.postMessage(message, moved);
  },
  onMessage(listener) {
    messages.on('message', listener);
  },
};
const reader = { ...nodeBytes, createScanner: createSimdScanner };
serveReads({ port, open: openNodeFile, glance: glanceNow, scheduler: systemScheduler, reader });
