import type { EntryKind, Role } from './entry.ts';

/** `parentLink` of an entry whose parentId is null or absent. */
export const NO_PARENT = -1;
/** `parentLink` of an entry whose parentId names no entry of the file. */
export const MISSING_PARENT = -2;

/** A call id as the index keeps it: equal keys mean the same id. Never shown; empty ids have no key. */
export type CallKey = string | number;

/**
 * What the index knows of a session's entries, one row an entry in file order, from 0. Rows are the currency of
 * everything above the index: ids and bodies stay in the file and are read when they are shown. A table only grows;
 * a session that is read anew gets a new one.
 */
export interface EntryTable {
  /** Number of rows. */
  readonly size: number;
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
  /** Row of the parent as the record links it, {@link NO_PARENT} or {@link MISSING_PARENT}. May close a loop. */
  parentLink(row: number): number;
  /** The first row with this id, or -1. */
  rowOf(id: string): number;
  /** Keys of the calls that the row makes, in order; and of the call that it answers. Empty ids are left out. */
  calls(row: number): readonly CallKey[];
  results(row: number): readonly CallKey[];
  /** Calls and results with an empty id, which pair with nothing. */
  emptyCallIds(row: number): number;
}
