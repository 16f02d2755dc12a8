import type { ExtensionContext } from 'vscode';
import type { Disposable } from '../core/disposables.ts';
import type { SessionRegistry } from '../sessions/session.ts';

/** What the conversation page needs from the rest of the extension. */
export interface ConversationServices {
  readonly context: ExtensionContext;
  readonly sessions: SessionRegistry;
}

/** An entry to show: the path to the newest leaf through it, scrolled to it. */
export interface ConversationTarget {
  /** The session file's URI in string form. */
  readonly uri: string;
  /** Row of the entry in the session's newest snapshot; absent: the session's default leaf. */
  readonly row?: number;
  /** Open a page of its own instead of reusing the preview. */
  readonly pinned?: boolean;
}

export interface ConversationFeature extends Disposable {
  /** Shows an entry; the same as the command `sessionTree.openConversation` with this argument. */
  open(target: ConversationTarget): Promise<void>;
}
