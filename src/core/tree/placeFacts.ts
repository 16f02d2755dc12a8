/**
 * What a format says of an entry's place in the tree beyond its parent's id. An entry without it stands below its parent;
 * a format that gives it sets {@link PlaceFacts} on every entry whose links are not the conversation's own.
 */
export interface PlaceFacts {
  /** Carries the conversation on: what people and models say. Everything else is a note on its way. */
  readonly talk?: boolean;
  /** Tells of what goes on meanwhile (progress): links pass through it, and it is no part of what is shown as talk. */
  readonly passing?: boolean;
  /** The message of which this record is a piece: writers that stream write one record a block. */
  readonly message?: string;
  /** For an entry that names no parent: the id of the one that it follows; empty for the one before it in the file. */
  readonly after?: string;
  /**
   * A compaction that keeps entries from before it: what names the last of them as its parent later goes on below the
   * entry `resume` (the summary), not where the kept ones stand.
   */
  readonly keeps?: { readonly last: string; readonly resume: string };
  /**
   * The id of an entry in the place of which this one stands, a newer version of it: what followed the older one follows
   * this one, and the older one stays beside it as history, no alternative. A parent other than the older one's moves it.
   */
  readonly supersedes?: string;
  /** More entries that it takes the place of: what follows any of them follows this one. */
  readonly dropped?: readonly string[];
  /** Part of a side chain: a helper's own conversation, told in the same file. */
  readonly side?: boolean;
  /** A side chain's first entry: what the helper was told, shortened. */
  readonly prompt?: string;
  /** What the calls in this entry tell helpers, shortened the same way. */
  readonly prompts?: readonly string[];
}
