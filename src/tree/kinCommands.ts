import { commands, l10n, window, type Disposable } from 'vscode';
import { fileName } from '../core/text/fileName.ts';
import { oneLine } from '../core/text/oneLine.ts';
import type { KinMark, Lineage } from '../sessions/lineage/lineage.ts';
import { selected, told, type CommandServices } from './commands.ts';
import { reveal } from './reveal.ts';
import { targetOf, type Target } from './target.ts';

interface KinServices extends CommandServices {
  readonly lineage: Lineage;
}

/**
 * `sessionTree.openOrigin` goes to the session that one was forked from (or that begins alike), `sessionTree.openForks`
 * to one that was forked from it: to the entry where they part. Argument: a node of the view or `{ uri, row? }`; with a
 * row, only sessions that part there.
 */
export function registerKinCommands(services: KinServices): Disposable[] {
  const register = (name: string, run: (target: Target) => Promise<unknown>): Disposable =>
    commands.registerCommand(`sessionTree.${name}`, (argument: unknown) =>
      told(async () => {
        const target = targetOf(argument) ?? selected(services) ?? services.activeEntry();
        if (target) await run(target);
      }),
    );
  return [
    register('openOrigin', async (target) => {
      const { origin } = services.lineage.of(target.uri);
      if (origin && !origin.item) tellMissing(origin.recorded);
      else await goToOne(services, target, ({ kind }) => kind !== 'fork');
    }),
    register('openForks', async (target) => goToOne(services, target, ({ kind }) => kind === 'fork')),
  ];
}

function tellMissing(recorded: string): void {
  void window.showInformationMessage(
    l10n.t(
      'The session that this one was forked from is not among the listed sessions: {0}',
      oneLine(recorded),
    ),
  );
}

async function goToOne(
  services: KinServices,
  target: Target,
  isWanted: (mark: KinMark) => boolean,
): Promise<void> {
  const marks = (await marksOf(services, target)).filter(isWanted);
  const chosen = marks.length > 1 ? await choose(marks) : marks[0];
  if (chosen) await goTo(services, chosen);
  else if (marks.length === 0) {
    void window.showInformationMessage(l10n.t('No session is known here that this one came from or led to.'));
  }
}

/** Those that part at the target's entry, or all where it names none or none parts there. */
async function marksOf(
  { sessions, lineage, provider }: KinServices,
  target: Target,
): Promise<readonly KinMark[]> {
  const lease = await sessions.acquire(target.uri);
  if (!lease) return [];
  try {
    const marks = await lineage.marks(lease.session);
    const { row } = target;
    if (row === undefined) return marks;
    // What parts at an entry that the filter hides is shown at the one above.
    const shown = provider.peek(target.uri)?.kin(row) ?? [];
    const here = marks.filter((mark) => mark.row === row || shown.some(({ uri }) => uri === mark.uri));
    return here.length > 0 ? here : marks;
  } finally {
    lease.dispose();
  }
}

async function choose(marks: readonly KinMark[]): Promise<KinMark | undefined> {
  const items = marks.map((mark) => ({
    label: oneLine(mark.title),
    description: oneLine(fileName(mark.uri)),
    mark,
  }));
  const choice = await window.showQuickPick(items, { title: l10n.t('Go to which session?') });
  return choice?.mark;
}

async function goTo(services: KinServices, { uri, otherRow }: KinMark): Promise<void> {
  const target = otherRow < 0 ? { uri } : { uri, row: otherRow };
  await commands.executeCommand('sessionTree.openConversation', target);
  if (services.view.visible) await reveal(services, target, false);
}
