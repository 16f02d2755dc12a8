import { commands, env, l10n, window } from 'vscode';
import { copyText } from '../core/conversation.ts';
import type { PageAction } from '../protocol.ts';
import type { SessionRegistry } from '../sessions/session.ts';
import { log } from '../ui/log.ts';
import { tellNoSession } from '../ui/noSession.ts';
import { telling } from '../ui/telling.ts';
import { askSize } from './askSize.ts';
import { readBody } from './answers.ts';
import { copyContext, sourceTo } from './copyContext.ts';
import type { ContextShape } from './contextJson.ts';
import { openLink } from './openLink.ts';
import type { ConversationPanel } from './panel.ts';
import { recordsAsJson } from './pathJson.ts';
import type { ConversationTarget } from './target.ts';

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
  copyContext: (panel) => actOn.copyContext(panel, undefined),
  defaultLeaf: (panel) => panel.view.open(undefined),
  addUsage: (panel) => panel.view.usage.ask(),
  openParent,
  openOrigin: (panel) => commands.executeCommand('sessionTree.openOrigin', { uri: panel.uri }),
  openForks: (panel) => commands.executeCommand('sessionTree.openForks', { uri: panel.uri }),
  showElsewhere: (panel) => panel.view.open(panel.view.session.snapshot.tree.defaultLeaf),
  showProblems: () => commands.executeCommand('workbench.actions.view.problems'),
};

/** An entry that no page shows. */
export interface ContextTarget extends ConversationTarget {
  readonly sessions: SessionRegistry;
}

/** What a button, a key or a menu of the page asks for. */
export const actOn = {
  async page(panel: ConversationPanel, action: PageAction, row: number | null): Promise<void> {
    await told(async () => {
      const onRow = ROW_ACTIONS[action];
      if (!onRow) await PAGE_ACTIONS[action]?.(panel);
      else if (row !== null && row < panel.view.session.snapshot.table.size) await onRow(panel, row);
    });
  },
  /** What the model would receive: of what a page shows, within the budget that is typed there; or up to an entry. */
  async copyContext(of: ConversationPanel | ContextTarget, shape: ContextShape | undefined): Promise<void> {
    await told(async () => {
      if ('view' in of) {
        const { session, shown, context } = of.view;
        const { path } = shown.scene.plan;
        // A budget counts while it is to be seen.
        const budget = context.setting.on ? context.setting.budget : null;
        await copyContext({ session, path, budget }, shape);
        return;
      }
      const lease = await of.sessions.acquire(of.uri);
      try {
        if (lease) await copyContext(sourceTo(lease.session, of.row), shape);
        else await tellNoSession(of.uri);
      } finally {
        lease?.dispose();
      }
    });
  },
  /** The conversation of an entry's subagent. */
  async subagent(panel: ConversationPanel, row: number, number: number): Promise<void> {
    const uri = panel.view.subagent(row, number)?.uri;
    if (uri !== undefined)
      await told(async () => commands.executeCommand('sessionTree.openConversation', { uri, focus: true }));
  },
  /** The conversation of a session that parts from the shown one, where it does. */
  async kin(panel: ConversationPanel, number: number): Promise<void> {
    const mark = panel.view.kin(number);
    if (!mark) return;
    const target = { uri: mark.uri, ...(mark.otherRow >= 0 && { row: mark.otherRow }), focus: true };
    await told(async () => commands.executeCommand('sessionTree.openConversation', target));
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

/** The session whose subagent is shown, at the entry that started it. */
async function openParent(panel: ConversationPanel): Promise<void> {
  const target = await panel.parent();
  if (target) await commands.executeCommand('sessionTree.openConversation', { ...target, focus: true });
}

/** The records of the shown path, as they stand in the file. */
async function copyPath(panel: ConversationPanel): Promise<void> {
  const { session, shown } = panel.view;
  const { path } = shown.scene.plan;
  if (!(await askSize(session, path))) return;
  const json = await recordsAsJson(session, path);
  if (json === undefined) {
    void window.showWarningMessage(l10n.t('The file changed while it was read. Try again.'));
    return;
  }
  await env.clipboard.writeText(json);
  window.setStatusBarMessage(l10n.t('{0} records copied as JSON', telling.number(path.length)), 3000);
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
