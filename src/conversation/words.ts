import { l10n } from 'vscode';
import { PAGE_STRINGS, type PageStrings } from '../core/conversation/strings.ts';
import { telling } from '../ui/telling.ts';
import type { ViewWords } from './viewHost.ts';

/** The page's texts in the language of VS Code. Each English text is its own key. */
export function pageStrings(): PageStrings {
  const all = Object.entries(PAGE_STRINGS).map(([key, text]) => [key, l10n.t(text)]);
  return Object.fromEntries(all) as PageStrings;
}

export function viewWords(): ViewWords {
  return {
    telling,
    deleted: l10n.t('The session file was deleted. What is shown is the last that was read of it.'),
    replaced: l10n.t('The session file was replaced. This is its new content.'),
    textGone: l10n.t('The record is no longer in the file.'),
    fileChanged: l10n.t('The file changed while it was read. Try again.'),
    pathTooLarge: l10n.t('This path has {0}: too much to work out what the model would receive.', '{0}'),
    outputMissing: l10n.t('The file {0} with the whole output is not beside the session.', '{0}'),
    outputCut: l10n.t('… {0} more bytes of this output are not shown.', '{0}'),
    badImage: l10n.t('This is no picture that can be shown.'),
  };
}
