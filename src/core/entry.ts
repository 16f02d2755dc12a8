import type { JsonObject, JsonValue } from './json.ts';
import type { PlaceFacts } from './tree/placeFacts.ts';

/** What an entry is, the same words for every format. */
export type EntryKind =
  | 'message'
  | 'customMessage'
  | 'compaction'
  | 'branchSummary'
  | 'modelChange'
  | 'thinkingLevelChange'
  | 'label'
  | 'sessionName'
  | 'contextEdit'
  | 'usage'
  | 'custom'
  | 'metadata'
  /** Says again what another entry says, in a second schema: part of the file, shown with the entry before it. */
  | 'echo'
  | 'unknown';

/** Who speaks in a message. `bash` is a command that the user ran; `custom` an extension's message. */
export type Role = 'user' | 'assistant' | 'toolResult' | 'system' | 'bash' | 'custom' | 'other';

/** One piece of a message's content, in the order in which the file has it. */
export type Block = TextBlock | ThinkingBlock | ImageBlock | ToolCallBlock | RawBlock;

export interface TextBlock {
  readonly type: 'text';
  readonly text: string;
}
export interface ThinkingBlock {
  readonly type: 'thinking';
  readonly text: string;
  readonly redacted: boolean;
}
export interface ImageBlock {
  readonly type: 'image';
  readonly mimeType: string;
  /** Base64 as it stands in the file. */
  readonly data: string;
}
export interface ToolCallBlock {
  readonly type: 'toolCall';
  /** The call's id; empty when the writer gave none, and then it pairs with nothing. */
  readonly id: string;
  readonly name: string;
  /** Structured arguments; undefined when the file only has `rawArguments`. */
  readonly arguments?: JsonValue;
  /** Arguments as the model wrote them, kept when the file has them or when they are no JSON. */
  readonly rawArguments?: string;
}
/** A block that the format does not know, or null: shown as raw JSON, never dropped. */
export interface RawBlock {
  readonly type: 'raw';
  readonly value: JsonValue;
}

/** One result among a message's blocks: those from `from` up to but not including `to`. */
export interface ResultPart {
  readonly toolCallId: string;
  readonly isError: boolean;
  readonly from: number;
  readonly to: number;
}

/** What the model saw or said. */
export interface Message {
  readonly role: Role;
  /** The role as the file spells it, where it is none of {@link Role}. */
  readonly roleName?: string;
  readonly blocks: readonly Block[];
  /** toolResult: the id of the call that it answers. */
  readonly toolCallId?: string;
  /** Results among the blocks, where there are several or other blocks stand next to them; in order. */
  readonly results?: readonly ResultPart[];
  readonly toolName?: string;
  readonly isError?: boolean;
  /** toolResult: what the tool kept beside its text (a diff, an exit code). */
  readonly details?: JsonValue;
  /** assistant: model and why it stopped, in the format's words (`aborted`, `error`, `toolUse`, …). */
  readonly model?: string;
  readonly stopReason?: string;
  readonly errorMessage?: string;
  /** bash: the command; its output is in `blocks`. */
  readonly command?: string;
  readonly exitCode?: number;
  /** False for what the user sees but the model does not, and the reverse for hidden messages. */
  readonly inContext?: boolean;
  readonly hidden?: boolean;
}

/** Where a compaction's kept window begins: an entry's id, or (Pi v1) an index into the file's records. */
export type FirstKept = { readonly id: string } | { readonly record: number };

/** A node of the tree, decoded by its format from one record; the same shape for every format. */
export interface Entry {
  readonly id: string;
  readonly parentId: string | null;
  /** Unix ms, or null when the record has no usable time. Never used for order. */
  readonly timestamp: number | null;
  readonly kind: EntryKind;
  /** The record's own type word, for raw notes and the `unknown` kind. */
  readonly type: string;
  /** Present for `message` and `customMessage`. */
  readonly message?: Message;
  /** The text of a summary, a label, a name, a setting: what a slim note shows. */
  readonly text?: string;
  /** label, contextEdit: the entry that it speaks of. */
  readonly targetId?: string;
  /** compaction. */
  readonly firstKept?: FirstKept;
  readonly tokensBefore?: number;
  /** The place in the tree, where the parent's id alone does not say it. */
  readonly place?: PlaceFacts;
  /** JSON path of a message whose shape is unusable (`message.content`), which keeps the entry in the tree. */
  readonly malformed?: string;
  /** The record itself. */
  readonly record: JsonObject;
}
