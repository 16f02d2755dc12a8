import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Room } from './goingOn.ts';
import type { LoaderAnswer, LoaderQuestion } from './loaders/serve.ts';

/** The code with which an agent reads its own sessions, in a process of its own whose home is the room. */
export interface Loader {
  /** @throws Error with the agent's own words */
  load(session: string): Promise<unknown>;
  close(): void;
}

/** @param module path of the agent's module that has the code */
export function startLoader(agent: 'gemini' | 'qwen', module: string, { home, project }: Room): Loader {
  const script = fileURLToPath(new URL(`loaders/${agent}.ts`, import.meta.url));
  const child = fork(script, [module], {
    cwd: project,
    env: { PATH: process.env['PATH'] ?? '', HOME: home, LANG: 'C.UTF-8', TZ: 'UTC' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const waiting = new Map<number, (answer: Omit<LoaderAnswer, 'number'>) => void>();
  let last = 0;
  let ended: string | undefined;
  child.on('message', ({ number, ...answer }: LoaderAnswer) => waiting.get(number)?.(answer));
  child.once('exit', (code) => {
    ended = `the loader has ended with ${code}`;
    for (const done of waiting.values()) done({ error: ended });
  });
  return {
    async load(session) {
      if (ended !== undefined) throw new Error(ended);
      const number = ++last;
      const answer = await new Promise<Omit<LoaderAnswer, 'number'>>((resolve) => {
        waiting.set(number, resolve);
        child.send({ number, session } satisfies LoaderQuestion);
      });
      waiting.delete(number);
      if (answer.error !== undefined) throw new Error(answer.error);
      return answer.read;
    },
    close() {
      child.kill('SIGKILL');
    },
  };
}
