import { isJsonObject, own, ownString, type JsonObject, type JsonValue } from '../json.ts';
import { isContent, type NewTranscriptEvent, type TranscriptEvent } from './transcriptEvent.ts';

/** A message for a model: text, or blocks (`tool_use` in an assistant's, `tool_result` in a user's message). */
export interface ReplayMessage {
  readonly role: string;
  readonly content: string | JsonValue[];
}

/** What the whole of a transcript says: derived, to be thrown away and worked out again (seed 004, "崩溃恢复"). */
export interface ReplayState {
  /** The last events' messages, as `replay()` gives them. */
  readonly messages: ReplayMessage[];
  /** The last `ai-title`, null when there is none. */
  readonly title: string | null;
  /** Every `file-history-snapshot`, oldest first. */
  readonly fileSnapshots: TranscriptEvent[];
  /** Committed events of all segments. */
  readonly totalEvents: number;
  /** Whether bytes behind a last LF were left out: a write that was cut short. */
  readonly ignoredPartialTail: boolean;
}

/**
 * The message that an event stands for in a model's input; undefined for those that stand for none (seed 004, "6
 * 种事件类型"). One event is at most one message; nothing is merged.
 *
 * | event | message |
 * |---|---|
 * | message | `{role, content}` |
 * | function_call | assistant with one `tool_use` block: `id` from callId, `input` from arguments (JSON text is parsed) |
 * | function_call_result | user with one `tool_result` block: `content` from output |
 * | reasoning, file-history-snapshot, ai-title, unknown types | none |
 */
export function eventToMessage(event: NewTranscriptEvent): ReplayMessage | undefined {
  const callId = ownString(event, 'callId');
  switch (event.type) {
    case 'message': {
      const role = ownString(event, 'role');
      const content = own(event, 'content');
      return role !== undefined && isContent(content) ? { role, content } : undefined;
    }
    case 'function_call': {
      const name = ownString(event, 'name');
      if (callId === undefined || name === undefined) return undefined;
      return { role: 'assistant', content: [{ type: 'tool_use', id: callId, name, input: inputOf(event) }] };
    }
    case 'function_call_result':
      if (callId === undefined) return undefined;
      return {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: callId, content: outputOf(event) }],
      };
    default:
      return undefined;
  }
}

/**
 * Messages of a window of events, oldest first. A window that does not begin at the first event may hold results whose
 * calls lie before it: those are left out, since no model takes a result without its call (design: Context).
 */
export function windowMessages(events: readonly TranscriptEvent[]): ReplayMessage[] {
  const begins = events[0]?.sequence === 1;
  const called = new Set<string>();
  const messages: ReplayMessage[] = [];
  for (const event of events) {
    const callId = ownString(event, 'callId') ?? '';
    if (event.type === 'function_call') called.add(callId);
    if (event.type === 'function_call_result' && !begins && !called.has(callId)) continue;
    const message = eventToMessage(event);
    if (message) messages.push(message);
  }
  return messages;
}

/** Whether a replay "back to the last user message" ends here (seed 004, exercise 1). */
export function isUserMessage(event: TranscriptEvent): boolean {
  return event.type === 'message' && ownString(event, 'role') === 'user';
}

/** Folds events, oldest first, into a {@link ReplayState}; holds the last `maxItems` of them and no others. */
export class ReplayFold {
  #window: TranscriptEvent[] = [];
  #title: string | null = null;
  readonly #snapshots: TranscriptEvent[] = [];
  #total = 0;
  readonly #maxItems: number;

  constructor(maxItems: number) {
    this.#maxItems = maxItems;
  }

  add(event: TranscriptEvent): void {
    this.#total += 1;
    if (event.type === 'ai-title') this.#title = ownString(event, 'title') ?? this.#title;
    if (event.type === 'file-history-snapshot') this.#snapshots.push(event);
    this.#window.push(event);
    // Cut now and then, not at every event: a shift of a long array costs its length.
    if (this.#window.length >= 2 * this.#maxItems) this.#window = this.#window.slice(-this.#maxItems);
  }

  finish(ignoredPartialTail: boolean): ReplayState {
    return {
      messages: windowMessages(this.#window.slice(-this.#maxItems)),
      title: this.#title,
      fileSnapshots: this.#snapshots,
      totalEvents: this.#total,
      ignoredPartialTail,
    };
  }
}

/** Arguments as a value: an object as it stands, JSON text parsed, text that is no JSON as it stands. */
function inputOf(event: NewTranscriptEvent): JsonValue {
  const value = own(event, 'arguments');
  if (value === undefined) return {};
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as JsonValue;
  } catch {
    return value;
  }
}

/** Output as a tool_result may hold it: text, or a list of blocks; anything else as its JSON text. */
function outputOf(event: NewTranscriptEvent): string | JsonValue[] {
  const output = own(event, 'output') ?? '';
  if (isContent(output)) return output;
  const inner = isJsonObject(output) ? innerText(output) : undefined;
  return inner ?? JSON.stringify(output);
}

/** `{content}` and `{type: "text", text}`, the two shapes in which outputs are wrapped. */
function innerText(output: JsonObject): string | JsonValue[] | undefined {
  const content = own(output, 'content');
  if (isContent(content)) return content;
  return ownString(output, 'type') === 'text' ? ownString(output, 'text') : undefined;
}
