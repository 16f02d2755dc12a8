import { callText } from './callText.ts';
import type { Entry, Message, ToolCallBlock } from '../entry.ts';
import { LINE_LENGTH, oneLine } from './oneLine.ts';

/** What a list shows of an entry (see Preview in sessions/session.ts). */
export interface PreviewText {
  /** Its text, or what stands for it: calls, a thought, `(image)`. One line, never empty, at most 200 UTF-16 units, without control characters. */
  readonly text: string;
  /** Calls that the message makes, each as one line. */
  readonly calls: readonly string[];
  /** aborted, error, length: why an assistant stopped; `error` for a failed tool result. */
  readonly mark?: string;
}

/** Calls of one message that a list names. */
const CALLS = 50;
const MARKS = new Set(['aborted', 'error', 'length']);
const NOTHING = '(no text)';

/**
 * An entry in one line, as Pi's /tree words it (formats/pi.md §3).
 * @param call the call that a tool result answers: the result is shown as its call
 */
export function previewOf(entry: Entry, call?: ToolCallBlock): PreviewText {
  const { message } = entry;
  const text = oneLine(message ? messageText(message, call) : noteText(entry)) || NOTHING;
  const mark = markOf(message);
  return { text, calls: message ? callsOf(message) : [], ...(mark !== undefined && { mark }) };
}

function callsOf({ blocks }: Message): string[] {
  const calls = blocks.filter((block) => block.type === 'toolCall').slice(0, CALLS);
  return calls.map(callText);
}

function messageText(message: Message, call: ToolCallBlock | undefined): string {
  const text = beginOfText(message);
  switch (message.role) {
    case 'toolResult':
      if (call) return callText(call);
      return `${message.toolName || 'result'}${text === '' ? '' : `: ${text}`}`;
    case 'bash':
      return message.command ?? '';
    case 'custom':
    case 'other':
      return message.roleName ? `${message.roleName}: ${text || standIn(message)}` : text || standIn(message);
    case 'user':
    case 'assistant':
    case 'system':
      return text || standIn(message);
  }
}

/** The message's text blocks, joined; no more of them than a line can show. */
function beginOfText(message: Message): string {
  let text = '';
  // What calls gave is no part of what the model says.
  const from = message.role === 'assistant' ? (message.results?.[0]?.from ?? Infinity) : Infinity;
  for (const block of message.blocks.slice(0, from)) {
    if (block.type !== 'text' || !/\S/.test(block.text)) continue;
    text += (text === '' ? '' : ' ') + block.text.slice(0, LINE_LENGTH * 8);
    if (text.length >= LINE_LENGTH * 8) break;
  }
  return text.trim();
}

/** The calls of a message that says nothing else, as its text. */
export function callsLine(calls: readonly string[]): string {
  return oneLine(`→ ${calls.join(', ')}`);
}

/** What a message without text is told by: what went wrong, what it calls, what it thought. */
function standIn(message: Message): string {
  if (message.errorMessage) return message.errorMessage;
  const calls = callsOf(message);
  if (calls.length > 0) return callsLine(calls);
  const thought = message.blocks.find((block) => block.type === 'thinking');
  if (thought) return `(thinking) ${oneLine(thought.text)}`;
  if (message.blocks.some((block) => block.type === 'image')) return '(image)';
  return MARKS.has(message.stopReason ?? '') ? `(${message.stopReason ?? ''})` : NOTHING;
}

function markOf(message: Message | undefined): string | undefined {
  if (message?.isError) return 'error';
  const reason = message?.stopReason;
  return reason !== undefined && MARKS.has(reason) ? reason : undefined;
}

function noteText(entry: Entry): string {
  const text = entry.text ?? '';
  switch (entry.kind) {
    case 'compaction':
      return entry.tokensBefore === undefined
        ? named('compaction', text)
        : `compaction: ${tokens(entry.tokensBefore)}`;
    case 'branchSummary':
      return named('branch summary', text);
    case 'modelChange':
      return named('model', text);
    case 'thinkingLevelChange':
      return named('thinking', text);
    case 'label':
      return text === '' ? 'label cleared' : `label: ${text}`;
    case 'sessionName':
      return text === '' ? 'name cleared' : `name: ${text}`;
    case 'contextEdit':
      return named('context edit', text);
    case 'metadata':
    case 'echo':
      return typed(entry.type, text);
    case 'usage':
    case 'custom':
      return named(entry.kind, text);
    case 'message':
    case 'customMessage':
      return entry.type || 'unknown';
    case 'unknown':
      return typed(entry.type || 'unknown', text);
  }
}

function typed(type: string, text: string): string {
  return text === '' || type === text ? type : `${type}: ${text}`;
}

function named(word: string, text: string): string {
  return text === '' ? word : `${word}: ${text}`;
}

/** As Pi rounds them: `35k tokens`. */
function tokens(count: number): string {
  return count < 1000 ? `${count} tokens` : `${Math.round(count / 1000)}k tokens`;
}
