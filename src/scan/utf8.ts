/** Whether bytes are valid UTF-8, as `TextDecoder` in fatal mode sees it. Hosts have a faster one than {@link isUtf8}. */
export type Utf8Check = (bytes: Uint8Array) => boolean;

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The check that works everywhere: it makes a string of the bytes and drops it. */
export const isUtf8: Utf8Check = (bytes) => {
  try {
    strict.decode(bytes);
    return true;
  } catch {
    return false;
  }
};

/**
 * Where `bytes` stop being UTF-8: the first byte of the first sequence that is cut, overlong, a surrogate or beyond
 * U+10FFFF; -1 when all of it is valid. Agrees with `TextDecoder` in fatal mode.
 */
export function findUtf8Fault(bytes: Uint8Array): number {
  const end = bytes.length;
  let at = 0;
  while (at < end) {
    const lead = bytes[at] ?? 0;
    if (lead < 0x80) {
      at += 1;
      continue;
    }
    const length = sequenceLength(lead);
    if (length === 0 || !isSecond(lead, bytes[at + 1])) return at;
    for (let next = at + 2; next < at + length; next++) {
      if (!inRange(bytes[next], 0x80, 0xbf)) return at;
    }
    at += length;
  }
  return -1;
}

/** 0 for a byte that begins no sequence. */
function sequenceLength(lead: number): number {
  if (lead >= 0xc2 && lead <= 0xdf) return 2;
  if (lead >= 0xe0 && lead <= 0xef) return 3;
  if (lead >= 0xf0 && lead <= 0xf4) return 4;
  return 0;
}

/** The second byte's range excludes overlong forms, surrogates and what lies beyond U+10FFFF. */
function isSecond(lead: number, second: number | undefined): boolean {
  if (lead === 0xe0) return inRange(second, 0xa0, 0xbf);
  if (lead === 0xed) return inRange(second, 0x80, 0x9f);
  if (lead === 0xf0) return inRange(second, 0x90, 0xbf);
  if (lead === 0xf4) return inRange(second, 0x80, 0x8f);
  return inRange(second, 0x80, 0xbf);
}

function inRange(byte: number | undefined, low: number, high: number): boolean {
  return byte !== undefined && byte >= low && byte <= high;
}
