import type { Entry } from '../../../src/core/entry.ts';
import { isJsonObject, type JsonObject } from '../../../src/core/json.ts';
import type { SessionHeader } from '../../../src/formats/format.ts';
import type { PiContext } from '../../../src/formats/pi/context.ts';
import { pi } from '../../../src/formats/pi/pi.ts';

/** Decodes a file's text line by line, as Pi reads it: lines that are no JSON are passed over. */
export function decodeText(text: string): Entry[] {
  const records = text.split('\n').flatMap((line): unknown[] => {
    try {
      return [JSON.parse(line)];
    } catch {
      return [];
    }
  });
  return decode(records.filter((record): record is JsonObject => isJsonObject(record)));
}

/** Decodes records, one a line, and gives the entries. */
export function decode(records: readonly JsonObject[]): Entry[] {
  const entries: Entry[] = [];
  let header: SessionHeader | null = null;
  records.forEach((record, index) => {
    const place = { line: index + 1, part: 1, header, previousId: entries.at(-1)?.id ?? null };
    const decoded = pi.decode(record, place);
    if (decoded.type === 'header') header ??= decoded.header;
    if (decoded.type === 'entry') entries.push(decoded.entry);
  });
  return entries;
}

export const HEADER = {
  type: 'session',
  version: 3,
  id: 's',
  timestamp: '2026-01-05T10:00:00.000Z',
  cwd: '/w',
};

/** A chain of entries under a header: ids `e1`, `e2`, … each below the one before it, unless it says otherwise. */
export function chain(...bodies: readonly JsonObject[]): Entry[] {
  const records = bodies.map((body, index) => ({
    id: `e${index + 1}`,
    parentId: index === 0 ? null : `e${index}`,
    timestamp: `2026-01-05T10:00:${String(index).padStart(2, '0')}.000Z`,
    ...body,
  }));
  return decode([HEADER, ...records]);
}

const text = (content: string) => [{ type: 'text', text: content }];

export const message = (value: JsonObject): JsonObject => ({ type: 'message', message: value });
export const user = (content: string): JsonObject =>
  message({ role: 'user', content: text(content), timestamp: 1 });
export const system = (content: string): JsonObject => message({ role: 'system', content, timestamp: 1 });
export const assistant = (content: string, more: JsonObject = {}): JsonObject =>
  message({ role: 'assistant', content: text(content), provider: 'p', model: 'm', timestamp: 1, ...more });
export const call = (...ids: string[]): JsonObject => {
  const content = ids.map((id) => ({ type: 'toolCall', id, name: 'read', arguments: {} }));
  return message({ role: 'assistant', content, provider: 'p', model: 'm', timestamp: 1 });
};
export const result = (id: string): JsonObject =>
  message({
    role: 'toolResult',
    toolCallId: id,
    toolName: 'read',
    content: text('r'),
    isError: false,
    timestamp: 1,
  });
export const compaction = (firstKeptEntryId: string, more: JsonObject = {}): JsonObject => ({
  type: 'compaction',
  summary: 'so far',
  firstKeptEntryId,
  tokensBefore: 100,
  ...more,
});

export const ids = (entries: readonly Entry[]) => entries.map(({ id }) => id);
/** What the model sees, one word a message: its text, or its role. */
export const says = (context: PiContext) =>
  context.messages.map(({ role, content, summary }) => {
    if (typeof summary === 'string') return `${String(role)} ${summary}`;
    if (typeof content === 'string') return content;
    const [block] = Array.isArray(content) ? content : [];
    return block && typeof block === 'object' && 'text' in block ? block.text : role;
  });
