import { isJsonObject, type JsonObject, type JsonValue } from '../json.ts';
import { jsonText } from './prettyJson.ts';
import { elements, members, spanAt, type Span } from './rawJson.ts';

/**
 * Writes values that were made of records' parts: what is still a part of a record (the same object, not an equal one)
 * comes as it stands in the file, with the numbers' digits and the members' order; only what is new is printed.
 */
export class RawValues {
  readonly #texts = new Map<object, { readonly text: string; readonly span: Span }>();

  /** @param raw the record's own text, valid JSON */
  add(record: JsonObject, raw: string): void {
    const span = spanAt(raw, []);
    if (!span) return;
    const open: { value: JsonValue; span: Span }[] = [{ value: record, span }];
    for (let next = open.pop(); next; next = open.pop()) {
      const { value, span } = next;
      if (typeof value !== 'object' || value === null) continue;
      this.#texts.set(value, { text: raw, span });
      for (const child of childrenOf(value, raw, span)) open.push(child);
    }
  }

  /** Text for a value that was read out of it, such as arguments kept as text. Parts of records keep theirs. */
  addText(value: JsonObject, text: string): void {
    if (!this.#texts.has(value)) this.#texts.set(value, { text, span: { start: 0, end: text.length } });
  }

  readonly write = (value: JsonValue): string => {
    if (typeof value !== 'object' || value === null) return jsonText(value);
    const known = this.#texts.get(value);
    if (known) return known.text.slice(known.span.start, known.span.end);
    if (Array.isArray(value)) return `[${value.map(this.write).join(',')}]`;
    const pairs = Object.entries(value).map(([key, member]) => `${jsonText(key)}:${this.write(member)}`);
    return `{${pairs.join(',')}}`;
  };
}

/** Of a repeated key the last one counts, as in JSON.parse. */
function childrenOf(value: object, raw: string, span: Span): Iterable<{ value: JsonValue; span: Span }> {
  const children = new Map<string | number, { value: JsonValue; span: Span }>();
  if (Array.isArray(value)) {
    const list = value as readonly JsonValue[];
    for (const { key, start, end } of elements(raw, span)) {
      const child = list[key];
      if (child !== undefined) children.set(key, { value: child, span: { start, end } });
    }
  } else if (isJsonObject(value)) {
    for (const { key, start, end } of members(raw, span)) {
      const child = Object.hasOwn(value, key) ? value[key] : undefined;
      if (child !== undefined) children.set(key, { value: child, span: { start, end } });
    }
  }
  return children.values();
}
