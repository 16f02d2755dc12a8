import type { ConversationItem } from '../core/conversation.ts';
import { systemScheduler } from '../core/lib/scheduler.ts';
import { createSerialQueue } from '../core/lib/serial.ts';
import type { Anchor, ContextSetting, FromPage, PageState, Stamp } from '../protocol.ts';
import type { KinMark } from '../sessions/lineage/lineage.ts';
import type { Session, SessionChange } from '../sessions/session.ts';
import { answerPart } from './answers.ts';
import type { Beside, PageSubagent } from './beside.ts';
import { BesideTask } from './besideTask.ts';
import { ContextTask } from './contextTask.ts';
import { changedItems, countElsewhere, readChanged } from './growth.ts';
import { PageLink } from './pageLink.ts';
import { continues, followLeaf, headerOf } from './scene.ts';
import { ShownPath } from './shown.ts';
import { UsageTask } from './usageTask.ts';
import type { ViewHost, ViewOptions } from './viewHost.ts';
import { itemsAfter, itemsAround, itemsBefore, type ItemWindow } from './window.ts';

type Question = Extract<FromPage, { type: 'items' | 'text' | 'image' }>;

/** More changed items than this, and the page is made anew. */
const MAX_CHANGED = 100;

/**
 * One page's side in the extension, without VS Code: which path of the session it shows, what the page has of it, and
 * how both follow the file. Everything that reads bodies runs one after the other, so messages leave in order.
 */
export class ConversationView {
  readonly session: Session;
  readonly #host: ViewHost;
  readonly #fileName: string;
  readonly #beside: Beside | undefined;
  readonly #known: BesideTask;
  readonly #link: PageLink;
  readonly #tasks = createSerialQueue();
  readonly #shown: ShownPath;
  readonly context: ContextTask;
  readonly usage: UsageTask;
  #pinned: boolean;
  /** Where the page begins is not to come from its own memory. */
  #isFresh: boolean;
  /** What the page was sent of the items; it may have let go of some. */
  #sent = { from: 0, to: 0 };

  constructor(session: Session, host: ViewHost, options: ViewOptions) {
    const { fileName, pinned, row, state, scheduler = systemScheduler, beside } = options;
    this.session = session;
    this.#host = host;
    this.#fileName = fileName;
    this.#beside = beside;
    this.#known = new BesideTask(session, beside, (error) => host.failed(error));
    this.#pinned = pinned;
    this.#shown = new ShownPath(session, row);
    if (state) this.#shown.restore(state.leaf, state.target);
    this.#isFresh = !state;
    const { revision } = session.snapshot;
    this.#link = new PageLink(host, session.uri, revision, () => this.#shown.view);
    const shown = {
      session,
      scheduler,
      scene: () => this.#shown.scene,
      view: () => this.#shown.view,
      failed: (error: unknown) => host.failed(error),
    };
    this.usage = new UsageTask({ ...shown, changed: () => this.#run(() => this.#postHeader()) });
    this.context = new ContextTask({
      ...shown,
      post: (context) => this.#link.isReady && this.#link.post({ type: 'context', context }),
      words: host.words,
    });
    if (state?.context) this.context.restore(state.context);
  }

  get shown(): ShownPath {
    return this.#shown;
  }

  get pinned(): boolean {
    return this.#pinned;
  }

  get state(): PageState {
    const state = this.#shown.state(this.#pinned);
    return this.context.isUntouched ? state : { ...state, context: this.context.setting };
  }

  /** The subagent of an entry with this number, as the page was told of it. */
  subagent(row: number, number: number): PageSubagent | undefined {
    return this.#known.subagent(row, number);
  }

  /** Another session that parts from the shown one, by its number. */
  kin(number: number): KinMark | undefined {
    return this.#known.kin(number);
  }

  /** Other sessions were listed or named: some may have come from this one. */
  lookForKin(): void {
    if (!this.#link.isReady) return;
    const { view } = this.#shown;
    this.#known.lookForKin().then(
      (isNew) => isNew && this.#run(() => this.#showKin(view)),
      (error: unknown) => this.#host.failed(error),
    );
  }

  pin(): void {
    this.#pinned = true;
    this.#run(() => this.#postHeader());
  }

  /** The session was given another title by hand. */
  retitle(): void {
    this.#run(() => this.#postHeader());
  }

  /** Shows the newest path through `row`, or goes to it where the shown path holds it; without one the default path. */
  open(row: number | undefined): void {
    const isThere = this.#shown.choose(row);
    if (!isThere) this.#begin(true);
    // A page that is away begins at the entry, not where it was left.
    else if (!this.#link.isReady) this.#isFresh = true;
    this.#run(this.#isFresh ? () => this.#show(null) : () => this.#goto());
  }

  /** The session's file changed. */
  follow({ kind }: SessionChange): void {
    if (kind === 'deleted') {
      this.#link.revision = this.session.snapshot.revision;
      this.#link.setNotice(this.#host.words.deleted);
    } else if (kind === 'grown') {
      // A page that is away costs nothing; it catches up when it is back.
      if (this.#link.isReady) this.#run(() => this.#grow());
    } else {
      this.#shown.replaced();
      this.#known.forgetKin();
      this.context.forget();
      this.usage.forget();
      this.#begin(false);
      this.#link.setNotice(this.#host.words.replaced);
      this.#link.ask();
    }
  }

  /** A message from the page, narrowed. Acts on what needs no more than the session; the rest is the holder's. */
  take(message: FromPage): void {
    if (message.type === 'ready') {
      this.#link.ready();
      const anchor = this.#isFresh ? null : message.anchor;
      this.#catchUp();
      this.#known.follow(() => this.#run(() => this.#showSubagents()));
      this.#run(() => this.#show(anchor));
      return;
    }
    if (!('stamp' in message) || !this.isCurrent(message.stamp)) return;
    if (message.type === 'items' || message.type === 'text' || message.type === 'image') {
      this.#run(() => this.#answer(message));
    } else if (message.type === 'context') this.#setContext(message);
    else if (message.type === 'seek') this.#run(() => this.#seek(message.index));
    else if (message.type === 'branch' || message.type === 'entry') {
      if (message.row < this.session.snapshot.table.size) this.open(message.row);
    }
  }

  /** The page is hidden, and with that destroyed; it will say `ready` again. */
  lost(): void {
    this.#link.lost();
    this.context.stop();
    this.usage.stop();
    this.#known.stopFollowing();
  }

  /** Whether a message speaks of what is shown now. */
  isCurrent(stamp: Stamp): boolean {
    return this.#link.isCurrent(stamp);
  }

  /** Resolves when everything that was asked for so far is done. */
  async settled(): Promise<void> {
    await this.#tasks.run(async () => undefined);
    await this.context.settled();
    await this.usage.settled();
    await this.#tasks.run(async () => undefined);
  }

  #setContext({ on, budget }: ContextSetting): void {
    this.context.set({ on, budget });
    this.#run(() => this.#postHeader());
  }

  async #postHeader(): Promise<void> {
    if (this.#link.isReady) this.#link.post({ type: 'header', header: this.#header(), state: this.state });
  }

  #begin(isFresh: boolean): void {
    this.#isFresh = isFresh;
    this.#link.revision = this.session.snapshot.revision;
  }

  /** Takes in what the file grew by while there was no page to tell. */
  #catchUp(): void {
    const { snapshot } = this.session;
    if (snapshot.revision === this.#link.revision) return;
    this.#shown.grow(followLeaf(this.#shown.scene, snapshot), false);
    this.#link.revision = snapshot.revision;
    this.#link.setNotice(null);
  }

  async #goto(): Promise<void> {
    await this.#shown.name();
    const { target } = this.#shown;
    if (target && this.#link.isReady) this.#link.post({ type: 'goto', target, state: this.state });
    this.#host.changed();
  }

  async #show(from: Anchor | null): Promise<void> {
    if (!this.#link.isReady) return;
    await this.#known.findSubagents();
    this.#shown.mark(this.#known.known);
    const { scene, target } = this.#shown;
    const anchor = this.#shown.anchor(from);
    await this.#shown.name();
    const at = anchor?.index ?? target?.index;
    const window =
      at === undefined
        ? await itemsBefore(this.session, scene, scene.plan.items.length)
        : await itemsAround(this.session, scene, at);
    if (scene !== this.#shown.scene) return;
    this.#isFresh = false;
    this.#postShow(window, anchor);
  }

  async #seek(index: number): Promise<void> {
    const { scene } = this.#shown;
    if (index >= scene.plan.items.length) return;
    const window = await itemsAround(this.session, scene, index);
    if (scene === this.#shown.scene) this.#postShow(window, { index, offset: 0 });
  }

  #postShow({ from, items }: ItemWindow, anchor: { index: number; offset: number } | null): void {
    this.#sent = { from, to: from + items.length };
    const { scene, target } = this.#shown;
    const total = scene.plan.items.length;
    this.#link.post({
      type: 'show',
      header: this.#header(),
      total,
      from,
      items,
      target,
      anchor,
      state: this.state,
    });
    this.#link.sendNotice();
    this.context.update();
    this.usage.update();
    this.#host.changed();
    this.lookForKin();
  }

  /** Items at which sessions part say so now, and the page's top. */
  async #showKin(view: number): Promise<void> {
    if (!this.#link.isReady) return;
    const old = this.#shown.scene;
    this.#shown.mark(this.#known.known);
    if (view !== this.#shown.view) return;
    const changed = changedItems(old, this.#shown.scene, this.#sent.from, this.#sent.to);
    await this.#postGrown(old.plan.items.length, changed);
  }

  /** Subagents that appeared, or of which more is told, though the session's own file did not grow. */
  async #showSubagents(): Promise<void> {
    if (!this.#link.isReady) return;
    await this.#known.findSubagents();
    const old = this.#shown.scene;
    this.#shown.mark(this.#known.known);
    const changed = changedItems(old, this.#shown.scene, this.#sent.from, this.#sent.to);
    if (changed.length > 0) await this.#postGrown(old.plan.items.length, changed);
  }

  async #grow(): Promise<void> {
    if (this.session.snapshot.revision === this.#link.revision || !this.#link.isReady) return;
    await this.#known.findSubagents();
    const { snapshot } = this.session;
    const old = this.#shown.scene;
    const next = { ...followLeaf(old, snapshot), ...this.#known.known };
    const sameItems = continues(old, next);
    this.#shown.grow(next, sameItems);
    this.#link.revision = snapshot.revision;
    this.#link.setNotice(null);
    const changed = sameItems ? changedItems(old, next, this.#sent.from, this.#sent.to) : [];
    if (!sameItems || changed.length > MAX_CHANGED) this.#link.ask();
    else await this.#postGrown(old.plan.items.length, changed);
    const count = countElsewhere(old, next);
    if (count > 0 && this.#link.isReady) this.#link.post({ type: 'elsewhere', count });
  }

  async #postGrown(from: number, changed: readonly number[]): Promise<void> {
    const { scene } = this.#shown;
    const changes = await readChanged(this.session, scene, changed);
    // A page that has not got the old end fetches the new one when it comes there.
    const hasEnd = this.#sent.to === from;
    const items: readonly ConversationItem[] = hasEnd
      ? (await itemsAfter(this.session, scene, from)).items
      : [];
    await this.#shown.name();
    if (scene !== this.#shown.scene) return;
    this.#sent.to += items.length;
    const total = scene.plan.items.length;
    this.#link.post({
      type: 'grown',
      header: this.#header(),
      total,
      changed: changes,
      from,
      items,
      state: this.state,
    });
    this.context.update();
    this.usage.update();
    this.#host.changed();
  }

  async #answer(question: Question): Promise<void> {
    if (question.type === 'items') await this.#answerItems(question);
    else this.#link.post(await answerPart(this.session, question, this.#host.words, this.#beside));
  }

  async #answerItems({ request, at, before }: Extract<Question, { type: 'items' }>): Promise<void> {
    const { scene } = this.#shown;
    if (at > scene.plan.items.length) return;
    const { from, items } = await (before ? itemsBefore : itemsAfter)(this.session, scene, at);
    if (scene !== this.#shown.scene) return;
    this.#sent.from = Math.min(this.#sent.from, from);
    this.#sent.to = Math.max(this.#sent.to, from + items.length);
    this.#link.post({ type: 'items', request, from, items });
  }

  #header(): ReturnType<typeof headerOf> {
    return headerOf(this.#shown.scene, {
      title: this.#host.title?.(),
      leaf: this.#shown.leaf,
      fileName: this.#fileName,
      pinned: this.#pinned,
      ...this.#known.header,
      ...this.usage.header,
      context: this.context.setting,
    });
  }

  /** One task after the other. What fails because the file was replaced meanwhile is made up for by that change. */
  #run(task: () => Promise<void>): void {
    this.#tasks.run(task).catch((error: unknown) => this.#host.failed(error));
  }
}
