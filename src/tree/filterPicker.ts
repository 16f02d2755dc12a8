import { l10n, window, type QuickPickItem } from 'vscode';
import { OUTLINE_FILTERS, type OutlineFilter } from '../core/outline/outlineFilter.ts';

interface FilterItem extends QuickPickItem {
  readonly filter: OutlineFilter;
}

/** A filter's name for people. */
export function filterName(filter: OutlineFilter): string {
  switch (filter) {
    case 'default':
      return l10n.t('Default');
    case 'no-tools':
      return l10n.t('No tools');
    case 'user-only':
      return l10n.t('User only');
    case 'labelled-only':
      return l10n.t('Labelled only');
    case 'all':
      return l10n.t('All');
  }
}

function detail(filter: OutlineFilter): string {
  switch (filter) {
    case 'default':
      return l10n.t(
        'Messages, summaries and compactions; no settings, labels, or assistant messages that only call tools',
      );
    case 'no-tools':
      return l10n.t('As default, without tool results');
    case 'user-only':
      return l10n.t('Only what the user wrote');
    case 'labelled-only':
      return l10n.t('Only entries that carry a label');
    case 'all':
      return l10n.t('Every entry');
  }
}

/** Asks which entries to show; undefined when the user left. */
export async function pickFilter(current: OutlineFilter): Promise<OutlineFilter | undefined> {
  const items = OUTLINE_FILTERS.map((filter): FilterItem => {
    const icon = filter === current ? '$(check)' : '$(blank)';
    return { label: `${icon} ${filterName(filter)}`, detail: detail(filter), filter };
  });
  const picked = await window.showQuickPick(items, {
    title: l10n.t('Which entries to show'),
    placeHolder: l10n.t('Now: {0}', filterName(current)),
    matchOnDetail: true,
  });
  return picked?.filter;
}
