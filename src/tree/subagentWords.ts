import { l10n } from 'vscode';
import { number } from './words.ts';
import type { SessionSubagents } from '../sessions/subagents/subagentSessions.ts';

// Numbers with their nouns. Each text stands in a call of its own, where `npm run l10n` finds it.

export const subagents = (n: number): string =>
  n === 1 ? l10n.t('1 subagent') : l10n.t('{0} subagents', number(n));
export const withoutCall = (n: number): string =>
  n === 1 ? l10n.t('1 subagent without its call') : l10n.t('{0} subagents without their calls', number(n));

/** What is said of files that were not looked into, and of entries that were not searched for calls. */
export function subagentNotices({ unlisted, unsearched }: SessionSubagents): string[] {
  return [
    ...(unlisted > 0
      ? [l10n.t('{0} more files or folders of subagents are not shown.', number(unlisted))]
      : []),
    ...(unsearched > 0
      ? [
          l10n.t(
            'The calls may stand in {0} entries that were not searched: they are too large or too many.',
            number(unsearched),
          ),
        ]
      : []),
  ];
}
