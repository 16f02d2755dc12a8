import { pathToFileURL } from 'node:url';

/** What a loader is asked: one session, by what its agent calls it. */
export interface LoaderQuestion {
  readonly number: number;
  readonly session: string;
}

/** A loader's answer: what the agent read, or in what words it failed. */
export interface LoaderAnswer {
  readonly number: number;
  readonly read?: unknown;
  readonly error?: string;
}

/** Answers the process that started this one, with the agent's own module: its path is this one's argument. */
export async function serve<T>(load: (module: T, session: string) => Promise<unknown>): Promise<void> {
  const module = (await import(pathToFileURL(process.argv[2] ?? '').href)) as T;
  process.on('message', ({ number, session }: LoaderQuestion) => {
    const answer = (rest: Omit<LoaderAnswer, 'number'>) => process.send?.({ number, ...rest });
    load(module, session).then(
      (read) => answer({ read }),
      (error: unknown) => answer({ error: String(error) }),
    );
  });
}
