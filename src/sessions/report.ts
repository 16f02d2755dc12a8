import type { Problem } from '../core/problem.ts';
import type { BadLine } from '../formats/intakeData.ts';

/** A tool call of a path and the entry that answers it, by entry ids. */
export interface ReportPair {
  /** The call's id; may be empty. */
  readonly call: string;
  readonly callEntry: string;
  readonly resultEntry: string | null;
}

export interface ReportResult {
  readonly call: string;
  readonly entry: string;
}

/** A subagent that a call started, as an entry (mostly the call's result) names it. */
export interface ReportSubagent {
  readonly call: string;
  readonly entry: string;
  /** By which its file is known. */
  readonly id: string;
}

/** The links of a file as they stand, loops and gaps included. Keys of objects are entry ids, own and enumerable. */
export interface ReportLinks {
  /** Entries; repeats count. */
  readonly entries: number;
  /** Ids, in file order: without a parent in the file; without children. */
  readonly roots: readonly string[];
  readonly leaves: readonly string[];
  /** Entries whose parent is not in the file, and that parent's id. */
  readonly dangling: Readonly<Record<string, string>>;
  /** Ids from the top to `leafId`; a path that meets an entry again stops before it. Empty for an unknown id. */
  path(leafId: string): readonly string[];
}

/** What the tolerant reader finds in a file. Values follow cases/README.md "Rules behind the values". */
export interface SessionReport extends ReportLinks {
  /** The format's name (`pi-v3`), null when the file is of none that is known: then only the lines are told of. */
  readonly format: string | null;
  /** The header's version, null without a header. */
  readonly version: number | null;
  readonly sessionId: string | null;
  /** Bytes, line feeds, and whether a UTF-8 byte order mark begins the file. */
  readonly size: number;
  readonly committedLines: number;
  readonly bom: boolean;
  readonly blankLines: readonly number[];
  readonly badLines: readonly BadLine[];
  /** Number of the line after the last line feed if any byte follows it. */
  readonly unterminatedTailLine: number | null;
  readonly tail: { readonly bytes: number; readonly completeJson: boolean } | null;
  /** Id of the session whose subagent this one is; null where nothing in the file says that it is one. */
  readonly subagentOf: string | null;
  /** Subagents with files of their own that the entries name, in their order. Files that no entry names are not known. */
  readonly subagents: readonly ReportSubagent[];
  /** Records that are no entries: headers; rows that are no nodes of the tree. */
  readonly headers: number;
  readonly sideRecords: number;
  readonly distinctIds: number;
  /** Entries with two or more children, whatever these are; and with two or more real alternatives, only these. */
  readonly forks: Readonly<Record<string, readonly string[]>>;
  readonly alternatives: Readonly<Record<string, readonly string[]>>;
  /** Loops, each sorted. */
  readonly cycles: readonly (readonly string[])[];
  /** Ids that more than one line has, and those lines. */
  readonly duplicateIds: Readonly<Record<string, readonly number[]>>;
  /** Where a reader starts: the file's last entry that is conversation. Null when there is no entry. */
  readonly defaultLeaf: string | null;
  /** Lines of entries whose message cannot be read in full. */
  readonly malformedLines: readonly number[];
  readonly problems: readonly Problem[];
  /** Damaged lines that hold whole records, with the ids of these. */
  readonly recoverable: readonly { readonly line: number; readonly ids: readonly string[] }[];
  /** The tree with the records that damaged lines hold, as the views show it. */
  readonly recovered: ReportLinks & { readonly defaultLeaf: string | null };
  /** The tree with links to the entries that records without a parent say they follow (`logicalParentUuid`). */
  readonly logical: Pick<ReportLinks, 'roots' | 'leaves' | 'path'>;
  /** The talk itself, linked through what only tells of what goes on meanwhile; side chains are left out. */
  readonly conversation: Pick<ReportLinks, 'entries' | 'roots' | 'leaves'> & Pick<SessionReport, 'forks'>;
  /**
   * Calls on the path to `leafId`, in order, with their results; with `beside` also with those that hang beside the path,
   * below an entry of it.
   */
  pairs(leafId: string, beside?: boolean): readonly ReportPair[];
  /** The path with the results that hang beside it, in the order of the file. */
  pathWithResults(leafId: string): readonly string[];
  /** Results on the path that answer no call of it; and those beyond the calls of their id. */
  orphanResults(leafId: string): readonly ReportResult[];
  extraResults(leafId: string): readonly ReportResult[];
  /** The deepest entry of the path with no open call at or above it, null when there is none. */
  settledLeaf(leafId: string): string | null;
  /** Messages of the path; and those of them at which a kept suffix may start without a result that lacks its call. */
  messages(leafId: string): readonly string[];
  validCuts(leafId: string): readonly string[];
}
