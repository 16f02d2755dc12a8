import { isJsonObject, own, ownString, type JsonObject, type JsonValue } from '../../core/json.ts';

/** The member `key` if it is an object, else an empty one: what is missing in it is simply not told. */
export function member(object: JsonObject, key: string): JsonObject {
  const value = own(object, key);
  return isJsonObject(value) ? value : {};
}

/** The member `key` if it is a finite number. */
export function ownNumber(object: JsonObject, key: string): number | undefined {
  const value = own(object, key);
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** The first of these members that is a text with something in it. */
export function firstText(object: JsonObject, keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const text = ownString(object, key);
    if (text !== undefined && /\S/.test(text)) return text;
  }
  return undefined;
}

/** The texts of a list of `{text}` objects or of plain texts. */
export function textsOf(value: JsonValue | undefined): string[] {
  if (typeof value === 'string') return [value];
  if (!Array.isArray(value)) return [];
  return value.flatMap((item) => {
    const text = isJsonObject(item) ? ownString(item, 'text') : item;
    return typeof text === 'string' ? [text] : [];
  });
}
