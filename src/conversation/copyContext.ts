import { env, l10n, QuickPickItemKind, window, workspace } from 'vscode';
import type { ContextMark } from '../core/context/contextMark.ts';
import { pathThrough } from '../core/conversation.ts';
import { createSlicer, systemScheduler } from '../core/lib/scheduler.ts';
import { pathRows } from '../core/tree/walk.ts';
import type { Session } from '../sessions/session.ts';
import { telling } from '../ui/telling.ts';
import { askSize } from './askSize.ts';
import { CONTEXT_SHAPES, contextAsJson, type ContextShape, type ContextText } from './contextJson.ts';

/** What is to be copied: a path, and the budget that it is trimmed to. */
export interface ContextSource {
  readonly session: Session;
  readonly path: ArrayLike<number>;
  readonly budget: number | null;
}

/** The path to an entry, without what comes after it; to the default leaf where no entry is named. */
export function sourceTo(session: Session, row: number | undefined): ContextSource {
  const { table, tree } = session.snapshot;
  if (row === undefined || row >= tree.size) {
    return { session, path: pathThrough(table, tree, tree.defaultLeaf), budget: null };
  }
  return { session, path: table.isRepeat(row) ? [row] : [...pathRows(tree, row)], budget: null };
}

/** Copies what the model would receive, in a shape that is asked for unless it is given. */
export async function copyContext(source: ContextSource, given: ContextShape | undefined): Promise<void> {
  const { session, path, budget } = source;
  const { format } = session.snapshot;
  if (!format.context) {
    void window.showInformationMessage(l10n.t('What a model would receive is not known for this format.'));
    return;
  }
  const picked = given ? { shape: given, to: 'clipboard' as const } : await pickShape(format.title);
  if (!picked || !(await askSize(session, path))) return;
  const { shape, to } = picked;
  const copied = await contextAsJson(session, path, budget, shape, createSlicer(systemScheduler));
  if (!copied) {
    void window.showWarningMessage(l10n.t('The file changed while it was read. Try again.'));
    return;
  }
  if (to === 'editor') {
    await window.showTextDocument(
      await workspace.openTextDocument({ language: 'json', content: copied.text }),
    );
  } else await env.clipboard.writeText(copied.text);
  tell(copied, to);
}

/** Where the messages go. */
type Destination = 'clipboard' | 'editor';

interface PickedShape {
  readonly shape: ContextShape;
  readonly to: Destination;
}

async function pickShape(title: string): Promise<PickedShape | undefined> {
  const labels: Readonly<Record<ContextShape, readonly [string, string]>> = {
    own: [title, l10n.t('as the file has them')],
    anthropic: ['Anthropic', l10n.t('Messages API: system and messages')],
    openai: ['OpenAI', l10n.t('chat completions: messages with tool_calls')],
  };
  const itemsTo = (to: Destination) =>
    CONTEXT_SHAPES.map((shape) => {
      const [label, description] = labels[shape];
      return { label, description, shape, to };
    });
  const heading = (label: string) => ({ label, kind: QuickPickItemKind.Separator });
  const picked = await window.showQuickPick(
    [
      ...[heading(l10n.t('To the clipboard')), ...itemsTo('clipboard')],
      ...[heading(l10n.t('In a new editor')), ...itemsTo('editor')],
    ],
    { title: l10n.t('Copy Context as Messages (JSON)'), placeHolder: l10n.t('In which shape?') },
  );
  return picked && 'shape' in picked ? picked : undefined;
}

/** Says how much it was and what is not in it. */
function tell({ count, left, thoughts }: ContextText, to: Destination): void {
  const out = [...left].map(([mark, number]) => leftText(mark, telling.number(number)));
  if (thoughts > 0) out.push(l10n.t('the thoughts of {0}', telling.number(thoughts)));
  const what = doneText(count, to);
  if (out.length === 0) window.setStatusBarMessage(what, 3000);
  else void window.showInformationMessage(`${what} ${l10n.t('Left out: {0}.', out.join(', '))}`);
}

function doneText(count: number, to: Destination): string {
  const number = telling.number(count);
  if (to === 'clipboard') {
    return count === 1 ? l10n.t('1 message copied.') : l10n.t('{0} messages copied.', number);
  }
  return count === 1 ? l10n.t('1 message opened.') : l10n.t('{0} messages opened.', number);
}

function leftText(mark: ContextMark, number: string): string {
  switch (mark) {
    case 'compacted':
      return l10n.t('{0} before the compaction', number);
    case 'unread':
      return l10n.t('{0} before what is read back', number);
    case 'over':
      return l10n.t('{0} over the budget', number);
    case 'removed':
      return l10n.t('{0} taken out by edits', number);
    case 'orphan':
      return l10n.t('{0} results without their call', number);
    default:
      return l10n.t('{0} kept from the model', number);
  }
}
