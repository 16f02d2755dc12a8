import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import { decodePng, encodePng, shrinkPng } from '../../../scripts/lib/png.mjs';

const WIDTH = 64;
const IMAGES = new URL('../../../docs/images/', import.meta.url);

/** An RGBA picture whose pixels have the colours that `colour` says. */
function picture(colour: (i: number) => number): Buffer {
  const lines = Buffer.alloc((WIDTH * 4 + 1) * WIDTH);
  for (let i = 0; i < WIDTH * WIDTH; i++) {
    const row = Math.floor(i / WIDTH);
    lines.writeUInt32BE(colour(i) * 256 + 255, row * (WIDTH * 4 + 1) + 1 + (i - row * WIDTH) * 4);
  }
  return encodePng({ width: WIDTH, height: WIDTH, type: 6, lines });
}

function part(file: Buffer, type: string): Buffer {
  const at = file.indexOf(type, 0, 'latin1');
  return file.subarray(at + 4, at + 4 + file.readUInt32BE(at - 4));
}

/** The colours of a picture with a palette, read apart from `decodePng`, which knows none. */
function shown(file: Buffer): number[] {
  const palette = part(file, 'PLTE');
  const lines = inflateSync(part(file, 'IDAT'));
  return Array.from({ length: WIDTH * WIDTH }, (_, i) =>
    palette.readUIntBE((lines[i + Math.floor(i / WIDTH) + 1] ?? 0) * 3, 3),
  );
}

describe('the pictures of the README', () => {
  it('keep every colour where there are few', () => {
    const colour = (i: number): number => (i % 256) * 0x10001;
    const file = picture(colour);
    assert.deepEqual(
      [...decodePng(file).pixels.slice(0, 500)],
      Array.from({ length: 500 }, (_, i) => colour(i)),
    );
    assert.deepEqual(
      shown(shrinkPng(file)),
      Array.from({ length: WIDTH * WIDTH }, (_, i) => colour(i)),
    );
  });

  it('keep frequent colours where there are many, and come near the others', () => {
    const colour = (i: number): number =>
      i % 2 === 0 ? 0x1f1f1f : ((i * 37) % 256) * 0x10000 + (i % 64) * 0x404;
    const after = shown(shrinkPng(picture(colour)));
    after.forEach((value, i) => {
      const wanted = colour(i);
      if (i % 2 === 0) assert.equal(value, wanted);
      for (const shift of [16, 8, 0])
        assert.ok(Math.abs(((value >> shift) & 255) - ((wanted >> shift) & 255)) < 48, `pixel ${i}`);
    });
  });

  it('are all there, and small', () => {
    const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');
    const used = [...readme.matchAll(/\(docs\/images\/([\w-]+\.png)\)/g)].map(([, name]) => name);
    const names = readdirSync(IMAGES).sort();
    assert.deepEqual([...new Set(used)].sort(), names);
    for (const name of names) assert.ok(readFileSync(new URL(name, IMAGES)).length < 150_000, name);
  });
});
