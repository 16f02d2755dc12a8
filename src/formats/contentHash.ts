import { hashId } from '../core/index/idHash.ts';

const scratch = new Uint32Array(2);

/**
 * A short text that is the same for the same JSON values, and else another one (as surely as ids are told apart:
 * core/index/idHash.ts). No text is made of what may be long. Keys without a value do not count.
 */
export function contentHash(content: unknown): string {
  let low = 0;
  let high = 0;
  const mix = (text: string): void => {
    hashId(text, scratch);
    low = Math.imul(low ^ (scratch[0] ?? 0), 0x9e3779b1);
    low = (low << 15) | (low >>> 17);
    high = Math.imul(high ^ (scratch[1] ?? 0), 0x85ebca77);
    high = (high << 13) | (high >>> 19);
  };
  const open: unknown[] = [content];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value === 'string') {
      mix('"');
      mix(value);
    } else if (Array.isArray(value)) {
      mix(`[${String(value.length)}`);
      for (const item of value.toReversed()) open.push(item ?? null);
    } else if (typeof value === 'object' && value !== null) {
      const members = Object.entries(value).filter(([, member]) => member !== undefined);
      mix(`{${String(members.length)}`);
      for (const [key, member] of members.toReversed()) open.push(member, key);
    } else mix(JSON.stringify(value) ?? '');
  }
  return `${String(low >>> 0)}.${String(high >>> 0)}`;
}
