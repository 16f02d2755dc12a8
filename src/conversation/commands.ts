import { commands, l10n, window, type Disposable } from 'vscode';
import type { PageAction } from '../protocol.ts';
import type { ConversationPanel } from './panel.ts';
import type { ConversationPanels } from './panels.ts';
import { targetOf, type ConversationTarget } from './target.ts';

/** Commands of the page, by the names that package.json gives them, and what they do. */
const PAGE_COMMANDS: Readonly<Record<string, PageAction>> = {
  'sessionTree.conversation.pin': 'pin',
  'sessionTree.conversation.copyPath': 'copyPath',
  'sessionTree.conversation.copyMessage': 'copyMessage',
  'sessionTree.conversation.openSource': 'openSource',
  'sessionTree.conversation.fork': 'fork',
  'sessionTree.conversation.reveal': 'reveal',
  'sessionTree.conversation.newestLeaf': 'defaultLeaf',
};

/** Registers the command that opens pages, and those that a page's menus and the palette offer. */
export function registerCommands(
  panels: ConversationPanels,
  open: (target: ConversationTarget) => Promise<void>,
): Disposable[] {
  return [
    commands.registerCommand('sessionTree.openConversation', async (argument: unknown) => {
      const target = targetOf(argument) ?? activeFile();
      if (target) await open(target);
      else
        void window.showInformationMessage(
          l10n.t('Choose an entry in the Sessions view to show its conversation.'),
        );
    }),
    commands.registerCommand('sessionTree.conversation.copyContext', (argument: unknown) =>
      copyContext(panels, argument),
    ),
    ...Object.entries(PAGE_COMMANDS).map(([name, action]) =>
      commands.registerCommand(name, (argument: unknown) => run(panels, action, argument)),
    ),
  ];
}

/**
 * Of the page that the menu was opened on, else of the entry that is named (`{ uri, row? }`), else of the active page.
 * `shape` chooses one of the shapes without asking.
 */
async function copyContext(panels: ConversationPanels, argument: unknown): Promise<void> {
  const context = contextOf(argument);
  const target = context ? undefined : targetOf(argument);
  const panel = context ? panels.find(context.uri, context.view) : panels.active;
  const { actOn } = await import('./actions.ts');
  const { CONTEXT_SHAPES } = await import('./contextJson.ts');
  const given = (argument as { readonly shape?: unknown } | undefined | null)?.shape;
  const shape = CONTEXT_SHAPES.find((known) => known === given);
  if (target) await actOn.copyContext({ ...target, sessions: panels.sessions }, shape);
  else if (panel) await actOn.copyContext(panel, shape);
}

/** From the palette, without an argument: the session file in the text editor. */
function activeFile(): ConversationTarget | undefined {
  const document = window.activeTextEditor?.document;
  return document?.fileName.endsWith('.jsonl') ? { uri: document.uri.toString() } : undefined;
}

/** A menu hands over what the page wrote into `data-vscode-context`; the palette nothing. */
async function run(panels: ConversationPanels, action: PageAction, argument: unknown): Promise<void> {
  const context = contextOf(argument);
  const panel = context ? panels.find(context.uri, context.view) : panels.active;
  if (!panel) return;
  const { actOn } = await import('./actions.ts');
  await actOn.page(panel, action, context?.row ?? rowOf(panel));
}

function rowOf(panel: ConversationPanel): number | null {
  const { row } = panel.view.shown;
  return row < 0 ? null : row;
}

function contextOf(argument: unknown): { uri: string; view: number; row: number | undefined } | undefined {
  if (typeof argument !== 'object' || argument === null) return undefined;
  const { uri, view, row } = argument as Readonly<Record<string, unknown>>;
  if (typeof uri !== 'string' || typeof view !== 'number') return undefined;
  return {
    uri,
    view,
    row: typeof row === 'number' && Number.isSafeInteger(row) && row >= 0 ? row : undefined,
  };
}
