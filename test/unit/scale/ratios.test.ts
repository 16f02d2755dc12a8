import assert from 'node:assert/strict';
import { pi } from '../../../src/formats/pi/pi.ts';
import { SessionReader } from '../../../src/formats/reader.ts';
import { growTable, usedBytes, walkTree } from '../../bench/growTable.ts';
import { nextLine } from '../../bench/makeSession.ts';

const ENTRIES = 20_000;
const PIECE = 64 * 1024;
/** More memory is slower memory, and machines are busy: so many times the fair share is taken for linear. */
const SLACK = 5;

/** Gross faults only: work that grows with the square of what there is. One good measurement of two is enough. */
function growsLinearly(name: string, small: () => number, large: () => number, times: number): void {
  it(name, function () {
    this.timeout(120_000);
    const ratios: number[] = [];
    for (let attempt = 0; attempt < 2 && !ratios.some((ratio) => ratio <= times * SLACK); attempt++) {
      // The compiler is done with it, and the least of three is the least disturbed.
      const least = (work: () => number): number => Math.min(work(), work(), work());
      const base = least(small);
      ratios.push(least(large) / base);
    }
    assert.ok(
      ratios.some((ratio) => ratio <= times * SLACK),
      `${String(times)} times as much takes ${ratios.map((ratio) => ratio.toFixed(1)).join(', ')} times as long`,
    );
  });
}

/** CPU time of all walks over a tree of so many entries. */
function walks(count: number, isChain: boolean): number {
  const { reader } = growTable(count, isChain);
  return cpuOf(() => walkTree(reader));
}

/** CPU time of all threads, µs. */
function cpuOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

/** CPU time that the pieces of one line of so many bytes take, each looked at when it comes. */
function pieces(bytes: number): number {
  const reader = new SessionReader({ format: pi });
  const line = Buffer.from(nextLine('long', null, 'x'.repeat(bytes)));
  const time = cpuOf(() => {
    for (let at = 0; at < line.length; at += PIECE) {
      reader.push(line.subarray(at, at + PIECE));
      reader.state();
    }
  });
  assert.equal(reader.state()?.table.size, 1);
  return time;
}

describe('what grows with a session', () => {
  it('the index holds at most 75 bytes an entry, 130 while it grows', function () {
    this.timeout(60_000);
    const { reader, growing } = growTable(5 * ENTRIES, false);
    const { leaves, forks } = walkTree(reader);
    assert.equal(leaves, 5 * ENTRIES);
    assert.ok(forks > ENTRIES / 50, 'the tree has branches');
    const used = usedBytes(reader) / (5 * ENTRIES);
    assert.ok(used > 30 && used <= 75, `${used.toFixed(1)} bytes an entry`);
    assert.ok(growing > 30 && growing <= 130, `${growing.toFixed(1)} bytes an entry while it grows`);
  });

  for (const isChain of [false, true]) {
    growsLinearly(
      `time for the tree of ${isChain ? 'one deep chain' : 'branches'} grows as its entries do`,
      () => walks(ENTRIES, isChain),
      () => walks(16 * ENTRIES, isChain),
      16,
    );
  }

  growsLinearly(
    'time for a long line in pieces grows as the line does',
    () => pieces(2_000_000),
    () => pieces(16_000_000),
    8,
  );
});
