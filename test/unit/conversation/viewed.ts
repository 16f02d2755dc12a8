import assert from 'node:assert/strict';
import { ConversationView } from '../../../src/conversation/view.ts';
import type { ViewOptions } from '../../../src/conversation/viewHost.ts';
import type { FromPage, Stamp, ToPage } from '../../../src/protocol.ts';
import { opened, URI, type Opened } from '../sessions/support.ts';
import { jsonl, message, VIEW_WORDS } from './support.ts';

/** A view over a session in memory, with what it sent to its page. */
export interface Viewed extends Opened {
  readonly view: ConversationView;
  readonly sent: ToPage[];
  readonly failures: unknown[];
  /** Sends a message from the page and waits for what comes of it. */
  take(message: FromPage): Promise<void>;
  append(...lines: readonly object[]): Promise<void>;
  last<T extends ToPage['type']>(type: T): Extract<ToPage, { type: T }>;
  stamp(): Stamp;
}

export async function viewed(lines: readonly unknown[], options: Partial<ViewOptions> = {}): Promise<Viewed> {
  const session = await opened(jsonl(lines));
  const sent: ToPage[] = [];
  const failures: unknown[] = [];
  const view = new ConversationView(
    session.session,
    {
      post: (message) => sent.push(message),
      changed: () => undefined,
      failed: (error) => failures.push(error),
      words: VIEW_WORDS,
    },
    { fileName: 'a session.jsonl', pinned: false, ...options },
  );
  session.session.onDidChange((change) => view.follow(change));
  const last = <T extends ToPage['type']>(type: T): Extract<ToPage, { type: T }> => {
    const found = sent.findLast((message) => message.type === type);
    assert.ok(found, `no ${type} among ${sent.map((message) => message.type).join()}`);
    return found as Extract<ToPage, { type: T }>;
  };
  return {
    ...session,
    view,
    sent,
    failures,
    last,
    stamp: () => last('show').stamp,
    async take(message) {
      view.take(message);
      await view.settled();
    },
    async append(...more) {
      session.files.append(URI, jsonl(more));
      await session.scheduler.advance(10_000);
      await session.session.refresh();
      await view.settled();
    },
  };
}

export const user = (id: string, parentId: string | null, text = `text of ${id}`): object =>
  message(id, parentId, 'user', text);
export const chainOf = (count: number): object[] =>
  Array.from({ length: count }, (_, i) => user(`n${i}`, i === 0 ? null : `n${i - 1}`));
export const ready: FromPage = { type: 'ready', anchor: null };
