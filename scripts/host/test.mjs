// The host layer: mocha inside VS Code's extension host.
//   node scripts/host/test.mjs [-g pattern]
import { ensureNode24 } from '../lib/node24.mjs';
import { runInHost } from './run.mjs';

ensureNode24();

const args = process.argv.slice(2);
const option = args.findIndex((arg) => /^(-g|--grep)$/.test(arg));
const env = option < 0 ? {} : { MOCHA_GREP: args[option + 1] ?? '' };
try {
  process.exitCode = await runInHost({ files: 'test/host/**/*.test.ts', env, desktop: true });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
