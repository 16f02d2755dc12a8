import type { FileAccess, FolderAccess } from '../core/files.ts';
import type { WorkerTransport } from '../sessions/worker/messages.ts';

/** What the machine gives that runs the extension. All else goes through VS Code's API, which every host has. */
export interface Host {
  /** Files of this machine, read by ranges; absent in a browser. */
  readonly localFiles?: FileAccess;
  /** Its folders; absent in a browser. */
  readonly localFolders?: FolderAccess;
  /** Starts the thread that reads large files; without it they are read in the extension's own, in slices. */
  readonly startReader?: () => WorkerTransport;
}
