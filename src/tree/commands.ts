import { commands, env, l10n, UIKind, Uri, window, workspace, type Disposable, type TreeView } from 'vscode';
import { FileAccessError } from '../core/files.ts';
import type { SessionNotesStore } from '../core/sessionNotes.ts';
import type { AgentSessions } from '../sessions/agentSessions.ts';
import type { SessionLibrary } from '../sessions/library.ts';
import type { Session, SessionRegistry } from '../sessions/session.ts';
import { log } from '../ui/log.ts';
import { tellNoSession } from '../ui/noSession.ts';
import { currentTarget } from './current.ts';
import { findEntry } from './find.ts';
import { neighbourFork } from './forks.ts';
import type { MoreNode, TreeNode } from './nodes.ts';
import { openSource } from './openSource.ts';
import type { SessionsProvider } from './provider.ts';
import type { Refresher } from './refresher.ts';
import { copyReport } from './report.ts';
import { reveal } from './reveal.ts';
import { sessionTitle } from './sessionList.ts';
import { targetOf, type Target } from './target.ts';
import { VIEW_ID } from './viewId.ts';

export interface CommandServices {
  readonly view: TreeView<TreeNode>;
  readonly provider: SessionsProvider;
  readonly refresher: Refresher;
  readonly library: SessionLibrary;
  readonly agents: AgentSessions;
  readonly sessions: SessionRegistry;
  readonly notes: SessionNotesStore;
  /** Shows what `wanted` names, or asks. */
  readonly selectFilter: (wanted: unknown) => Promise<void>;
  /** The entry of the conversation page that is active, if one is. */
  readonly activeEntry: () => Target | undefined;
}

type Run = (target: Target | undefined) => Promise<unknown>;

/** Every command of the view. An argument is a node of the view or `{ uri, row? }`; without one it is the selection. */
export function registerCommands(services: CommandServices): Disposable[] {
  const { provider } = services;
  const all: Readonly<Record<string, Run>> = {
    // The bar above the rows, which stay where they are.
    refresh: async () => window.withProgress({ location: { viewId: VIEW_ID } }, () => provider.rescan()),
    reveal: (target) => (target ? reveal(services, target, true) : Promise.resolve(false)),
    revealCurrent: () => revealCurrent(services),
    find: (target) => find(services, target),
    nextFork: (target) => goToFork(services, target, 'next'),
    previousFork: (target) => goToFork(services, target, 'previous'),
    openSourceLine: (target) => withSession(services, target, (session, row) => openSource(session, row)),
    copyEntryId: (target) => withSession(services, target, copyEntryId),
    copyContext: async (target) =>
      target && commands.executeCommand('sessionTree.conversation.copyContext', target),
    copyReport: async (target) => (target ? copyReport(target.uri) : undefined),
    revealInExplorer: async (target) => target && revealFile(Uri.parse(target.uri, true)),
  };
  const registered = Object.entries(all).map(([name, run]) =>
    commands.registerCommand(`sessionTree.${name}`, (argument: unknown) =>
      told(() => run(targetOf(argument) ?? selected(services))),
    ),
  );
  return [
    ...registered,
    // A key can be bound to one filter: its argument is the filter's name as in the setting. The second command is the
    // first one's button while not all is shown that usually is.
    ...['selectFilter', 'changeFilter'].map((name) =>
      commands.registerCommand(`sessionTree.${name}`, (wanted: unknown) => services.selectFilter(wanted)),
    ),
    commands.registerCommand('sessionTree._more', (node: MoreNode) => {
      provider.more(node);
    }),
  ];
}

/** What the view's selection stands for. */
export function selected({ view }: Pick<CommandServices, 'view'>): Target | undefined {
  return targetOf(view.selection[0]);
}

/** Failures of a command as a message; those that are no fault of the file also in the log. */
export async function told(run: () => Promise<unknown>): Promise<unknown> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof FileAccessError)) log().error(error instanceof Error ? error : String(error));
    void window.showErrorMessage(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}

async function withSession(
  { sessions }: CommandServices,
  target: Target | undefined,
  run: (session: Session, row: number | undefined) => Promise<void>,
): Promise<void> {
  if (!target) return;
  const lease = await sessions.acquire(target.uri);
  if (!lease) {
    await tellNoSession(target.uri);
    return;
  }
  try {
    await run(lease.session, target.row);
  } finally {
    lease.dispose();
  }
}

async function copyEntryId(session: Session, row: number | undefined): Promise<void> {
  if (row === undefined) return;
  const [entry] = await session.entries([row]);
  if (!entry) return;
  await env.clipboard.writeText(entry.id);
  window.setStatusBarMessage(l10n.t('Entry id copied'), 3000);
}

async function revealCurrent(services: CommandServices): Promise<boolean> {
  const target = await currentTarget(services);
  if (target) return reveal(services, target, true);
  void window.showInformationMessage(
    l10n.t('No conversation and no session file is open in the active editor.'),
  );
  return false;
}

async function find(services: CommandServices, target: Target | undefined): Promise<void> {
  const chosen = target ?? (await currentTarget(services)) ?? (await pickSession(services));
  await withSession(services, chosen, async (session) => {
    const row = await findEntry(session);
    if (row === undefined) return;
    await reveal(services, { uri: session.uri, row }, true);
    await commands.executeCommand('sessionTree.openConversation', { uri: session.uri, row });
  });
}

/** The explorer shows the workspace's files; for others the system's own file manager has to do. */
async function revealFile(uri: Uri): Promise<void> {
  const isHere = workspace.getWorkspaceFolder(uri) !== undefined;
  if (isHere) await commands.executeCommand('revealInExplorer', uri);
  else if (uri.scheme === 'file' && env.remoteName === undefined && env.uiKind === UIKind.Desktop)
    await commands.executeCommand('revealFileInOS', uri);
  else {
    const copy = l10n.t('Copy Path');
    const path = uri.scheme === 'file' ? uri.fsPath : uri.toString();
    const said = l10n.t('The explorer shows only this workspace. The file is {0}', path);
    void window.showInformationMessage(said, copy).then((chosen) => {
      if (chosen === copy) void env.clipboard.writeText(path);
    });
  }
}

async function pickSession({ library, agents, notes }: CommandServices): Promise<Target | undefined> {
  await Promise.all([library.rescan(), agents.rescan()]);
  const listed = [library.items, ...agents.groups.map((group) => group.items)].flat();
  const items = listed.map((item) => ({
    label: sessionTitle(item, notes.of(item.uri)),
    description: item.name,
    uri: item.uri,
  }));
  if (items.length === 1) return items[0];
  return window.showQuickPick(items, {
    title: l10n.t('Find an entry of which session?'),
    matchOnDescription: true,
  });
}

async function goToFork(
  services: CommandServices,
  target: Target | undefined,
  direction: 'next' | 'previous',
): Promise<void> {
  const from = target ?? (await currentTarget(services));
  const session = from && (await services.provider.view(from.uri));
  if (!from || !(await session?.open()) || !session?.layout) return;
  const { outline } = session.layout;
  const start = from.row ?? outline.run(outline.mainHead).rows[0] ?? -1;
  // From a session's own row the first fork may be its first entry.
  const isFirst =
    from.row === undefined && direction === 'next' && start >= 0 && outline.branchCount(start) > 0;
  const fork = isFirst ? start : neighbourFork(outline, start, direction);
  if (fork >= 0) await reveal(services, { uri: from.uri, row: fork }, true);
  else window.setStatusBarMessage(l10n.t('No further fork point on this branch'), 3000);
}
