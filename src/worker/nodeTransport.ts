import { Worker } from 'node:worker_threads';
import type { Answer, WorkerTransport } from '../sessions/worker/messages.ts';

/**
 * Starts the thread that reads as one of Node's workers.
 * @param file path of the bundle of main.ts
 */
export function startNodeWorker(file: string): WorkerTransport {
  // Nothing of the extension's own arguments and standard streams: a thread that only reads and answers.
  const worker = new Worker(file, { name: 'Session Tree: reading', execArgv: [], stdin: false });
  worker.unref();
  let ended = false;
  return {
    post(message, moved = []) {
      worker.postMessage(message, moved);
    },
    onMessage(listener) {
      worker.on('message', (answer: Answer) => {
        listener(answer);
      });
    },
    onExit(listener) {
      let told = false;
      const tell = (reason: string): void => {
        if (!told && !ended) listener(reason);
        told = true;
      };
      worker.on('error', (error) => {
        tell(error instanceof Error ? error.message : String(error));
      });
      worker.on('messageerror', (error) => {
        tell(`an answer could not be read: ${error.message}`);
      });
      worker.on('exit', (code) => {
        tell(`exit code ${String(code)}`);
      });
    },
    end() {
      ended = true;
      void worker.terminate();
    },
  };
}
