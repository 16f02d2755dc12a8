import { isJsonObject, own, ownString, type JsonObject, type JsonValue } from '../../core/json.ts';
import { usageText } from '../usage.ts';
import { usageOfResult } from './usage.ts';

/** What an entry is in the chat: a request's question, a part of its answer, or how it ended. */
export type Slot = {
  /** Its own part of the record. */
  readonly value: JsonObject;
  /** Index of the request in the chat, or of those that are appended the n-th. */
  readonly request: number;
} & (
  | { readonly what: 'question'; readonly id: string }
  | { readonly what: 'part'; readonly part: number; readonly model?: string }
  | { readonly what: 'end'; readonly state: string; readonly text?: string; readonly kind?: 'usage' }
);

/** An operation on the chat, as far as it says something (formats/others.md §4). */
export interface Operation {
  readonly slots: readonly Slot[];
  /** Requests are appended, to this many that stay; undefined for all of them. */
  readonly appendsTo?: number | null;
  /** So many parts of the answer stay, and nothing comes behind these; undefined where they are appended to all. */
  readonly keeps?: number;
  /** The answer is that of this request. */
  readonly answers?: number;
  /** One part is put in its own place. */
  readonly isPart?: boolean;
}

const NOTHING: Operation = { slots: [] };
/** States of an answer that did not come to its end (modelState). */
const STATES: Readonly<Record<number, string>> = { 2: 'cancelled', 3: 'failed' };

/** The chat as a whole, or undefined where the record is another operation. */
export function wholeChat(record: JsonObject): JsonObject | undefined {
  const value = own(record, 'v');
  return own(record, 'kind') === 0 && isJsonObject(value) ? value : undefined;
}

/** What an operation brings: always the same entries in the same order. */
export function readOperation(record: JsonObject): Operation {
  const chat = wholeChat(record);
  if (chat) return { slots: requests(own(chat, 'requests'), 0), appendsTo: 0 };
  const path = own(record, 'k');
  const value = own(record, 'v');
  if (!Array.isArray(path) || path[0] !== 'requests') return NOTHING;
  const [, at, field, part] = path;
  const isPush = own(record, 'kind') === 2;
  const keeps = own(record, 'i');
  const kept = typeof keeps === 'number' ? keeps : undefined;
  if (path.length === 1) {
    return { slots: requests(value, 0), appendsTo: isPush ? (kept ?? null) : 0 };
  }
  if (typeof at !== 'number') return NOTHING;
  if (path.length === 2) return { slots: isJsonObject(value) ? requestSlots(value, at) : [] };
  if (field === 'response') return answer(value, at, part, isPush, kept);
  return { slots: path.length === 3 ? ending(String(field), value, at) : [] };
}

function answer(
  value: JsonValue | undefined,
  request: number,
  part: JsonValue | undefined,
  isPush: boolean,
  kept: number | undefined,
): Operation {
  if (typeof part === 'number') {
    return isJsonObject(value) ? { slots: [{ value, request, what: 'part', part }], isPart: true } : NOTHING;
  }
  const slots = parts(value, request);
  const keeps = isPush ? kept : 0;
  return { slots, answers: request, ...(keeps !== undefined && { keeps }) };
}

function requests(list: JsonValue | undefined, first: number): Slot[] {
  if (!Array.isArray(list)) return [];
  return list.filter(isJsonObject).flatMap((value, index) => requestSlots(value, first + index));
}

function requestSlots(value: JsonObject, request: number): Slot[] {
  const model = ownString(value, 'modelId');
  const question: Slot = { value, request, what: 'question', id: ownString(value, 'requestId') ?? '' };
  const state = own(value, 'modelState');
  const result = own(value, 'result');
  return [
    question,
    ...parts(own(value, 'response'), request, model),
    ...ending('modelState', state, request),
    ...ending('result', result, request),
  ];
}

function parts(list: JsonValue | undefined, request: number, model?: string): Slot[] {
  if (!Array.isArray(list)) return [];
  return list.filter(isJsonObject).map((value, part) => ({
    ...{ value, request, what: 'part', part },
    ...(model !== undefined && { model }),
  }));
}

/** How an answer ended, where that is worth a word: what failed, and what it used. */
function ending(field: string, value: JsonValue | undefined, request: number): Slot[] {
  if (!isJsonObject(value)) return [];
  if (field === 'result') {
    const error = own(value, 'errorDetails');
    const text = isJsonObject(error) ? (ownString(error, 'message') ?? '') : '';
    const used = usageOfResult(value);
    return [
      ...(isJsonObject(error) ? [{ value: error, request, what: 'end', state: 'error', text } as const] : []),
      ...(used
        ? [{ value, request, what: 'end', state: 'usage', text: usageText(used), kind: 'usage' } as const]
        : []),
    ];
  }
  const code = own(value, 'value');
  const state = field === 'modelState' && typeof code === 'number' ? STATES[code] : undefined;
  return state === undefined ? [] : [{ value, request, what: 'end', state }];
}
