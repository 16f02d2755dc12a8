import { l10n } from 'vscode';
import type { EntryKind, Role } from '../core/entry.ts';
import { readableUsage } from '../core/usage/usageText.ts';
import { telling } from '../ui/telling.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long ago a time is, in the few letters of a list: `now`, `5 min`, `2 h`, `3 d`, `2 mo`, `1 y`. */
export function age(time: number, now = Date.now()): string {
  const past = Math.max(0, now - time);
  if (past < MINUTE) return l10n.t('now');
  if (past < HOUR) return l10n.t('{0} min', Math.floor(past / MINUTE));
  if (past < DAY) return l10n.t('{0} h', Math.floor(past / HOUR));
  if (past < 60 * DAY) return l10n.t('{0} d', Math.floor(past / DAY));
  if (past < 730 * DAY) return l10n.t('{0} mo', Math.floor(past / (30 * DAY)));
  return l10n.t('{0} y', Math.floor(past / (365 * DAY)));
}

/** A number, a size of a file, a time of day, a whole time: as everywhere else. */
export const { number, bytes, clock, moment } = telling;

/** An entry's text, the numbers of its usage as people read them. */
export function textOf(kind: EntryKind, { text }: { readonly text: string }): string {
  return kind === 'usage' || kind === 'echo' ? readableUsage(text, number) : text;
}

// Numbers with their nouns. Each text stands in a call of its own, where `npm run l10n` finds it.

export const messages = (n: number): string =>
  n === 1 ? l10n.t('1 message') : l10n.t('{0} messages', number(n));
export const branches = (n: number): string =>
  n === 1 ? l10n.t('1 branch') : l10n.t('{0} branches', number(n));
export const entries = (n: number): string =>
  n === 1 ? l10n.t('1 entry') : l10n.t('{0} entries', number(n));
export const problems = (n: number): string =>
  n === 1 ? l10n.t('1 problem') : l10n.t('{0} problems', number(n));
export const toolCalls = (n: number): string =>
  n === 1 ? l10n.t('1 tool call') : l10n.t('{0} tool calls', number(n));
export const matches = (n: number): string =>
  n === 1 ? l10n.t('1 match') : l10n.t('{0} matches', number(n));
export const beginnings = (n: number): string =>
  n === 1 ? l10n.t('1 other beginning') : l10n.t('{0} other beginnings', number(n));
export const sessions = (n: number): string =>
  n === 1 ? l10n.t('1 session') : l10n.t('{0} sessions', number(n));
export const projects = (n: number): string =>
  n === 1 ? l10n.t('1 project') : l10n.t('{0} projects', number(n));
export const sessionsWithErrors = (n: number): string =>
  n === 1 ? l10n.t('1 session has errors') : l10n.t('{0} sessions have errors', number(n));

/** The parts that are not empty, as a description shows them. */
export function joined(parts: readonly (string | undefined)[]): string {
  return parts.filter(Boolean).join(' · ');
}

/** Who speaks or what it is, for a screen reader and a search. */
export function speaker(kind: EntryKind, role: Role | null): string {
  switch (kind) {
    case 'message':
      return roleName(role);
    case 'customMessage':
      return l10n.t('extension message');
    case 'compaction':
      return l10n.t('compaction');
    case 'branchSummary':
      return l10n.t('branch summary');
    case 'modelChange':
      return l10n.t('model change');
    case 'thinkingLevelChange':
      return l10n.t('thinking level');
    case 'label':
      return l10n.t('label');
    case 'sessionName':
      return l10n.t('session name');
    case 'contextEdit':
      return l10n.t('context edit');
    case 'usage':
      return l10n.t('usage');
    case 'custom':
      return l10n.t('extension data');
    case 'metadata':
      return l10n.t('metadata');
    case 'echo':
      return l10n.t('said again');
    case 'unknown':
      return l10n.t('unknown record');
  }
}

function roleName(role: Role | null): string {
  switch (role) {
    case 'user':
      return l10n.t('user');
    case 'assistant':
      return l10n.t('assistant');
    case 'toolResult':
      return l10n.t('tool result');
    case 'system':
      return l10n.t('system');
    case 'bash':
      return l10n.t('user command');
    case 'custom':
      return l10n.t('extension message');
    case 'other':
    case null:
      return l10n.t('message');
  }
}
