import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { SessionReader, type ReaderOptions } from '../../../src/formats/reader.ts';
import { createSimdScanner } from '../../../src/scan/simdScanner.ts';
import { nodeBytes } from '../../../src/store/nodeBytes.ts';
import { writeSession } from '../../bench/sessions.ts';
import { useTempFolder } from '../../support/tempFolder.ts';

const BYTES = 16_000_000;
const CHUNK = 512 * 1024;
/** A busy machine may spoil a round: one that is good is enough. */
const ROUNDS = 8;
/** Twice the goals of docs/performance.md: what comes above them is no bad day but another way of working. */
const BOUNDS = [
  ['WebAssembly', { ...nodeBytes, createScanner: createSimdScanner }, 0.7],
  ['TypeScript', nodeBytes, 1.2],
] as const;

describe('indexing costs no more than its share of a loop that only parses', function () {
  this.timeout(120_000);
  const pathOf = useTempFolder();

  for (const [name, options, bound] of BOUNDS) {
    it(`with the scanner in ${name}: at most ${String(bound)}`, () => {
      const path = pathOf('session.jsonl');
      writeSession(path, BYTES, 'pi', 7);
      const bytes = readFileSync(path);
      const ratios: number[] = [];
      for (let round = 0; round < ROUNDS && !ratios.some((ratio) => ratio <= bound); round++) {
        const ours = cpuOf(() => index(bytes, options));
        ratios.push(ours / cpuOf(() => parse(bytes)));
      }
      assert.ok(ratios.at(-1) !== undefined && Math.min(...ratios) <= bound, `ratios ${ratios.join(', ')}`);
    });
  }
});

/** CPU time of all threads, µs. */
function cpuOf(work: () => number): number {
  const before = process.cpuUsage();
  assert.ok(work() > 1000);
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

function index(bytes: Buffer, options: ReaderOptions): number {
  const reader = new SessionReader(options);
  for (let at = 0; at < bytes.length; at += CHUNK) {
    const chunk = bytes.subarray(at, at + CHUNK);
    const room = reader.room(chunk.length);
    room?.set(chunk);
    reader.push(room ?? chunk);
  }
  return reader.state()?.table.size ?? 0;
}

function parse(bytes: Buffer): number {
  let lines = 0;
  let from = 0;
  for (let end = bytes.indexOf(0x0a); end >= 0; end = bytes.indexOf(0x0a, from)) {
    lines += typeof JSON.parse(bytes.toString('latin1', from, end)) === 'object' ? 1 : 0;
    from = end + 1;
  }
  return lines;
}
