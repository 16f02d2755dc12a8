import type { Entry } from '../../core/entry.ts';
import { own, ownString, type JsonObject } from '../../core/json.ts';
import type { Decoded, Format, RecordPlace, SessionHeader } from '../format.ts';
import { lineId } from '../linear.ts';
import { readTime } from '../time.ts';
import { readOperation, wholeChat, type Slot } from './ops.ts';
import { readPart, readQuestion } from './parts.ts';
import { replayChat } from './replay.ts';
import { usage } from './usage.ts';

/**
 * Operation logs of VS Code's own chat (formats/others.md §4): a first record with the whole chat, then what changed in
 * it. VS Code itself reads none whose first record is missing; here the rest is shown, with a problem.
 */
export const vscodeChat: Format = {
  name: 'vscode-chat',
  title: 'VS Code Chat',
  needsHeader: true,
  hasPlaces: true,
  vote,
  decode,
  isShortable: () => true,
  begin: replayChat,
  comparesTexts: true,
  isConversation: ({ kind }) => kind === 'message',
  usage,
};

function vote(record: JsonObject): 0 | 1 | 2 {
  const kind = own(record, 'kind');
  if (kind === 0) return wholeChat(record) ? 2 : 0;
  if (kind !== 1 && kind !== 2 && kind !== 3) return 0;
  return Array.isArray(own(record, 'k')) ? 2 : 0;
}

function decode(record: JsonObject, place: RecordPlace): Decoded {
  if (vote(record) === 0)
    return { type: 'bad', path: 'kind', message: 'the record is no operation on a chat' };
  const path = own(record, 'k');
  if (Array.isArray(path) && path.length === 1 && path[0] === 'customTitle') {
    return { type: 'side', title: ownString(record, 'v') ?? '' };
  }
  const chat = wholeChat(record);
  const entries = readOperation(record).slots.map((slot, index) => entryOf(slot, place, index));
  if (!chat) return entries.length > 0 ? { type: 'entries', entries } : { type: 'side' };
  return { type: 'entries', entries, header: headerOf(chat) };
}

function headerOf(chat: JsonObject): SessionHeader {
  const id = ownString(chat, 'sessionId');
  const title = ownString(chat, 'customTitle');
  const version = own(chat, 'version');
  return {
    ...(id !== undefined && { id }),
    ...(title !== undefined && { title }),
    version: typeof version === 'number' ? version : 1,
    timestamp: readTime(own(chat, 'creationDate')),
    record: chat,
  };
}

function entryOf(slot: Slot, place: RecordPlace, index: number): Entry {
  const { value } = slot;
  const id = lineId({ ...place, part: place.part + index });
  const base = { id, parentId: null, timestamp: null, record: value };
  switch (slot.what) {
    case 'question':
      return {
        ...base,
        id: slot.id || id,
        timestamp: readTime(own(value, 'timestamp')),
        ...readQuestion(value),
      };
    case 'part':
      return { ...base, ...readPart(value, slot.model) };
    case 'end':
      return {
        ...base,
        kind: slot.kind ?? 'metadata',
        type: slot.state,
        ...(slot.text && { text: slot.text }),
      };
  }
}
