import assert from 'node:assert/strict';
import fc from 'fast-check';
import { BLOCK_BYTES, HeldBytes } from '../../../src/scan/heldBytes.ts';

/** A piece of so many bytes that differ from those of other pieces. */
function pieceOf(length: number, at: number): Uint8Array {
  const piece = new Uint8Array(length);
  for (let index = 0; index < length; index += 1 + (index >> 5)) piece[index] = at + index + 1;
  return piece;
}

/** The most bytes that one call of `run` copies into arrays. */
function mostCopied(runs: readonly (() => void)[]): number {
  const set = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), 'set');
  let copied = 0;
  let most = 0;
  Object.defineProperty(Uint8Array.prototype, 'set', {
    configurable: true,
    value(this: Uint8Array, from: Uint8Array, at?: number) {
      copied += from.length;
      (set?.value as typeof Uint8Array.prototype.set).call(this, from, at);
    },
  });
  try {
    for (const run of runs) {
      copied = 0;
      run();
      most = Math.max(most, copied);
    }
  } finally {
    Reflect.deleteProperty(Uint8Array.prototype, 'set');
  }
  return most;
}

describe('the bytes of an unfinished line', function () {
  this.timeout(60_000);

  const sizes = fc.array(fc.oneof(fc.nat(10), fc.nat(10_000), fc.nat(3 * BLOCK_BYTES)), { maxLength: 8 });

  it('are those that were added, in one piece or in blocks, whatever the pieces were', () => {
    fc.assert(
      fc.property(sizes, fc.nat(8), fc.nat(2 * BLOCK_BYTES), (lengths, restAt, behind) => {
        const held = new HeldBytes();
        // Memory is used again after it was cleared.
        held.add(pieceOf(behind, 99));
        held.clear();
        const pieces = lengths.map(pieceOf);
        pieces.forEach((piece, at) => {
          if (at === restAt) held.rest();
          held.add(piece);
        });
        const all = Buffer.concat(pieces);
        assert.equal(held.length, all.length);
        assert.ok(all.equals(held.whole()));
        assert.ok(all.equals(Buffer.concat(held.pieces())));
        assert.ok(all.subarray(0, 3).equals(held.first(3)));
        const end = pieceOf(behind, 7);
        assert.ok(Buffer.concat([all, end]).equals(held.whole(end)));
      }),
      { numRuns: 60 },
    );
  });

  it('cost one copy of each piece, and never more than a block besides', () => {
    const held = new HeldBytes();
    const piece = pieceOf(64 * 1024, 1);
    const most = mostCopied(Array.from({ length: 640 }, () => () => held.add(piece)));
    assert.equal(held.length, 640 * piece.length);
    assert.ok(most > piece.length, 'copies are counted');
    assert.ok(most <= piece.length + BLOCK_BYTES, `${most} bytes`);
  });
});
