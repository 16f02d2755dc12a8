import { l10n, Uri, window, type TextEditor } from 'vscode';
import { ForkRefusal, type ForkTarget } from './flow.ts';

/**
 * The entry that a command was called for: its argument from tree and page (`uri` in string form or as a Uri, and
 * `row`; without one the session's default leaf), else the line of the cursor in the active text editor.
 * @throws ForkRefusal where there is neither, or the editor holds changes that the file has not
 */
export function targetOf(argument: unknown): ForkTarget {
  if (typeof argument === 'object' && argument !== null && !(argument instanceof Uri)) {
    const { uri, row } = argument as { readonly uri?: unknown; readonly row?: unknown };
    const text = uri instanceof Uri ? uri.toString() : uri;
    if (typeof text === 'string') return typeof row === 'number' ? { uri: text, row } : { uri: text };
  }
  const editor = window.activeTextEditor;
  if (!editor)
    throw new ForkRefusal(
      l10n.t('Choose an entry in the Sessions view, or put the cursor on a line of a session file.'),
    );
  return lineOf(editor);
}

function lineOf({ document, selection }: TextEditor): ForkTarget {
  if (document.isUntitled || document.isDirty) {
    throw new ForkRefusal(
      l10n.t(
        'This file has changes that are not saved. Save it first: a fork is made from the file as it is on disk.',
      ),
    );
  }
  return { uri: document.uri.toString(), line: selection.active.line + 1 };
}
