import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Call inside `describe`: a fresh folder for every test of it. The answer gives the path of a file in it. */
export function useTempFolder(): (name: string) => string {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'session-tree-'));
  });
  afterEach(function () {
    this.timeout(20_000);
    rmSync(folder, { recursive: true, force: true });
  });
  return (name) => join(folder, name);
}
