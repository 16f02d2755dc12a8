import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

const CACHE = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'session-tree');
const INSTALL_MS = 240_000;

/** A package that tests run and the project does not depend on: agents are hundreds of megabytes. */
export interface NpmPackage {
  /** The folder's name in the cache, without the version. */
  readonly folder: string;
  readonly name: string;
  readonly version: string;
  /** A file under `node_modules` that is there once it is installed. */
  readonly witness: string;
  /** More options for npm. */
  readonly options?: readonly string[];
}

/** The package's `node_modules` in this machine's cache, installed once; undefined where it cannot be had. */
export function installed(wanted: NpmPackage): string | undefined {
  const home = homeOf(wanted);
  const modules = join(home, 'node_modules');
  const isThere = () => existsSync(join(modules, wanted.witness));
  if (!isThere()) install(wanted, home);
  return isThere() ? modules : undefined;
}

/** {@link installed}; skips the test with a line that says why where the package cannot be had. */
export function installedOrSkip(context: Mocha.Context, wanted: NpmPackage): string {
  const modules = installed(wanted);
  if (modules === undefined) {
    const { name, version } = wanted;
    console.log(`      skipped: npm could not install ${name}@${version} into ${homeOf(wanted)} (offline?)`);
    context.skip();
  }
  return modules;
}

function homeOf({ folder, version }: NpmPackage): string {
  return join(CACHE, `${folder}-${version}`);
}

/** Into a folder of its own, which then gets the name: two test runs at once do not meet. */
function install({ name, version, options = [] }: NpmPackage, home: string): void {
  console.log(`      installing ${name}@${version} into ${home}, once …`);
  mkdirSync(dirname(home), { recursive: true });
  const folder = mkdtempSync(`${home}.`);
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  const usual = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=silent'];
  const arguments_ = ['install', ...usual, ...options, `${name}@${version}`];
  const { status } = spawnSync('npm', arguments_, { cwd: folder, stdio: 'ignore', timeout: INSTALL_MS });
  try {
    if (status === 0) renameSync(folder, home);
  } catch {
    // Another run was first.
  }
  rmSync(folder, { recursive: true, force: true });
}
