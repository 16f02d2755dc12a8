// A process for kill.test.ts to end: appends entries to the file that it is given and tells the id of each that is done.
import { writeSync } from 'node:fs';
import { JsonlSessionStore } from '../../../src/api.ts';
import { user } from './chapterTree.ts';

const store = await JsonlSessionStore.open(process.argv[2] ?? '');
let parentId = (await store.entries()).at(-1)?.id ?? null;
for (let index = 0; index < 200; index += 1) {
  const id = `${process.pid}-${index}`;
  // Long lines take several writes, and may be cut in the middle.
  await store.append(user(id, parentId, 'x'.repeat(index % 5 === 0 ? 2_000_000 : 100)));
  writeSync(1, `${id}\n`);
  parentId = id;
}
