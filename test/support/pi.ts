import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { installed, installedOrSkip, type NpmPackage } from './npmPackage.ts';

/** The version that forks are compared with. */
export const PI_VERSION = '1.6.0';

const PACKAGE = '@earendil-works/pi-coding-agent';
const CORE = join(PACKAGE, 'dist/core');
/** 168 MB, so not a dependency of the project. */
export const PI: NpmPackage = {
  ...{ folder: 'pi', name: PACKAGE, version: PI_VERSION },
  witness: join(CORE, 'session-manager.js'),
};

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
 * Pi's own code, installed once into this machine's cache. Skips the
 * test with a line that says why where it cannot be had.
 */
export async function loadPi(context: Mocha.Context): Promise<Pi> {
  return ((await loadPiModule(context, 'session-manager.js')) as { SessionManager: Pi }).SessionManager;
}

/** Another module of Pi's `core` folder. Skips as {@link loadPi} does. */
export async function loadPiModule(context: Mocha.Context, name: string): Promise<unknown> {
  const core = join(installedOrSkip(context, PI), CORE);
  // Its settings and sessions are somewhere else than the user's own.
  process.env['PI_CODING_AGENT_DIR'] ??= mkdtempSync(join(tmpdir(), 'pi-agent-'));
  return import(pathToFileURL(join(core, name)).href);
}

/** Pi's `core` folder, installed when it is not there yet; undefined where it cannot be had. */
export function piCore(): string | undefined {
  const modules = installed(PI);
  return modules === undefined ? undefined : join(modules, CORE);
}
