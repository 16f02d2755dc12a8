import { SessionFormatError } from './sessionErrors.ts';

/**
 * `value` as JSON text on one line, exactly what JSON.stringify gives. That one is recursive and fails at some
 * thousand levels, at a depth that depends on the stack; JSON.parse and {@link parseSessionEntry} have no such bound.
 * So that whatever was accepted can also be written, deep values are written here by a loop.
 *
 * @param value JSON data and nothing else, without cycles: from {@link cloneJson} or {@link parseSessionEntry}.
 * @throws SessionFormatError `too-large` when the text would be longer than a string can be (about 512 MB).
 */
export function writeJson(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  try {
    return writeDeep(value);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const reason = 'is too large to be written as one line';
    throw new SessionFormatError('$', reason, { code: 'too-large', cause: error });
  }
}

/** A container that is being written; `fields` are undefined for an array. */
interface Frame {
  readonly items: readonly unknown[];
  readonly fields: readonly string[] | undefined;
  next: number;
}

function writeDeep(value: unknown): string {
  const parts: string[] = [];
  const stack: Frame[] = [];
  write(value, parts, stack);
  for (let frame = stack.at(-1); frame; frame = stack.at(-1)) {
    const { items, fields, next } = frame;
    if (next === items.length) {
      parts.push(fields ? '}' : ']');
      stack.pop();
      continue;
    }
    frame.next += 1;
    if (next > 0) parts.push(',');
    if (fields) parts.push(JSON.stringify(fields[next]), ':');
    write(items[next], parts, stack);
  }
  return parts.join('');
}

function write(value: unknown, parts: string[], stack: Frame[]): void {
  if (typeof value !== 'object' || value === null) {
    parts.push(JSON.stringify(value));
    return;
  }
  parts.push(Array.isArray(value) ? '[' : '{');
  stack.push(
    Array.isArray(value)
      ? { items: value, fields: undefined, next: 0 }
      : { items: Object.values(value), fields: Object.keys(value), next: 0 },
  );
}
