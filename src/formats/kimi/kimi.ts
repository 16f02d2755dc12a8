import { isJsonObject, own, ownString, type JsonObject } from '../../core/json.ts';
import { flat } from '../flat.ts';
import type { Decoded, Format, RecordPlace, SessionHeader } from '../format.ts';
import { lineId, linearBase } from '../linear.ts';
import { readTime } from '../time.ts';
import { isContextMark, legacyEvent, readContextRecord, readLegacy } from './legacy.ts';
import type { Body } from './messages.ts';
import { goBack } from './undo.ts';
import { usage } from './usage.ts';
import { isOperation, readWire } from './wire.ts';

/**
 * Kimi Code's wire journals, protocols 1.1 to 1.5, and kimi-cli's journals and context files (formats/others.md §7). The
 * same message is told by several families of operations: here it is shown once, as it entered the context.
 */
export const kimi: Format = {
  name: 'kimi-wire',
  title: 'Kimi',
  needsHeader: false,
  vote,
  decode,
  isShortable: () => true,
  begin: goBack,
  // Taking back leads to where it went although nothing was said since.
  isConversation: ({ kind, type }) => kind === 'message' || kind === 'compaction' || type === 'context.undo',
  usage,
};

function vote(record: JsonObject): 0 | 1 | 2 {
  const type = ownString(record, 'type');
  if (type === undefined) {
    if (legacyEvent(record) || isContextMark(record)) return 2;
    // Messages of a context file are those of any agent: what is between them tells.
    return flat.vote(record);
  }
  if (Object.hasOwn(record, 'data') || Object.hasOwn(record, 'payload')) return 0;
  if (isHeader(record) || isOperation(type)) return 2;
  return type.includes('.') && ownString(record, 'agentId') !== undefined ? 1 : 0;
}

function isHeader(record: JsonObject): boolean {
  return own(record, 'type') === 'metadata' && ownString(record, 'protocol_version') !== undefined;
}

function decode(record: JsonObject, place: RecordPlace): Decoded {
  if (isHeader(record)) return { type: 'header', header: readHeader(record) };
  const body = read(record);
  if (body === null) return { type: 'side' };
  if (body === undefined)
    return { type: 'bad', path: 'type', message: 'the record is no operation and no message' };
  const time = own(record, 'time') ?? seconds(record);
  return { type: 'entry', entry: { ...linearBase(record, place, lineId(place), readTime(time)), ...body } };
}

/** Undefined for what is no record of any of the three files. */
function read(record: JsonObject): Body | null | undefined {
  const type = ownString(record, 'type');
  if (type !== undefined) return readWire(type, record);
  const event = legacyEvent(record);
  if (event) return readLegacy(event.type, event.payload);
  return ownString(record, 'role') === undefined ? undefined : readContextRecord(record);
}

/** The old journal counts seconds. */
function seconds(record: JsonObject): number | undefined {
  const time = own(record, 'timestamp');
  return typeof time === 'number' && isJsonObject(own(record, 'message')) ? time * 1000 : undefined;
}

function readHeader(record: JsonObject): SessionHeader {
  const version = Number(ownString(record, 'protocol_version'));
  return {
    version: Number.isFinite(version) ? version : 0,
    timestamp: readTime(own(record, 'created_at')),
    record,
  };
}
