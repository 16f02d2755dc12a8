import { createDisposableStore, type DisposableStore } from '../core/lib/disposables.ts';
import { Outline } from '../core/outline/outline.ts';
import type { OutlineFilter } from '../core/outline/outlineFilter.ts';
import type { SessionListItem } from '../sessions/library.ts';
import type { Preview, Session, SessionChange, SessionRegistry } from '../sessions/session.ts';
import { Layout, Pages } from './layout.ts';
import { NodeStore, type SessionNode, type TreeNode } from './nodes.ts';
import { replayBegin, type ReplayBegin } from './replay.ts';
import { textRows } from './textRows.ts';

/** Records over this size are not read only to name the parent that is missing. */
const BODY_LIMIT = 1024 * 1024;

export interface SessionViewOptions {
  readonly sessions: Pick<SessionRegistry, 'acquire'>;
  readonly filter: () => OutlineFilter;
  /** Children of these nodes are to be asked for anew. */
  readonly onChange: (nodes: readonly TreeNode[]) => void;
}

/**
 * One session in the view. It holds the session while it is open (expanded, or revealed); its nodes and what is shown of
 * long lists outlive that, so that the view's own memory of expansion and selection goes on to fit.
 */
export class SessionView {
  readonly node: SessionNode;
  readonly #options: SessionViewOptions;
  readonly #store: NodeStore;
  readonly #pages = new Pages();
  readonly #previews = new Map<number, Preview>();
  readonly #parents = new Map<number, string>();
  #held: { readonly session: Session; readonly own: DisposableStore } | undefined;
  #opening: Promise<Session | undefined> | undefined;
  #layout: Layout | undefined;
  #replay: ReplayBegin | undefined;
  #wanted = false;
  #stale = false;
  /** Grows when rows lose their meaning. */
  #generation = 0;

  constructor(item: SessionListItem, options: SessionViewOptions) {
    this.node = { kind: 'session', id: item.uri, uri: item.uri, item };
    this.#options = options;
    this.#store = new NodeStore(item.uri);
  }

  get session(): Session | undefined {
    return this.#held?.session;
  }

  /** Nodes over the newest snapshot; undefined while the session is not open. */
  get layout(): Layout | undefined {
    if (!this.#held) return undefined;
    const { table, tree, labels, format } = this.#held.session.snapshot;
    const outline = this.#layout?.outline;
    if (
      outline?.source.table !== table ||
      outline.source.tree !== tree ||
      outline.filter !== this.#options.filter()
    ) {
      const next = new Outline({ table, tree, labels }, { filter: this.#options.filter() });
      this.#replay = replayBegin(next, format.replayLimit);
      this.#layout = new Layout(next, this.node, this.#store, this.#pages);
    }
    return this.#layout;
  }

  /**
   * Opens the session unless it is open.
   * @returns undefined when the file holds no session, or when it was closed meanwhile
   * @throws FileAccessError
   */
  open(): Promise<Session | undefined> {
    this.#wanted = true;
    if (this.#held) return Promise.resolve(this.#held.session);
    this.#opening ??= this.#acquire().finally(() => (this.#opening = undefined));
    return this.#opening;
  }

  /** Lets the session go. */
  close(): void {
    this.#wanted = false;
    this.#layout = undefined;
    this.#stale ||= this.#held !== undefined;
    this.#held?.own.dispose();
    this.#held = undefined;
  }

  /**
   * Children of the session or of a node below it, with everything that their items show already read.
   * @returns undefined when the file holds no session (any more)
   * @throws FileAccessError
   */
  async children(node: TreeNode): Promise<TreeNode[] | undefined> {
    for (;;) {
      await this.open();
      this.#stale = false;
      const { layout } = this;
      if (!layout) return undefined;
      const generation = this.#generation;
      const nodes = layout.children(node);
      await this.#read(layout, nodes);
      // While it was read the file may have been replaced, and then rows are other entries.
      if (generation === this.#generation) return nodes;
    }
  }

  /** Whether it was closed since its children were asked for: VS Code keeps them, the file may have changed. */
  get isStale(): boolean {
    return this.#stale;
  }

  notice(text: string): TreeNode {
    return this.#store.notice(text);
  }

  /** Of the newest {@link layout}. */
  get replay(): ReplayBegin | undefined {
    return this.#replay;
  }

  preview(row: number): Preview | undefined {
    return this.#previews.get(row);
  }

  /** Id of the parent that the entry names and the file does not hold, as far as it was read. */
  missingParent(row: number): string | undefined {
    return this.#parents.get(row);
  }

  async #acquire(): Promise<Session | undefined> {
    const lease = await this.#options.sessions.acquire(this.node.uri, { partial: true });
    if (!lease) return undefined;
    if (!this.#wanted) {
      lease.dispose();
      return undefined;
    }
    const own = createDisposableStore();
    own.add(lease);
    own.add(lease.session.onDidChange((change) => this.#changed(change)));
    this.#held = { session: lease.session, own };
    return lease.session;
  }

  #changed({ kind }: SessionChange): void {
    if (kind !== 'grown') {
      this.#generation += 1;
      this.#store.clear();
      this.#previews.clear();
      this.#parents.clear();
      if (kind === 'replaced') this.#pages.clear();
    }
    if (kind === 'deleted') this.close();
    this.#options.onChange([this.node]);
  }

  /** Reads what the items of `nodes` show. What comes after rows lost their meaning is dropped. */
  async #read(layout: Layout, nodes: readonly TreeNode[]): Promise<void> {
    const session = this.#held?.session;
    const generation = this.#generation;
    const { outline } = layout;
    const texts = textRows(layout, nodes).filter((row) => !this.#previews.has(row));
    const cutOff = nodes
      .filter((node) => node.kind === 'gap' || node.kind === 'branch')
      .map(({ row }) => row)
      .filter(
        (row) =>
          outline.isCutOff(row) && !this.#parents.has(row) && outline.source.table.length(row) < BODY_LIMIT,
      );
    const [previews = [], entries = []] = await Promise.all([
      texts.length > 0 ? session?.previews(texts) : undefined,
      cutOff.length > 0 ? session?.entries(cutOff) : undefined,
    ]);
    if (generation !== this.#generation) return;
    for (const preview of previews) this.#previews.set(preview.row, preview);
    entries.forEach((entry, index) => {
      if (entry?.parentId) this.#parents.set(cutOff[index] as number, entry.parentId);
    });
  }
}
