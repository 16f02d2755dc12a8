import type { Entry } from '../../core/entry.ts';
import { isJsonObject, own, ownString, type JsonObject } from '../../core/json.ts';

type NoteBody = Pick<Entry, 'kind' | 'type'> & Partial<Pick<Entry, 'text' | 'tokensBefore'>>;

/**
 * A system record: it stands in the chain like every other one, more than half of a file (formats/others.md §5), and is
 * slim. What it holds beside its line can be unfolded.
 */
export function systemNote(record: JsonObject): NoteBody {
  const type = ownString(record, 'subtype') ?? 'system';
  const payload = own(record, 'systemPayload');
  const data = isJsonObject(payload) ? payload : {};
  switch (type) {
    case 'custom_title':
      return { kind: 'sessionName', type, text: ownString(data, 'customTitle') ?? '' };
    case 'chat_compression':
      return compression(data);
    default: {
      const text = lineOf(type, data);
      return { kind: 'metadata', type, ...(text !== undefined && { text }) };
    }
  }
}

function lineOf(type: string, data: JsonObject): string | undefined {
  if (type === 'rewind') {
    const count = own(data, 'truncatedCount');
    return typeof count === 'number' ? `${count} items back` : undefined;
  }
  if (type === 'ui_telemetry') {
    const event = own(data, 'uiEvent');
    return isJsonObject(event) ? ownString(event, 'event.name') : undefined;
  }
  return ownString(data, 'rawCommand') ?? ownString(data, 'displayText') ?? ownString(data, 'summary');
}

/** The model goes on with the history that the record itself holds. */
function compression(data: JsonObject): NoteBody {
  const info = own(data, 'info');
  const tokens = isJsonObject(info) ? own(info, 'originalTokenCount') : undefined;
  const [first] = compressedHistory(data) ?? [];
  const parts = first && own(first, 'parts');
  const [part] = Array.isArray(parts) ? parts : [];
  const text = isJsonObject(part) ? ownString(part, 'text') : undefined;
  return {
    kind: 'compaction',
    type: 'chat_compression',
    ...(text !== undefined && { text }),
    ...(typeof tokens === 'number' && { tokensBefore: tokens }),
  };
}

/** The messages with which a compression replaced all before it; undefined where it says nothing that can be read. */
export function compressedHistory(payload: JsonObject): readonly JsonObject[] | undefined {
  const history = own(payload, 'compressedHistory');
  return Array.isArray(history) ? history.filter(isJsonObject) : undefined;
}
