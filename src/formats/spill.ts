import type { FolderStep } from './subagents.ts';

/**
 * An output that was too large for its record: the record holds its beginning (or none of it), a file the whole. The
 * steps lead from the folder of the main session's file; the last one is the file. A name that comes from the record is compared with
 * the names that are there and never becomes a path, so that nothing outside the session's folder can be reached.
 */
export interface SpilledOutput {
  /** Id of the call whose output it is. */
  readonly callId: string;
  /** @param stem the main session's file name without its ending */
  steps(stem: string): readonly FolderStep[];
  /** The file's name, to be told when it is not there. */
  readonly name: string;
  /** Bytes of the whole as the record tells them, where it does. */
  readonly size?: number;
}
