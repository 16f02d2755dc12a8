import { ThemeColor, ThemeIcon } from 'vscode';
import type { EntryKind, Role } from '../core/entry.ts';
import type { Severity } from '../core/problem.ts';

const ROLES: Readonly<Record<Role, string>> = {
  user: 'account',
  assistant: 'sparkle',
  toolResult: 'tools',
  system: 'settings-gear',
  bash: 'terminal',
  custom: 'extensions',
  other: 'comment',
};

const KINDS: Readonly<Record<EntryKind, string>> = {
  message: 'comment',
  customMessage: 'extensions',
  compaction: 'fold',
  branchSummary: 'note',
  modelChange: 'circuit-board',
  thinkingLevelChange: 'lightbulb',
  label: 'tag',
  sessionName: 'pencil',
  contextEdit: 'edit',
  usage: 'graph',
  custom: 'json',
  metadata: 'json',
  echo: 'json',
  unknown: 'question',
};

/** Colours only repeat what words and shapes say already. */
const ACTIVE = new ThemeColor('charts.blue');
const ERROR = new ThemeColor('list.errorForeground');
const WARNING = new ThemeColor('list.warningForeground');

export function entryIcon(kind: EntryKind, role: Role | null, active: boolean, failed: boolean): ThemeIcon {
  const name = kind === 'message' && role ? ROLES[role] : KINDS[kind];
  return new ThemeIcon(name, failed ? ERROR : active ? ACTIVE : undefined);
}

export function sessionIcon(severity: Severity | undefined, unreadable: boolean, pinned = false): ThemeIcon {
  if (unreadable || severity === 'error') return new ThemeIcon('error', ERROR);
  if (severity === 'warning') return new ThemeIcon('warning', WARNING);
  return new ThemeIcon(severity === 'information' ? 'info' : pinned ? 'pinned' : 'comment-discussion');
}

/** A subagent's session: the worst of its problems goes before what it is. */
export function subagentIcon(severity: Severity | undefined, unreadable: boolean): ThemeIcon {
  const isHarmless = severity === undefined || severity === 'information';
  return isHarmless && !unreadable ? sideIcon : sessionIcon(severity, unreadable);
}

export const branchIcon = new ThemeIcon('git-branch');
/** A helper's own conversation. */
export const sideIcon = new ThemeIcon('type-hierarchy-sub');
export const onwardIcon = new ThemeIcon('arrow-down', ACTIVE);
export const restIcon = new ThemeIcon('arrow-down');
export const islandIcon = new ThemeIcon('debug-disconnect', WARNING);
export const islandsIcon = new ThemeIcon('layers');
export const gapIcon = new ThemeIcon('debug-disconnect', WARNING);
export const moreIcon = new ThemeIcon('ellipsis');
/** Of agents' own folders. */
export const agentIcon = new ThemeIcon('hubot');
export const projectIcon = new ThemeIcon('folder');
export const projectsIcon = new ThemeIcon('folder-library');
export const noticeIcon = new ThemeIcon('info');
