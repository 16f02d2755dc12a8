import type { PartRef } from '../src/core/conversation/items.ts';
import type {
  FromPage,
  GrownMessage,
  PageAction,
  ShowMessage,
  Stamp,
  Target,
  ToPage,
  Unstamped,
} from '../src/protocol.ts';
import { ContextBar } from './context.ts';
import { h } from './dom.ts';
import { Header } from './header.ts';
import { helpDialog } from './help.ts';
import { Kept, vscode } from './kept.ts';
import { Keys } from './keys.ts';
import { ItemList, type Slot } from './list.ts';
import { Notices } from './notices.ts';
import type { Page } from './page.ts';
import { Paging } from './paging.ts';
import { Requests } from './requests.ts';
import { Scroll } from './scroll.ts';
import { count, t } from './strings.ts';
import { giveToolbars } from './toolbar.ts';

/** The page: takes the extension's messages, holds what is shown, and posts what the reader asks for. */
export class App implements Page {
  readonly #kept = new Kept();
  readonly #requests = new Requests();
  readonly #list = new ItemList(this);
  readonly #help = helpDialog();
  readonly #context = new ContextBar({
    page: this,
    send: (setting) => this.#post({ type: 'context', ...setting }),
    keep: (change) => this.#scroll.keepingBelow(change),
    remark: () => {
      for (const slot of this.#list.slots) this.#context.mark(slot);
    },
  });
  readonly #header = new Header(this, this.#context, () => this.#help.showModal());
  readonly #scroll = new Scroll(this.#list, () => this.#header.bottom);
  readonly #notices = new Notices(this);
  readonly #paging = new Paging(this.#list, this.#scroll, (at, before) =>
    this.#requests.ask((request) => this.#post({ type: 'items', request, at, before })),
  );
  readonly #keys: Keys;
  #stamp: Stamp | undefined;
  /** The item that was asked for and is to get the focus when it comes. */
  #sought = -1;
  /** What gets the focus when the page does: taking it before would take it out of the tree. */
  #awaited: Slot | undefined;
  /** The fork point at which another branch was chosen, and where its switch stood in the window. */
  #forkedAt: { readonly row: number; readonly top: number } | undefined;

  constructor(body: HTMLElement) {
    const main = h(
      'main',
      { 'aria-label': t('conversation') },
      this.#paging.earlier,
      this.#list.element,
      this.#paging.later,
    );
    body.append(
      this.#header.element,
      this.#notices.top,
      main,
      this.#notices.bottom,
      this.#notices.live,
      this.#help,
    );
    this.#keys = new Keys({
      page: this,
      list: this.#list,
      scroll: this.#scroll,
      seek: (index) => this.#goto({ index, row: -1 }),
      showHelp: () => this.#help.showModal(),
      toggleContext: () => this.#context.toggle(),
    });
    this.#list.decorate = (slot) => this.#context.mark(slot);
    giveToolbars(this, this.#list);
    addEventListener('message', (event: MessageEvent) => this.#take(event.data as ToPage));
    addEventListener('scroll', () => this.#afterScroll(), { passive: true });
    addEventListener('focus', () => this.#awaited && this.#focus(this.#awaited));
    addEventListener('pagehide', () => this.#kept.save());
  }

  /** Tells the extension that messages can come. */
  ready(): void {
    vscode.postMessage({ type: 'ready', anchor: this.#kept.anchor } satisfies FromPage);
  }

  #take(message: ToPage): void {
    if (message.type === 'show') this.#show(message);
    else if (message.type === 'notice') this.#notices.setNotice(message.message);
    else if (message.type === 'ask') this.ready();
    else if (this.#isCurrent(message.stamp)) this.#takeCurrent(message);
  }

  #takeCurrent(message: Exclude<ToPage, ShowMessage | { type: 'notice' | 'ask' }>): void {
    switch (message.type) {
      case 'items':
        this.#requests.answer(message.request, message);
        break;
      case 'grown':
        this.#grow(message);
        break;
      case 'goto':
        this.#kept.take(message.state);
        this.#goto(message.target);
        break;
      case 'header':
        this.#kept.take(message.state);
        this.#scroll.keeping(() => this.#header.update(message.header));
        break;
      case 'context':
        this.#scroll.keepingBelow(() => this.#context.take(message.context));
        break;
      case 'elsewhere':
        this.#notices.setElsewhere(true);
        break;
      case 'text':
      case 'image':
        this.#requests.answer(message.request, message);
        break;
      case 'failed':
        this.#requests.fail(message.request, message.message);
        break;
    }
  }

  #show(message: ShowMessage): void {
    const { stamp, header, from, items, total, target, anchor } = message;
    const isSameView = this.#isCurrent(stamp);
    this.#stamp = stamp;
    // Marks of another path's items.
    if (!isSameView) this.#context.take(null);
    // Goes with every context menu: which page it was opened on.
    document.body.dataset['vscodeContext'] = JSON.stringify({ uri: stamp.uri, view: stamp.view });
    this.#requests.drop();
    this.#awaited = undefined;
    this.#kept.take(message.state);
    this.#notices.clear();
    this.#header.update(header);
    this.#list.show(from, items, total);
    this.#notices.setEmpty(total === 0);
    this.#paging.reset();
    const slot = this.#mark(target);
    const anchored = anchor ? this.#list.at(anchor.index) : undefined;
    if (this.#backToFork()) return;
    if (anchor && anchored) this.#place(anchored, anchor.offset);
    else if (slot) this.#bring(slot, target);
    else if (isSameView) this.#keys.refresh();
    else this.#scroll.toEnd();
    if (slot) this.#keys.setCurrent(slot);
    else this.#keys.refresh();
    const sought = this.#list.at(this.#sought);
    this.#sought = -1;
    if (sought) this.#focus(sought);
  }

  /** After another branch was chosen: its switch stays where it was, with the focus on it, so that one can go on. */
  #backToFork(): boolean {
    const at = this.#forkedAt;
    this.#forkedAt = undefined;
    const fork = at && this.#list.element.querySelector<HTMLElement>(`[data-fork="${at.row}"]`);
    const slot = fork && this.#list.holding(fork);
    if (!at || !fork || !slot) return false;
    this.#scroll.elementTo(fork, at.top);
    this.#keys.setCurrent(slot);
    fork.querySelector<HTMLElement>('summary')?.focus({ preventScroll: true });
    return true;
  }

  #grow(message: GrownMessage): void {
    const atEnd = this.#paging.isAtEnd && this.#scroll.isAtEnd();
    const { items, from, total, changed } = message;
    this.#stamp = message.stamp;
    this.#kept.take(message.state);
    this.#header.update(message.header);
    const added = total - this.#list.total;
    this.#scroll.keeping(() => {
      for (const { index, item } of changed) this.#list.replace(index, item);
      const isNext = this.#list.to === from && this.#list.total === from;
      this.#list.total = total;
      if (isNext) this.#list.append(items);
    });
    this.#paging.update();
    if (added <= 0) return;
    this.announce(count('newHere', added));
    if (atEnd) this.#scroll.toEnd();
    else this.#notices.addBelow(added, from);
  }

  #goto(target: Target): void {
    const slot = this.#list.at(target.index);
    if (!slot) {
      this.#sought = target.index;
      this.#post({ type: 'seek', index: target.index });
      return;
    }
    if (target.row >= 0) this.#mark(target);
    this.#bring(slot, target.row >= 0 ? target : null);
    this.#focus(slot);
  }

  #focus(slot: Slot): void {
    this.#keys.setCurrent(slot);
    const isHere = document.hasFocus();
    this.#awaited = isHere ? undefined : slot;
    if (isHere) slot.article.focus({ preventScroll: true });
  }

  /** Highlights the target, and opens the call that holds it. */
  #mark(target: Target | null): Slot | undefined {
    for (const old of this.#list.element.querySelectorAll('.target')) {
      old.classList.remove('target');
      old.removeAttribute('aria-current');
    }
    const slot = target ? this.#list.at(target.index) : undefined;
    if (!slot) return undefined;
    slot.article.classList.add('target');
    slot.article.setAttribute('aria-current', 'true');
    const call = this.#callOf(slot, target);
    if (call) call.open = true;
    return slot;
  }

  #bring(slot: Slot, target: Target | null): void {
    const call = this.#callOf(slot, target);
    if (!call && slot === this.#list.at(0)) this.#scroll.toStart();
    else this.#scroll.toElement(call ?? slot.article);
  }

  #place(slot: Slot, offset: number): void {
    if (offset === 0 && slot === this.#list.at(0)) this.#scroll.toStart();
    else this.#scroll.to(slot, offset);
  }

  /** The call whose result the target is. */
  #callOf(slot: Slot, target: Target | null): HTMLDetailsElement | null {
    if (!target || target.row === slot.item.row) return null;
    return slot.article.querySelector<HTMLDetailsElement>(`details[data-result-row="${target.row}"]`);
  }

  #afterScroll(): void {
    const anchor = this.#scroll.anchor();
    if (anchor) {
      const { line, id } = anchor.slot.item;
      this.#kept.anchor = { place: { line, id }, offset: anchor.offset };
    }
    if (this.#paging.isAtEnd && this.#scroll.isAtEnd()) this.#notices.addBelow(0, 0);
  }

  #isCurrent(stamp: Stamp): boolean {
    return stamp.uri === this.#stamp?.uri && stamp.view === this.#stamp.view;
  }

  #post(message: Unstamped<FromPage>): void {
    if (this.#stamp) vscode.postMessage({ ...message, stamp: this.#stamp });
  }

  requestText(ref: PartRef, from: number): Promise<{ text: string; total: number }> {
    return this.#requests.ask((request) => this.#post({ type: 'text', request, ref, from }));
  }

  requestImage(ref: PartRef): Promise<{ mimeType: string; data: string }> {
    return this.#requests.ask((request) => this.#post({ type: 'image', request, ref }));
  }

  openLink(href: string): void {
    this.#post({ type: 'link', href });
  }

  takeBranch(row: number, fork: HTMLElement): void {
    this.#forkedAt = { row: Number(fork.dataset['fork']), top: fork.getBoundingClientRect().top };
    this.#post({ type: 'branch', row });
  }

  showEntry(row: number): void {
    this.#post({ type: 'entry', row });
  }

  /** Goes to an item that may not be in the document. */
  goToIndex(index: number): void {
    this.#goto({ index, row: -1 });
  }

  act(action: PageAction, row: number | null): void {
    this.#post({ type: 'action', action, row });
    if (action === 'copyMessage') this.announce(t('copied'));
  }

  openSubagent(row: number, number: number): void {
    this.#post({ type: 'subagent', row, number });
  }

  openKin(number: number): void {
    this.#post({ type: 'kin', number });
  }

  copy(text: string): void {
    vscode.postMessage({ type: 'copy', text } satisfies FromPage);
  }

  isOpen(key: string, group: string): boolean {
    return this.#kept.isOpen(key, group);
  }

  setOpen(key: string, group: string, open: boolean): void {
    this.#kept.setOpen(key, group, open);
  }

  setGroup(group: string, open: boolean): void {
    this.#kept.setGroup(group, open);
  }

  announce(text: string): void {
    this.#notices.announce(text);
  }
}
