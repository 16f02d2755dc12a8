import type { Block, Entry, Message } from '../../core/entry.ts';
import { isJsonObject, own, ownString, type JsonObject, type JsonValue } from '../../core/json.ts';

type Body = Pick<Entry, 'kind' | 'type'> & Partial<Pick<Entry, 'message' | 'text' | 'malformed'>>;

/** A question: what the user typed. */
export function readQuestion(request: JsonObject): Body {
  const value = own(request, 'message');
  const text = isJsonObject(value) ? ownString(value, 'text') : typeof value === 'string' ? value : undefined;
  const blocks: Block[] = text === undefined || text === '' ? [] : [{ type: 'text', text }];
  const message: Message = { role: 'user', blocks };
  return {
    kind: 'message',
    type: 'request',
    message,
    ...(text === undefined && { malformed: 'message.text' }),
  };
}

/** A part of an answer: text, a thought, a call with what it gave; everything else is a note. */
export function readPart(part: JsonObject, model?: string): Body {
  const kind = ownString(part, 'kind') ?? 'markdown';
  const blocks = blocksOf(kind, part);
  if (!blocks) return note(kind, part);
  const { results, ...content } = blocks;
  const message: Message = {
    role: 'assistant',
    ...content,
    ...(results && { results }),
    ...(model !== undefined && { model }),
  };
  return { kind: 'message', type: kind, message };
}

function blocksOf(kind: string, part: JsonObject): Pick<Message, 'blocks' | 'results'> | undefined {
  switch (kind) {
    case 'markdown':
    case 'markdownContent':
    case 'markdownVuln':
      return { blocks: [{ type: 'text', text: words(own(part, 'content') ?? own(part, 'value')) }] };
    case 'thinking':
      return { blocks: [{ type: 'thinking', text: words(own(part, 'value')), redacted: false }] };
    case 'inlineReference':
      return { blocks: [{ type: 'text', text: referenceName(part) }] };
    case 'toolInvocationSerialized':
    case 'toolInvocation':
      return invocation(part);
    default:
      return undefined;
  }
}

/** A text, a list of texts, or a Markdown string. */
function words(value: JsonValue | undefined): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.filter((one) => typeof one === 'string').join('');
  return isJsonObject(value) ? (ownString(value, 'value') ?? '') : '';
}

/** A file or a symbol that the answer names, as code. */
function referenceName(part: JsonObject): string {
  const given = ownString(part, 'name');
  const target = own(part, 'inlineReference');
  const named = isJsonObject(target) ? (ownString(target, 'name') ?? pathIn(target)) : undefined;
  return `\`${given ?? named ?? 'reference'}\``;
}

function pathIn(target: JsonObject): string | undefined {
  const uri = own(target, 'uri');
  const path = ownString(isJsonObject(uri) ? uri : target, 'path');
  return path?.split('/').at(-1);
}

/** A tool's call, and what it gave once it is complete. */
function invocation(part: JsonObject): Pick<Message, 'blocks' | 'results'> {
  const details = own(part, 'resultDetails');
  const given = isJsonObject(details) ? details : {};
  const id = ownString(part, 'toolCallId') ?? '';
  const input = own(given, 'input') ?? own(part, 'toolSpecificData');
  const call: Block = {
    ...{ type: 'toolCall', id, name: ownString(part, 'toolId') ?? '' },
    ...argumentsOf(input),
  };
  if (own(part, 'isComplete') === false) return { blocks: [call] };
  const output = outputs(own(given, 'output'));
  const told = words(own(part, 'pastTenseMessage')) || words(own(part, 'invocationMessage'));
  const blocks: Block[] = output.length > 0 ? output : told === '' ? [] : [{ type: 'text', text: told }];
  const isError = own(given, 'isError') === true;
  return {
    blocks: [call, ...blocks],
    results: [{ toolCallId: id, isError, from: 1, to: 1 + blocks.length }],
  };
}

function argumentsOf(input: JsonValue | undefined): { arguments?: JsonValue; rawArguments?: string } {
  if (input === undefined) return {};
  if (typeof input !== 'string') return { arguments: input };
  try {
    return { arguments: JSON.parse(input) as JsonValue, rawArguments: input };
  } catch {
    return { rawArguments: input };
  }
}

function outputs(value: JsonValue | undefined): Block[] {
  if (typeof value === 'string') return value === '' ? [] : [{ type: 'text', text: value }];
  if (!Array.isArray(value)) return [];
  return value.map((item): Block => {
    const text = isJsonObject(item) ? ownString(item, 'value') : typeof item === 'string' ? item : undefined;
    const isText = !isJsonObject(item) || own(item, 'isText') !== false;
    return text !== undefined && isText ? { type: 'text', text } : { type: 'raw', value: item };
  });
}

function note(kind: string, part: JsonObject): Body {
  const text = ['content', 'title', 'message', 'name'].map((key) => words(own(part, key))).find(Boolean);
  return { kind: 'metadata', type: kind, ...(text !== undefined && { text }) };
}
