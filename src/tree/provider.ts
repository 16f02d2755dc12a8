import { l10n, type TreeItem, TreeItemCollapsibleState, type TreeDataProvider } from 'vscode';
import { createDisposableStore, type Disposable } from '../core/lib/disposables.ts';
import { FileAccessError } from '../core/files.ts';
import type { OutlineFilter } from '../core/outline/outlineFilter.ts';
import type { SessionNotesStore } from '../core/sessionNotes.ts';
import type { AgentSessions } from '../sessions/agentSessions.ts';
import type { SessionLibrary, SessionListItem } from '../sessions/library.ts';
import { kinKey, type Lineage } from '../sessions/lineage/lineage.ts';
import { log } from '../ui/log.ts';
import * as items from './entryItems.ts';
import { entryTooltip } from './entryTooltip.ts';
import { groupItem, projectsItem } from './groupItem.ts';
import { GroupList } from './groupList.ts';
import { kinWords } from './kinWords.ts';
import { Pages } from './layout.ts';
import {
  hasRow,
  NodeStore,
  type GroupNode,
  type MoreNode,
  type SessionNode,
  type SubagentNode,
  type TreeNode,
} from './nodes.ts';
import { noticeItem, placeholder } from './otherItems.ts';
import type { Refresher } from './refresher.ts';
import { rowItem } from './rowItem.ts';
import { sessionItem, sessionTooltip } from './sessionItem.ts';
import { SessionList } from './sessionList.ts';
import { SessionView } from './sessionView.ts';
import { subagentItem, subagentsItem, subagentTooltip } from './subagentItem.ts';
import * as words from './words.ts';
import { openSummary, SubagentViews, type SubagentServices, type SubagentSummary } from './subagentViews.ts';

export interface ProviderServices extends SubagentServices {
  readonly library: SessionLibrary;
  readonly agents: AgentSessions;
  readonly filter: () => OutlineFilter;
  readonly refresher: Refresher;
  readonly notes: SessionNotesStore;
  readonly lineage: Lineage;
}

const { Collapsed } = TreeItemCollapsibleState;

/** The view's items: sessions from the library, below each the outline of its tree. */
export class SessionsProvider implements TreeDataProvider<TreeNode>, Disposable {
  readonly onDidChangeTreeData;
  readonly #services: ProviderServices;
  readonly #views = new Map<string, SessionView>();
  readonly #pages = new Pages();
  readonly #store = new NodeStore('', '');
  readonly #own = createDisposableStore();
  readonly #list: SessionList;
  readonly #groups: GroupList;
  readonly #subagents: SubagentViews;
  /** The kin of sessions as their rows last showed them. */
  readonly #kin = new Map<string, string>();
  /** What the view shows at its top level, as it was last asked for. */
  #shown = '';
  #listed: Promise<void> | undefined;
  #scanned: Promise<void> | undefined;

  constructor(services: ProviderServices) {
    this.#services = services;
    this.onDidChangeTreeData = services.refresher.event;
    const { sessions, filter, refresher, lineage } = services;
    const onChange = (nodes: readonly TreeNode[]): void => refresher.add(nodes);
    const onError = (error: unknown): void => log().error(error instanceof Error ? error : String(error));
    this.#subagents = new SubagentViews(services, {
      ...{ sessions, filter, onChange, lineage: { of: lineage, onError } },
    });
    const { library, agents } = services;
    this.#list = new SessionList(library, services.notes, agents.library);
    this.#groups = new GroupList(agents, this.#list);
    this.#own.add(library.onDidChange(() => this.#follow()));
    this.#own.add(agents.onDidChange(() => this.#follow()));
    this.#own.add(services.notes.onDidChange((uri) => this.#noted(uri)));
  }

  async getChildren(node?: TreeNode): Promise<TreeNode[]> {
    if (!node) return this.#roots();
    if (node.kind === 'more' || node.kind === 'notice') return [];
    if (node.kind === 'group') return this.#groups.children(node, (uri) => this.#view(uri)?.node);
    const view = this.viewOf(node);
    if (!view) return [];
    try {
      const children = await view.children(node);
      if (!children) return [view.notice(l10n.t('This file holds no session any more.'))];
      const isBare = children.length === 0 && node === view.node;
      return isBare ? [view.notice(emptyText(view))] : children;
    } catch (error) {
      if (!(error instanceof FileAccessError)) log().error(error instanceof Error ? error : String(error));
      return [view.notice(error instanceof Error ? error.message : String(error))];
    }
  }

  getParent(node: TreeNode): TreeNode | undefined {
    const view = this.viewOf(node);
    if (node.kind === 'group') return this.#groups.parent(node);
    if (node.kind === 'session') return this.#groups.parentOf(node.uri);
    if (!view) return node.kind === 'more' ? this.#groups.ownerOf(node) : undefined;
    if (node.kind === 'subagent') return view.parent?.layout?.hostOf(node) ?? view.parent?.node;
    return view.layout?.parent(node) ?? view.node;
  }

  getTreeItem(node: TreeNode): TreeItem {
    switch (node.kind) {
      case 'session':
        return this.#sessionItem(node);
      case 'group':
        return this.#groupItem(node);
      case 'more':
        return items.moreItem(node);
      case 'notice':
        return noticeItem(node);
      case 'subagent':
        return subagentItem(node, this.#summary(node));
      case 'subagents':
        return subagentsItem(node, this.viewOf(node)?.layout?.looseCount ?? 0);
      default:
        return this.#rowItem(node) ?? placeholder(node);
    }
  }

  resolveTreeItem(item: TreeItem, node: TreeNode): TreeItem {
    if (node.kind === 'session') {
      const kin = kinWords(this.#services.lineage, node.item);
      item.tooltip = sessionTooltip(node, this.#list.notes(node.uri), kin);
    }
    if (node.kind === 'subagent') item.tooltip = subagentTooltip(node, this.#summary(node));
    const source = this.#source(node);
    if (node.kind === 'entry' && source) item.tooltip = entryTooltip(node, source);
    return item;
  }

  /**
   * The session's part of the view, in the list or below the session whose subagent it is; undefined when neither is so,
   * even after looking again.
   */
  async view(uri: string): Promise<SessionView | undefined> {
    await this.#listFiles();
    return (
      this.#view(uri) ??
      (await this.#subagents.find(uri, (main) => this.#listedView(main))) ??
      this.#listedView(uri)
    );
  }

  /** The part of the view that a node belongs to. */
  viewOf(node: TreeNode): SessionView | undefined {
    return this.#views.get(node.view) ?? this.#subagents.get(node.view);
  }

  /** Lets go of a session that is collapsed, and of its subagents'. */
  close(node: TreeNode): void {
    const view = this.viewOf(node);
    if (!view) return;
    view.close();
    this.#subagents.closeBelow(view);
  }

  /** Makes a session's row one of those shown; tells whose children changed so that it is. */
  async show(view: SessionView): Promise<readonly TreeNode[]> {
    const changed: TreeNode[] = [];
    let main = view;
    for (; main.parent; main = main.parent) {
      await main.parent.open();
      if (main.node.kind === 'subagent') changed.push(...(main.parent.layout?.showSubagent(main.node) ?? []));
    }
    return [...changed, ...(await this.#groups.include(main.node.uri))];
  }

  /** The session's part of the view, without waiting. */
  peek(uri: string): SessionView | undefined {
    return this.#view(uri);
  }

  /** Makes the session's row one of those shown; true when the view has to ask for the list anew to know it. */
  includeSession(uri: string): boolean {
    const { items: all } = this.#list;
    const index = all.findIndex((item) => item.uri === uri);
    if (index >= 0) this.#pages.get('sessions').include(index, all.length);
    return this.#shape() !== this.#shown;
  }

  more(node: MoreNode): void {
    const layout = this.viewOf(node)?.layout;
    if (layout) this.#services.refresher.add([layout.more(node.list, node.side)]);
    else if (node.list === 'sessions') {
      this.#pages.get('sessions').more(node.side, this.#list.items.length);
      this.#services.refresher.add();
    } else this.#services.refresher.add([this.#groups.more(node)].filter((group) => group !== undefined));
    this.#services.refresher.flush();
  }

  async rescan(): Promise<void> {
    const { library, agents, refresher } = this.#services;
    this.#listed = library.rescan();
    await Promise.all([this.#listed, agents.rescan()]);
    refresher.add();
  }

  dispose(): void {
    this.#own.dispose();
    for (const view of this.#views.values()) {
      view.close();
      this.#subagents.forget(view);
    }
    this.#views.clear();
  }

  async #roots(): Promise<TreeNode[]> {
    await this.#listBegin();
    const { items: all } = this.#list;
    const { start, end } = this.#pages.get('sessions').span(all.length);
    const nodes: TreeNode[] = all.slice(start, end).flatMap(({ uri }) => this.#view(uri)?.node ?? []);
    this.#shown = this.#shape();
    if (start > 0) nodes.unshift(this.#store.more('sessions', 'before', start));
    if (end < all.length) nodes.push(this.#store.more('sessions', 'after', all.length - end));
    return [...nodes, ...this.#groups.roots()];
  }

  /** Waits for the list, or until there is something to show; where there is nothing, for agents' sessions a while. */
  async #listBegin(): Promise<void> {
    const whole = this.#listFiles();
    let isWhole = false;
    const end = (): void => void (isWhole = true);
    whole.then(end, end);
    do await Promise.race([whole, pause(BEGIN_MS)]);
    while (!isWhole && this.#list.items.length === 0);
    if (this.#list.items.length === 0) await Promise.race([this.#scanned, pause(AGENTS_MS)]);
  }

  /** Looks for files once, when they are first wanted. */
  #listFiles(): Promise<void> {
    const { library, agents } = this.#services;
    this.#listed ??= library.rescan().catch((error: unknown) => {
      this.#listed = undefined;
      throw error;
    });
    // These come after the workspace's own, and nobody waits for them; what fails is tried again while the view is seen.
    this.#scanned ??= agents.rescan().catch((error: unknown) => {
      log().error(error instanceof Error ? error : String(error));
    });
    return this.#listed;
  }

  #view(uri: string): SessionView | undefined {
    const item = this.#list.item(uri);
    if (!item) return undefined;
    let view = this.#views.get(uri);
    if (!view) {
      const node: SessionNode = { kind: 'session', id: uri, uri, view: uri, item };
      view = new SessionView(node, this.#subagents.options);
      this.#views.set(uri, view);
    }
    setItem(view, item);
    return view;
  }

  /** A listed session's part of the view, after looking for new files where it is not known. */
  async #listedView(uri: string): Promise<SessionView | undefined> {
    const { library, agents } = this.#services;
    if (!this.#view(uri)) await Promise.all([library.rescan(), agents.rescan()]);
    // One of another project is listed once that is opened.
    const group = this.#view(uri) ? undefined : agents.groupOf(uri);
    if (group) await agents.open(group.key);
    return this.#view(uri);
  }

  #summary(node: SubagentNode): SubagentSummary | undefined {
    return openSummary(this.viewOf(node)) ?? this.#subagents.summary(node.uri);
  }

  #follow(): void {
    const changed: TreeNode[] = [];
    for (const [uri, view] of this.#views) {
      const item = this.#list.item(uri);
      const isOtherKin = this.#kinChanged(uri);
      if (isOtherKin) view.lookForKin();
      if (view.node.kind === 'session' && item === view.node.item && !isOtherKin) continue;
      if (item) {
        setItem(view, item);
        changed.push(view.node);
      } else {
        view.close();
        this.#subagents.forget(view);
        this.#views.delete(uri);
        this.#kin.delete(uri);
      }
    }
    changed.push(...this.#groups.changed());
    if (this.#listed && this.#shape() !== this.#shown) this.#services.refresher.add();
    else if (changed.length > 0) this.#services.refresher.add(changed);
  }

  /** Whether a session that was shown has other kin than it had then. */
  #kinChanged(uri: string): boolean {
    const shown = this.#kin.get(uri);
    return shown !== undefined && shown !== kinKey(this.#services.lineage, uri);
  }

  /** What a user says of a session changed: its row, and perhaps its place. */
  #noted(uri: string): void {
    this.#list.reorder();
    const view = this.#views.get(uri);
    if (this.#listed && this.#shape() !== this.#shown) this.#services.refresher.add();
    else if (view) this.#services.refresher.add([view.node, ...this.#groups.changed()]);
  }

  /** The rows at the top level, as a text to compare. */
  #shape(): string {
    const { items: all } = this.#list;
    const { start, end } = this.#pages.get('sessions').span(all.length);
    return [all.length, ...all.slice(start, end).map(({ uri }) => uri), this.#groups.shape()].join('\n');
  }

  #sessionItem(node: SessionNode): TreeItem {
    const { library, agents, lineage } = this.#services;
    const { uri } = node;
    for (const one of [library, agents.library]) one.summarize(uri);
    // The newest item, also when the list has not told of it yet.
    this.#view(uri);
    const isMixed = this.#groups.parentOf(uri)?.key.startsWith('project:') === true;
    const agent = isMixed ? agents.agentOf(uri) : undefined;
    this.#kin.set(uri, kinKey(lineage, uri));
    const surroundings = { twinId: this.#list.twinId(uri), agent, kin: kinWords(lineage, node.item) };
    return sessionItem(node, Collapsed, this.#list.notes(uri), surroundings);
  }

  #groupItem(node: GroupNode): TreeItem {
    const { agents } = this.#services;
    const group = this.#groups.group(node);
    if (!group) return projectsItem(node, agents.projects.length);
    const isFirst = this.#list.items.length === 0 && agents.groups[0]?.key === node.key;
    return groupItem(node, group, isFirst);
  }

  #source(node: TreeNode): items.ItemSource | undefined {
    const view = this.viewOf(node);
    const layout = view?.layout;
    if (!view || !layout) return undefined;
    return {
      layout,
      replay: view.replay,
      preview: (row) => view.preview(row),
      missingParent: (row) => view.missingParent(row),
      kin: (row) => view.kin(row),
    };
  }

  #rowItem(node: TreeNode): TreeItem | undefined {
    const source = this.#source(node);
    if (!source || (hasRow(node) && node.row >= source.layout.outline.source.table.size)) return undefined;
    return rowItem(node, source);
  }
}

/** How long the first rows may take until those are shown that are there, and agents' sessions where there are no others; in ms. */
const BEGIN_MS = 500;
const AGENTS_MS = 2_000;

/** Why a session has nothing below it. */
function emptyText({ session }: SessionView): string {
  const count = session?.snapshot.table.size ?? 0;
  if (count === 0) return l10n.t('No entries yet');
  return l10n.t('The filter hides all entries ({0})', words.number(count));
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function setItem({ node }: SessionView, item: SessionListItem): void {
  if (node.kind === 'session') node.item = item;
}
