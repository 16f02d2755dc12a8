import type { Entry } from '../../core/entry.ts';
import { isJsonObject, own, ownString, type JsonObject, type JsonValue } from '../../core/json.ts';
import { readBlocks } from './blocks.ts';

/** What a record is that is no message: its kind, its own word, its line. */
export type NoteBody = Pick<Entry, 'kind' | 'type'> &
  Partial<Pick<Entry, 'text' | 'tokensBefore' | 'firstKept' | 'message'>>;

/** A system row: boundaries of compactions, errors, durations (formats/claude-code.md §1.2, §1.8). */
export function systemNote(record: JsonObject): NoteBody {
  const type = ownString(record, 'subtype') ?? 'system';
  if (type === 'compact_boundary') return compaction(record);
  const text = ownString(record, 'content') ?? systemText(type, record);
  return { kind: 'metadata', type, ...(text !== undefined && { text: untagged(text) }) };
}

function systemText(type: string, record: JsonObject): string | undefined {
  if (type === 'turn_duration') return seconds(own(record, 'durationMs'));
  if (type !== 'api_error') return undefined;
  const attempt = own(record, 'retryAttempt');
  const of = own(record, 'maxRetries');
  return typeof attempt === 'number' && typeof of === 'number' ? `retry ${attempt} of ${of}` : undefined;
}

/**
 * Where the conversation was compacted. The model sees nothing of what stood before, but for the messages that the
 * metadata says were kept.
 */
function compaction(record: JsonObject): NoteBody {
  const metadata = own(record, 'compactMetadata');
  const data = isJsonObject(metadata) ? metadata : {};
  const tokens = own(data, 'preTokens');
  const { first } = keptBy(record);
  const text = ownString(data, 'trigger');
  return {
    kind: 'compaction',
    type: 'compact_boundary',
    ...(text !== undefined && { text }),
    ...(typeof tokens === 'number' && { tokensBefore: tokens }),
    ...(first !== undefined && { firstKept: { id: first } }),
  };
}

/** The messages that a compaction kept: the first and the last, and the entry behind which the model sees them (§1.8). */
export function keptBy(record: JsonObject): { first?: string; last?: string; anchor?: string } {
  const { first, last, anchor } = keptIds(record);
  return { ...(first && { first }), ...(last && { last }), ...(anchor && { anchor }) };
}

/** The same, with all ids where the boundary lists them. */
export function keptIds(record: JsonObject): {
  readonly ids: readonly string[];
  readonly first: string | undefined;
  readonly last: string | undefined;
  readonly anchor: string | undefined;
} {
  const data = own(record, 'compactMetadata');
  const metadata = isJsonObject(data) ? data : {};
  const segment = own(metadata, 'preservedSegment');
  const messages = own(metadata, 'preservedMessages');
  const uuids = isJsonObject(messages) ? own(messages, 'uuids') : undefined;
  const ids = Array.isArray(uuids) ? uuids.filter((id) => typeof id === 'string') : [];
  const told = isJsonObject(segment) ? segment : isJsonObject(messages) ? messages : {};
  return {
    ids,
    first: ownString(told, 'headUuid') ?? ids.at(0),
    last: ownString(told, 'tailUuid') ?? ids.at(-1),
    anchor: ownString(told, 'anchorUuid'),
  };
}

/** What was added to the conversation beside the talk. A prompt that had to wait is the user's all the same (§1.9). */
export function attachmentNote(record: JsonObject): NoteBody {
  const attachment = own(record, 'attachment');
  const data = isJsonObject(attachment) ? attachment : {};
  const type = ownString(data, 'type') ?? 'attachment';
  if (type === 'queued_command') {
    const { blocks } = readBlocks(own(data, 'prompt'));
    return { kind: 'message', type, message: { role: 'user', blocks } };
  }
  const keys = ['hookName', 'filename', 'displayPath', 'planFilePath', 'newDate', 'date', 'content', 'text'];
  return { kind: 'metadata', type, ...firstText(data, keys) };
}

/** What went on meanwhile: hooks, output of commands, helpers at work. */
export function progressNote(record: JsonObject): NoteBody {
  const value = own(record, 'data');
  const data = isJsonObject(value) ? value : {};
  const type = ownString(data, 'type') ?? 'progress';
  return {
    kind: 'metadata',
    type,
    ...firstText(data, ['hookName', 'toolName', 'status', 'prompt', 'output']),
  };
}

function firstText(data: JsonObject, keys: readonly string[]): Pick<NoteBody, 'text'> {
  for (const key of keys) {
    const text = ownString(data, key);
    if (text !== undefined && text !== '') return { text };
  }
  return {};
}

function seconds(ms: JsonValue | undefined): string | undefined {
  return typeof ms === 'number' ? `${(ms / 1000).toFixed(1)} s` : undefined;
}

/** Text out of the tags that the agent puts around commands and their output. */
export function untagged(text: string): string {
  return text.replace(/<\/?(?:command|local-command|bash)-[a-z-]+>/g, ' ').trim();
}
