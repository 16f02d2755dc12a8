// Opening must never write: the real transcripts beside the repository are the same bytes after all tests.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/paths.mjs';

const FOLDERS = ['corpus', 'cases'].map((name) => join(root, '..', 'shared', name));

/** Path to hash of every shared file; undefined where the shared folder is absent. */
export function sharedBytes() {
  if (!FOLDERS.every((folder) => existsSync(folder))) return undefined;
  const hashes = new Map();
  for (const folder of FOLDERS) {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      hashes.set(path, createHash('sha256').update(readFileSync(path)).digest('hex'));
    }
  }
  return hashes;
}

/** Counts of one test: nothing was changed, removed or added since `before`. */
export function checkSharedBytes(before) {
  if (!before) {
    console.log(
      '\nSkipped: the shared transcripts are not beside the repository, so their bytes are not compared.',
    );
    return { passed: 0, failed: 0, skipped: 1 };
  }
  const after = sharedBytes() ?? new Map();
  const paths = new Set([...before.keys(), ...after.keys()]);
  const changed = [...paths].filter((path) => before.get(path) !== after.get(path));
  if (changed.length === 0) {
    console.log(`\nThe ${before.size} shared files are the same bytes as before the tests.`);
    return { passed: 1, failed: 0, skipped: 0 };
  }
  console.error(`\nThe tests changed shared files: ${changed.slice(0, 10).join(', ')}`);
  return { passed: 0, failed: 1, skipped: 0 };
}
