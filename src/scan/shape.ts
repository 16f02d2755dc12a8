import type { EntryKind, Role } from '../core/entry.ts';

/** What a block of a message's content is to the index. Blocks of any other type are shown raw, and so count as text. */
export type BlockUse = 'text' | 'silent' | 'call';

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
  };
  /** Keys of the object under the record's `message`. `answers`: the id of the call that a result answers. */
  readonly message: {
    readonly role: string;
    readonly content: string;
    readonly answers: string;
    readonly stopReason: string;
  };
  /** Keys of one object in the message's list `content`. `id` is that of a call. */
  readonly block: { readonly type: string; readonly text: string; readonly id: string };
  /** The type of records that hold a message. */
  readonly messageType: string;
  /** Types of records of which the index keeps nothing but id, parent, time and kind. */
  readonly plainTypes: Readonly<Record<string, EntryKind>>;
  /** Roles of plain messages: content is a text or a list of blocks. Only a `toolResult` answers a call. */
  readonly roles: Readonly<Record<string, Role>>;
  readonly blocks: Readonly<Record<string, BlockUse>>;
  /** Kinds that carry the conversation on. */
  readonly conversation: ReadonlySet<EntryKind>;
  /** A parent id that is the header's own id stands for none. */
  readonly headerIsRoot: boolean;
}
