// Mocha's usual output, and the counts as a file for scripts/test.mjs.
import Mocha from 'mocha';
import { writeFileSync } from 'node:fs';

const { Spec } = Mocha.reporters;

export default class CountingSpec extends Spec {
  constructor(runner, options) {
    super(runner, options);
    runner.once('end', () => {
      const file = process.env.SESSION_TREE_COUNTS;
      if (!file) return;
      const { passes, failures, pending } = this.stats;
      writeFileSync(file, JSON.stringify({ passed: passes, failed: failures, skipped: pending }));
    });
  }
}
