import { isJsonObject, own, ownString, type JsonObject } from '../../core/json.ts';
import { callMessage, contentBlocks, readKimiMessage, resultMessage, said, type Body } from './messages.ts';
import { noteOf } from './usage.ts';

/** Records of the old journal that are no part of the talk. */
const SILENT: ReadonlySet<string> = new Set([
  ...['StepBegin', 'TurnEnd', 'ApprovalRequest', 'ApprovalResponse', 'CompactionBegin'],
  ...['ApprovalRequestResolved', 'ToolCallRequest', 'MCPLoadingBegin', 'MCPLoadingEnd'],
]);

/** The type and the payload of a record of kimi-cli's journal, or undefined for another record. */
export function legacyEvent(record: JsonObject): { type: string; payload: JsonObject } | undefined {
  const message = own(record, 'message');
  if (!isJsonObject(message) || typeof own(record, 'timestamp') !== 'number') return undefined;
  const type = ownString(message, 'type');
  const payload = own(message, 'payload');
  return type !== undefined && isJsonObject(payload) ? { type, payload } : undefined;
}

/** What a record of kimi-cli's journal is (formats/others.md §7); null where it is no node of the tree. */
export function readLegacy(type: string, payload: JsonObject): Body | null {
  if (SILENT.has(type)) return null;
  switch (type) {
    case 'StatusUpdate': {
      const used = own(payload, 'token_usage');
      return isJsonObject(used) ? noteOf(type, used) : null;
    }
    case 'TurnBegin':
    case 'SteerInput':
      return {
        kind: 'message',
        type,
        message: { role: 'user', blocks: contentBlocks(own(payload, 'user_input')) },
      };
    case 'ContentPart':
      return { kind: 'message', type, message: said(contentBlocks(payload)) };
    case 'ToolCall': {
      const called = own(payload, 'function');
      const target = isJsonObject(called) ? called : payload;
      const id = ownString(payload, 'id') ?? '';
      return {
        kind: 'message',
        type,
        message: callMessage(id, ownString(target, 'name') ?? '', own(target, 'arguments')),
      };
    }
    case 'ToolResult': {
      const id = ownString(payload, 'tool_call_id') ?? '';
      return { kind: 'message', type, message: resultMessage(id, own(payload, 'return_value')) };
    }
    case 'CompactionEnd':
      return { kind: 'compaction', type: 'compaction' };
    default:
      return { kind: 'metadata', type, ...noteText(type, payload) };
  }
}

/** The rest of a call's arguments stands in a record of its own; what a helper does is told in the same journal. */
function noteText(type: string, payload: JsonObject): Pick<Body, 'text'> {
  const event = own(payload, 'event');
  const told = type === 'SubagentEvent' && isJsonObject(event) ? event : undefined;
  const text = told ? ownString(told, 'type') : ownString(payload, 'arguments_part');
  return text === undefined ? {} : { text };
}

/** Records of kimi-cli's context file that are no messages. */
const MARKS: ReadonlySet<string | undefined> = new Set(['_checkpoint', '_usage']);

/** Whether a record can stand in a context file only. */
export function isContextMark(record: JsonObject): boolean {
  const role = ownString(record, 'role');
  return MARKS.has(role) || role === '_system_prompt';
}

/** What a record of kimi-cli's context file is; null where it is no node of the tree. */
export function readContextRecord(record: JsonObject): Body | null {
  const role = ownString(record, 'role');
  if (MARKS.has(role)) return null;
  if (role !== '_system_prompt') return { kind: 'message', type: role ?? '', ...readKimiMessage(record, '') };
  return {
    kind: 'message',
    type: role,
    message: { role: 'system', blocks: contentBlocks(own(record, 'content')) },
  };
}
