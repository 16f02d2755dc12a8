import { Disposable, l10n, window, type QuickPick, type QuickPickItem } from 'vscode';
import type { Session } from '../sessions/session.ts';
import { oneLine } from '../core/text/oneLine.ts';
import { callsLine } from '../core/text/preview.ts';
import { log } from '../ui/log.ts';
import { FindIndex, type Match } from './findIndex.ts';
import { entryIcon } from './icons.ts';
import * as words from './words.ts';

/** Units of the session's title in the picker's. */
const TITLE_LENGTH = 40;
/** Typing is followed after this pause, in ms. */
const PAUSE_MS = 120;

interface EntryPick extends QuickPickItem {
  readonly row: number;
}

/** Asks for an entry of a session by words of it. Undefined when the user left. */
export function findEntry(session: Session): Promise<number | undefined> {
  const pick = window.createQuickPick<EntryPick>();
  const index = new FindIndex(session, ({ kind, role }) => words.speaker(kind, role));
  pick.placeholder = l10n.t(
    'Words that must all occur: text, tool calls and their arguments, labels, who speaks',
  );
  let done = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const show = (): void => {
    timer = undefined;
    if (!done) showMatches(pick, index, session);
  };
  const later = (): void => {
    timer ??= setTimeout(show, PAUSE_MS);
  };
  pick.busy = true;
  index
    .load(() => done, later)
    .catch((error: unknown) => log().error(error instanceof Error ? error : String(error)))
    .finally(() => {
      pick.busy = false;
    });
  return new Promise((resolve) => {
    const end = (row: number | undefined): void => {
      if (done) return;
      done = true;
      clearTimeout(timer);
      own.dispose();
      resolve(row);
    };
    const own = Disposable.from(
      pick,
      pick.onDidChangeValue(later),
      pick.onDidAccept(() => {
        const row = pick.activeItems[0]?.row;
        if (row !== undefined) end(row);
      }),
      pick.onDidHide(() => {
        end(undefined);
      }),
    );
    pick.show();
  });
}

function showMatches(pick: QuickPick<EntryPick>, index: FindIndex, session: Session): void {
  const { matches, hidden } = index.search(pick.value);
  const active = pick.activeItems[0]?.row;
  const items = matches.map((match) => entryPick(match, session));
  pick.title = words.joined([
    l10n.t('Find in "{0}"', oneLine(session.snapshot.title, TITLE_LENGTH)),
    hidden > 0
      ? l10n.t('the newest {0} of {1} matches', matches.length, words.number(matches.length + hidden))
      : words.matches(matches.length),
    index.isLoading
      ? l10n.t('{0} of {1} entries read', words.number(index.read), words.number(index.total))
      : undefined,
    index.beyond > 0
      ? l10n.t('the oldest {0} entries are not searched', words.number(index.beyond))
      : undefined,
  ]);
  pick.items = items;
  const again = items.find(({ row }) => row === active);
  if (again) pick.activeItems = [again];
}

/** `alwaysShow`: what matches is decided here, by words, and not by VS Code's scattered letters. */
function entryPick({ preview, label }: Match, { snapshot: { table } }: Session): EntryPick {
  const { row, kind, role, text, calls } = preview;
  const detail = calls.length > 0 && text !== callsLine(calls) ? calls.join(' · ') : undefined;
  return {
    row,
    label: plain(text),
    description: words.joined([
      label === undefined ? undefined : `[${plain(label)}]`,
      l10n.t('line {0}', table.line(row)),
      words.clock(table.timestamp(row)),
    ]),
    ...(detail === undefined ? {} : { detail: plain(detail) }),
    iconPath: entryIcon(kind, role, false, preview.mark !== undefined),
    alwaysShow: true,
  };
}

/** A file's text cannot draw icons: `$(name)` is markup in a pick's label. */
function plain(text: string): string {
  return text.replaceAll('$(', '$\u200b(');
}
