import { languages, Uri, workspace, type TextDocument } from 'vscode';
import { createDisposableStore, toDisposable, type Disposable } from '../core/lib/disposables.ts';
import type { Problem } from '../core/problem.ts';
import { systemScheduler, type Scheduler } from '../core/lib/scheduler.ts';
import type { SessionLibrary } from '../sessions/library.ts';
import type { ObservableRegistry } from '../sessions/registry.ts';
import { onSettingChange, setting } from '../ui/config.ts';
import { diagnosticsOf } from './diagnostics.ts';
import { followDocuments } from './documents.ts';
import { ProblemsModel } from './model.ts';

export interface ProblemsServices {
  readonly library: SessionLibrary;
  readonly sessions: ObservableRegistry;
}

/** Changes within this time, in ms, are shown together; a file that is only looked at in passing is closed by then. */
const COLLECT_MS = 300;

/**
 * Registers the Problems of session files: whatever the library reads (`all`), or what is open in the tree, as a
 * conversation or in an editor (`open`). Reads no file by itself but those of open documents.
 */
export function registerProblems({ library, sessions }: ProblemsServices): Disposable {
  const own = createDisposableStore();
  const collection = own.add(languages.createDiagnosticCollection('session-tree'));
  const shown = new Map<string, readonly Problem[]>();
  const model = new ProblemsModel(library, sessions, (uri) => setting('problems', Uri.parse(uri, true)));
  const show = (uri: string): void => {
    const problems = model.problems(uri);
    if (shown.get(uri) === problems || (problems.length === 0 && !shown.has(uri))) return;
    const file = Uri.parse(uri, true);
    // One `set` a file: a call for many files drops those after the 1,100th marker.
    if (problems.length === 0) collection.delete(file);
    else collection.set(file, diagnosticsOf(file, problems));
    if (problems.length === 0) shown.delete(uri);
    else shown.set(uri, problems);
  };
  const later = collect(systemScheduler, COLLECT_MS, show);
  own.add(model);
  own.add(later);
  own.add(model.onDidChange((uri) => later.add(uri)));
  own.add(onSettingChange(['problems'], () => model.uris().forEach((uri) => later.add(uri))));
  own.add(followDocuments(sessions, wanted));
  return own;
}

/** Documents whose file is read because they are open: only where their problems are wanted. */
function wanted(document: TextDocument): boolean {
  const isSession = document.languageId === 'jsonl' || document.fileName.endsWith('.jsonl');
  const isFile = workspace.fs.isWritableFileSystem(document.uri.scheme) !== undefined;
  return isSession && isFile && setting('problems', document.uri) !== 'off';
}

interface Collector extends Disposable {
  add(uri: string): void;
}

/** Calls `run` once for each URI that was added within the time before. */
function collect(scheduler: Scheduler, ms: number, run: (uri: string) => void): Collector {
  const waiting = new Set<string>();
  let timer: Disposable | undefined;
  const flush = (): void => {
    timer = undefined;
    const uris = [...waiting];
    waiting.clear();
    uris.forEach(run);
  };
  const { dispose } = toDisposable(() => timer?.dispose());
  return {
    add(uri) {
      waiting.add(uri);
      timer ??= scheduler.after(ms, flush);
    },
    dispose,
  };
}
