import { l10n } from 'vscode';
import { oneLine } from '../core/text/oneLine.ts';
import type { SessionListItem } from '../sessions/library.ts';
import type { Kin } from '../sessions/lineage/kin.ts';
import type { KinMark, Lineage } from '../sessions/lineage/lineage.ts';
import * as words from './words.ts';

/** What a session's row says of its kin. */
export interface KinWords {
  /** What the row says of where it came from, and of its forks; short. */
  readonly from: readonly string[];
  readonly forks: readonly string[];
  /** Names and values of the tooltip. */
  readonly tooltip: readonly (readonly [name: string, value: string])[];
  readonly hasOrigin: boolean;
  readonly hasForks: boolean;
}

/** Units of another session's title in a row, and how many of them a tooltip names. */
const ROW_TITLE = 30;
const NAMED = 10;

export function kinWords(
  lineage: Pick<Lineage, 'of' | 'titleOf'>,
  item: SessionListItem,
): KinWords | undefined {
  const kin = lineage.of(item.uri);
  const { origin, forks, alike } = kin;
  const title = (one: SessionListItem, length?: number): string => oneLine(lineage.titleOf(one), length);
  const [like] = alike;
  const own = title(item, ROW_TITLE);
  const from = [
    ...(origin ? [origin.item ? forkOf(title(origin.item, ROW_TITLE), own) : missing()] : []),
    ...(!origin && forks.length === 0 && like ? [l10n.t('begins like {0}', title(like, ROW_TITLE))] : []),
  ];
  if (!origin && forks.length === 0 && !like) return undefined;
  const tooltip: [string, string][] = [];
  if (origin?.item) tooltip.push([l10n.t('Forked from'), title(origin.item)]);
  else if (origin) {
    tooltip.push([l10n.t('Forked from a session that is not listed'), oneLine(origin.recorded)]);
  }
  tooltip.push(
    ...named(
      l10n.t('Fork'),
      forks.map((one) => title(one)),
    ),
  );
  tooltip.push(
    ...named(
      l10n.t('Begins like'),
      alike.map((one) => title(one)),
    ),
  );
  const counted = forks.length > 0 ? [forkCount(forks.length)] : [];
  return { from, forks: counted, tooltip, hasOrigin: hasOrigin(kin), hasForks: forks.length > 0 };
}

/** Sessions that begin alike can be gone to as a source can: no file tells which came first. */
function hasOrigin({ origin, alike }: Kin): boolean {
  return origin !== undefined || alike.length > 0;
}

/** The source's title tells nothing beside the same one. */
function forkOf(title: string, own: string): string {
  return title === own ? l10n.t('fork') : l10n.t('fork of {0}', title);
}

function missing(): string {
  return l10n.t('fork of a session that is not listed');
}

function forkCount(count: number): string {
  return count === 1 ? l10n.t('1 fork') : l10n.t('{0} forks', words.number(count));
}

function named(name: string, titles: readonly string[]): [string, string][] {
  const shown = titles.slice(0, NAMED).map((title): [string, string] => [name, title]);
  const more = titles.length - shown.length;
  return more > 0 ? [...shown, [name, l10n.t('{0} more', words.number(more))]] : shown;
}

/** What an entry's row says of the sessions that part from it there. */
export function markWords({ kind, title }: KinMark): string {
  const name = oneLine(title, ROW_TITLE);
  if (kind === 'fork') return l10n.t('forked from here: {0}', name);
  return kind === 'origin' ? l10n.t('forked from {0}', name) : l10n.t('parts from {0}', name);
}
