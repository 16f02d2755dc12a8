import type { Entry, ImageBlock, Message } from '../entry.ts';
import type { Body } from './build.ts';
import { fieldText, textOf } from './fields.ts';
import { argumentsText } from './parts.ts';
import { prettyJson } from './prettyJson.ts';

/**
 * The whole text of a part, for a reader who wants more than the beginning.
 * @param at as in PartRef.
 * @returns undefined when the entry has no such part.
 */
export function readPart(body: Body, at: string): string | undefined {
  const { entry } = body;
  const [part = '', sub = ''] = at.split('.');
  const field = sub.startsWith('f') ? sub.slice(1).split('-').map(Number) : null;
  if (part === 'record') return fieldText(textOf(entry.record, body.raw, entry.record), field);
  if (part === 'text') return entry.text;
  const { message } = entry;
  if (!message) return undefined;
  if (part === 'error') return message.errorMessage;
  if (part === 'command') return message.command;
  if (part === 'details') {
    return message.details === undefined
      ? undefined
      : fieldText(textOf(entry.record, body.raw, message.details), field);
  }
  return readBlock(body, message, Number(part.slice(1)), sub === 'raw', field);
}

/** The picture of an image part. */
export function readImage(entry: Entry, at: string): ImageBlock | undefined {
  const block = entry.message?.blocks[Number(at.slice(1))];
  return block?.type === 'image' ? block : undefined;
}

function readBlock(
  body: Body,
  message: Message,
  index: number,
  raw: boolean,
  field: readonly number[] | null,
): string | undefined {
  const block = message.blocks[index];
  switch (block?.type) {
    case 'text':
    case 'thinking':
      return block.text;
    case 'raw':
      return prettyJson(textOf(body.entry.record, body.raw, block.value));
    case 'toolCall': {
      if (raw) return block.rawArguments;
      const json = argumentsText(body.entry.record, body.raw, block);
      return json === undefined ? undefined : fieldText(json, field);
    }
    default:
      return undefined;
  }
}

/** A message as text to be pasted elsewhere: what was written or printed, calls as JSON; a note's text, else its JSON. */
export function copyText(body: Body): string {
  const { entry } = body;
  const { message } = entry;
  if (!message) return entry.text ?? prettyJson(textOf(entry.record, body.raw, entry.record));
  const pieces: string[] = [];
  if (message.command !== undefined) pieces.push(`$ ${message.command}`);
  for (const block of message.blocks) if (block.type === 'text') pieces.push(block.text);
  if (pieces.every((piece) => piece.trim() === '')) {
    for (const block of message.blocks) {
      if (block.type === 'thinking') pieces.push(block.text);
      if (block.type === 'toolCall') pieces.push(`${block.name} ${argumentsOf(body, block)}`);
    }
  }
  if (message.errorMessage !== undefined) pieces.push(message.errorMessage);
  return pieces.join('\n\n').trim();
}

function argumentsOf(body: Body, block: Parameters<typeof argumentsText>[2]): string {
  const json = argumentsText(body.entry.record, body.raw, block);
  return json === undefined ? (block.rawArguments ?? '') : prettyJson(json);
}
