import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseFromPage } from '../../../src/conversation/fromPage.ts';
import { pageHtml } from '../../../src/conversation/html.ts';
import { ConversationView } from '../../../src/conversation/view.ts';
import type { ViewOptions } from '../../../src/conversation/viewHost.ts';
import type { FromPage, PageState, ToPage } from '../../../src/protocol.ts';
import type { ClosableSession } from '../../../src/sessions/registry.ts';
import { openPage, type PageOptions, type TestPage } from '../../support/page.ts';
import { VIEW_WORDS } from '../../unit/conversation/support.ts';
import { opened, URI } from '../../unit/sessions/support.ts';

export interface RigOptions extends PageOptions, Pick<Partial<ViewOptions>, 'row' | 'pinned' | 'beside'> {
  /** What a page showed before a reload: the state that it kept, too. */
  readonly revive?: PageState;
  /** The session's lines, or the file to read them from. */
  readonly lines?: readonly unknown[];
  readonly bytes?: Uint8Array | string;
  readonly file?: string;
}

/**
 * The real page and the real view behind it, over a session in memory: only VS Code itself is missing between them.
 * Messages go over by {@link pump}, so that a test knows when all is done.
 */
export class Rig {
  readonly page: TestPage;
  readonly view: ConversationView;
  readonly session: ClosableSession;
  /** Messages of the page that are not the view's to answer. */
  readonly acted: FromPage[] = [];
  readonly failures: unknown[] = [];
  /** Everything that was sent to the page. */
  readonly sent: ToPage[];
  readonly #append: (text: string) => Promise<void>;
  readonly #replace: (text: string | null) => Promise<void>;
  #taken = 0;
  #delivered = 0;

  constructor(
    page: TestPage,
    view: ConversationView,
    session: ClosableSession,
    sent: ToPage[],
    write: { append: (text: string) => Promise<void>; replace: (text: string | null) => Promise<void> },
  ) {
    this.page = page;
    this.view = view;
    this.session = session;
    this.sent = sent;
    this.#append = write.append;
    this.#replace = write.replace;
  }

  /** Carries messages both ways until both sides are quiet. */
  async pump(): Promise<void> {
    for (let quiet = 0; quiet < 2; quiet++) {
      const posted = await this.page.posted();
      for (const raw of posted.slice(this.#taken)) {
        quiet = 0;
        const message = parseFromPage(raw);
        if (!message) this.failures.push(new Error(`refused: ${JSON.stringify(raw)}`));
        else if (message.type === 'error') this.failures.push(new Error(message.message));
        else {
          this.view.take(message);
          this.acted.push(message);
        }
      }
      this.#taken = posted.length;
      await this.view.settled();
      const fresh = this.sent.slice(this.#delivered);
      this.#delivered = this.sent.length;
      if (fresh.length > 0) {
        quiet = 0;
        await this.page.send(...fresh);
      } else await sleep(40);
    }
    if (this.failures.length > 0) throw this.failures[0];
  }

  /** Appends lines to the session's file and lets everyone see it. */
  async append(...lines: readonly unknown[]): Promise<void> {
    await this.#append(lines.map((line) => `${text(line)}\n`).join(''));
    await this.pump();
  }

  /** Puts other content in the file's place; null deletes it. */
  async replace(content: string | null): Promise<void> {
    await this.#replace(content);
    await this.pump();
  }

  /** Messages to the page of one type. */
  sentOf<T extends ToPage['type']>(type: T): Extract<ToPage, { type: T }>[] {
    return this.sent.filter((message): message is Extract<ToPage, { type: T }> => message.type === type);
  }

  actedOf<T extends FromPage['type']>(type: T): Extract<FromPage, { type: T }>[] {
    return this.acted.filter((message): message is Extract<FromPage, { type: T }> => message.type === type);
  }
}

/** Opens a session and its page, and waits until the page shows it. */
export async function openRig(options: RigOptions): Promise<Rig> {
  const data =
    options.file !== undefined ? readFileSync(options.file) : (options.bytes ?? jsonl(options.lines ?? []));
  const { files, scheduler, session, errors: failures } = await opened(data);
  const page = await openPage({
    html: pageHtml,
    ...(options.revive && { state: options.revive }),
    ...options,
  });
  const sent: ToPage[] = [];
  const view = new ConversationView(
    session,
    {
      post: (message) => sent.push(structuredClone(message)),
      changed: () => undefined,
      failed: (error) => failures.push(error),
      words: VIEW_WORDS,
    },
    {
      fileName: 'session.jsonl',
      pinned: options.pinned ?? false,
      row: options.row,
      ...(options.beside && { beside: options.beside }),
      ...(options.revive && { state: options.revive }),
    },
  );
  session.onDidChange((change) => view.follow(change));
  const look = async (): Promise<void> => {
    await scheduler.advance(10_000);
    await session.refresh();
  };
  const rig = new Rig(page, view, session, sent, {
    append: async (content) => {
      files.append(URI, content);
      await look();
    },
    replace: async (content) => {
      if (content === null) files.remove(URI);
      else files.write(URI, content);
      await look();
    },
  });
  await rig.pump();
  rig.failures.push(...failures);
  return rig;
}

export function jsonl(lines: readonly unknown[]): string {
  return lines.map((line) => `${text(line)}\n`).join('');
}

function text(line: unknown): string {
  return typeof line === 'string' ? line : JSON.stringify(line);
}
