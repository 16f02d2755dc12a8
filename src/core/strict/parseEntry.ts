import { cloneJson } from './cloneJson.ts';
import { isJsonObject, own, type JsonValue } from '../json.ts';
import { assertMessage } from './parseMessage.ts';
import type { SessionEntry } from './sessionEntry.ts';
import { SessionFormatError } from './sessionErrors.ts';
import { numberField, objectField, stringField, wrongField, wrongValue } from './shape.ts';

/**
 * Proves that a value is a session entry (chapter 10 §2): from the outermost object inwards, one fact after the other,
 * and all of it such that it means the same after a way through JSON ({@link cloneJson}). The answer is a new deep
 * value: what the caller does to the old one afterwards does not reach it. Fields not named here are kept.
 *
 * | field | must be |
 * |---|---|
 * | id | a string that is not empty |
 * | parentId | null, or a string that is not empty |
 * | timestamp | a finite number |
 * | type | `message` with a `message` ({@link assertMessage}), or `metadata` with a string `key` and any JSON `value` |
 *
 * A copy is taken first and looked at then, so that nothing can change between the look and the copy. Whether ids
 * repeat and parents exist is a question to a whole session, not to one entry.
 *
 * @throws SessionFormatError with the JSON path of the fault, such as `message.content[0].arguments`.
 */
export function parseSessionEntry(value: unknown): SessionEntry {
  const copy = cloneJson(value);
  assertEntry(copy);
  return copy;
}

function assertEntry(value: JsonValue): asserts value is JsonValue & SessionEntry {
  if (!isJsonObject(value)) {
    throw new SessionFormatError('$', wrongValue(value, 'an object'), { code: 'not-an-object' });
  }
  if (stringField(value, 'id', '$') === '') throw wrongField(value, 'id', '$', 'a string that is not empty');
  const parentId = own(value, 'parentId');
  if (parentId !== null && (typeof parentId !== 'string' || parentId === '')) {
    throw wrongField(value, 'parentId', '$', "null or another entry's id");
  }
  numberField(value, 'timestamp', '$');
  switch (own(value, 'type')) {
    case 'message':
      assertMessage(objectField(value, 'message', '$'), 'message');
      return;
    case 'metadata':
      stringField(value, 'key', '$');
      if (own(value, 'value') === undefined) throw wrongField(value, 'value', '$', 'a JSON value');
      return;
    default:
      throw wrongField(value, 'type', '$', '"message" or "metadata"');
  }
}
