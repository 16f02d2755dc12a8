import { l10n, ProgressLocation, ThemeIcon, Uri, window, workspace, type QuickPickItem } from 'vscode';
import { forkOptions, type ForkAction, type ForkMeans } from './choices.ts';
import type { ForkUi } from './flow.ts';
import type { LocalForks } from './places.ts';
import { obstacleTo } from './obstacle.ts';
import { previewLine, type ForkPreview } from './preview.ts';
import type { ForkPlace } from './writeFork.ts';
import type { ForkChoice, ForkQuestion } from './texts.ts';
import { telling } from '../ui/telling.ts';

/** The flow's questions as VS Code's dialogs. */
export function createForkUi(local: LocalForks | undefined): ForkUi {
  return {
    async confirm(text, detail) {
      const go = l10n.t('Fork Anyway');
      return (await window.showWarningMessage(text, { modal: true, detail }, go)) === go;
    },
    async agree({ text, detail }) {
      const go = l10n.t('Write into the File');
      return (await window.showWarningMessage(text, { modal: true, detail }, go)) === go;
    },
    choose,
    decide: (preview, uri) => decide(preview, Uri.parse(uri, true), local),
    elsewhere: (uri) => elsewhere(Uri.parse(uri, true)),
    busy: async (work) =>
      window.withProgress(
        { location: ProgressLocation.Notification, title: l10n.t('Writing the fork…') },
        () => work,
      ),
  };
}

async function choose(question: ForkQuestion): Promise<ForkChoice | undefined> {
  const leave = { label: l10n.t('Cancel'), detail: l10n.t('Write nothing.') };
  const choice = await window.showQuickPick([...question.choices, leave], {
    title: l10n.t('Fork from Here'),
    placeHolder: question.text,
    ignoreFocusOut: true,
  });
  return choice && 'row' in choice ? choice : undefined;
}

async function decide(
  preview: ForkPreview,
  uri: Uri,
  local: LocalForks | undefined,
): Promise<ForkAction | undefined> {
  const means = await meansFor(preview, uri, local);
  const items = forkOptions(l10n.t, preview, means).map(
    ({ action, icon, label, detail }): QuickPickItem & { readonly action: ForkAction } => ({
      ...{ action, label, detail, iconPath: new ThemeIcon(icon) },
    }),
  );
  const choice = await window.showQuickPick(items, {
    title: l10n.t('Fork from Here: line {0}', preview.snapshot.table.line(preview.plan.row)),
    placeHolder: previewLine(l10n.t, telling, preview, means.gone !== undefined),
    matchOnDetail: true,
    ignoreFocusOut: true,
  });
  return choice?.action;
}

async function meansFor(
  { snapshot: { format, header } }: ForkPreview,
  uri: Uri,
  local: LocalForks | undefined,
): Promise<ForkMeans> {
  const isLocal = uri.scheme === 'file' && local !== undefined;
  // Which agent it is and where it starts does not depend on the session that is still to be written.
  const cwd = header?.cwd;
  const resume = format.resume?.({ id: '', path: '', ...(cwd !== undefined && { cwd }) });
  const grounds = isLocal ? { ...local, isTrusted: workspace.isTrusted } : undefined;
  const obstacle = resume && grounds && (await obstacleTo(l10n.t, resume, grounds));
  const isGone = isLocal && cwd !== undefined && resume?.cwd !== undefined && !(await local.hasFolder(cwd));
  return {
    agent: format.title,
    resumes: isLocal && resume !== undefined,
    ...(obstacle !== undefined && { obstacle }),
    ...(isGone && { gone: cwd }),
    elsewhere: isLocal,
  };
}

async function elsewhere(source: Uri): Promise<ForkPlace['chosen'] | undefined> {
  const target = await window.showSaveDialog({
    defaultUri: Uri.joinPath(source, '..', l10n.t('fork.jsonl')),
    filters: { JSONL: ['jsonl'] },
    title: l10n.t('New session file'),
    saveLabel: l10n.t('Fork'),
  });
  if (!target) return undefined;
  const folder = Uri.joinPath(target, '..').fsPath;
  return { folder, name: target.path.slice(target.path.lastIndexOf('/') + 1) };
}
