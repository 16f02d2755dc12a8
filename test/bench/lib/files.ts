// Generated files, made once and kept in the git-ignored cache.
import { closeSync, existsSync, mkdirSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { build } from '../../../esbuild.mjs';
import { writeSession, type Variant } from '../sessions.ts';

const SEED = 20261130;
const folder = join(import.meta.dirname, '..');

/** The git-ignored cache of the benches. */
export const cache = join(folder, '../../.cache/bench');

/** Bytes of a size that is written 100M or 1G. */
export function bytesOf(size: string): number {
  const [, digits, unit] = /^(\d+)([MG])$/.exec(size) ?? [];
  if (digits === undefined) throw new RangeError(`A size is written 100M or 1G, not ${size}.`);
  return Number(digits) * (unit === 'G' ? 1e9 : 1e6);
}

/** A file of the cache, made when it is not there. */
export function cached(name: string, make: (path: string) => void): string {
  mkdirSync(cache, { recursive: true });
  const path = join(cache, name);
  if (!existsSync(path)) {
    console.log(`making ${name} …`);
    make(`${path}.part`);
    renameSync(`${path}.part`, path);
  }
  return path;
}

/** A session of this size. */
export function sessionFile(variant: Variant, size: string): string {
  return cached(`${variant}-${size}-${String(SEED)}.jsonl`, (path) => {
    writeSession(path, bytesOf(size), variant, SEED);
  });
}

/** Runs with the path of a file that is deleted afterwards. */
export function withFile<T>(name: string, make: (path: string) => void, run: (path: string) => T): T {
  mkdirSync(cache, { recursive: true });
  const path = join(cache, name);
  try {
    make(path);
    return run(path);
  } finally {
    rmSync(path, { force: true });
  }
}

const LF = 0x0a;
const HEADER = '{"type":"session"';
/** What the sixteen digits at the beginning of ids become in each copy. Other ids, as long. */
const ALPHABETS = ['ghijklmnopqrstuv', 'GHIJKLMNOPQRSTUV', 'wxyzWXYZABCDEFPQ', '!#$%&()*+,./:;<='];

/** The session `copies` times in a row, one header, each copy with ids of its own: a root beside the first. */
export function writeCopies(source: string, target: string, copies: number): void {
  const output = openSync(target, 'w');
  for (let copy = 0; copy < copies; copy++) {
    const alphabet = Buffer.from(ALPHABETS[(copy - 1) % ALPHABETS.length] ?? '');
    eachBlock(source, (block) => {
      let from = 0;
      if (copy > 0) {
        for (let at = 0; at < block.length; at = block.indexOf(LF, at) + 1) {
          if (isHeader(block, at)) from = block.indexOf(LF, at) + 1;
          for (const key of ['"id":"', '"parentId":"']) renameFirst(block, at, key, alphabet);
        }
      }
      writeSync(output, block, from);
    });
  }
  closeSync(output);
}

function isHeader(block: Buffer, at: number): boolean {
  return block.toString('latin1', at, at + HEADER.length) === HEADER;
}

/** Changes an id's first digit near the beginning of the line at `at`. */
function renameFirst(block: Buffer, at: number, key: string, alphabet: Buffer): void {
  const found = block.subarray(at, at + 120).indexOf(key);
  if (found < 0) return;
  const digit = at + found + key.length;
  const value = Number.parseInt(String.fromCharCode(block[digit] ?? 0), 16);
  block[digit] = alphabet[value] ?? 0;
}

/** Hands out a file in blocks of whole lines. */
function eachBlock(path: string, take: (block: Buffer) => void): void {
  const input = openSync(path, 'r');
  const buffer = Buffer.alloc(16 * 1024 * 1024);
  let kept = 0;
  for (;;) {
    const length = kept + readSync(input, buffer, kept, buffer.length - kept, null);
    const end = buffer.lastIndexOf(LF, length - 1) + 1;
    if (length === kept || end === 0) break;
    take(buffer.subarray(0, end));
    buffer.copyWithin(0, end, length);
    kept = length - end;
  }
  closeSync(input);
}

/** A candidate as JavaScript, like the extension: a process that strips types is busy with that behind the scenes. */
export function bundle(name: string): string {
  const outfile = join(cache, name.replace(/ts$/, 'mjs'));
  const entryPoints = [join(folder, name)];
  const alias = { vscode: join(folder, 'lib/vscodeStub.ts') };
  buildSync({ entryPoints, outfile, bundle: true, platform: 'node', format: 'esm', target: 'node24', alias });
  return outfile;
}

/** Builds the extension as it is shipped and answers the path of the thread that reads. */
export async function readingThread(): Promise<string> {
  const outdir = join(cache, 'dist');
  await build({ production: true, outdir });
  return join(outdir, 'worker.cjs');
}
