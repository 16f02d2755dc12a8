import type { Stamp, ToPage, Unstamped } from '../protocol.ts';
import type { ViewHost } from './viewHost.ts';

/** The way to a page: whether one listens, what its messages speak of, and the notice above the conversation. */
export class PageLink {
  /** Of the session, that the page was told last. */
  revision: number;
  readonly #host: Pick<ViewHost, 'post'>;
  readonly #uri: string;
  readonly #view: () => number;
  #isReady = false;
  /** For a page that is made anew. */
  #notice: string | null = null;

  /** @param view see {@link Stamp} */
  constructor(host: Pick<ViewHost, 'post'>, uri: string, revision: number, view: () => number) {
    this.#host = host;
    this.#uri = uri;
    this.revision = revision;
    this.#view = view;
  }

  /** The page is there and listens. */
  get isReady(): boolean {
    return this.#isReady;
  }

  ready(): void {
    this.#isReady = true;
  }

  /** The page is hidden, and with that destroyed; it will say `ready` again. */
  lost(): void {
    this.#isReady = false;
  }

  /** The page says where it stands, and is made anew there when the answer comes. */
  ask(): void {
    if (!this.#isReady) return;
    this.#isReady = false;
    this.#host.post({ type: 'ask' });
  }

  /** Whether a message speaks of what is shown now. */
  isCurrent({ uri, view }: Stamp): boolean {
    return uri === this.#uri && view === this.#view();
  }

  post(message: Unstamped<ToPage>): void {
    const stamp = { uri: this.#uri, view: this.#view(), revision: this.revision };
    this.#host.post({ ...message, stamp });
  }

  setNotice(message: string | null): void {
    if (this.#notice === message) return;
    this.#notice = message;
    this.sendNotice();
  }

  /** Tells a page that was made anew. */
  sendNotice(): void {
    this.#host.post({ type: 'notice', message: this.#notice });
  }
}
