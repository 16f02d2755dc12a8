import { FileAccessError, type FileAccess } from '../core/files.ts';
import { mapLimit } from '../core/lib/mapLimit.ts';
import { SEVERITIES, type Severity } from '../core/problem.ts';
import type { ObservableRegistry } from '../sessions/registry.ts';
import type { Session, SessionSnapshot } from '../sessions/session.ts';
import type { Subagent } from '../sessions/subagents/find.ts';
import type { SubagentSessions } from '../sessions/subagents/subagentSessions.ts';
import type { SubagentNode, TreeNode } from './nodes.ts';
import { SessionView, type SessionViewOptions } from './sessionView.ts';
import { subagentNotices } from './subagentWords.ts';

/** Larger sessions are read when they are expanded, not to count their entries. */
const SUMMARY_BYTES = 16 * 1024 * 1024;
const PARALLEL = 4;

/** What a subagent's row tells of its session. */
export interface SubagentSummary {
  readonly size: number;
  readonly mtime: number;
  /** Absent where the session was not read for it. */
  readonly read?: {
    readonly title: string;
    readonly entries: number;
    readonly problems: number;
    readonly worst: Severity | undefined;
  };
  /** Why it cannot be read. */
  readonly error?: string;
}

export interface SubagentServices {
  readonly files: Pick<FileAccess, 'stat'>;
  readonly sessions: Pick<ObservableRegistry, 'visit' | 'acquire' | 'peek'>;
  readonly subagents: SubagentSessions;
}

/** The parts of the view that are subagents' sessions, made when their rows are first shown. */
export class SubagentViews {
  readonly #services: SubagentServices;
  readonly #options: SessionViewOptions;
  readonly #views = new Map<string, SessionView>();
  readonly #summaries = new Map<string, SubagentSummary>();

  constructor(
    services: SubagentServices,
    options: Pick<SessionViewOptions, 'sessions' | 'filter' | 'onChange' | 'lineage'>,
  ) {
    this.#services = services;
    this.#options = {
      ...options,
      subagents: {
        sessions: services.subagents,
        node: (subagent, parent) => this.#node(subagent, parent),
        read: (nodes) => this.#read(nodes),
        notices: subagentNotices,
      },
    };
  }

  /** Options for sessions whose subagents are shown. */
  get options(): SessionViewOptions {
    return this.#options;
  }

  get(view: string): SessionView | undefined {
    return this.#views.get(view);
  }

  summary(uri: string): SubagentSummary | undefined {
    return this.#summaries.get(uri);
  }

  /** Lets go of a session's subagents, and theirs. */
  closeBelow(parent: SessionView): void {
    for (const view of this.#views.values()) if (isBelow(view, parent)) view.close();
  }

  /** Forgets a session's subagents, and theirs: the session is gone. */
  forget(parent: SessionView): void {
    this.closeBelow(parent);
    for (const [key, view] of this.#views) if (isBelow(view, parent)) this.#views.delete(key);
  }

  /**
   * The part of the view of a subagent that was never shown: its parents' come first.
   * @param listed the part of a session of the list
   */
  async find(
    uri: string,
    listed: (uri: string) => Promise<SessionView | undefined>,
  ): Promise<SessionView | undefined> {
    const lease = await this.#services.sessions.acquire(uri).catch(unreadable);
    try {
      const origin = lease && (await this.#services.subagents.originOf(lease.session));
      if (!origin || origin.parentUri === uri) return undefined;
      const isNested = origin.parentUri !== origin.mainUri;
      const parent = isNested ? await this.find(origin.parentUri, listed) : await listed(origin.mainUri);
      await parent?.children(parent.node);
      if (!parent?.layout) return undefined;
      // It has no node yet where the entry with its call was never expanded.
      const node = this.#node(origin.subagent, parent);
      return parent.layout.hostOf(node) && this.#views.get(node.view);
    } finally {
      lease?.dispose();
    }
  }

  #node(subagent: Subagent, parent: SessionView): SubagentNode {
    const { uri } = subagent;
    const key = viewOf(uri, parent);
    let view = this.#views.get(key);
    if (!view) {
      const node: SubagentNode = { kind: 'subagent', id: key, uri, view: key, subagent };
      view = new SessionView(node, this.#options, parent);
      this.#views.set(key, view);
    }
    const node = view.node as SubagentNode;
    node.subagent = subagent;
    return node;
  }

  async #read(nodes: readonly SubagentNode[]): Promise<void> {
    await mapLimit(nodes, PARALLEL, async ({ uri }) => {
      try {
        await this.#summarize(uri);
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        this.#summaries.set(uri, { size: 0, mtime: 0, error: message });
      }
    });
  }

  async #summarize(uri: string): Promise<void> {
    const open: Session | undefined = this.#services.sessions.peek(uri);
    if (open && !open.snapshot.partial) {
      this.#summaries.set(uri, summaryOf(open.snapshot));
      return;
    }
    const { size, mtime } = await this.#services.files.stat(uri);
    const known = this.#summaries.get(uri);
    if (known?.size === size && known.mtime === mtime && !known.error) return;
    const lease = size > SUMMARY_BYTES ? undefined : await this.#services.sessions.visit(uri);
    this.#summaries.set(uri, lease ? summaryOf(lease.session.snapshot) : { size, mtime });
    lease?.dispose();
  }
}

/** A file that cannot be read is nobody's subagent. */
function unreadable(error: unknown): undefined {
  if (!(error instanceof FileAccessError)) throw error;
}

/** Changes of a subagent's open session, as its row tells them. */
export function openSummary(view: SessionView | undefined): SubagentSummary | undefined {
  const snapshot = view?.session?.snapshot;
  return snapshot && !snapshot.partial ? summaryOf(snapshot) : undefined;
}

function summaryOf({ title, table, problems, size, mtime }: SessionSnapshot): SubagentSummary {
  const worst = SEVERITIES.find((severity) => problems.some((problem) => problem.severity === severity));
  return { size, mtime, read: { title, entries: table.size, problems: problems.length, worst } };
}

/** Names a subagent's part of the view: by its parent's, since nobody knows what else lists the file. */
function viewOf(uri: string, parent: SessionView): string {
  const main = parent.parent ? parent.node.view.slice(0, parent.node.view.indexOf(MARK)) : parent.node.view;
  return `${main}${MARK}${uri}`;
}

const MARK = '#subagent:';

function isBelow(view: SessionView, parent: SessionView): boolean {
  for (let above = view.parent; above; above = above.parent) if (above === parent) return true;
  return false;
}

/** Whether a node stands for a session, of the list or a subagent's. */
export function isRoot(node: TreeNode | undefined): boolean {
  return node?.kind === 'session' || node?.kind === 'subagent';
}
