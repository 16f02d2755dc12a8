import { commands, env, l10n, window } from 'vscode';
import { copyText } from '../core/conversation.ts';
import type { PageAction } from '../protocol.ts';
import { log } from '../ui/log.ts';
import { readBody } from './answers.ts';
import { openLink } from './openLink.ts';
import type { ConversationPanel } from './panel.ts';
import { recordsAsJson, sizeOf } from './pathJson.ts';

/** More than this is copied only after a question, and more than the second not at all. */
const ASK_BYTES = 20_000_000;
const MAX_BYTES = 200_000_000;

type RowAction = (panel: ConversationPanel, row: number) => PromiseLike<unknown>;

const ROW_ACTIONS: Readonly<Partial<Record<PageAction, RowAction>>> = {
  openSource: (panel, row) => commands.executeCommand('sessionTree.openSourceLine', { uri: panel.uri, row }),
  fork: (panel, row) => commands.executeCommand('sessionTree.fork', { uri: panel.uri, row }),
  reveal: (panel, row) => commands.executeCommand('sessionTree.reveal', { uri: panel.uri, row }),
  copyMessage,
};

const PAGE_ACTIONS: Readonly<Partial<Record<PageAction, (panel: ConversationPanel) => unknown>>> = {
  pin: (panel) => panel.pin(),
  copyPath,
  defaultLeaf: (panel) => panel.view.open(undefined),
  showElsewhere: (panel) => panel.view.open(panel.view.session.snapshot.tree.defaultLeaf),
  showProblems: () => commands.executeCommand('workbench.actions.view.problems'),
};

/** What a button, a key or a menu of the page asks for. */
export const actOn = {
  async page(panel: ConversationPanel, action: PageAction, row: number | null): Promise<void> {
    await told(async () => {
      const onRow = ROW_ACTIONS[action];
      if (!onRow) await PAGE_ACTIONS[action]?.(panel);
      else if (row !== null && row < panel.view.session.snapshot.table.size) await onRow(panel, row);
    });
  },
  async copy(text: string): Promise<void> {
    await told(async () => env.clipboard.writeText(text));
  },
  async link(panel: ConversationPanel, href: string): Promise<void> {
    await told(() => openLink(href, panel.uri));
  },
};

async function copyMessage(panel: ConversationPanel, row: number): Promise<void> {
  const body = await readBody(panel.view.session, row);
  if (!body) return;
  await env.clipboard.writeText(copyText(body));
  window.setStatusBarMessage(l10n.t('Message copied'), 3000);
}

/** The records of the shown path, as they stand in the file. */
async function copyPath(panel: ConversationPanel): Promise<void> {
  const { session, shown } = panel.view;
  const { path } = shown.scene.plan;
  const bytes = sizeOf(session, path);
  const megabytes = Math.ceil(bytes / 1e6).toLocaleString();
  if (bytes > MAX_BYTES) {
    void window.showWarningMessage(l10n.t('This path has {0} MB: too much for the clipboard.', megabytes));
    return;
  }
  const copy = l10n.t('Copy');
  const question = l10n.t('This path has {0} MB. Copy it to the clipboard?', megabytes);
  if (bytes > ASK_BYTES && (await window.showWarningMessage(question, copy)) !== copy) return;
  const json = await recordsAsJson(session, path);
  if (json === undefined) {
    void window.showWarningMessage(l10n.t('The file changed while it was read. Try again.'));
    return;
  }
  await env.clipboard.writeText(json);
  window.setStatusBarMessage(l10n.t('{0} records copied as JSON', path.length.toLocaleString()), 3000);
}

async function told(run: () => Promise<unknown>): Promise<void> {
  try {
    await run();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    log().error(message);
    void window.showErrorMessage(message);
  }
}
