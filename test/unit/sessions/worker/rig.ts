import { createReadClient, type RemoteFiles } from '../../../../src/sessions/worker/readClient.ts';
import type {
  Answer,
  Request,
  Transport,
  WorkerTransport,
} from '../../../../src/sessions/worker/messages.ts';
import { serveReads } from '../../../../src/sessions/worker/readServer.ts';
import { setUp, type Setup } from '../support.ts';

export const FILE = 'file:///folder/session.jsonl';

/** Both sides of the reading thread in one, over messages that are cloned as between threads. */
export interface Rig extends Setup {
  readonly client: RemoteFiles;
  readonly troubles: string[];
  /** Threads started so far, and those that did not end. */
  readonly started: number;
  readonly running: number;
  cannotStart: boolean;
  /** The thread that runs dies. */
  kill(reason: string): void;
}

/** @param through the thread opens nothing: all bytes come from the other side */
export function rigOf(setup: Setup = setUp(), through = false): Rig {
  const troubles: string[] = [];
  let started = 0;
  let running: { end: () => void; die: (reason: string) => void } | undefined;

  const start = (): WorkerTransport => {
    if (rig.cannotStart) throw new Error('no threads here');
    started += 1;
    let dead = false;
    let toHost: ((answer: Answer) => void) | undefined;
    let toThread: ((request: Request) => void) | undefined;
    let onExit: ((reason: string) => void) | undefined;
    const later = <T>(
      message: T,
      moved: readonly ArrayBuffer[],
      to: () => ((message: T) => void) | undefined,
    ) => {
      const copy = structuredClone(message, { transfer: [...moved] });
      setImmediate(() => {
        if (!dead) to()?.(copy);
      });
    };
    const port: Transport<Answer, Request> = {
      post: (answer, moved = []) => {
        later(answer, moved, () => toHost);
      },
      onMessage: (listener) => void (toThread = listener),
    };
    const { files } = setup;
    // Every look at its clock is a ms later, so that it gives way as often on any machine.
    let clock = 0;
    const scheduler = { ...setup.scheduler, elapsed: () => (clock += 1) };
    const open = () => ({ ...files, read: readUnlessDead, close: () => undefined });
    const readUnlessDead = async (uri: string, offset: number, length: number): Promise<Uint8Array> => {
      const bytes = await files.read(uri, offset, length);
      return dead ? new Promise<never>(() => undefined) : bytes;
    };
    serveReads({ port, scheduler, ...(!through && { open, glance: files.glanceNow }) });
    running = {
      end: () => {
        dead = true;
        running = undefined;
      },
      die: (reason) => {
        dead = true;
        running = undefined;
        onExit?.(reason);
      },
    };
    const { end } = running;
    return {
      post: (request, moved = []) => {
        later(request, moved, () => toThread);
      },
      onMessage: (listener) => void (toHost = listener),
      onExit: (listener) => void (onExit = listener),
      end,
    };
  };

  const client = createReadClient({
    start,
    scheduler: setup.scheduler,
    ...(through && { opens: () => false, files: setup.files }),
    onTrouble: (text) => void troubles.push(text),
  });
  const rig: Rig = {
    ...setup,
    client,
    troubles,
    cannotStart: false,
    get started() {
      return started;
    },
    get running() {
      return running ? 1 : 0;
    },
    kill: (reason) => running?.die(reason),
  };
  return rig;
}
