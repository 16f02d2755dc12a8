import { spawn } from 'node:child_process';

export interface Ran {
  readonly code: number | null;
  /** What it printed, both streams. */
  readonly output: string;
}

export interface RunOptions {
  readonly cwd: string;
  /** Beside PATH and the language: nothing of the user's own settings or keys reaches an agent. */
  readonly env: Readonly<Record<string, string>>;
}

const LIMIT_MS = 90_000;

/** Runs an agent's program to its end, with no input; what it starts ends with it. */
export function run(program: string, args: readonly string[], { cwd, env }: RunOptions): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      env: { PATH: process.env['PATH'] ?? '', LANG: 'C.UTF-8', TZ: 'UTC', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    const stop = () => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      } catch {
        // It has ended.
      }
    };
    const timer = setTimeout(stop, LIMIT_MS);
    let output = '';
    child.stdout.on('data', (data: Buffer) => (output += data.toString('utf8')));
    child.stderr.on('data', (data: Buffer) => (output += data.toString('utf8')));
    child.once('error', reject);
    child.once('close', (code) => {
      clearTimeout(timer);
      stop();
      resolve({ code, output });
    });
  });
}
