import { l10n, Uri, window, type TextEditor } from 'vscode';
import { FORK_ACTIONS } from './choices.ts';
import type { ForkTarget } from './flow.ts';
import { ForkRefusal } from './refusal.ts';

/**
 * The entry that a command was called for: its argument from tree and page (`uri` in string form or as a Uri, and
 * `row`; without one the session's default leaf; `how` where nothing is to be asked), else the line of the cursor in the active text editor.
 * @throws ForkRefusal where there is neither, or the editor holds changes that the file has not
 */
export function targetOf(argument: unknown): ForkTarget {
  const isPlain = typeof argument === 'object' && argument !== null && !(argument instanceof Uri);
  const { uri, row, how } = isPlain ? (argument as Readonly<Record<string, unknown>>) : {};
  const action = FORK_ACTIONS.find((each) => each === how);
  const asked = action && { how: action };
  const text = uri instanceof Uri ? uri.toString() : uri;
  if (typeof text === 'string') return { uri: text, ...(typeof row === 'number' && { row }), ...asked };
  const editor = window.activeTextEditor;
  if (!editor)
    throw new ForkRefusal(
      l10n.t('Choose an entry in the Sessions view, or put the cursor on a line of a session file.'),
    );
  return { ...lineOf(editor), ...asked };
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
