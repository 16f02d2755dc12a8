import type { Block, Message } from '../../core/entry.ts';
import { isJsonObject, own, ownString, type JsonObject, type JsonValue } from '../../core/json.ts';
import { toolCall } from '../chatMessage.ts';
import type { ReadMessage } from '../messages.ts';

/** How the events that say something are read: what was said, and what the page shows of it. Reading never fails. */
export const MESSAGES: Readonly<Record<string, (data: JsonObject) => ReadMessage>> = {
  'user.message': user,
  'assistant.message': assistant,
  'assistant.reasoning': reasoning,
  'system.message': (data) => said('system', data),
  'tool.execution_complete': result,
};

/** What the user typed; `transformedContent`, which the model got, adds the time and other things to it. */
function user(data: JsonObject): ReadMessage {
  const { message, malformed } = said('user', data);
  const attached = own(data, 'attachments');
  const blocks = [...message.blocks, ...(Array.isArray(attached) ? attached.map(attachment) : [])];
  return { message: { ...message, blocks }, ...(malformed !== undefined && { malformed }) };
}

function said(role: Message['role'], data: JsonObject): ReadMessage {
  const content = own(data, 'content');
  const message: Message = { role, blocks: textBlocks(content) };
  return typeof content === 'string' ? { message } : { message, malformed: 'data.content' };
}

function textBlocks(content: JsonValue | undefined): Block[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }];
  return content === undefined || content === null ? [] : [{ type: 'raw', value: content }];
}

/** A picture that stands in the file itself; files are named only. */
function attachment(value: JsonValue): Block {
  const data = isJsonObject(value) ? ownString(value, 'data') : undefined;
  const mimeType = isJsonObject(value) ? ownString(value, 'mimeType') : undefined;
  if (data === undefined || !mimeType?.startsWith('image/')) return { type: 'raw', value };
  return { type: 'image', mimeType, data };
}

/** Thoughts, text, calls. Thoughts of which only a sealed form was kept are hidden ones. */
function assistant(data: JsonObject): ReadMessage {
  const thought = ownString(data, 'reasoningText') ?? '';
  const isSealed = thought === '' && Boolean(ownString(data, 'reasoningOpaque'));
  const requests = own(data, 'toolRequests');
  const content = own(data, 'content');
  const model = ownString(data, 'model');
  const message: Message = {
    role: 'assistant',
    blocks: [
      ...(thought !== '' || isSealed
        ? [{ type: 'thinking', text: thought, redacted: isSealed } as const]
        : []),
      ...textBlocks(content),
      ...(Array.isArray(requests) ? requests.map(request) : []),
    ],
    ...(model !== undefined && { model }),
  };
  const isWhole = typeof content === 'string' || Array.isArray(requests);
  return isWhole ? { message } : { message, malformed: 'data.content' };
}

function request(value: JsonValue): Block {
  if (!isJsonObject(value)) return { type: 'raw', value };
  const id = ownString(value, 'toolCallId') ?? '';
  return toolCall(id, ownString(value, 'name') ?? '', own(value, 'arguments'));
}

/** Thought aloud before the message that it belongs to. */
function reasoning(data: JsonObject): ReadMessage {
  const text = ownString(data, 'content') ?? '';
  const blocks: Block[] = [{ type: 'thinking', text, redacted: text === '' }];
  return { message: { role: 'assistant', blocks, inContext: false } };
}

/**
 * A tool's answer. `success` says only that the tool ran: a shell's command that failed has it too, and an exit code
 * (formats/others.md §3).
 */
function result(data: JsonObject): ReadMessage {
  const value = own(data, 'result');
  const error = own(data, 'error');
  const content = isJsonObject(value) ? own(value, 'content') : value;
  const problem = isJsonObject(error) ? ownString(error, 'message') : error;
  const details = detailsOf(data, value, content);
  const message: Message = {
    role: 'toolResult',
    blocks: textBlocks(content ?? problem),
    toolCallId: ownString(data, 'toolCallId') ?? '',
    toolName: ownString(data, 'toolName') ?? '',
    isError: own(data, 'success') === false || failedInShell(data),
    ...(details !== undefined && { details }),
  };
  return { message };
}

function failedInShell(data: JsonObject): boolean {
  const shell = own(data, 'shellExecution');
  const code = isJsonObject(shell) ? own(shell, 'exitCode') : undefined;
  return typeof code === 'number' && code !== 0;
}

/** What the tool kept beside its text: the shell's exit code, what people are shown in its place (a diff). */
function detailsOf(
  data: JsonObject,
  result: JsonValue | undefined,
  content: JsonValue | undefined,
): JsonValue | undefined {
  const shell = own(data, 'shellExecution');
  const detailed = isJsonObject(result) ? ownString(result, 'detailedContent') : undefined;
  if (detailed === undefined || detailed === '' || detailed === content) return shell;
  return shell === undefined
    ? { detailedContent: detailed }
    : { shellExecution: shell, detailedContent: detailed };
}
