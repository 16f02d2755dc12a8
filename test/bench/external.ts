// Runs one program and prints what it cost: CPU s, wall s, peak bytes. Linux only, by /proc.
//   node external.ts [NAME=VALUE …] PROGRAM ARGUMENT …
import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';

/** Of the kernel's clock, in which /proc counts. */
const TICKS_A_SECOND = 100;
const LOOK_MS = 20;

const words = process.argv.slice(2);
const first = words.findIndex((word) => !/^[A-Z_]+=/.test(word));
const environment = words.slice(0, first).map((word) => {
  const at = word.indexOf('=');
  return [word.slice(0, at), word.slice(at + 1)] as const;
});
const [program = '', ...parameters] = words.slice(first);

/** CPU time of all children that have ended, in s. */
function childrenTime(): number {
  const fields = readFileSync('/proc/self/stat', 'latin1').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[13]) + Number(fields[14])) / TICKS_A_SECOND;
}

const nowhere = openSync('/dev/null', 'w');
const begin = performance.now();
const child = spawn(program, parameters, {
  stdio: ['ignore', nowhere, 'ignore'],
  env: { ...process.env, ...Object.fromEntries(environment) },
});
let rss = 0;
const timer = setInterval(() => {
  try {
    const status = readFileSync(`/proc/${String(child.pid)}/status`, 'latin1');
    rss = Math.max(rss, Number(/VmHWM:\s*(\d+)/.exec(status)?.[1] ?? 0) * 1024);
  } catch {
    // It has ended.
  }
}, LOOK_MS);
child.on('exit', (code) => {
  clearInterval(timer);
  closeSync(nowhere);
  const cpu = childrenTime();
  console.log(JSON.stringify({ cpu, whole: cpu, wall: (performance.now() - begin) / 1000, rss }));
  process.exitCode = code ?? 1;
});
