// Other programs that read the same files, from npm and from this machine: fetched once into the cache, versions pinned.
// What cannot be had is left out with a line that says so.
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cache as shared } from '../../../scripts/lib/paths.mjs';
import { piCore, PI_VERSION } from '../../support/pi.ts';
import { bundle, cache, cached } from './files.ts';
import { runScript, type Candidate } from './rounds.ts';

const DUCKDB = '@duckdb/node-api@1.5.6-r.1';
/** The package of the native program for this kind of machine. */
const CCUSAGE = `@ccusage/ccusage-${process.platform}-${process.arch}@20.0.24`;
const INSTALL_MS = 240_000;

export interface Peer extends Candidate {
  readonly title: string;
  /** Its CPU time is that of the whole program, and is held against our whole process. */
  readonly isWhole: boolean;
}

type Make = (file: string) => Peer | undefined;

const PEERS: Readonly<Record<string, Make>> = {
  pi(file) {
    const core = piCore();
    if (core === undefined) return leftOut(`Pi ${PI_VERSION}`);
    const script = bundle('peerCandidate.ts');
    // Opening a file may write to it: it gets one of its own.
    const copy = join(cache, 'pi-copy.jsonl');
    const run = () => {
      copyFileSync(file, copy);
      const figures = runScript(
        script,
        ['pi', pathToFileURL(join(core, 'session-manager.js')).href, copy],
        true,
      );
      rmSync(copy);
      return figures;
    };
    return { name: 'pi', title: `Pi ${PI_VERSION}, SessionManager.open`, isWhole: false, run };
  },
  duckdb(file) {
    const home = installed(DUCKDB);
    if (home === undefined) return leftOut(DUCKDB);
    const script = bundle('peerCandidate.ts');
    const run = () => runScript(script, ['duckdb', home, file], true);
    return { name: 'duckdb', title: 'DuckDB 1.5.6, read_ndjson, 5 columns', isWhole: false, run };
  },
  ccusage(file) {
    const home = installed(CCUSAGE);
    if (home === undefined) return leftOut(CCUSAGE);
    const program = join(home, 'node_modules', CCUSAGE.slice(0, CCUSAGE.lastIndexOf('@')), 'bin/ccusage');
    chmodSync(program, 0o755);
    const folder = join(cache, 'ccusage');
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(join(folder, 'projects/one'), { recursive: true });
    linkSync(file, join(folder, 'projects/one/5f0c6f3e-7d2c-4b3a-9a53-0123456789ab.jsonl'));
    const command = [`CLAUDE_CONFIG_DIR=${folder}`, program, 'claude', 'daily', '--offline', '--json'];
    return external('ccusage', 'ccusage 20.0.24 (native), whole program', command);
  },
  jq(file) {
    const { stdout, status } = spawnSync('jq', ['--version'], { encoding: 'utf8' });
    if (status !== 0) return leftOut('jq');
    return external('jq', `${stdout.trim().replace('-', ' ')}, whole program`, [
      'jq',
      '-c',
      '.id',
      withoutHalves(file),
    ]);
  },
};

/** The peers of these names that can be had, for this file. */
export function peers(names: readonly string[], file: string): Peer[] {
  return names.flatMap((name) => PEERS[name]?.(file) ?? []);
}

function leftOut(what: string): undefined {
  console.log(`left out: ${what} cannot be had here (no network, or not for this machine)`);
}

/** A program that is started anew each time. */
function external(name: string, title: string, command: readonly string[]): Peer | undefined {
  if (!existsSync('/proc/self/stat')) return leftOut(`${name}: without /proc its CPU time is not known, it`);
  const script = bundle('external.ts');
  return { name, title, isWhole: true, run: () => runScript(script, command, true) };
}

/** The folder in which a package is installed; undefined where that fails. */
function installed(spec: string): string | undefined {
  const home = join(shared, `bench-${spec.replace(/^@/, '').replace(/[/@]/g, '-')}`);
  if (existsSync(home)) return home;
  console.log(`installing ${spec} into ${home}, once …`);
  mkdirSync(shared, { recursive: true });
  const folder = mkdtempSync(`${home}.`);
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--silent'];
  const { status } = spawnSync('npm', ['install', ...options, spec], { cwd: folder, timeout: INSTALL_MS });
  if (status === 0 && !existsSync(home)) renameSync(folder, home);
  else rmSync(folder, { recursive: true, force: true });
  return existsSync(home) ? home : undefined;
}

/** The file without the lines at which jq stops: those with half a character, which JSON allows. */
function withoutHalves(file: string): string {
  return cached(`halves-${String(file.split(/[\\/]/).at(-1))}`, (path) => {
    const lines = readFileSync(file, 'latin1').split('\n');
    writeFileSync(path, lines.filter((line) => !/\\ud[89a-f]/i.test(line)).join('\n'), 'latin1');
  });
}
