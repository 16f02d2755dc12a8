// What the index and its tree take, in a process of its own.
//   node memoryCandidate.ts agent|chain ENTRIES | file WORKER FILE
import { SessionReader } from '../../src/formats/reader.ts';
import { pi } from '../../src/formats/pi/pi.ts';
import { createSimdScanner } from '../../src/scan/simdScanner.ts';
import { branchCount, forkPoints, pathRows } from '../../src/core/tree/walk.ts';
import { Dice } from '../support/dice.ts';
import { peakMemory } from './lib/figures.ts';
import { openWhole, startServices } from './lib/opened.ts';

const SEED = 20261130;
/** Lines that are handed to the reader in one go. */
const LINES = 5000;
/** Columns of fewer rows are not asked how much room they have to spare. */
const FEW = 100_000;
/** Share of entries below another one than the last; share of those that carry a call, and its result after it. */
const BRANCHES = 0.02;
const CALLS = 0.45;

/** Lines as an agent writes them, of the least length: what counts here is how many there are. */
function* lines(count: number, isChain: boolean): Generator<string> {
  const dice = new Dice(SEED);
  let parent: string | null = null;
  let call: string | undefined;
  for (let n = 0; n < count; n++) {
    const id = n.toString(16).padStart(8, '0');
    if (!isChain && !call && n > 200 && dice.chance(BRANCHES)) {
      parent = (n - 1 - dice.below(200)).toString(16).padStart(8, '0');
    }
    const timestamp = new Date(1_767_607_200_000 + n * 1000).toISOString();
    const answered: string | undefined = call;
    call = answered === undefined && dice.chance(CALLS) ? `call_${String(n)}` : undefined;
    const message =
      answered !== undefined
        ? { role: 'toolResult', toolCallId: answered, toolName: 'read', content: [], isError: false }
        : call !== undefined
          ? { role: 'assistant', content: [{ type: 'toolCall', id: call, name: 'read', arguments: {} }] }
          : { role: 'user', content: 'x' };
    yield JSON.stringify({ type: 'message', id, parentId: parent, timestamp, message });
    parent = id;
  }
}

/** Reads so many entries and takes the table's measure as it grows. */
function grow(count: number, isChain: boolean) {
  const reader = new SessionReader({ format: pi, createScanner: createSimdScanner });
  let held = 0;
  let growing = 0;
  let pending: string[] = [];
  const push = (): void => {
    reader.push(Buffer.from(`${pending.join('\n')}\n`));
    pending = [];
    const table = reader.intake?.table;
    if (!table) return;
    held = table.byteLength.columns;
    if (table.size >= FEW) growing = Math.max(growing, held / table.size);
  };
  for (const line of lines(count, isChain)) if (pending.push(line) === LINES) push();
  push();
  return { reader, growing };
}

/** Every walk over the whole tree that views ask for, the first time in this process. */
function index(count: number, isChain: boolean): Record<string, number> {
  const { reader, growing } = grow(count, isChain);
  const begin = performance.now();
  const state = reader.state();
  if (!state || !reader.intake) throw new Error('No session');
  const { tree, table } = state;
  const leaves = tree.newestLeaf.length;
  const path = pathRows(tree, tree.defaultLeaf).length;
  const forks = forkPoints(tree).length;
  const passes = performance.now() - begin;
  if (leaves !== count || table.size !== count || (isChain && path !== count))
    throw new Error('Entries are lost.');
  if (!isChain && forks === 0) throw new Error('There are no forks.');
  const { columns, tree: ofTree } = reader.intake.table.byteLength;
  const used = usedBytes(reader.pack()?.intake.table);
  return {
    used,
    growing,
    columns,
    ofTree,
    passes,
    path,
    forks,
    branches: branchCount(tree),
    rss: peakMemory(),
  };
}

/** Bytes of all typed arrays in `data`. */
function usedBytes(data: unknown): number {
  if (ArrayBuffer.isView(data)) return data.byteLength;
  if (typeof data !== 'object' || data === null || Object.getPrototypeOf(data) !== Object.prototype) return 0;
  return Object.values(data).reduce((sum: number, value) => sum + usedBytes(value), 0);
}

async function whole(worker: string, path: string): Promise<Record<string, number>> {
  const services = startServices(worker);
  const begin = performance.now();
  const session = await openWhole(services, path);
  const time = performance.now() - begin;
  const { table, problems, size } = session.snapshot;
  services.close();
  return { time, entries: table.size, problems: problems.length, size, rss: peakMemory() };
}

const [what = '', first = '', second = ''] = process.argv.slice(2);
console.log(
  JSON.stringify(what === 'file' ? await whole(first, second) : index(Number(first), what === 'chain')),
);
