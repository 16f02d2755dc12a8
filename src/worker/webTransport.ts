import type { Answer, Request, WorkerTransport } from '../sessions/worker/messages.ts';

/** As much of a web worker as is used here: the browser's type library would change what the rest of src means. */
interface WebWorker {
  postMessage(message: Request, moved: readonly ArrayBuffer[]): void;
  addEventListener(type: 'message', listener: (event: { readonly data: Answer }) => void): void;
  addEventListener(type: 'error', listener: (event: { readonly message?: string }) => void): void;
  addEventListener(type: 'messageerror', listener: () => void): void;
  terminate(): void;
}

type WebWorkers = new (url: string, options: { readonly name: string }) => WebWorker;

/**
 * Starts the thread that reads as a web worker.
 * @param url of the bundle of webMain.ts
 * @throws where the browser has no workers, or may not start this one
 */
export function startWebWorker(url: string): WorkerTransport {
  const { Worker } = globalThis as unknown as { readonly Worker?: WebWorkers };
  if (!Worker) throw new Error('this browser has no web workers');
  const worker = new Worker(url, { name: 'Session Tree: reading' });
  return {
    post: (message, moved = []) => worker.postMessage(message, moved),
    onMessage(listener) {
      worker.addEventListener('message', ({ data }) => {
        listener(data);
      });
    },
    onExit(listener) {
      let told = false;
      const tell = (reason: string): void => {
        if (told) return;
        told = true;
        // A browser does not tell that a worker is gone, and lets one that failed live on.
        worker.terminate();
        listener(reason);
      };
      worker.addEventListener('error', ({ message }) => tell(message ?? 'it could not be loaded'));
      worker.addEventListener('messageerror', () => tell('an answer could not be read'));
    },
    end: () => worker.terminate(),
  };
}
