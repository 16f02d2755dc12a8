import { pi } from '../../src/formats/pi/pi.ts';
import { SessionReader } from '../../src/formats/reader.ts';
import { createSimdScanner } from '../../src/scan/simdScanner.ts';
import { branchCount, forkPoints, pathRows } from '../../src/core/tree/walk.ts';
import { entryLines } from './entryLines.ts';

/** Lines that are handed to the reader in one go. */
const LINES = 5000;
/** Columns of fewer rows are not asked how much room they have to spare. */
const FEW = 50_000;

/** A reader that took so many entries, and the most bytes an entry that its columns held on the way. */
export function growTable(count: number, isChain: boolean): { reader: SessionReader; growing: number } {
  const reader = new SessionReader({ format: pi, createScanner: createSimdScanner });
  let growing = 0;
  let pending: string[] = [];
  const push = (): void => {
    reader.push(Buffer.from(`${pending.join('\n')}\n`));
    pending = [];
    const table = reader.intake?.table;
    if (table && table.size >= FEW) growing = Math.max(growing, table.byteLength.columns / table.size);
  };
  for (const line of entryLines(count, isChain)) if (pending.push(line) === LINES) push();
  if (pending.length > 0) push();
  return { reader, growing };
}

/** Every walk over the whole tree that views ask for. Answers how long they took, in ms, and what they found. */
export function walkTree(reader: SessionReader) {
  const begin = performance.now();
  const state = reader.state();
  if (!state) throw new Error('The reader holds no session.');
  const { tree } = state;
  const leaves = tree.newestLeaf.length;
  const path = pathRows(tree, tree.defaultLeaf).length;
  const forks = forkPoints(tree).length;
  const branches = branchCount(tree);
  return { time: performance.now() - begin, leaves, path, forks, branches };
}

/** Bytes of all typed arrays in what a reader sends: what the index takes without room to grow. */
export function usedBytes(reader: SessionReader): number {
  return bytesIn(reader.pack()?.intake.table);
}

function bytesIn(data: unknown): number {
  if (ArrayBuffer.isView(data)) return data.byteLength;
  if (typeof data !== 'object' || data === null || Object.getPrototypeOf(data) !== Object.prototype) return 0;
  return Object.values(data).reduce((sum: number, value) => sum + bytesIn(value), 0);
}
