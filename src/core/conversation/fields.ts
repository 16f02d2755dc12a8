import type { JsonObject, JsonValue } from '../json.ts';
import { ID_LIMIT, FIELD_LIMIT, bounded } from './bounded.ts';
import type { Bounded, Field } from './items.ts';
import { jsonText, prettyJson } from './prettyJson.ts';
import { QUOTE, decodeString, members, pathOf, spanAt, type Member } from './rawJson.ts';

/** Members listed one by one; the rest is one field. */
const MAX_FIELDS = 40;

/**
 * JSON text of a value of the record, its own text wherever it can be found: numbers keep their digits and members
 * their order.
 * @param raw the record's text, or null where it is not at hand.
 */
export function textOf(record: JsonObject, raw: string | null, value: JsonValue): string {
  if (raw !== null) {
    const path = pathOf(record, value);
    const span = path && spanAt(raw, path);
    if (span) return raw.slice(span.start, span.end);
  }
  return jsonText(value);
}

/** The members of a JSON object's text as fields; any other value is one field without a key. */
export function fieldsOf(json: string, row: number, at: string): Field[] {
  const all = topMembers(json);
  if (!all) return [field('', row, at, cutJson(json), 'json')];
  const fields = all.slice(0, MAX_FIELDS).map((member, index) => {
    const { text, style } = memberText(json, member, FIELD_LIMIT);
    return field(bounded(member.key, ID_LIMIT).text, row, `${at}.f${index}`, text, style);
  });
  if (all.length > MAX_FIELDS) {
    fields.push(field(`… ${all.length - MAX_FIELDS} more`, row, at, cutJson(json), 'json'));
  }
  return fields;
}

/** The whole text of one field of {@link fieldsOf}; without an index the whole value. */
export function fieldText(json: string, index: number | null): string | undefined {
  if (index === null) return prettyJson(json);
  const member = topMembers(json)?.[index];
  return member && memberText(json, member, Infinity).text.text;
}

function field(key: string, row: number, at: string, value: Bounded, style: Field['style']): Field {
  return { key, ref: { row, at }, value, style };
}

function topMembers(json: string): Member[] | undefined {
  const span = spanAt(json, []);
  return span && json.charAt(span.start) === '{' ? [...members(json, span)] : undefined;
}

function memberText(json: string, member: Member, limit: number): { text: Bounded; style: Field['style'] } {
  const token = json.slice(member.start, member.end);
  if (token.charCodeAt(0) === QUOTE) return { text: bounded(decodeString(token), limit), style: 'string' };
  return { text: cutJson(token, limit), style: 'json' };
}

/** Small values are printed whole, so that their true size is known; of large ones only the beginning is printed. */
function cutJson(json: string, limit = FIELD_LIMIT): Bounded {
  if (json.length <= 8 * limit) return bounded(prettyJson(json), limit);
  return { text: bounded(prettyJson(json, limit), limit).text, total: json.length };
}
