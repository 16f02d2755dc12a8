import type { JsonObject, JsonValue } from '../json.ts';
import { ID_LIMIT, FIELD_LIMIT, bounded } from './bounded.ts';
import type { Bounded, Field } from './items.ts';
import { jsonText, prettyJson } from './prettyJson.ts';
import { QUOTE } from '../text/jsonCodes.ts';
import { decodeString, elements, members, pathOf, spanAt, type Span } from './rawJson.ts';

/** Members listed one by one; the rest is one field. */
const MAX_FIELDS = 40;
/** Lists and objects that hold text of several lines are listed member by member, so that it can be read. */
const OPENED_DEPTH = 3;
const OPENED_SIZE = 100_000;

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
  const whole = spanAt(json, []);
  if (!whole || json.charAt(whole.start) !== '{') return [field('', row, at, cutJson(json), 'json')];
  const all: Field[] = [];
  let left = 0;
  listMembers(json, whole, { name: '', path: [] }, (name, path, span) => {
    if (all.length >= MAX_FIELDS) left++;
    else all.push(memberField(json, span, name, row, `${at}.f${path.join('-')}`));
  });
  if (left > 0) all.push(field(`… ${left} more`, row, at, cutJson(json), 'json'));
  return all;
}

/**
 * The whole text of one field of {@link fieldsOf}.
 * @param path indexes of members, as in the field's ref; null for the whole value.
 */
export function fieldText(json: string, path: readonly number[] | null): string | undefined {
  if (path === null) return prettyJson(json);
  let span = spanAt(json, []);
  for (const index of path) span = span && [...childrenOf(json, span)][index];
  return span && memberText(json, span, Infinity).text.text;
}

interface Within {
  readonly name: string;
  readonly path: readonly number[];
}

function listMembers(
  json: string,
  span: Span,
  within: Within,
  list: (name: string, path: readonly number[], span: Span) => void,
): void {
  let index = 0;
  for (const { key, start, end } of childrenOf(json, span)) {
    const path = [...within.path, index++];
    const name =
      typeof key === 'number' ? `${within.name}[${key}]` : within.name === '' ? key : `${within.name}.${key}`;
    if (opens(json, start, end, path.length)) listMembers(json, { start, end }, { name, path }, list);
    else list(name, path, { start, end });
  }
}

/** Whether a value is a list or an object with text of several lines in it. */
function opens(json: string, start: number, end: number, depth: number): boolean {
  if (depth >= OPENED_DEPTH || end - start > OPENED_SIZE) return false;
  return /[[{]/.test(json.charAt(start)) && json.slice(start, end).includes('\\n');
}

type Child = Span & { readonly key: string | number };

function childrenOf(json: string, span: Span): Iterable<Child> {
  return json.charAt(span.start) === '{' ? members(json, span) : elements(json, span);
}

function memberField(json: string, span: Span, name: string, row: number, at: string): Field {
  const { text, style } = memberText(json, span, FIELD_LIMIT);
  return field(bounded(name, ID_LIMIT).text, row, at, text, style);
}

function field(key: string, row: number, at: string, value: Bounded, style: Field['style']): Field {
  return { key, ref: { row, at }, value, style };
}

function memberText(
  json: string,
  { start, end }: Span,
  limit: number,
): { text: Bounded; style: Field['style'] } {
  const token = json.slice(start, end);
  if (token.charCodeAt(0) === QUOTE) return { text: bounded(decodeString(token), limit), style: 'string' };
  return { text: cutJson(token, limit), style: 'json' };
}

/** Small values are printed whole, so that their true size is known; of large ones only the beginning is printed. */
function cutJson(json: string, limit = FIELD_LIMIT): Bounded {
  if (json.length <= 8 * limit) return bounded(prettyJson(json), limit);
  return { text: bounded(prettyJson(json, limit), limit).text, total: json.length };
}
