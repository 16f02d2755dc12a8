import { createDisposableStore, type DisposableStore } from '../core/lib/disposables.ts';
import type { Outline } from '../core/outline/outline.ts';
import type { OutlineFilter } from '../core/outline/outlineFilter.ts';
import type { KinMark, Lineage } from '../sessions/lineage/lineage.ts';
import type { Preview, Session, SessionChange, SessionRegistry } from '../sessions/session.ts';
import type { Subagent } from '../sessions/subagents/find.ts';
import type { SessionSubagents, SubagentSessions } from '../sessions/subagents/subagentSessions.ts';
import { KinMarks } from './kinMarks.ts';
import { Layout, Pages, type SubagentNodes } from './layout.ts';
import { NodeStore, type RootNode, type SubagentNode, type TreeNode } from './nodes.ts';
import { OutlineHolder, type OutlineWish } from './outlineHolder.ts';
import { replayBegin, type ReplayBegin } from './replay.ts';
import { subagentRows } from './subagentRows.ts';
import { textRows } from './textRows.ts';

/** Records over this size are not read only to name the parent that is missing. */
const BODY_LIMIT = 1024 * 1024;

export interface SessionViewOptions {
  readonly sessions: Pick<SessionRegistry, 'acquire'>;
  readonly filter: () => OutlineFilter;
  /** Children of these nodes are to be asked for anew. */
  readonly onChange: (nodes: readonly TreeNode[]) => void;
  /** Absent where it is not shown which sessions came from one another. */
  readonly lineage?: LineageOptions;
  /** Absent where subagents are not shown. */
  readonly subagents?: SubagentOptions;
}

/** What is said of entries at which sessions part. */
export interface LineageOptions {
  readonly of: Lineage;
  /** Another session could not be read for it; its note is missing. */
  readonly onError: (error: unknown) => void;
}

/** How subagents of a session come into the view. */
export interface SubagentOptions {
  readonly sessions: Pick<SubagentSessions, 'of'> & Partial<Pick<SubagentSessions, 'follow'>>;
  /** The node of a subagent in its parent's part of the view. */
  node(subagent: Subagent, parent: SessionView): SubagentNode;
  /** Reads what the rows of these subagents show. */
  read(nodes: readonly SubagentNode[]): Promise<void>;
  /** What is said of files that were not looked into, and of entries that were not searched. */
  notices(found: SessionSubagents): readonly string[];
}

/**
 * One session in the view. It holds the session while it is open (expanded, or revealed); its nodes and what is shown of
 * long lists outlive that, so that the view's own memory of expansion and selection goes on to fit.
 */
export class SessionView {
  readonly node: RootNode;
  /** The session whose subagent this is; undefined for one of the list. */
  readonly parent: SessionView | undefined;
  readonly #options: SessionViewOptions;
  readonly #store: NodeStore;
  readonly #pages = new Pages();
  readonly #previews = new Map<number, Preview>();
  readonly #parents = new Map<number, string>();
  #held: { readonly session: Session; readonly own: DisposableStore } | undefined;
  #opening: Promise<Session | undefined> | undefined;
  readonly #outline = new OutlineHolder(() => this.#outlineWish());
  #layout: Layout | undefined;
  #replay: ReplayBegin | undefined;
  #subagents: SessionSubagents | undefined;
  readonly #kin: KinMarks | undefined;
  #wanted = false;
  #stale = false;
  /** Grows when rows lose their meaning. */
  #generation = 0;

  constructor(node: RootNode, options: SessionViewOptions, parent?: SessionView) {
    this.node = node;
    this.parent = parent;
    this.#options = options;
    this.#store = new NodeStore(node.uri, node.view);
    const { lineage } = options;
    this.#kin = lineage && new KinMarks(lineage.of, () => options.onChange([node]), lineage.onError);
  }

  get session(): Session | undefined {
    return this.#held?.session;
  }

  /** Nodes over the newest snapshot; undefined while the session is not open. */
  get layout(): Layout | undefined {
    if (!this.#held) return undefined;
    const { format } = this.#held.session.snapshot;
    const next = this.#outline.current;
    if (next && this.#layout?.outline !== next) {
      this.#replay = replayBegin(next, format.replayLimit);
      this.#layout = new Layout(next, this.node, this.#store, this.#pages, this.#subagentNodes(next));
    }
    return this.#layout;
  }

  #outlineWish(): ReturnType<OutlineWish> {
    if (!this.#held) return undefined;
    const { table, tree, labels } = this.#held.session.snapshot;
    return { source: { table, tree, labels }, filter: this.#options.filter() };
  }

  #subagentNodes(outline: Outline): SubagentNodes | undefined {
    const { subagents } = this.#options;
    const found = this.#subagents;
    if (!subagents || !found) return undefined;
    return {
      rows: subagentRows(outline, found),
      node: (subagent) => subagents.node(subagent, this),
      notices: () => subagents.notices(found).map((text, index) => this.#store.notice(text, `${index + 1}`)),
    };
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
    this.#kin?.clear();
    this.#outline.clear();
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
      await this.#findSubagents(node);
      await this.#outline.prepare();
      this.lookForKin();
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

  /** Sessions that came from this one, or it from them, may be known by now. */
  lookForKin(): void {
    if (this.#held) this.#kin?.look(this.#held.session);
  }

  /** Sessions that part from this one at an entry, as far as they were looked for. */
  kin(row: number): readonly KinMark[] {
    const { layout } = this;
    return layout && this.#kin ? this.#kin.at(layout.outline, row) : [];
  }

  preview(row: number): Preview | undefined {
    return this.#previews.get(row);
  }

  /** Id of the parent that the entry names and the file does not hold, as far as it was read. */
  missingParent(row: number): string | undefined {
    return this.#parents.get(row);
  }

  /** Looks for subagents whenever the session's own children are asked for: they may be there by now. */
  async #findSubagents(node: TreeNode): Promise<void> {
    const session = this.#held?.session;
    if (!session || !this.#options.subagents || (this.#subagents && node !== this.node)) return;
    const found = await this.#options.subagents.sessions.of(session);
    if (session !== this.#held?.session || sameSubagents(found, this.#subagents)) return;
    this.#subagents = found;
    this.#layout = undefined;
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
    const following = this.#options.subagents?.sessions.follow?.(lease.session, () =>
      this.#options.onChange([this.node]),
    );
    if (following) own.add(following);
    this.#held = { session: lease.session, own };
    await this.#outline.prepare();
    return lease.session;
  }

  #changed({ kind }: SessionChange): void {
    if (kind !== 'grown') {
      this.#generation += 1;
      this.#layout = undefined;
      this.#outline.clear();
      this.#store.clear();
      this.#previews.clear();
      this.#parents.clear();
      this.#subagents = undefined;
      this.#kin?.clear();
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
    const agents = nodes.filter((node) => node.kind === 'subagent');
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
      agents.length > 0 ? this.#options.subagents?.read(agents) : undefined,
    ]);
    if (generation !== this.#generation) return;
    for (const preview of previews) this.#previews.set(preview.row, preview);
    entries.forEach((entry, index) => {
      if (entry?.parentId) this.#parents.set(cutOff[index] as number, entry.parentId);
    });
  }
}

/** Whether two findings show the same: most changes of a session bring no subagent. */
function sameSubagents(one: SessionSubagents, other: SessionSubagents | undefined): boolean {
  if (!other || one.unlisted !== other.unlisted || one.unsearched !== other.unsearched) return false;
  const [a, b] = [one, other].map(({ placed, loose }) => [
    ...placed.map(({ subagent, row, resultRow }) => `${row} ${resultRow} ${nameOf(subagent)}`),
    ...loose.map(nameOf),
  ]);
  return a?.length === b?.length && a?.every((text, index) => text === b?.[index]) === true;
}

function nameOf({ uri, facts }: Subagent): string {
  return [uri, facts.sort, facts.title].join('\n');
}
