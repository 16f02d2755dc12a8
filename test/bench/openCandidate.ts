// Opens one file as the tree's view does, in a process of its own: until its first rows are there, until it is read
// whole; then reads the messages at the end of its newest path.
//   node openCandidate.ts WORKER FILE
import { watchDelay } from './lib/delay.ts';
import { peakMemory } from './lib/figures.ts';
import { openView, openWhole, startServices } from './lib/opened.ts';
import { pathRows } from '../../src/core/tree/walk.ts';

const MESSAGES = 200;

const [worker = '', path = ''] = process.argv.slice(2);
const services = startServices(worker);
const delay = watchDelay();
const begin = performance.now();
const { view } = openView(services, path);
const rows = (await view.children(view.node)) ?? [];
const first = performance.now() - begin;
const session = await openWhole(services, path);
const whole = performance.now() - begin;
const { table, tree } = session.snapshot;
const messages = pathRows(tree, tree.defaultLeaf)
  .filter((row) => table.role(row) !== null)
  .slice(-MESSAGES);
const before = performance.now();
const entries = await session.entries(Array.from(messages));
const read = performance.now() - before;
const delays = delay();
if (rows.length === 0 || entries.includes(null)) throw new Error('Not everything was read.');
const bytes = messages.reduce((sum, row) => sum + table.length(row), 0);
console.log(
  JSON.stringify({
    first,
    whole,
    read,
    bytes,
    messages: entries.length,
    entries: table.size,
    rss: peakMemory(),
    ...delays,
  }),
);
services.close();
