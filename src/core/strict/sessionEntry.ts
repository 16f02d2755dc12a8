import type { JsonObject, JsonValue } from '../json.ts';

/**
 * A record of a session as chapter 10 §1 has it, and the shapes that {@link parseSessionEntry} proves. Fields that the
 * chapter does not name are kept on entries, messages and blocks alike; they are only not in these types.
 *
 * Everything is mutable on purpose: whoever gets such a value owns it, and changing it changes nothing else.
 */
export type SessionEntry = MessageEntry | MetadataEntry;

export interface SessionEntryBase {
  /** Which record this is. Not empty, opaque, unique in its session. */
  id: string;
  /** The record that it directly follows; null for a root. Says nothing about its place in the file. */
  parentId: string | null;
  /** A finite number; Unix ms where Pi wrote it. Never used for order. */
  timestamp: number;
}

export interface MessageEntry extends SessionEntryBase {
  type: 'message';
  message: AgentMessage;
}

/** Something worth keeping that no model sees. */
export interface MetadataEntry extends SessionEntryBase {
  type: 'metadata';
  key: string;
  value: JsonValue;
}

/** A finished message of a run, as chapter 9 left it. */
export type AgentMessage = UserMessage | AssistantMessage | ToolResultMessage;

export interface UserMessage {
  role: 'user';
  /** Plain text or blocks: Pi writes both. */
  content: string | (TextContent | ImageContent)[];
}

export interface AssistantMessage {
  role: 'assistant';
  content: (TextContent | ThinkingContent | ImageContent | ToolCallContent)[];
}

export interface ToolResultMessage {
  role: 'toolResult';
  /** The id of the call that it answers. May be empty, as some writers leave it; then it pairs with nothing. */
  toolCallId: string;
  toolName: string;
  content: (TextContent | ImageContent)[];
  isError: boolean;
  /** What the tool kept beside its text: a diff, an exit code. */
  details?: JsonValue;
}

export type ContentBlock = TextContent | ThinkingContent | ImageContent | ToolCallContent;

export interface TextContent {
  type: 'text';
  text: string;
}

export interface ThinkingContent {
  type: 'thinking';
  thinking: string;
}

export interface ImageContent {
  type: 'image';
  /** Base64. */
  data: string;
  mimeType: string;
}

export interface ToolCallContent {
  type: 'toolCall';
  /** May be empty, as some writers leave it; then it pairs with nothing. */
  id: string;
  name: string;
  /** Always structured; arguments that were no JSON stand in `rawArguments` beside what could be read of them. */
  arguments: JsonObject;
  /** The arguments as the model wrote them, kept where the writer had them. */
  rawArguments?: string;
}
