import Mocha from 'mocha';
import { format } from 'node:util';

/** What the tests print reaches the terminal; scripts/host/code.mjs tells it by this mark from VS Code's chatter. */
const MARK = '@@ ';

export function markOutput(): void {
  const print = console.log.bind(console);
  const marked = (...args: unknown[]): void => {
    print(MARK + format(...args));
  };
  console.log = marked;
  // Mocha keeps the console.log that it found when it was loaded.
  (Mocha.reporters.Base as unknown as { consoleLog: typeof marked }).consoleLog = marked;
}
