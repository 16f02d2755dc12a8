import { l10n, type TreeItem, type TreeDataProvider } from 'vscode';
import { systemScheduler } from '../core/lib/scheduler.ts';
import { createDisposableStore, type Disposable } from '../core/lib/disposables.ts';
import { FileAccessError } from '../core/files.ts';
import type { OutlineFilter } from '../core/outline/outlineFilter.ts';
import type { SessionNotesStore } from '../core/sessionNotes.ts';
import type { AgentSessions } from '../sessions/agentSessions.ts';
import type { SessionLibrary } from '../sessions/library.ts';
import type { Lineage } from '../sessions/lineage/lineage.ts';
import { log } from '../ui/log.ts';
import { GroupList } from './groupList.ts';
import { Pages } from './layout.ts';
import { Listing } from './listing.ts';
import { NodeItems } from './nodeItems.ts';
import { NodeStore, type MoreNode, type TreeNode } from './nodes.ts';
import type { Refresher } from './refresher.ts';
import { SessionList } from './sessionList.ts';
import type { SessionView } from './sessionView.ts';
import { SessionViews } from './sessionViews.ts';
import { SubagentViews, type SubagentServices } from './subagentViews.ts';
import * as words from './words.ts';

export interface ProviderServices extends SubagentServices {
  readonly library: SessionLibrary;
  readonly agents: AgentSessions;
  readonly filter: () => OutlineFilter;
  readonly refresher: Refresher;
  readonly notes: SessionNotesStore;
  readonly lineage: Lineage;
}

/** The view's nodes: sessions from the library, below each the outline of its tree. */
export class SessionsProvider implements TreeDataProvider<TreeNode>, Disposable {
  readonly onDidChangeTreeData;
  readonly #refresher: Refresher;
  readonly #pages = new Pages();
  readonly #store = new NodeStore('', '');
  readonly #own = createDisposableStore();
  readonly #list: SessionList;
  readonly #listing: Listing;
  readonly #groups: GroupList;
  readonly #views: SessionViews;
  readonly #items: NodeItems;
  /** What the view shows at its top level, as it was last asked for. */
  #shown = '';

  constructor(services: ProviderServices) {
    const { library, agents, sessions, filter, refresher, notes, lineage } = services;
    this.#refresher = refresher;
    this.onDidChangeTreeData = refresher.event;
    const onChange = (nodes: readonly TreeNode[]): void => refresher.add(nodes);
    const onError = (error: unknown): void => log().error(error instanceof Error ? error : String(error));
    const list = new SessionList(library, notes, agents.library);
    const listing = new Listing({ library, agents, onError, elapsed: () => systemScheduler.elapsed() });
    const groups = new GroupList(agents, list);
    const options = { sessions, filter, onChange, lineage: { of: lineage, onError } };
    const subagents = new SubagentViews(services, options);
    const views = this.#own.add(new SessionViews({ library, agents, list, listing, subagents }));
    this.#list = list;
    this.#listing = listing;
    this.#groups = groups;
    this.#views = views;
    this.#items = new NodeItems({ library, agents, lineage, list, groups, views });
    this.#own.add(library.onDidChange(() => this.#follow()));
    this.#own.add(agents.onDidChange(() => this.#follow()));
    this.#own.add(notes.onDidChange((uri) => this.#noted(uri)));
  }

  async getChildren(node?: TreeNode): Promise<TreeNode[]> {
    if (!node) return this.#roots();
    if (node.kind === 'more' || node.kind === 'notice') return [];
    if (node.kind === 'group') return this.#groups.children(node, (uri) => this.#views.get(uri)?.node);
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
    return this.#items.item(node);
  }

  resolveTreeItem(item: TreeItem, node: TreeNode): TreeItem {
    return this.#items.resolve(item, node);
  }

  /** The session's part of the view, after looking for it; see {@link SessionViews.find}. */
  view(uri: string): Promise<SessionView | undefined> {
    return this.#views.find(uri);
  }

  /** The session's part of the view, without waiting. */
  peek(uri: string): SessionView | undefined {
    return this.#views.get(uri);
  }

  /** The part of the view that a node belongs to. */
  viewOf(node: TreeNode): SessionView | undefined {
    return this.#views.of(node);
  }

  /** Lets go of a session that is collapsed, and of its subagents'. */
  close(node: TreeNode): void {
    this.#views.close(node);
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

  /** Makes the session's row one of those shown; true when the view has to ask for the list anew to know it. */
  includeSession(uri: string): boolean {
    const { items: all } = this.#list;
    const index = all.findIndex((item) => item.uri === uri);
    if (index >= 0) this.#pages.get('sessions').include(index, all.length);
    return this.#isOtherShape();
  }

  more(node: MoreNode): void {
    const layout = this.viewOf(node)?.layout;
    if (layout) this.#refresher.add([layout.more(node.list, node.side)]);
    else if (node.list === 'sessions') {
      this.#pages.get('sessions').more(node.side, this.#list.items.length);
      this.#refresher.add();
    } else this.#refresher.add([this.#groups.more(node)].filter((group) => group !== undefined));
    this.#refresher.flush();
  }

  async rescan(): Promise<void> {
    await this.#listing.again();
    this.#refresher.add();
  }

  /** The person came back to the window or the view. */
  back(): void {
    this.#listing.back();
  }

  dispose(): void {
    this.#own.dispose();
  }

  async #roots(): Promise<TreeNode[]> {
    await this.#listing.begin();
    const { items: all } = this.#list;
    const { start, end } = this.#pages.get('sessions').span(all.length);
    const nodes: TreeNode[] = all.slice(start, end).flatMap(({ uri }) => this.#views.get(uri)?.node ?? []);
    this.#shown = this.#shape();
    if (start > 0) nodes.unshift(this.#store.more('sessions', 'before', start));
    if (end < all.length) nodes.push(this.#store.more('sessions', 'after', all.length - end));
    return [...nodes, ...this.#groups.roots()];
  }

  /** The lists changed: rows, their order, what is known of them. */
  #follow(): void {
    const changed: TreeNode[] = [];
    for (const [uri, view] of this.#views.all()) {
      const item = this.#list.item(uri);
      const isOtherKin = this.#items.hasOtherKin(uri);
      if (isOtherKin) view.lookForKin();
      if (view.node.kind === 'session' && item === view.node.item && !isOtherKin) continue;
      if (item) changed.push((this.#views.get(uri) ?? view).node);
      else {
        this.#views.drop(uri);
        this.#items.drop(uri);
      }
    }
    changed.push(...this.#groups.changed());
    if (this.#listing.hasBegun && this.#isOtherShape()) this.#refresher.add();
    else if (changed.length > 0) this.#refresher.add(changed);
  }

  /** What a user says of a session changed: its row, and perhaps its place. */
  #noted(uri: string): void {
    this.#list.reorder();
    const view = this.#views.known(uri);
    if (this.#listing.hasBegun && this.#isOtherShape()) this.#refresher.add();
    else if (view) this.#refresher.add([view.node, ...this.#groups.changed()]);
  }

  #isOtherShape(): boolean {
    return this.#shape() !== this.#shown;
  }

  /** The rows at the top level, as a text to compare. */
  #shape(): string {
    const { items: all } = this.#list;
    const { start, end } = this.#pages.get('sessions').span(all.length);
    return [all.length, ...all.slice(start, end).map(({ uri }) => uri), this.#groups.shape()].join('\n');
  }
}

/** Why a session has nothing below it. */
function emptyText({ session }: SessionView): string {
  const count = session?.snapshot.table.size ?? 0;
  if (count === 0) return l10n.t('No entries yet');
  return l10n.t('The filter hides all entries ({0})', words.number(count));
}
