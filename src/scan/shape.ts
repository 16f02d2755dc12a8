import type { EntryKind, Role } from '../core/entry.ts';

/**
 * What a block of a message's content is to the index. Blocks of any other type are shown raw, and so count as text.
 * `result`: answers a call; its own content is a text or a list of blocks.
 */
export type BlockUse = 'text' | 'silent' | 'call' | 'result';

/**
 * Where a format's records have the facts that the index needs, as data: for a scanner that finds them in bytes
 * without making objects. It describes the records that are plain; whatever departs from it is read by the format's
 * own `decode`, which has the last word on everything.
 */
export interface RecordShape {
  /** Keys of a record. */
  readonly record: {
    readonly id: string;
    readonly parentId: string;
    readonly type: string;
    readonly timestamp: string;
    readonly message: string;
    /** True in records of a side chain. */
    readonly side?: string;
  };
  /** Keys of a record with which it is not plain, unless their value is null or false. */
  readonly oddKeys?: readonly string[];
  /**
   * With one of these words under `key`, or under `inner` of the object under `holder`, a record is not plain: it says in
   * a second field what it is.
   */
  readonly oddWords?: {
    readonly key: string;
    readonly holder: string;
    readonly inner: string;
    readonly words: readonly string[];
  };
  /**
   * Keys of the object under the record's `message`. `answers`: the id of the call that a result answers. `id`: that of the
   * message of which the record is a piece.
   */
  readonly message: {
    readonly role: string;
    readonly content: string;
    readonly stopReason: string;
    readonly answers?: string;
    readonly id?: string;
  };
  /**
   * Keys of one object in the message's list `content`. `id` is that of a call, `answers` the one that a result answers;
   * a block that has the latter and is no `result` makes its record odd. `input`: what a call is told. `source`: an object
   * that holds a picture, or a text where its type is that of a block of text, which is odd.
   */
  readonly block: {
    readonly type: string;
    readonly text: string;
    readonly id: string;
    readonly answers?: string;
    readonly content?: string;
    readonly input?: string;
    readonly source?: string;
  };
  /** Keys of a call's input with which its record is not plain, unless their value is null or false. */
  readonly oddInputKeys?: readonly string[];
  /**
   * Types of records that hold a message: `told` where the message tells its role. Where the type is the role, a user's
   * message of nothing but results is a `toolResult`.
   */
  readonly messageTypes: Readonly<Record<string, Role | 'told'>>;
  /** Stop reasons that are worth showing, beside those that all formats have. */
  readonly stops?: readonly string[];
  /** Types of records of which the index keeps nothing but id, parent, time and kind. */
  readonly plainTypes: Readonly<Record<string, EntryKind>>;
  /** Types of records that are no entries unless they have an id, and tell nothing of the session. */
  readonly sideTypes?: readonly string[];
  /** Roles of plain messages: content is a text or a list of blocks. Where a message tells its role, only a `toolResult` answers a call. */
  readonly roles: Readonly<Record<string, Role>>;
  readonly blocks: Readonly<Record<string, BlockUse>>;
  /** Kinds that carry the conversation on. */
  readonly conversation: ReadonlySet<EntryKind>;
  /** A parent id that is the header's own id stands for none. */
  readonly headerIsRoot: boolean;
  /**
   * For a format of which entries have places: what a plain record says is that it is talk where it holds a message,
   * `passing` where it is of one of these types, its side chain and its message. One without a parent is decoded.
   */
  readonly places?: { readonly passing: ReadonlySet<string> };
}
