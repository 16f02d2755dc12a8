import { isJsonObject, own, ownString, type JsonObject, type JsonValue } from '../../core/json.ts';
import { callMessage, contentBlocks, readKimiMessage, resultMessage, said, type Body } from './messages.ts';
import { noteOf } from './usage.ts';

/** Operations that tell again what another one says, or nothing that is part of the talk. */
const SILENT: ReadonlySet<string> = new Set([
  ...['turn.prompt', 'turn.steer', 'turn.ended', 'agent.message.appended', 'agent.turn.started'],
  ...['agent.turn.ended', 'llm.request', 'llm.tools_snapshot', 'usage.record', 'token_counting.measured'],
  ...['token_counting.turn_recorded', 'prompt.completed', 'runtime.set_binding', 'tools.set_active_tools'],
  ...['plugin.session_start', 'permission.record_approval_result', 'permission.set_mode', 'forked'],
  ...['full_compaction.begin', 'full_compaction.complete', 'full_compaction.cancel'],
  ...['file_history.checkpoint', 'file_history.tracked'],
]);

/** Operations that are slim notes between the messages. */
const NOTES: ReadonlySet<string> = new Set([
  ...[
    'turn.cancel',
    'plan_mode.enter',
    'plan_mode.exit',
    'plan_mode.cancel',
    'context.clear',
    'context.undo',
  ],
]);

/** Whether a record is one of this journal's operations. */
export function isOperation(type: string): boolean {
  return SILENT.has(type) || NOTES.has(type) || Object.hasOwn(READERS, type);
}

const READERS: Readonly<Record<string, (record: JsonObject) => Body | null>> = {
  'context.append_message': appended,
  'context.append_loop_event': loopEvent,
  'context.apply_compaction': compaction,
  'config.update': settings,
  'profile.bind': settings,
};

/** What an operation of the journal is (formats/others.md §7); null where it is no node of the tree. */
export function readWire(type: string, record: JsonObject): Body | null {
  if (SILENT.has(type)) return null;
  const read = Object.hasOwn(READERS, type) ? READERS[type] : undefined;
  if (read) return read(record);
  if (!NOTES.has(type)) return { kind: 'unknown', type };
  const count = own(record, 'count');
  return { kind: 'metadata', type, ...(typeof count === 'number' && { text: String(count) }) };
}

/** A message of the context. What is not the user's own was put there by the agent. */
function appended(record: JsonObject): Body {
  const value = own(record, 'message');
  if (!isJsonObject(value)) {
    const message = { role: 'other', blocks: [] } as const;
    return { kind: 'message', type: 'message', message, malformed: 'message' };
  }
  const { message, ...rest } = readKimiMessage(value, 'message.');
  const origin = own(value, 'origin');
  const by = isJsonObject(origin) ? ownString(origin, 'kind') : undefined;
  const isAgents = message?.role === 'user' && by !== undefined && by !== 'user';
  const type = ownString(value, 'role') ?? 'message';
  if (!message || !isAgents) return { kind: 'message', type, ...(message && { message }), ...rest };
  return {
    kind: 'message',
    type,
    ...rest,
    message: { role: 'custom', roleName: by, blocks: message.blocks, hidden: true },
  };
}

function loopEvent(record: JsonObject): Body | null {
  const value = own(record, 'event');
  const event = isJsonObject(value) ? value : {};
  const type = ownString(event, 'type') ?? 'event';
  switch (type) {
    case 'content.part':
      return { kind: 'message', type, message: said(contentBlocks(own(event, 'part'))) };
    case 'tool.call':
      return {
        kind: 'message',
        type,
        message: callMessage(text(event, 'toolCallId'), text(event, 'name'), own(event, 'args')),
      };
    case 'tool.result':
      return {
        kind: 'message',
        type,
        message: resultMessage(text(event, 'toolCallId'), own(event, 'result')),
      };
    case 'step.end':
      return stepUsage(event);
    case 'step.begin':
      return null;
    default:
      return { kind: 'unknown', type };
  }
}

/** The end of an answer is a node where it tells what the answer used. */
function stepUsage(event: JsonObject): Body | null {
  const used = own(event, 'usage');
  return isJsonObject(used) ? noteOf('step.end', used) : null;
}

function compaction(record: JsonObject): Body {
  const tokens = own(record, 'tokensBefore');
  const summary = ownString(record, 'summary');
  return {
    kind: 'compaction',
    type: 'compaction',
    ...(summary !== undefined && { text: summary }),
    ...(typeof tokens === 'number' && { tokensBefore: tokens }),
  };
}

/** Settings; the model is what a reader wants to know of them. */
function settings(record: JsonObject): Body | null {
  const model: JsonValue | undefined = own(record, 'modelAlias');
  return typeof model === 'string' ? { kind: 'modelChange', type: 'model', text: model } : null;
}

function text(record: JsonObject, key: string): string {
  return ownString(record, key) ?? '';
}
