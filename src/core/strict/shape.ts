import { isJsonObject, own, type JsonObject, type JsonValue } from '../json.ts';
import { joinPath } from './jsonPath.ts';
import { quote } from '../text/quote.ts';
import { SessionFormatError } from './sessionErrors.ts';

/**
 * Checks of single fields for the strict parsers. Each gives the field's value in its proved type, or throws a
 * {@link SessionFormatError} with the field's path: `path` is that of the object that holds it.
 */

export function objectField(object: JsonObject, key: string, path: string): JsonObject {
  const value = own(object, key);
  if (!isJsonObject(value)) throw wrongField(object, key, path, 'an object');
  return value;
}

export function arrayField(object: JsonObject, key: string, path: string): JsonValue[] {
  const value = own(object, key);
  if (!Array.isArray(value)) throw wrongField(object, key, path, 'an array');
  return value;
}

export function stringField(object: JsonObject, key: string, path: string): string {
  const value = own(object, key);
  if (typeof value !== 'string') throw wrongField(object, key, path, 'a string');
  return value;
}

export function numberField(object: JsonObject, key: string, path: string): number {
  const value = own(object, key);
  if (typeof value !== 'number') throw wrongField(object, key, path, 'a finite number');
  return value;
}

export function booleanField(object: JsonObject, key: string, path: string): boolean {
  const value = own(object, key);
  if (typeof value !== 'boolean') throw wrongField(object, key, path, 'true or false');
  return value;
}

/** The error for a field that is not `wanted`: says whether it is missing, or what it is instead. */
export function wrongField(
  object: JsonObject,
  key: string,
  path: string,
  wanted: string,
): SessionFormatError {
  return new SessionFormatError(joinPath(path, key), wrongValue(own(object, key), wanted));
}

/** "must be …, but is …" for a value of JSON, or for a field that is not there. */
export function wrongValue(value: JsonValue | undefined, wanted: string): string {
  return `must be ${wanted}, but is ${describe(value)}`;
}

function describe(value: JsonValue | undefined): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object') return 'an object';
  if (typeof value !== 'string') return String(value);
  if (value === '') return 'empty';
  return value.length <= 40 ? quote(value) : `a text of ${value.length} characters`;
}
