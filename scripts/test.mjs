// Runs the test layers, one after the other, and closes with one line: `N passed, N failed`.
//   node scripts/test.mjs [unit|fuzz|agents|allAgents|page|host|package …] [-- mocha's options]
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureNode24 } from './lib/node24.mjs';
import { root } from './lib/paths.mjs';
import { checkSharedBytes, sharedBytes } from './test/sharedBytes.mjs';

ensureNode24();

const MOCHA = ['node_modules/mocha/bin/mocha.js', '--reporter', 'scripts/test/reporter.mjs'];
if (!process.stdout.isTTY) MOCHA.push('--no-color');
/** @type {Record<string, { run: string[], seconds: number }>} what a layer runs, and when it is given up. */
const LAYERS = {
  unit: { run: [...MOCHA, 'test/unit/**/*.test.ts'], seconds: 600 },
  fuzz: { run: ['scripts/fuzz.mjs', '--seconds', '20', '--seed', '20261130'], seconds: 180 },
  // Agents that start within some seconds; the others take half a minute each.
  agents: { run: [...MOCHA, '--timeout', '120000', 'test/agents/*.test.ts'], seconds: 900 },
  allAgents: { run: [...MOCHA, '--timeout', '120000', 'test/agents/**/*.test.ts'], seconds: 1800 },
  page: { run: [...MOCHA, '--timeout', '30000', 'test/page/**/*.test.ts'], seconds: 600 },
  host: { run: ['scripts/host/test.mjs'], seconds: 600 },
  package: { run: [...MOCHA, '--timeout', '180000', 'test/package/**/*.test.ts'], seconds: 800 },
};

/** The layer's counts; a layer that died, hung or ran nothing counts as a failure. */
async function runLayer(name, options, dir) {
  const { run, seconds } = LAYERS[name];
  const file = join(dir, `${name}.json`);
  const started = Date.now();
  console.log(`\n── ${name} ──`);
  const child = spawn(process.execPath, [...run, ...options], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, SESSION_TREE_COUNTS: file },
    detached: true, // its own process group, so that nothing it started outlives it
  });
  const stop = () => stopGroup(child.pid);
  const onSignal = () => {
    stop();
    process.exit(130);
  };
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal);
  const timer = setTimeout(() => {
    console.error(`The ${name} layer was stopped after ${seconds} s.`);
    stop();
  }, seconds * 1000);
  const code = await new Promise((resolve) => child.once('exit', resolve));
  clearTimeout(timer);
  stop(); // an extension host that hangs outlives VS Code's server, and spins for ever
  process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
  const counts = readCounts(file);
  if (code !== 0 && counts.failed === 0) {
    console.error(`The ${name} layer ended with exit code ${code}.`);
    counts.failed = 1;
  } else if (counts.passed + counts.failed === 0) {
    console.error(`The ${name} layer ran no test.`);
    counts.failed = 1;
  }
  console.log(
    `${name}: ${sentence(counts).replace(',', ' and')} in ${Math.round((Date.now() - started) / 1000)} s`,
  );
  return counts;
}

function stopGroup(pid) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

function readCounts(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return { passed: 0, failed: 0, skipped: 0 };
  }
}

function sentence({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

const args = process.argv.slice(2);
const firstOption = args.findIndex((arg) => !(arg in LAYERS));
const options = (firstOption < 0 ? [] : args.slice(firstOption)).filter((arg) => arg !== '--');
const asked = firstOption < 0 ? args : args.slice(0, firstOption);
/** The fuzz has no tests to choose from. */
const usual = Object.keys(LAYERS).filter(
  (name) => name !== 'allAgents' && (name !== 'fuzz' || options.length === 0),
);
const layers = asked.length > 0 ? asked : usual;

const total = { passed: 0, failed: 0, skipped: 0 };
const add = (counts) => {
  for (const key of Object.keys(total)) total[key] += counts[key];
};

const dir = mkdtempSync(join(tmpdir(), 'session-tree-test-'));
try {
  if (asked.length === 0) {
    const { status } = spawnSync(process.execPath, ['esbuild.mjs'], { cwd: root, stdio: 'inherit' });
    if (status !== 0) total.failed += 1;
  }
  const before = asked.length === 0 ? sharedBytes() : undefined;
  for (const name of layers) add(await runLayer(name, options, dir));
  if (asked.length === 0) add(checkSharedBytes(before));
} finally {
  rmSync(dir, { recursive: true, force: true });
}
console.log(`\n${sentence(total)}`);
process.exitCode = total.failed > 0 ? 1 : 0;
