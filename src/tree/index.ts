import { l10n, window, type TreeView } from 'vscode';
import { createDisposableStore, type Disposable } from '../core/lib/disposables.ts';
import type { FileAccess } from '../core/files.ts';
import { OUTLINE_FILTERS, type OutlineFilter } from '../core/outline/outlineFilter.ts';
import type { SessionNotesStore } from '../core/sessionNotes.ts';
import type { AgentSessions } from '../sessions/agentSessions.ts';
import type { SessionLibrary } from '../sessions/library.ts';
import type { Lineage } from '../sessions/lineage/lineage.ts';
import type { ObservableRegistry } from '../sessions/registry.ts';
import type { SubagentSessions } from '../sessions/subagents/subagentSessions.ts';
import { onSettingChange, setting } from '../ui/config.ts';
import { registerCommands } from './commands.ts';
import { ContextKey } from './contextKey.ts';
import { filterName, pickFilter } from './filterPicker.ts';
import { registerKinCommands } from './kinCommands.ts';
import type { TreeNode } from './nodes.ts';
import { registerNoteCommands } from './noteCommands.ts';
import { SessionsProvider } from './provider.ts';
import { Refresher } from './refresher.ts';
import { reveal } from './reveal.ts';
import { isRoot } from './subagentViews.ts';
import { isEntry, type Target } from './target.ts';
import { VIEW_ID } from './viewId.ts';
import * as words from './words.ts';

export interface TreeServices {
  readonly library: SessionLibrary;
  readonly agents: AgentSessions;
  readonly sessions: ObservableRegistry;
  readonly files: Pick<FileAccess, 'stat'>;
  readonly subagents: SubagentSessions;
  readonly notes: SessionNotesStore;
  readonly lineage: Lineage;
  /** The entry of the conversation page that is active, if one is. */
  readonly activeEntry: () => Target | undefined;
}

export interface TreeFeature extends Disposable {
  readonly view: TreeView<TreeNode>;
  readonly provider: SessionsProvider;
  /** Shows and selects an entry or a session; false when it cannot be shown. */
  reveal(target: Target): Promise<boolean>;
}

/** Registers the view "Sessions" and its commands. Nothing is read before the view asks. */
export function registerTree(services: TreeServices): TreeFeature {
  const own = createDisposableStore();
  const { library, agents, notes } = services;
  let filter: OutlineFilter = setting('filter');
  const refresher: Refresher = own.add(new Refresher(() => view.visible));
  const provider = own.add(
    new SessionsProvider({ ...services, library, notes, refresher, filter: () => filter }),
  );
  const view: TreeView<TreeNode> = own.add(
    window.createTreeView(VIEW_ID, { treeDataProvider: provider, showCollapseAll: true }),
  );
  const filterKey = new ContextKey<OutlineFilter>('sessionTree.filter');
  const showFilter = (): void => {
    filterKey.set(filter);
    view.description = filter === 'default' ? '' : filterName(filter);
  };
  const setFilter = (next: OutlineFilter): void => {
    filter = next;
    showFilter();
    refresher.add();
  };
  const selectFilter = async (wanted: unknown): Promise<void> => {
    const next = OUTLINE_FILTERS.find((known) => known === wanted) ?? (await pickFilter(filter));
    if (next !== undefined && next !== filter) setFilter(next);
  };
  showFilter();
  own.add(onSettingChange(['filter'], () => setFilter(setting('filter'))));
  own.add(library.onDidChange(() => showState(view, services)));
  own.add(agents.onDidChange(() => showState(view, services)));
  agents.watch(view.visible);
  own.add(
    view.onDidChangeVisibility(({ visible }) => {
      agents.watch(visible);
      if (visible) provider.back();
    }),
  );
  own.add(
    window.onDidChangeWindowState(({ focused }) => {
      if (focused && view.visible) provider.back();
    }),
  );
  followView(view, provider, refresher).forEach((item) => own.add(item));
  const commands = { ...services, view, provider, refresher, selectFilter };
  registerCommands(commands).forEach((item) => own.add(item));
  registerNoteCommands(commands).forEach((item) => own.add(item));
  registerKinCommands(commands).forEach((item) => own.add(item));
  return { view, provider, reveal: (target) => reveal(commands, target), dispose: () => own.dispose() };
}

/** Sessions are held while they are expanded; what waited is told when the view comes into sight. */
function followView(
  view: TreeView<TreeNode>,
  provider: SessionsProvider,
  refresher: Refresher,
): Disposable[] {
  const selection = new ContextKey<'' | 'entry' | 'session'>('sessionTree.selected');
  return [
    view.onDidChangeVisibility(({ visible }) => {
      if (visible) refresher.flush();
    }),
    view.onDidCollapseElement(({ element }) => {
      if (isRoot(element)) provider.close(element);
    }),
    view.onDidExpandElement(({ element }) => {
      if (isRoot(element) && provider.viewOf(element)?.isStale) refresher.add([element]);
    }),
    view.onDidChangeSelection(({ selection: [node] }) => {
      selection.set(isEntry(node) ? 'entry' : isRoot(node) ? 'session' : '');
    }),
  ];
}

/** What is being done, and how many of the workspace's own sessions are damaged. */
function showState(view: TreeView<TreeNode>, { library, agents }: TreeServices): void {
  const { items } = library;
  const busy = library.busy ?? agents.busy;
  if ((view.message ?? '') !== (busy ?? '')) view.message = busy ?? '';
  const damaged = items.filter(
    ({ summary, error }) => error !== undefined || summary?.worstSeverity === 'error',
  ).length;
  if ((view.badge?.value ?? 0) === damaged) return;
  const tooltip = damaged === 0 ? l10n.t('No session has errors') : words.sessionsWithErrors(damaged);
  view.badge = { value: damaged, tooltip };
}
