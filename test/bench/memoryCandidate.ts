// What the index and its tree take, in a process of its own.
//   node memoryCandidate.ts agent|chain ENTRIES | file WORKER FILE
import { growTable, usedBytes, walkTree } from './growTable.ts';
import { watchDelay } from './lib/delay.ts';
import { peakMemory } from './lib/figures.ts';
import { openWhole, startServices } from './lib/opened.ts';

/** The walks are the first ones of this process: nothing is compiled yet. */
function index(count: number, isChain: boolean): Record<string, number> {
  const { reader, growing } = growTable(count, isChain);
  const { time, leaves, path, forks } = walkTree(reader);
  if (leaves !== count || (isChain ? path !== count : forks === 0)) throw new Error('Entries are lost.');
  const tree = reader.intake?.table.byteLength.tree ?? 0;
  return { used: usedBytes(reader), tree, growing, passes: time, path, forks, rss: peakMemory() };
}

async function whole(worker: string, path: string): Promise<Record<string, number>> {
  const services = startServices(worker);
  const delay = watchDelay();
  const begin = performance.now();
  const session = await openWhole(services, path);
  const time = performance.now() - begin;
  const delays = delay();
  const { table, problems, size } = session.snapshot;
  services.close();
  return { time, entries: table.size, problems: problems.length, size, rss: peakMemory(), ...delays };
}

const [what = '', first = '', second = ''] = process.argv.slice(2);
console.log(
  JSON.stringify(what === 'file' ? await whole(first, second) : index(Number(first), what === 'chain')),
);
