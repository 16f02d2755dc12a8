import type { Disposable } from '../core/lib/disposables.ts';

/** What happened to a file. Events come twice or more, and for files that the source does not list. */
export interface FileEvent {
  readonly uri: string;
  readonly kind: 'created' | 'changed' | 'deleted';
}

/** Where the library's files come from: the workspace, or a fake in tests. */
export interface FileSource {
  /** URIs of the files that may hold sessions; what is excluded or ignored is left out already. */
  find(): Promise<readonly string[]>;
  /**
   * Watches from now on until the answer is disposed: `onFile` for files, `onRules` when what `find` answers may have
   * changed as a whole (folders, settings, ignore files).
   */
  watch(onFile: (event: FileEvent) => void, onRules: () => void): Disposable;
}
