import { l10n, Uri, window, workspace } from 'vscode';
import { fileName } from '../core/text/fileName.ts';

/** Says that a file holds no session, and why. */
export async function tellNoSession(uri: string): Promise<void> {
  const name = fileName(uri);
  const { size } = await workspace.fs.stat(Uri.parse(uri, true));
  void window.showInformationMessage(
    size === 0
      ? l10n.t('{0} is empty: it holds no session yet.', name)
      : l10n.t('{0} holds no session: none of its lines that have an end is a JSON object.', name),
  );
}
