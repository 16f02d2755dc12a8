import type { JsonObject, JsonValue } from '../json.ts';
import { joinPath } from './jsonPath.ts';
import { visible } from '../text/quote.ts';
import { SessionFormatError } from './sessionErrors.ts';

/**
 * A deep copy of a value that JSON can carry, sharing nothing with it (chapter 10 §2). Refuses whatever would be lost,
 * changed or thrown over on the way through JSON: undefined, NaN and the infinities, functions, symbols, bigints,
 * holes in arrays, fields that JSON would leave out (symbol keys, hidden ones, named ones on arrays), getters and
 * setters, objects with a prototype of their own, cycles.
 *
 * Where the chapter is silent: an object without any prototype is plain data, and its copy a plain object; -0 becomes
 * the 0 that JSON writes for it; the same object met twice without a cycle is copied twice; an own key `__proto__`
 * stays an own key. A loop with a stack of its own: no depth overflows it, and no getter is ever called.
 *
 * @throws SessionFormatError with the path of the first fault, depth first in key order.
 */
export function cloneJson(value: unknown): JsonValue {
  const root: JsonObject = {};
  const stack: Frame[] = [];
  const open = new Set<object>();
  copyInto(root, '', value, stack, open);
  for (let frame = stack.at(-1); frame; frame = stack.at(-1)) {
    if (frame.next === frame.length) {
      open.delete(frame.source);
      stack.pop();
      continue;
    }
    const key = frame.keys ? (frame.keys[frame.next] ?? '') : frame.next;
    frame.next += 1;
    frame.key = key;
    copyInto(frame.target, key, dataOf(frame.source, key, stack), stack, open);
  }
  return root[''] ?? null;
}

/** A container that is being copied. */
interface Frame {
  readonly source: object;
  readonly target: JsonValue[] | JsonObject;
  /** The names of an object's fields; undefined for an array. */
  readonly keys: readonly string[] | undefined;
  readonly length: number;
  next: number;
  /** The key that is being copied: all frames' keys together are the path. */
  key: string | number;
}

function copyInto(
  target: JsonValue[] | JsonObject,
  key: string | number,
  source: unknown,
  stack: Frame[],
  open: Set<object>,
): void {
  if (typeof source !== 'object' || source === null) {
    put(target, key, scalar(source, stack));
    return;
  }
  if (open.has(source)) throw fault(stack, 'contains itself, which JSON cannot write');
  const frame = frameOf(source, stack);
  put(target, key, frame.target);
  open.add(source);
  stack.push(frame);
}

function frameOf(source: object, stack: readonly Frame[]): Frame {
  const prototype: unknown = Object.getPrototypeOf(source);
  if (Array.isArray(source)) {
    if (prototype !== Array.prototype) throw notPlain(source, stack);
    checkPlaces(source, stack);
    return { source, target: [], keys: undefined, length: source.length, next: 0, key: 0 };
  }
  if (prototype !== Object.prototype && prototype !== null) throw notPlain(source, stack);
  const keys: string[] = [];
  for (const key of Reflect.ownKeys(source)) {
    if (typeof key === 'symbol') throw lostField(key, stack);
    keys.push(key);
  }
  return { source, target: {}, keys, length: keys.length, next: 0, key: '' };
}

/** An array must have no holes and nothing else on it. */
function checkPlaces(source: readonly unknown[], stack: readonly Frame[]): void {
  // Before its keys are listed: an array of one element may claim to have four billion.
  for (let index = 0; index < source.length; index += 1) {
    if (!Object.hasOwn(source, index))
      throw fault(stack, 'is a hole, which JSON would fill with null', index);
  }
  // Its own keys are its places, `length`, and what should not be there.
  const other = Reflect.ownKeys(source)[source.length + 1];
  if (other !== undefined) throw lostField(other, stack);
}

/** What stands in a field, without running any code of the value's. */
function dataOf(source: object, key: string | number, stack: readonly Frame[]): unknown {
  const property = Object.getOwnPropertyDescriptor(source, key);
  if (!property?.enumerable) throw fault(stack, 'is hidden, so JSON would leave it out');
  if (!('value' in property)) throw fault(stack, 'is a getter or setter, not a value');
  return property.value;
}

function scalar(value: unknown, stack: readonly Frame[]): JsonValue {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value;
  if (typeof value !== 'number') throw fault(stack, `is ${nameOf(value)}, which JSON cannot hold`);
  if (!Number.isFinite(value)) throw fault(stack, `is ${value}, for which JSON would write null`);
  return value === 0 ? 0 : value;
}

/** Sets a field as JSON.parse does: `__proto__` is a key like any other. */
function put(target: JsonValue[] | JsonObject, key: string | number, value: JsonValue): void {
  if (Array.isArray(target)) target.push(value);
  else if (key !== '__proto__') target[key] = value;
  else Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}

function notPlain(source: object, stack: readonly Frame[]): SessionFormatError {
  return fault(stack, `must be plain data, but is ${nameOf(source)}`);
}

function lostField(key: string | symbol, stack: readonly Frame[]): SessionFormatError {
  return fault(stack, `has the property ${visible(String(key))}, which JSON would leave out`);
}

function fault(stack: readonly Frame[], reason: string, place?: number): SessionFormatError {
  const keys = stack.map((frame) => frame.key);
  if (place !== undefined) keys.push(place);
  return new SessionFormatError(keys.reduce<string>(joinPath, '$'), reason);
}

function nameOf(value: unknown): string {
  if (value === undefined) return 'undefined';
  if (typeof value !== 'object' || value === null) return `a ${typeof value}`;
  const prototype: unknown = Object.getPrototypeOf(value);
  const type: unknown =
    prototype instanceof Object && Object.getOwnPropertyDescriptor(prototype, 'constructor')?.value;
  const name: unknown = typeof type === 'function' && Object.getOwnPropertyDescriptor(type, 'name')?.value;
  return typeof name === 'string' && name !== '' ? `a ${name}` : 'an object with a prototype of its own';
}
