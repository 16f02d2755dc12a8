import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The folder `shared` beside the repository: cases, corpus, documents. Absent in a plain clone. */
export const sharedFolder = join(import.meta.dirname, '../../../shared');

/** A path in the shared folder, or undefined after saying that the test is skipped for want of it. */
export function sharedPath(context: Mocha.Context, ...parts: string[]): string {
  const path = join(sharedFolder, ...parts);
  if (!existsSync(path)) {
    console.log(`      skipped: ${path} is not there`);
    context.skip();
  }
  return path;
}
