import { env, l10n, ProgressLocation, Uri, window, workspace } from 'vscode';
import { bytes } from './words.ts';

/** A report holds every entry's id, and `workspace.fs` hands out whole files: more than this is refused. */
const REPORT_LIMIT = 128_000_000;

/** Copies what the tolerant reader says of the file, as JSON, for bug reports and other programs. No message text. */
export async function copyReport(uri: string): Promise<void> {
  const file = Uri.parse(uri, true);
  const { size } = await workspace.fs.stat(file);
  if (size > REPORT_LIMIT) {
    void window.showWarningMessage(l10n.t('Files over {0} are too large for a report.', bytes(REPORT_LIMIT)));
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
