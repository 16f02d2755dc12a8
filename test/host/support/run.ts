import Mocha from 'mocha';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { bridge } from './bridge.ts';
import { markOutput } from './output.ts';
import { mapStack } from './stack.ts';
import { reloading } from './reload.ts';

/** A test run's counts, as scripts/test.mjs reads them. */
interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

type Files = Readonly<Record<string, () => unknown>>;

/** Runs the test files inside the extension host. Called by VS Code through the bundle of scripts/host/bundle.mjs. */
export async function runAll(files: Files): Promise<void> {
  if (bridge.available()) {
    markOutput();
    reloading.done = (await bridge.nextRun()) > 1;
  }
  const counts = add(reloading.done ? readCounts() : NONE, await runMocha(inOrder(files)));
  writeCounts(counts);
  if (counts.failed > 0) throw new Error(`${counts.failed} tests in the extension host failed`);
  if (counts.passed === 0) throw new Error('No test ran in the extension host');
  if (bridge.available() && reloading.wanted) await reloadWindow();
}

/** Files that go on after the reload come last before it, and alone afterwards. */
function inOrder(files: Files): Files {
  const entries = Object.entries(files);
  const last = entries.filter(([file]) => file.endsWith('.reload.test.ts'));
  const first = entries.filter((entry) => !last.includes(entry));
  return Object.fromEntries(reloading.done ? last : [...first, ...last]);
}

async function runMocha(files: Files): Promise<Counts> {
  const grep = process.env['MOCHA_GREP'];
  const mocha = new Mocha({ ui: 'bdd', timeout: 30_000, color: false, ...(grep && { grep }) });
  for (const [file, load] of Object.entries(files)) {
    mocha.suite.emit('pre-require', globalThis, file, mocha);
    try {
      load();
    } catch (error) {
      // A file that cannot be loaded becomes a failing test that says so; the others run.
      const failing = new Mocha.Test(`${file} can be loaded`, () => {
        throw error;
      });
      mocha.suite.addTest(failing);
    }
  }
  return new Promise((resolve) => {
    const runner = mocha.run(() => {
      const { passes = 0, failures = 0, pending = 0 } = runner.stats ?? {};
      resolve({ passed: passes, failed: failures, skipped: pending });
    });
    runner.on('fail', (_test, error: unknown) => {
      if (error instanceof Error) error.stack = mapStack(error.stack ?? '');
    });
  });
}

/** Ends this extension host; the next one runs the tests again. Never resolves, so that VS Code does not quit. */
async function reloadWindow(): Promise<void> {
  console.log('  (VS Code reloads its window)');
  await vscode.commands.executeCommand('workbench.action.reloadWindow');
  await new Promise(() => undefined);
}

const NONE: Counts = { passed: 0, failed: 0, skipped: 0 };

function add(a: Counts, b: Counts): Counts {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped };
}

function readCounts(): Counts {
  const file = process.env['SESSION_TREE_COUNTS'];
  return file && existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Counts) : NONE;
}

function writeCounts(counts: Counts): void {
  const file = process.env['SESSION_TREE_COUNTS'];
  if (file) writeFileSync(file, JSON.stringify(counts));
}
