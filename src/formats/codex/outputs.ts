import type { Block, Message } from '../../core/entry.ts';
import { isJsonObject, own, ownString, type JsonObject, type JsonValue } from '../../core/json.ts';
import { readBlocks } from '../chatMessage.ts';
import { member, ownNumber } from './values.ts';

/** So much of an output is looked at for how the command ended: the lines above what it printed. */
const HEAD = 600;
const EXIT = /^(?:Process exited with code|Exit code:) (-?\d+)/m;

/** What a tool gave back: its blocks, and how it ended where the output tells that. */
type Output = Pick<Message, 'blocks' | 'isError' | 'exitCode' | 'details'>;

/** The answer to a call. */
export function readOutput(payload: JsonObject): Message {
  const output = own(payload, 'output') ?? own(payload, 'tools');
  return {
    role: 'toolResult',
    toolCallId: ownString(payload, 'call_id') ?? '',
    toolName: ownString(payload, 'name') ?? '',
    ...outputOf(output),
    ...(hasFailed(payload) && { isError: true }),
  };
}

/** Whether a record says in a word of its own that something did not work. */
export function hasFailed(value: JsonObject): boolean {
  const status = ownString(value, 'status');
  return own(value, 'success') === false || own(value, 'isError') === true || status === 'failed';
}

/**
 * An output is a text, a list of content items, one such item, or `{content, success}`. Older versions put JSON into the
 * text, with the exit code in its metadata.
 */
function outputOf(output: JsonValue | undefined): Output {
  if (typeof output === 'string') return textOutput(output);
  if (!isJsonObject(output)) return { blocks: readBlocks(output).blocks, ...exitOf(firstLines(output)) };
  const content = own(output, 'content') ?? own(output, 'output');
  if (content === undefined) return { blocks: readBlocks([output]).blocks };
  return { ...outputOf(content), ...(hasFailed(output) && { isError: true }) };
}

function textOutput(text: string): Output {
  const wrapped = text.startsWith('{"output":') ? parsed(text) : undefined;
  const inner = wrapped && ownString(wrapped, 'output');
  if (wrapped === undefined || inner === undefined) return { blocks: blocksOf(text), ...exitOf(text) };
  const metadata = own(wrapped, 'metadata');
  const code = ownNumber(member(wrapped, 'metadata'), 'exit_code');
  return {
    blocks: blocksOf(inner),
    ...(code !== undefined && ended(code)),
    ...(metadata !== undefined && { details: metadata }),
  };
}

function blocksOf(text: string): Block[] {
  return text === '' ? [] : [{ type: 'text', text }];
}

/** The first text of a list, where the lines stand that tell how a command ended. */
function firstLines(output: JsonValue | undefined): string {
  const [first] = Array.isArray(output) ? output : [];
  return (isJsonObject(first) && ownString(first, 'text')) || '';
}

function exitOf(text: string): Pick<Message, 'isError' | 'exitCode'> {
  // Only above the command's own output, which may hold such a line too.
  const head = text.slice(0, HEAD).split(/^Output:$/m, 1)[0] ?? '';
  const code = EXIT.exec(head)?.[1];
  return code === undefined ? {} : ended(Number(code));
}

function ended(exitCode: number): Pick<Message, 'isError' | 'exitCode'> {
  return { exitCode, ...(exitCode !== 0 && { isError: true }) };
}

function parsed(text: string): JsonObject | undefined {
  try {
    const value = JSON.parse(text) as JsonValue;
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
