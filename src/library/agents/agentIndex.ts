import { mapLimit } from '../../core/lib/mapLimit.ts';
import type { AgentPlaces, Whereabouts } from '../../formats/places/place.ts';
import type { FoundRoot } from '../../formats/places/roots.ts';
import { DiskError, type AgentDisk } from './disk.ts';
import type { Matcher } from './matcher.ts';
import { createFolderMemory, walkRoots, type AgentWalk } from './walk.ts';
import type { WhereCache } from './whereCache.ts';
import { readWhereabouts } from './whereabouts.ts';

/** A session file that lies in an agent's own folder. */
export interface AgentFile {
  readonly uri: string;
  readonly path: string;
  readonly agent: AgentPlaces;
  readonly size: number;
  readonly mtime: number;
  readonly where: Whereabouts;
  /** It is about a folder of this workspace. */
  readonly isHere: boolean;
}

/** What cannot be shown of an agent's folder, and why. */
export interface AgentTrouble {
  readonly agent: AgentPlaces;
  /** Absent for what is left out because there is too much. */
  readonly path?: string;
  readonly reason?: string;
  readonly hidden?: AgentWalk['hidden'];
}

export interface WantedAgent {
  readonly agent: AgentPlaces;
  readonly roots: readonly FoundRoot[];
}

export interface AgentIndexOptions {
  readonly disk: AgentDisk;
  /** The agents that are to be looked for, asked at each whole scan. */
  readonly agents: () => readonly WantedAgent[] | Promise<readonly WantedAgent[]>;
  /** For the workspace as it is, asked at each whole scan. */
  readonly matcher: () => Matcher;
  readonly toUri: (path: string) => string;
  readonly cache?: WhereCache | undefined;
  readonly now: () => number;
}

export interface AgentIndex {
  /** By URI. A new map after every scan that found a difference. */
  readonly files: ReadonlyMap<string, AgentFile>;
  readonly troubles: readonly AgentTrouble[];
  /**
   * Looks for files that came, changed or went.
   * @param isWatched files that are asked for their state anew; undefined: all, and everything is matched anew
   */
  scan(isWatched?: (uri: string) => boolean): Promise<AgentChanges>;
}

export interface AgentChanges {
  /** Files came or went, or belong elsewhere, or the troubles are others. */
  readonly isOther: boolean;
  /** URIs of watched files that were written to. */
  readonly changed: readonly string[];
}

const PARALLEL_FILES = 16;

/** Which session files the agents keep on this system. Reads nothing before the first scan; one scan at a time. */
export function createAgentIndex(options: AgentIndexOptions): AgentIndex {
  const list = createFolderMemory(options.disk, options.now);
  let files: ReadonlyMap<string, AgentFile> = new Map<string, AgentFile>();
  let troubles: readonly AgentTrouble[] = [];
  let matcher: Matcher | undefined;
  let agents: readonly WantedAgent[] | undefined;
  return {
    get files() {
      return files;
    },
    get troubles() {
      return troubles;
    },
    async scan(isWatched) {
      if (!isWatched || !matcher) matcher = options.matcher();
      if (!isWatched || !agents) agents = await options.agents();
      const look: Scan = { options, list, matcher, files, isWatched };
      const parts = await Promise.all(agents.map((one) => scanAgent(look, one)));
      const next = new Map<string, AgentFile>();
      for (const file of parts.flatMap(({ found }) => found)) {
        // A folder may be named twice, for two agents: the first one has it.
        if (file && !next.has(file.uri)) next.set(file.uri, file);
      }
      const told = parts.flatMap((part) => part.troubles);
      const written = [...next.values()].filter((file) => isWrittenTo(files.get(file.uri), file));
      const isOther = isOtherSet(files, next) || textOf(told) !== textOf(troubles);
      if (isOther || written.length > 0) files = next;
      troubles = told;
      await options.cache?.save();
      return { isOther, changed: written.map(({ uri }) => uri) };
    },
  };
}

/** One scan. */
interface Scan {
  readonly options: AgentIndexOptions;
  readonly list: ReturnType<typeof createFolderMemory>;
  readonly matcher: Matcher;
  /** As they were before. */
  readonly files: ReadonlyMap<string, AgentFile>;
  /** Undefined: every file is asked for. */
  readonly isWatched: ((uri: string) => boolean) | undefined;
}

async function scanAgent(
  scan: Scan,
  { agent, roots }: WantedAgent,
): Promise<{ found: (AgentFile | undefined)[]; troubles: AgentTrouble[] }> {
  const walk = await walkRoots(scan.list, roots);
  const unreadable = new Map(walk.troubles);
  const found = await mapLimit(walk.files, PARALLEL_FILES, async (path) => {
    try {
      return await look(scan, agent, path);
    } catch (error) {
      if (!(error instanceof DiskError)) throw error;
      if (!error.isMissing) unreadable.set(path, error.message);
      return undefined;
    }
  });
  return { found, troubles: troublesOf(agent, walk, unreadable) };
}

/** What there is to know of one file; undefined while it is empty. @throws DiskError */
async function look(scan: Scan, agent: AgentPlaces, path: string): Promise<AgentFile | undefined> {
  const { options, files, matcher, isWatched } = scan;
  const uri = options.toUri(path);
  const before = files.get(uri);
  if (before && isWatched && !isWatched(uri)) return before;
  const { size, mtime } = await options.disk.stat(path);
  if (size === 0) return undefined;
  if (before && isWatched && before.size === size && before.mtime === mtime) return before;
  const where = await whereOf(options, agent, path, { size, mtime }, before);
  const isHere = await matcher.isHere(where);
  return same(before, { uri, path, agent, size, mtime, where, isHere });
}

async function whereOf(
  { disk, cache }: AgentIndexOptions,
  agent: AgentPlaces,
  path: string,
  stat: { readonly size: number; readonly mtime: number },
  before: AgentFile | undefined,
): Promise<Whereabouts> {
  const isTold = before && (before.where.cwd !== undefined || before.where.hash !== undefined);
  if (before && isTold && stat.size >= before.size) return before.where;
  if (before?.size === stat.size && before.mtime === stat.mtime) return before.where;
  const known = await cache?.recall(path, stat);
  if (known) return known;
  const where = await readWhereabouts(agent, path, disk);
  await cache?.remember(path, stat, where);
  return where;
}

function same(before: AgentFile | undefined, file: AgentFile): AgentFile {
  const isSame =
    before?.size === file.size &&
    before.mtime === file.mtime &&
    before.isHere === file.isHere &&
    before.where.cwd === file.where.cwd &&
    before.where.hash === file.where.hash;
  return isSame ? before : file;
}

function isWrittenTo(before: AgentFile | undefined, file: AgentFile): boolean {
  return before !== undefined && (before.size !== file.size || before.mtime !== file.mtime);
}

function isOtherSet(before: ReadonlyMap<string, AgentFile>, next: ReadonlyMap<string, AgentFile>): boolean {
  if (before.size !== next.size) return true;
  for (const [uri, file] of next) {
    const known = before.get(uri);
    if (!known || known.isHere !== file.isHere || known.where.cwd !== file.where.cwd) return true;
  }
  return false;
}

function troublesOf(
  agent: AgentPlaces,
  { hidden }: AgentWalk,
  unreadable: ReadonlyMap<string, string>,
): AgentTrouble[] {
  const told = [...unreadable].map(([path, reason]): AgentTrouble => ({ agent, path, reason }));
  return hidden.files + hidden.folders === 0 ? told : [...told, { agent, hidden }];
}

/** To be compared. */
function textOf(troubles: readonly AgentTrouble[]): string {
  return JSON.stringify(
    troubles.map(({ agent, path, reason, hidden }) => [
      agent.id,
      path,
      reason,
      hidden?.files,
      hidden?.folders,
    ]),
  );
}
