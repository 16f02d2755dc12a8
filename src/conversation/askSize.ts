import { l10n, window } from 'vscode';
import type { Session } from '../sessions/session.ts';
import { telling } from '../ui/telling.ts';
import { sizeOf } from './pathJson.ts';

/** More than this is copied only after a question, and more than the second not at all. */
const ASK_BYTES = 20_000_000;
const MAX_BYTES = 200_000_000;

/** Whether a path may be copied: asks where it is large. */
export async function askSize(session: Session, path: ArrayLike<number>): Promise<boolean> {
  const bytes = sizeOf(session, path);
  const size = telling.bytes(bytes);
  if (bytes > MAX_BYTES) {
    void window.showWarningMessage(l10n.t('This path has {0}: too much for the clipboard.', size));
    return false;
  }
  const copy = l10n.t('Copy');
  const question = l10n.t('This path has {0}. Copy it to the clipboard?', size);
  return bytes <= ASK_BYTES || (await window.showWarningMessage(question, copy)) === copy;
}
