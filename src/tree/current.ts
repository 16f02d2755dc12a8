import { window } from 'vscode';
import type { SessionRegistry } from '../sessions/session.ts';
import { sessionLine } from '../sessions/parts.ts';
import { rowAtLine, type Target } from './target.ts';

export interface CurrentServices {
  readonly sessions: SessionRegistry;
  readonly activeEntry: () => Target | undefined;
}

/** The entry that the user is looking at: of the active conversation page, else of the text editor's cursor line. */
export async function currentTarget({ sessions, activeEntry }: CurrentServices): Promise<Target | undefined> {
  const active = activeEntry();
  if (active) return active;
  const editor = window.activeTextEditor;
  if (!editor?.document.fileName.endsWith('.jsonl')) return undefined;
  const uri = editor.document.uri.toString();
  const lease = await sessions.acquire(uri);
  if (!lease) return undefined;
  const { table, parts } = lease.session.snapshot;
  const row = rowAtLine(table, sessionLine(parts, editor.selection.active.line + 1));
  lease.dispose();
  return row < 0 ? { uri } : { uri, row };
}
