import type { Disposable } from '../core/lib/disposables.ts';
import type { AgentSessions } from '../sessions/agentSessions.ts';
import type { SessionLibrary, SessionListItem } from '../sessions/library.ts';
import type { Listing } from './listing.ts';
import type { SessionNode, SubagentNode, TreeNode } from './nodes.ts';
import type { SessionList } from './sessionList.ts';
import { SessionView } from './sessionView.ts';
import { openSummary, type SubagentSummary, type SubagentViews } from './subagentViews.ts';

export interface SessionViewsServices {
  readonly library: Pick<SessionLibrary, 'rescan'>;
  readonly agents: Pick<AgentSessions, 'rescan' | 'groupOf' | 'open'>;
  readonly list: SessionList;
  readonly listing: Listing;
  readonly subagents: SubagentViews;
}

/** The parts of the view that are sessions', of the list and below them; made when they are first wanted. */
export class SessionViews implements Disposable {
  readonly #services: SessionViewsServices;
  readonly #views = new Map<string, SessionView>();

  constructor(services: SessionViewsServices) {
    this.#services = services;
  }

  /** The parts of listed sessions that there are, by their URI. */
  all(): readonly (readonly [string, SessionView])[] {
    return [...this.#views];
  }

  /** A listed session's part if there is one. */
  known(uri: string): SessionView | undefined {
    return this.#views.get(uri);
  }

  /** A listed session's part, with the newest item of the list. */
  get(uri: string): SessionView | undefined {
    const { list, subagents } = this.#services;
    const item = list.item(uri);
    if (!item) return undefined;
    let view = this.#views.get(uri);
    if (!view) {
      const node: SessionNode = { kind: 'session', id: uri, uri, view: uri, item };
      view = new SessionView(node, subagents.options);
      this.#views.set(uri, view);
    }
    setItem(view, item);
    return view;
  }

  /** The part that a node belongs to. */
  of(node: TreeNode): SessionView | undefined {
    return this.#views.get(node.view) ?? this.#services.subagents.get(node.view);
  }

  /**
   * The session's part, in the list or below the session whose subagent it is; undefined when neither is so, even after
   * looking again.
   */
  async find(uri: string): Promise<SessionView | undefined> {
    const { listing, subagents } = this.#services;
    await listing.files();
    const known = this.get(uri) ?? (await subagents.find(uri, (main) => this.#findListed(main)));
    return known ?? this.#findListed(uri);
  }

  /** What a subagent's row tells of its session. */
  summary(node: SubagentNode): SubagentSummary | undefined {
    return openSummary(this.of(node)) ?? this.#services.subagents.summary(node.uri);
  }

  /** Lets go of a session that is collapsed, and of its subagents'. */
  close(node: TreeNode): void {
    const view = this.of(node);
    if (!view) return;
    view.close();
    this.#services.subagents.closeBelow(view);
  }

  /** Forgets a session that is not listed any more. */
  drop(uri: string): void {
    const view = this.#views.get(uri);
    if (!view) return;
    view.close();
    this.#services.subagents.forget(view);
    this.#views.delete(uri);
  }

  dispose(): void {
    for (const uri of [...this.#views.keys()]) this.drop(uri);
  }

  /** A listed session's part, after looking for new files where it is not known. */
  async #findListed(uri: string): Promise<SessionView | undefined> {
    const { library, agents } = this.#services;
    if (!this.get(uri)) await Promise.all([library.rescan(), agents.rescan()]);
    // One of another project is listed once that is opened.
    const group = this.get(uri) ? undefined : agents.groupOf(uri);
    if (group) await agents.open(group.key);
    return this.get(uri);
  }
}

function setItem({ node }: SessionView, item: SessionListItem): void {
  if (node.kind === 'session') node.item = item;
}
