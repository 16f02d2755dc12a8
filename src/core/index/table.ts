import type { EntryKind, Role } from '../entry.ts';

/** `parentLink` of an entry whose parentId is null or absent. */
export const NO_PARENT = -1;
/** `parentLink` of an entry whose parentId names no entry of the file. */
export const MISSING_PARENT = -2;

/** A call id as the index keeps it: equal keys mean the same id. Never shown. */
export type CallKey = string | number;

/** The key of an empty call id, which pairs with nothing (cases 066). */
export const EMPTY_CALL = 0;

/**
 * What the index knows of a session's entries, one row an entry in file order, from 0. Rows are the currency of
 * everything above the index: ids and bodies stay in the file and are read when they are shown. A table only grows;
 * a session that is read anew gets a new one.
 */
export interface EntryTable {
  /** Number of rows. */
  readonly size: number;
  /** The greatest time of any row, -Infinity where none has one. Absent where nobody kept it: look at all rows. */
  readonly newestTime?: number | undefined;
  /** Physical line of the record, from 1. Two rows share a line when records are glued. */
  line(row: number): number;
  /** Where the record's own bytes begin in the file, and how many there are (no terminator). */
  offset(row: number): number;
  length(row: number): number;
  kind(row: number): EntryKind;
  /** The speaker of a message, null for every other kind. */
  role(row: number): Role | null;
  /** Unix ms, NaN when the record has no usable time. */
  timestamp(row: number): number;
  /** Carries the conversation on: may be the default leaf, makes a branch a real alternative. */
  isConversation(row: number): boolean;
  /** Has text of its own to show (an assistant message of calls only has not). */
  hasText(row: number): boolean;
  /** A later row with an id that an earlier row holds. Not part of the tree's links; see {@link firstOf}. */
  isRepeat(row: number): boolean;
  /** The row that holds this row's id: itself unless it is a repeat. */
  firstOf(row: number): number;
  /** Got out of a damaged line (glued records). */
  isRecovered(row: number): boolean;
  /** A key of the row's id: equal ones are taken for equal ids, in other tables too. Absent where ids are not kept so. */
  idKey?(row: number): string;
  /** Row of the parent as the record links it, {@link NO_PARENT} or {@link MISSING_PARENT}. May close a loop. */
  parentLink(row: number): number;
  /** Row of the parent in the tree, negative for none: the format's own rule, where links are not the tree's. */
  treeLink?(row: number): number;
  /** Begins a side chain: a branch of its own below the call that started it, and no alternative. */
  startsSide?(row: number): boolean;
  /** {@link treeMarks} and {@link treeLinks}, where a table has these for many rows at once. */
  marks?(from: number, to: number): Uint8Array;
  links?(from: number, to: number): Int32Array;
  /** The first row with this id, or -1. */
  rowOf(id: string): number;
  /**
   * Keys of the calls that the row makes, one for each call in order, and of the calls that it answers;
   * {@link EMPTY_CALL} for an empty id.
   */
  calls(row: number): readonly CallKey[];
  results(row: number): readonly CallKey[];
  /** Calls and results with an empty id, which pair with nothing. */
  emptyCallIds(row: number): number;
  /** Where the record begins in its line, in bytes from the line's first one: 0 but for records in a damaged line. */
  startInLine(row: number): number;
  /** 1 for the first entry of its line, 2 for the next one in the same line, and so on. */
  part(row: number): number;
  /** Which entry of its record it is, from 0: records of some formats hold several. They share offset and length. */
  nth(row: number): number;
  /** Where the row's id is not the one that its record alone tells: both. */
  renamed?(row: number): RenamedId | undefined;
  /** Another row stands in its place: an earlier version of it. Reachable, but no part of the conversation. */
  isSuperseded?(row: number): boolean;
  /** The row in whose place it stands: the first version of what it supersedes, else itself. */
  standsFor?(row: number): number;
  /**
   * The row of the file's n-th record, counted from 0 over every line that is one JSON value but null, headers
   * included, as Pi's version 1 counts (formats/pi.md §1); -1 where that record is no entry.
   */
  rowOfRecord(record: number): number;
}

/** An entry's id in its file, and the one that its record alone tells. */
export interface RenamedId {
  readonly id: string;
  readonly own: string;
}

/** Row of the parent in the tree, negative for none. */
export function treeLink(table: EntryTable, row: number): number {
  return table.treeLink ? table.treeLink(row) : table.parentLink(row);
}
