import type { Block, EntryKind } from '../../core/entry.ts';
import { isJsonObject, own, ownString, type JsonObject } from '../../core/json.ts';
import { readBlocks } from '../chatMessage.ts';
import { said, thoughts, userMessage, type Body } from './items.ts';
import { hasFailed } from './outputs.ts';
import { firstText, member, ownNumber, textsOf } from './values.ts';

type Reader = (payload: JsonObject) => Body;

/**
 * What the agent's own screen was told (formats/others.md §1 "event_msg"). Messages among it tell what an item tells
 * too: which of the two is shown is for the file's order to say (telling.ts). All others are notes.
 */
const READERS: Readonly<Record<string, Reader>> = {
  user_message: (payload) => ({ kind: 'message', message: userMessage(userBlocks(payload)) }),
  agent_message: (payload) => said(textBlocks(ownString(payload, 'message'))),
  agent_reasoning: (payload) => said(thoughts(textsOf(own(payload, 'text')))),
  agent_reasoning_raw_content: (payload) => said(thoughts(textsOf(own(payload, 'text')))),
  item_completed: (payload) => completed(member(payload, 'item')),
  token_count: (payload) => usage(lastUsage(payload)),
  task_started: () => ({ kind: 'metadata' }),
  turn_started: () => ({ kind: 'metadata' }),
  task_complete: (payload) => note(seconds(ownNumber(payload, 'duration_ms')) ?? errorOf(payload)),
  turn_complete: (payload) => note(seconds(ownNumber(payload, 'duration_ms')) ?? errorOf(payload)),
  turn_aborted: (payload) => note(ownString(payload, 'reason')),
  thread_rolled_back: (payload) => note(turns(ownNumber(payload, 'num_turns'))),
  thread_name_updated: (payload) => ({
    kind: 'sessionName',
    text: ownString(payload, 'thread_name') ?? '',
  }),
  thread_settings_applied: (payload) => note(modelText(member(payload, 'thread_settings'))),
  thread_goal_updated: (payload) => note(ownString(member(payload, 'goal'), 'objective')),
  exec_command_end: (payload) => note(endOf(payload)),
  patch_apply_end: (payload) => note(hasFailed(payload) ? 'failed' : ownString(payload, 'status')),
  mcp_tool_call_end: (payload) => note(toolText(member(payload, 'invocation'))),
  collab_agent_spawn_end: (payload) => note(firstText(payload, ['new_agent_nickname', 'prompt'])),
  entered_review_mode: (payload) => note(ownString(payload, 'user_facing_hint')),
  exited_review_mode: (payload) => note(ownString(member(payload, 'review_output'), 'overall_explanation')),
};

/** Types of events that are known and say their one thing under one of {@link TELLING}. */
const PLAIN: ReadonlySet<string> = new Set([
  ...['error', 'stream_error', 'warning', 'background_event', 'context_compacted', 'web_search_end'],
  ...['view_image_tool_call', 'image_generation_end', 'guardian_assessment', 'sub_agent_activity'],
  ...['collab_waiting_end', 'collab_close_end', 'collab_agent_interaction_end', 'collab_resume_end'],
  ...['dynamic_tool_call_request', 'dynamic_tool_call_response', 'plan_update', 'undo_completed'],
]);
const TELLING = ['message', 'query', 'path', 'tool', 'status', 'kind', 'text'];

/** Reads an event by its type; an unknown one is kept as it is. Never fails. */
export function readEvent(type: string, payload: JsonObject): Body {
  const read = Object.hasOwn(READERS, type) ? READERS[type] : undefined;
  if (read) return read(payload);
  return note(firstText(payload, TELLING), PLAIN.has(type) ? 'metadata' : 'unknown');
}

/** Tokens in one line. */
export function usage(tokens: JsonObject): Body {
  const input = ownNumber(tokens, 'input_tokens');
  const cached = ownNumber(tokens, 'cached_input_tokens');
  const output = ownNumber(tokens, 'output_tokens');
  if (input === undefined && output === undefined) return { kind: 'usage' };
  const kept = cached ? ` (${cached} cached)` : '';
  return { kind: 'usage', text: `${input ?? 0}${kept} in, ${output ?? 0} out` };
}

/** A model and how much it thinks. */
export function modelText(settings: JsonObject): string | undefined {
  const effort = firstText(settings, ['effort', 'reasoning_effort']);
  const words = [ownString(settings, 'model'), effort].filter(Boolean);
  return words.length > 0 ? words.join(', ') : undefined;
}

function note(text: string | undefined, kind: EntryKind = 'metadata'): Body {
  return text === undefined ? { kind } : { kind, text };
}

/** An item as the screen got it, when it was whole. */
function completed(item: JsonObject): Body {
  const type = ownString(item, 'type') ?? '';
  switch (type) {
    case 'UserMessage':
      return { kind: 'message', message: userMessage(screenBlocks(item)) };
    case 'AgentMessage':
      return said(screenBlocks(item));
    case 'Reasoning':
      return said(thoughts([...textsOf(own(item, 'summary_text')), ...textsOf(own(item, 'raw_content'))]));
    case 'CommandExecution':
      return note(worded(type, endOf(item)));
    case 'McpToolCall':
      return note(worded(type, toolText(item)));
    case 'ContextCompaction':
      return note(type);
    default:
      return note(worded(type, firstText(item, ['text', 'query', 'status', 'kind'])), 'metadata');
  }
}

/** Content as the screen has it: `text` or `Text`, pictures by their data. */
function screenBlocks(item: JsonObject): Block[] {
  const content = own(item, 'content');
  if (!Array.isArray(content)) return [];
  return content.flatMap((value): Block[] => {
    const text = isJsonObject(value) ? ownString(value, 'text') : undefined;
    if (text !== undefined) return [{ type: 'text', text }];
    return readBlocks([value]).blocks;
  });
}

function userBlocks(payload: JsonObject): Block[] {
  const images = own(payload, 'images');
  const urls = Array.isArray(images) ? images.map((url) => ({ type: 'input_image', image_url: url })) : [];
  return [...textBlocks(ownString(payload, 'message')), ...readBlocks(urls).blocks];
}

function textBlocks(text: string | undefined): Block[] {
  return text === undefined || text === '' ? [] : [{ type: 'text', text }];
}

function lastUsage(payload: JsonObject): JsonObject {
  const info = own(payload, 'info');
  return isJsonObject(info) ? member(info, 'last_token_usage') : payload;
}

function worded(type: string, text: string | undefined): string {
  return text === undefined ? type : `${type}: ${text}`;
}

/** How a command ended. */
function endOf(value: JsonObject): string | undefined {
  const code = ownNumber(value, 'exit_code');
  return code === undefined ? ownString(value, 'status') : `exit code ${code}`;
}

function toolText(value: JsonObject): string | undefined {
  const words = [ownString(value, 'server'), ownString(value, 'tool')].filter(Boolean);
  const text = words.length > 0 ? words.join('.') : undefined;
  return hasFailed(value) ? `${text ?? 'tool'} failed` : text;
}

function errorOf(payload: JsonObject): string | undefined {
  return ownString(member(payload, 'error'), 'message');
}

function turns(count: number | undefined): string | undefined {
  return count === undefined ? undefined : count === 1 ? '1 turn' : `${count} turns`;
}

function seconds(ms: number | undefined): string | undefined {
  return ms === undefined ? undefined : `${(ms / 1000).toFixed(1)} s`;
}
