import type { ChildProcess, SpawnOptions } from 'node:child_process';

export declare function runServer(options: string[], how: SpawnOptions): ChildProcess;
