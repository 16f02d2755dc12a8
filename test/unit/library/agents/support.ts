import { createHash } from 'node:crypto';
import { inEnglish } from '../../../../src/core/translate.ts';
import { toDisposable } from '../../../../src/core/lib/disposables.ts';
import { AGENT_PLACES } from '../../../../src/formats/places/list.ts';
import { rootsOf, type PlaceSystem } from '../../../../src/formats/places/roots.ts';
import { createAgentIndex } from '../../../../src/library/agents/agentIndex.ts';
import { createAgentSessions } from '../../../../src/library/agents/agentSessions.ts';
import { createMatcher } from '../../../../src/library/agents/matcher.ts';
import type { PathRules } from '../../../../src/library/agents/paths.ts';
import type { WhereCache } from '../../../../src/library/agents/whereCache.ts';
import { CHANGE_MS, createLibrary } from '../../../../src/library/model.ts';
import type { FileEvent } from '../../../../src/library/source.ts';
import { createGlances } from '../../../../src/sessions/glances.ts';
import { probe } from '../../../../src/sessions/probe.ts';
import type { SessionListItem } from '../../../../src/sessions/library.ts';
import { quiet } from '../../sessions/fakes.ts';
import { registryOf, setUp as setUpFiles } from '../../sessions/support.ts';
import { fakeDisk } from './diskFake.ts';

const RULES: PathRules = { isWindows: false, ignoreCase: false };
export const HOME = '/home/me';

export const line = (value: unknown): string => `${JSON.stringify(value)}\n`;

/** A session of Claude Code about a folder. */
export function claude(cwd: string, text = 'hello'): string {
  const base = { sessionId: 's', cwd, timestamp: '2026-11-30T10:00:00.000Z', isSidechain: false };
  return line({
    ...base,
    type: 'user',
    uuid: 'u',
    parentUuid: null,
    message: { role: 'user', content: text },
  });
}

/** A session of Pi about a folder. */
export function pi(cwd: string, text = 'hello'): string {
  const timestamp = '2026-11-30T10:00:00.000Z';
  const header = { type: 'session', version: 3, id: 'p', timestamp, cwd };
  const entry = {
    type: 'message',
    id: 'a',
    parentId: null,
    timestamp,
    message: { role: 'user', content: text },
  };
  return line(header) + line(entry);
}

export interface Over {
  readonly folders?: readonly string[];
  readonly cache?: WhereCache;
  readonly hide?: readonly string[];
}

/** Everything but VS Code: a disk in memory, the index over it, the groups over that. */
export function setUp({ folders = ['/w/proj'], cache, hide = [] }: Over = {}) {
  const setup = setUpFiles();
  const { files, scheduler, errors } = setup;
  const fake = fakeDisk();
  const registry = registryOf(setup);
  const state = { folders, hide, shows: true, rules: (): void => undefined };
  const system: PlaceSystem = { platform: 'linux', home: HOME, editor: undefined, variable: () => undefined };
  const watched = new Map<string, (event: FileEvent) => void>();
  const own: { items: SessionListItem[]; changed: () => void } = { items: [], changed: () => undefined };
  const index = createAgentIndex({
    disk: fake.disk,
    agents: () =>
      AGENT_PLACES.filter(({ id }) => !state.hide.includes(id)).map((agent) => ({
        agent,
        roots: rootsOf(agent, system),
      })),
    matcher: () =>
      createMatcher({
        disk: fake.disk,
        rules: RULES,
        folders: state.folders,
        sha256: (text) => createHash('sha256').update(text).digest('hex'),
      }),
    toUri: (path) => `mem:${path}`,
    now: () => scheduler.now(),
    ...(cache && { cache }),
  });
  const agents = createAgentSessions({
    index,
    library: (source) =>
      createLibrary({
        ...{ source, registry, scheduler, autoReadBytes: 0 },
        glance: createGlances(files, undefined),
        probe: (uri, stat) => probe(files, uri, stat),
        onError: (error) => errors.push(error),
      }),
    own: {
      get items() {
        return own.items;
      },
      onDidChange: (listener) => {
        own.changed = listener;
        return toDisposable(() => undefined);
      },
    },
    rules: RULES,
    scheduler,
    t: inEnglish,
    showsProjects: () => state.shows,
    watchFolder: (path, tell) => {
      watched.set(path, tell);
      return toDisposable(() => watched.delete(path));
    },
    onRules: (run) => {
      state.rules = run;
      return toDisposable(() => undefined);
    },
    onError: (error) => errors.push(error),
  });
  /** Writes a file on the disk, some ms ago. */
  const put = (path: string, text: string, age = 600_000): void => {
    const mtime = scheduler.now() - age;
    fake.write(path, text, mtime);
    files.write(`mem:${path}`, text, mtime);
  };
  const remove = (path: string): void => {
    fake.remove(path);
    files.remove(`mem:${path}`);
  };
  return { ...setup, fake, index, agents, own, put, remove, state, watched };
}

export type AgentSetup = ReturnType<typeof setUp>;

/** Groups with their rows, projects with their counts. */
export function drawn({ agents }: AgentSetup): string[] {
  const names = (items: readonly SessionListItem[]): string => items.map(({ name }) => name).join(' ');
  return [
    ...agents.groups.map(({ title, items }) => `${title}: ${names(items)}`),
    ...agents.projects.map(
      ({ title, count, items }) => `(${title}) ${count}${items.length > 0 ? `: ${names(items)}` : ''}`,
    ),
    ...agents.notices.map(({ text }) => `! ${text}`),
  ];
}

export async function settle({ scheduler }: Pick<AgentSetup, 'scheduler'>, ms = CHANGE_MS): Promise<void> {
  await quiet(100);
  await scheduler.advance(ms);
  await quiet(100);
}
