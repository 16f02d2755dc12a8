import type { TableData } from '../core/index/tableBuilder.ts';
import type { BadReason } from '../scan/readLine.ts';
import type { Intake } from './intake.ts';

/** A committed line that is no record. `no-id`: an object, but no record of the format (cases/README "Lines"). */
export interface BadLine {
  readonly line: number;
  readonly why: BadReason | 'no-id';
}

/** The ids of entries that are known by hashes, as texts. */
export interface EntryIds {
  /** That of the entry that is being taken. */
  current(): string;
  /** Keeps it for {@link kept}, in the place of the one that was kept before. */
  keep(): void;
  readonly kept: () => string;
}

/** An intake as it is sent to another thread. */
export interface IntakeData {
  readonly open: Pick<
    Intake,
    | 'problems'
    | 'badLines'
    | 'blankLines'
    | 'labels'
    | 'lostLines'
    | 'header'
    | 'headers'
    | 'sideRecords'
    | 'recovered'
    | 'messageCount'
    | 'name'
    | 'firstMessage'
    | 'nameRank'
    | 'firstCommand'
    | 'inheritedName'
  >;
  readonly formatName: string;
  readonly table: TableData;
  readonly recover: boolean;
  readonly records: number;
  readonly previousId: string | null;
  readonly previousLine: number;
  readonly part: number;
  /** What the format's linker remembers. */
  readonly memory: unknown;
}
