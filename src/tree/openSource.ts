import { l10n, Range, Uri, window, commands } from 'vscode';
import { isPacked } from '../core/packed.ts';
import { fileLine } from '../sessions/parts.ts';
import type { Session } from '../sessions/session.ts';
import { bytes, number } from './words.ts';

/** VS Code does not hand larger documents to extensions, and opens them slowly. It calls this 50 MB; it is 52.4. */
const EDITOR_LIMIT = 50 * 1024 * 1024;

/** Opens the file at the entry's line; a file that VS Code's editor takes badly only after a question. */
export async function openSource(session: Session, row: number | undefined): Promise<void> {
  const { table, size, parts } = session.snapshot;
  const own = { uri: session.uri, line: 1 };
  const isRow = row !== undefined && row < table.size;
  const { uri, line } = isRow ? fileLine({ uri: session.uri, parts }, table.line(row)) : own;
  if (isPacked(uri)) {
    const text = l10n.t(
      'This file is compressed, and VS Code’s editor shows no lines of it. The entry is in line {0}.',
      number(line),
    );
    void window.showInformationMessage(text);
    return;
  }
  if (size > EDITOR_LIMIT && uri === session.uri) {
    const open = l10n.t('Open Anyway');
    const text = l10n.t(
      'This file has {0}. Over {1}, VS Code opens files slowly and without what extensions add. The entry is in line {2}.',
      bytes(size),
      bytes(EDITOR_LIMIT),
      number(line),
    );
    if ((await window.showWarningMessage(text, open)) !== open) return;
  }
  const selection = new Range(line - 1, 0, line - 1, 0);
  await commands.executeCommand('vscode.open', Uri.parse(uri, true), { selection });
}
