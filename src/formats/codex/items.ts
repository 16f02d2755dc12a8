import type { Block, Entry, Message, ResultPart } from '../../core/entry.ts';
import { own, ownString, type JsonObject, type JsonValue } from '../../core/json.ts';
import { readBlocks, toolCall } from '../chatMessage.ts';
import { hasFailed, readOutput } from './outputs.ts';
import { isSynthetic, shellCommand } from './synthetic.ts';
import { member, textsOf } from './values.ts';

/** What a record is beyond the fields that all entries have. */
export type Body = Pick<Entry, 'kind'> &
  Partial<Pick<Entry, 'message' | 'text' | 'malformed' | 'tokensBefore'>>;

/** What the model saw and said (formats/others.md §1 "response_item"): this is the truth, whatever else tells of it. */
const READERS: Readonly<Record<string, (payload: JsonObject) => Body>> = {
  message: readMessage,
  reasoning: (payload) =>
    said(thoughts([...textsOf(own(payload, 'summary')), ...textsOf(own(payload, 'content'))])),
  function_call: (payload) => call(payload, callName(payload), own(payload, 'arguments')),
  custom_tool_call: (payload) => call(payload, callName(payload), own(payload, 'input')),
  local_shell_call: (payload) => call(payload, 'local_shell', own(payload, 'action')),
  tool_search_call: (payload) => call(payload, 'tool_search', own(payload, 'arguments')),
  web_search_call: (payload) => served(payload, 'web_search', own(payload, 'action'), []),
  image_generation_call: (payload) =>
    served(payload, 'image_generation', own(payload, 'revised_prompt'), pictureOf(payload)),
  function_call_output: output,
  custom_tool_call_output: output,
  local_shell_call_output: output,
  mcp_tool_call_output: output,
  tool_search_output: output,
  agent_message: betweenAgents,
};

/** Types whose records hold nothing that could be read: what a compaction left for the model alone. */
const SEALED: ReadonlySet<string> = new Set(['compaction', 'compaction_summary', 'context_compaction']);

/** Whether this is the type of an item that is known. */
export function isItemType(type: string): boolean {
  return Object.hasOwn(READERS, type) || SEALED.has(type);
}

/** Reads an item by its type; an unknown one is kept as it is. Never fails. */
export function readItem(type: string, payload: JsonObject): Body {
  const read = Object.hasOwn(READERS, type) ? READERS[type] : undefined;
  if (read) return read(payload);
  return { kind: SEALED.has(type) ? 'metadata' : 'unknown' };
}

/** An assistant's message of these blocks. */
export function said(blocks: readonly Block[]): Body {
  return { kind: 'message', message: { role: 'assistant', blocks } };
}

/** Thoughts; without a text the model kept them sealed. */
export function thoughts(texts: readonly string[]): Block[] {
  const shown = texts.filter((text) => /\S/.test(text));
  if (shown.length === 0) return [{ type: 'thinking', text: '', redacted: true }];
  return shown.map((text) => ({ type: 'thinking', text, redacted: false }));
}

/**
 * A user's message. What the agent itself wrote in the user's name is none of the user's words, though the model takes
 * it for some; a command that the user ran is told as one.
 */
export function userMessage(blocks: readonly Block[]): Message {
  if (isSynthetic(blocks)) return { role: 'custom', roleName: 'context', blocks, hidden: true };
  const shell = shellCommand(blocks);
  if (!shell) return { role: 'user', blocks };
  const { command, output: printed, exitCode } = shell;
  return {
    role: 'bash',
    blocks: printed === '' ? [] : [{ type: 'text', text: printed }],
    command,
    ...(exitCode !== undefined && { exitCode }),
  };
}

function readMessage(payload: JsonObject): Body {
  const { blocks, fault } = readBlocks(own(payload, 'content'));
  const role = ownString(payload, 'role');
  const message = messageOf(role, blocks);
  if (role === undefined) return { kind: 'message', message, malformed: 'payload.role' };
  return { kind: 'message', message, ...(fault !== undefined && { malformed: `payload.content${fault}` }) };
}

function messageOf(role: string | undefined, blocks: readonly Block[]): Message {
  if (role === 'user') return userMessage(blocks);
  if (role === 'assistant') return { role, blocks };
  if (role === 'developer' || role === 'system') return { role: 'system', blocks };
  return { role: 'other', ...(role !== undefined && { roleName: role }), blocks };
}

/** Tools of one server share a namespace. */
function callName(payload: JsonObject): string {
  const name = ownString(payload, 'name') ?? '';
  const space = ownString(payload, 'namespace');
  if (!space || name.startsWith(space)) return name;
  return space.endsWith('_') || space.endsWith('.') ? space + name : `${space}.${name}`;
}

function callId(payload: JsonObject): string {
  return ownString(payload, 'call_id') ?? ownString(payload, 'id') ?? '';
}

function call(payload: JsonObject, name: string, args: JsonValue | undefined): Body {
  return said([
    toolCall(ownString(payload, 'call_id') ?? ownString(payload, 'id') ?? '', name, args ?? undefined),
  ]);
}

/** A call that the model's own server answered: what came of it is in the same record. */
function served(
  payload: JsonObject,
  name: string,
  args: JsonValue | undefined,
  found: readonly Block[],
): Body {
  const id = callId(payload);
  const status = ownString(payload, 'status');
  const isOver = status !== 'in_progress' && status !== 'incomplete';
  const blocks: Block[] = [
    toolCall(id, name, typeof args === 'string' ? { prompt: args } : (args ?? undefined)),
  ];
  if (!isOver || id === '') return said(blocks);
  const result = found.length > 0 ? found : [{ type: 'text' as const, text: status ?? 'completed' }];
  const part: ResultPart = { toolCallId: id, isError: hasFailed(payload), from: 1, to: 1 + result.length };
  return {
    kind: 'message',
    message: { role: 'assistant', blocks: [...blocks, ...result], results: [part] },
  };
}

function pictureOf(payload: JsonObject): Block[] {
  const data = ownString(payload, 'result');
  return data ? [{ type: 'image', mimeType: 'image/png', data }] : [];
}

function output(payload: JsonObject): Body {
  return { kind: 'message', message: readOutput(payload) };
}

/** What one agent told another. */
export function betweenAgents(payload: JsonObject): Body {
  const { blocks } = readBlocks(own(payload, 'content'));
  const author = ownString(payload, 'author') ?? ownString(member(payload, 'author'), 'path');
  const recipient = ownString(payload, 'recipient') ?? ownString(member(payload, 'recipient'), 'path');
  const roleName = [author, recipient].filter(Boolean).join(' → ') || 'agent';
  return { kind: 'message', message: { role: 'custom', roleName, blocks } };
}
