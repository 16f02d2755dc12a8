import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Context } from 'mocha';

/** A path below the folder `shared`, which stands beside the repository where the project is developed. */
export function shared(path: string): string {
  return fileURLToPath(new URL(`../../../../shared/${path}`, import.meta.url));
}

/** Skips the test, with a line that says so, where `path` is not there. */
export function needsShared(test: Context, path: string): void {
  if (existsSync(shared(path))) return;
  console.log(`      skipped: ${shared(path)} is not there`);
  test.skip();
}
