import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The version that forks are compared with. */
export const PI_VERSION = '1.6.0';

const PACKAGE = '@earendil-works/pi-coding-agent';
const CACHE = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'session-tree');
const HOME = join(CACHE, `pi-${PI_VERSION}`);
const CODE = join(HOME, 'node_modules', PACKAGE, 'dist/core');
const MODULE = join(CODE, 'session-manager.js');
const INSTALL_MS = 240_000;

/** An entry as Pi's own code holds it. */
export type PiEntry = Record<string, unknown> & { readonly type: string; readonly id: string };

/** What the tests use of Pi's SessionManager. Opening a file may write to it: give it copies only. */
export interface PiManager {
  getHeader(): Record<string, unknown> | null;
  getEntries(): PiEntry[];
  getBranch(id?: string): PiEntry[];
  getLeafId(): string | null;
  getLabel(id: string): string | undefined;
  getSessionFile(): string | undefined;
  buildSessionContext(): { messages: unknown[]; thinkingLevel: string; model: unknown };
  getTree(): PiTreeNode[];
  /** Moves the leaf, in memory only. */
  branch(id: string): void;
  /** Writes the fork and goes on in it. */
  createBranchedSession(leafId: string): string | undefined;
  appendMessage(message: unknown): string;
}

export interface PiTreeNode {
  readonly entry: PiEntry;
  readonly children: PiTreeNode[];
  readonly label?: string;
}

export interface Pi {
  open(path: string): PiManager;
}

/**
 * Pi's own code, installed once into this machine's cache (168 MB, so not a dependency of the project). Skips the
 * test with a line that says why where it cannot be had.
 */
export async function loadPi(context: Mocha.Context): Promise<Pi> {
  return ((await loadPiModule(context, 'session-manager.js')) as { SessionManager: Pi }).SessionManager;
}

/** Another module of Pi's `core` folder. Skips as {@link loadPi} does. */
export async function loadPiModule(context: Mocha.Context, name: string): Promise<unknown> {
  const core = piCore();
  if (core === undefined) {
    console.log(`      skipped: npm could not install ${PACKAGE}@${PI_VERSION} into ${HOME} (offline?)`);
    context.skip();
  }
  // Its settings and sessions are somewhere else than the user's own.
  process.env['PI_CODING_AGENT_DIR'] ??= mkdtempSync(join(tmpdir(), 'pi-agent-'));
  return import(pathToFileURL(join(core, name)).href);
}

/** Pi's `core` folder, installed when it is not there yet; undefined where it cannot be had. */
export function piCore(): string | undefined {
  if (!existsSync(MODULE)) install();
  return existsSync(MODULE) ? CODE : undefined;
}

/** Into a folder of its own, which then gets the name: two test runs at once do not meet. */
function install(): void {
  console.log(`      installing ${PACKAGE}@${PI_VERSION} into ${HOME}, once …`);
  mkdirSync(dirname(HOME), { recursive: true });
  const folder = mkdtempSync(`${HOME}.`);
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const arguments_ = ['install', ...options, `${PACKAGE}@${PI_VERSION}`];
  const { status } = spawnSync('npm', arguments_, { cwd: folder, stdio: 'inherit', timeout: INSTALL_MS });
  try {
    if (status === 0) renameSync(folder, HOME);
  } catch {
    // Another run was first.
  }
  rmSync(folder, { recursive: true, force: true });
}
