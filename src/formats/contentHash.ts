import { hashId } from '../core/index/idHash.ts';
import { shortText } from '../scan/shortText.ts';

const scratch = new Uint32Array(2);

/**
 * A short text that is the same for the same JSON values, and else another one (as surely as ids are told apart:
 * core/index/idHash.ts). Long texts may have been shortened (scan/shortText.ts) or not. Keys without a value do not count,
 * the order of keys does: it is the same where one program writes the same again.
 */
export function contentHash(content: unknown): string {
  const hash = new Hash();
  const open: unknown[] = [content];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value === 'string') hash.mix(shortText(value), TEXT);
    else if (Array.isArray(value)) {
      hash.mix('', LIST + value.length);
      for (const item of value) open.push(item ?? null);
    } else if (typeof value === 'object' && value !== null) {
      hash.mix('', OBJECT);
      for (const key of Object.keys(value)) {
        const member = (value as Readonly<Record<string, unknown>>)[key];
        if (member === undefined) continue;
        hash.mix(key, KEY);
        open.push(member);
      }
    } else hash.mix(String(value), SCALAR);
  }
  return hash.text();
}

/** What is mixed in beside a text, so that values of different kinds differ. */
const TEXT = 1;
const KEY = 2;
const SCALAR = 3;
const OBJECT = 4;
const LIST = 5;

class Hash {
  #low = 0;
  #high = 0;

  mix(text: string, kind: number): void {
    hashId(text, scratch);
    const low = Math.imul(this.#low ^ (scratch[0] ?? 0) ^ kind, 0x9e3779b1);
    this.#low = (low << 15) | (low >>> 17);
    const high = Math.imul(this.#high ^ (scratch[1] ?? 0) ^ kind, 0x85ebca77);
    this.#high = (high << 13) | (high >>> 19);
  }

  text(): string {
    return `${String(this.#low >>> 0)}.${String(this.#high >>> 0)}`;
  }
}
