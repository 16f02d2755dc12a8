// Runs test/bench/run.ts on Node 24: npm run bench -- scan [--size 1G]
import { ensureNode24 } from './lib/node24.mjs';

ensureNode24();
await import('../test/bench/run.ts');
