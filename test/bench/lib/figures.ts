import { readFileSync } from 'node:fs';

/**
 * Runs the work and prints, as one line of JSON: its CPU time and that of the whole process so far (user and system, all
 * threads), wall time, the process' peak memory, and how many lines it saw, so that nothing can be left out unseen.
 */
export async function printFigures(work: () => number | Promise<number>): Promise<void> {
  const wall = performance.now();
  const cpu = process.cpuUsage();
  const lines = await work();
  const { user, system } = process.cpuUsage(cpu);
  const all = process.cpuUsage();
  console.log(
    JSON.stringify({
      cpu: (user + system) / 1e6,
      whole: (all.user + all.system) / 1e6,
      wall: (performance.now() - wall) / 1000,
      rss: peakMemory(),
      lines,
    }),
  );
}

/** The most memory that this process had so far, in bytes. The system's own number may be that of its parent. */
export function peakMemory(): number {
  try {
    return Number(/VmHWM:\s*(\d+)/.exec(readFileSync('/proc/self/status', 'latin1'))?.[1]) * 1024;
  } catch {
    return process.resourceUsage().maxRSS * 1024;
  }
}
