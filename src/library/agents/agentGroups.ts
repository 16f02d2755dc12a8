import type { AgentNotice, SessionGroup } from '../../sessions/agentSessions.ts';
import type { SessionListItem } from '../../sessions/library.ts';
import type { Translate } from '../../core/translate.ts';
import type { AgentFile, AgentTrouble } from './agentIndex.ts';
import { comparable, normalPath, type PathRules } from './paths.ts';

/** Files by the group that they are in. */
export interface Grouping {
  readonly groups: ReadonlyMap<string, readonly AgentFile[]>;
  readonly projects: ReadonlyMap<string, readonly AgentFile[]>;
  /** Key by URI. */
  readonly keys: ReadonlyMap<string, string>;
}

/** @param isOwn files that the workspace lists itself: they are in no group */
export function grouped(
  files: Iterable<AgentFile>,
  rules: PathRules,
  isOwn: (uri: string) => boolean,
): Grouping {
  const groups = new Map<string, AgentFile[]>();
  const projects = new Map<string, AgentFile[]>();
  const keys = new Map<string, string>();
  for (const file of files) {
    if (isOwn(file.uri)) continue;
    const key = file.isHere ? `agent:${file.agent.id}` : projectKey(file, rules);
    const lists = file.isHere ? groups : projects;
    const list = lists.get(key);
    if (list) list.push(file);
    else lists.set(key, [file]);
    keys.set(file.uri, key);
  }
  return { groups, projects, keys };
}

/** Sessions that name no folder are together by their agent; those that name but a hash, by that. */
function projectKey({ agent, where: { cwd, hash } }: AgentFile, rules: PathRules): string {
  if (cwd !== undefined) return `project:${comparable(cwd, rules)}`;
  return hash === undefined ? `none:${agent.id}` : `hash:${agent.id}:${hash}`;
}

export type ItemsByGroup = ReadonlyMap<string, readonly SessionListItem[]>;

/** The library's items by group, in the library's order. */
export function itemsByGroup(items: readonly SessionListItem[], { keys }: Grouping): ItemsByGroup {
  const byGroup = new Map<string, SessionListItem[]>();
  for (const item of items) {
    const key = keys.get(item.uri);
    if (key === undefined) continue;
    const list = byGroup.get(key);
    if (list) list.push(item);
    else byGroup.set(key, [item]);
  }
  return byGroup;
}

/** Groups of this workspace: those that turned out to have a session. */
export function agentGroups({ groups }: Grouping, items: ItemsByGroup): SessionGroup[] {
  const made = [...groups].flatMap(([key, files]): SessionGroup[] => {
    const listed = items.get(key) ?? [];
    const [first] = files;
    if (!first || listed.length === 0) return [];
    return [{ key, title: first.agent.title, items: listed, count: listed.length, newest: newestOf(files) }];
  });
  return made.sort(byTime);
}

/** @param isOpen whether the project's sessions are listed */
export function projectGroups(
  { projects }: Grouping,
  items: ItemsByGroup,
  rules: PathRules,
  t: Translate,
  isOpen: (key: string) => boolean,
): SessionGroup[] {
  const made = [...projects].map(([key, files]): SessionGroup => {
    const listed = isOpen(key) ? (items.get(key) ?? []) : [];
    return { key, ...nameOf(files, rules, t), items: listed, count: files.length, newest: newestOf(files) };
  });
  return made.sort(byTime);
}

function nameOf(
  files: readonly AgentFile[],
  rules: PathRules,
  t: Translate,
): Pick<SessionGroup, 'title' | 'path'> {
  const [first] = files;
  const { cwd, hash } = first?.where ?? {};
  const agent = first?.agent.title ?? '';
  if (cwd !== undefined) {
    const path = normalPath(cwd, rules);
    return { title: path.slice(path.lastIndexOf('/') + 1) || path, path: cwd };
  }
  return {
    title:
      hash === undefined
        ? t('{0}, folder not recorded', agent)
        : t('{0}, folder {1}', agent, hash.slice(0, 8)),
  };
}

function newestOf(files: readonly AgentFile[]): number {
  return files.reduce((newest, { mtime }) => Math.max(newest, mtime), 0);
}

function byTime(a: SessionGroup, b: SessionGroup): number {
  return b.newest - a.newest || (a.key < b.key ? -1 : 1);
}

/** So many unreadable places are told one by one; the others as a number. */
const MAX_TROUBLES = 5;

/** What people are told of troubles. */
export function noticesOf(troubles: readonly AgentTrouble[], t: Translate): AgentNotice[] {
  const unreadable = troubles.filter(({ path }) => path !== undefined);
  const notices = unreadable.slice(0, MAX_TROUBLES).map(({ agent, path = '', reason = '' }): AgentNotice => {
    return { key: `path:${path}`, text: t('{0}: {1} cannot be read ({2})', agent.title, path, reason) };
  });
  const more = unreadable.length - notices.length;
  if (more > 0)
    notices.push({ key: 'more', text: t('{0} more files and folders of agents cannot be read', more) });
  for (const { agent, hidden } of troubles) {
    if (!hidden) continue;
    const text = t(
      '{0}: too many to list; {1} files are left out, and {2} folders were not looked into',
      ...[agent.title, hidden.files, hidden.folders],
    );
    notices.push({ key: `hidden:${agent.id}`, text });
  }
  return notices;
}
