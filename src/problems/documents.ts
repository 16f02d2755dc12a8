import { workspace, type TextDocument } from 'vscode';
import { createDisposableStore, toDisposable, type Disposable } from '../core/lib/disposables.ts';
import type { SessionRegistry } from '../sessions/session.ts';
import { log } from '../ui/log.ts';

/**
 * Holds the session of every open document that `wanted` names, so that its problems are known and followed. A document
 * of no known format is let go: it may be a data set, in which nobody wants to see a session's problems.
 */
export function followDocuments(
  sessions: Pick<SessionRegistry, 'acquire'>,
  wanted: (document: TextDocument) => boolean,
): Disposable {
  const own = createDisposableStore();
  const held = new Map<string, Disposable>();
  const open = (document: TextDocument): void => {
    const uri = document.uri.toString();
    if (held.has(uri) || !wanted(document)) return;
    let lease: Disposable | undefined;
    let ended = false;
    held.set(
      uri,
      toDisposable(() => {
        ended = true;
        lease?.dispose();
      }),
    );
    sessions.acquire(uri).then(
      (opened) => {
        lease = opened;
        if (ended || opened?.session.snapshot.format.isFallback) opened?.dispose();
      },
      (error: unknown) => {
        log().warn(`An open document could not be read as a session: ${String(error)}`);
        held.delete(uri);
      },
    );
  };
  const close = (document: TextDocument): void => {
    const uri = document.uri.toString();
    held.get(uri)?.dispose();
    held.delete(uri);
  };
  workspace.textDocuments.forEach(open);
  own.add(workspace.onDidOpenTextDocument(open));
  own.add(workspace.onDidCloseTextDocument(close));
  own.add(toDisposable(() => held.forEach((lease) => lease.dispose())));
  return own;
}
