import { env, l10n, ProgressLocation, Uri, window, workspace } from 'vscode';

/** A report holds every entry's id, and `workspace.fs` hands out whole files: more than this is refused. */
const REPORT_LIMIT = 128 * 1024 * 1024;

/** Copies what the tolerant reader says of the file, as JSON, for bug reports and other programs. No message text. */
export async function copyReport(uri: string): Promise<void> {
  const file = Uri.parse(uri, true);
  const { size } = await workspace.fs.stat(file);
  if (size > REPORT_LIMIT) {
    void window.showWarningMessage(l10n.t('Files over 128 MB are too large for a report.'));
    return;
  }
  const work = async (): Promise<string> => {
    const { inspectSession } = await import('../sessions/inspect.ts');
    const report = inspectSession(await workspace.fs.readFile(file));
    return JSON.stringify(report, null, 2);
  };
  const text = await window.withProgress(
    { location: ProgressLocation.Window, title: l10n.t('Reading the session') },
    work,
  );
  await env.clipboard.writeText(text);
  window.setStatusBarMessage(l10n.t('Session report copied'), 3000);
}
