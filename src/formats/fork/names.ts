import { hex } from '../../core/text/hex.ts';
import { oneLine } from '../../core/text/oneLine.ts';

/** Names and ids of forks. Nothing here is made of what a session holds: an id in a file may be a path. */

/**
 * A UUID of version 7 (RFC 9562): the time in its first 48 bits, so that ids sort by it.
 * @param now Unix ms.
 */
export function uuidV7(now: number, random: (length: number) => Uint8Array): string {
  const bytes = Uint8Array.from(random(16));
  for (let index = 0; index < 6; index++) bytes[index] = Math.floor(now / 256 ** (5 - index)) % 256;
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  return dashed(bytes);
}

/** A UUID of version 4: chance alone. */
export function uuidV4(random: (length: number) => Uint8Array): string {
  const bytes = Uint8Array.from(random(16));
  bytes[6] = 0x40 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  return dashed(bytes);
}

/** The id in a file's name that is a UUID and nothing else. */
export function uuidInName(fileName: string): string | undefined {
  return /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.jsonl$/i.exec(fileName)?.[1];
}

function dashed(bytes: Uint8Array): string {
  const text = hex(bytes);
  return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join(
    '-',
  );
}

/** UTF-16 units of a source's title that a fork's keeps. */
const MAX_TITLE = 200;

/** A fork's title, which tells it apart from its source and from a fork of a fork; undefined where there is none. */
export function forkTitle(title: string | undefined): string | undefined {
  const whole = oneLine(title ?? '', MAX_TITLE);
  if (whole === '') return undefined;
  const [, stem, count] = /^(.*?) \(fork(?: (\d{1,6}))?\)$/.exec(whole) ?? [];
  return stem === undefined ? `${whole} (fork)` : `${stem} (fork ${Number(count ?? 1) + 1})`;
}

/** Eight hex digits that are not in `taken`, as Pi names entries. */
export function shortId(taken: ReadonlySet<string>, random: (length: number) => Uint8Array): string {
  for (;;) {
    const id = hex(random(4));
    if (!taken.has(id)) return id;
  }
}

/** A time as file names have it: ISO, with `:` and `.` replaced by `-`. @param now Unix ms. */
export function fileTime(now: number): string {
  return new Date(now).toISOString().replace(/[:.]/g, '-');
}

/** Names that Windows keeps for devices, whatever stands behind the first dot. */
const RESERVED = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)$/i;
/** UTF-8 bytes of a source's name that its forks' names keep; file systems allow 255 for the whole. */
const MAX_STEM_BYTES = 120;

/**
 * The beginning of a fork's name, from its source's file name: without extension and an older `-fork-1`, without what
 * some system refuses or a reader could not see (control and direction characters), never empty.
 */
export function forkStem(name: string): string {
  const stem = name
    .replace(/\.jsonl?$/i, '')
    .replace(/-fork-\d{1,9}$/, '')
    .replace(/[<>:"/\\|?*\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\uFFFD]/gu, '_');
  // A first dot would hide the file from lists; dots and blanks at the end are lost on Windows.
  const cut = cutBytes(stem, MAX_STEM_BYTES)
    .replace(/^[.\s]+/, '_')
    .replace(/[.\s]+$/, '');
  if (cut === '') return 'session';
  return RESERVED.test((cut.split('.')[0] ?? '').trim()) ? `_${cut}` : cut;
}

/** The longest beginning of `text` of whole characters with at most `max` UTF-8 bytes. */
function cutBytes(text: string, max: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(max));
  return text.slice(0, read);
}

/** Tries with a number before names get the time instead. */
const NUMBERED = 50;

/** Names after the source's: `talk-fork-1.jsonl` and on. @param now Unix ms */
export function numberedNames(source: string, now: number): (attempt: number) => string {
  const stem = forkStem(source);
  return (attempt) =>
    attempt <= NUMBERED
      ? `${stem}-fork-${attempt}.jsonl`
      : `${stem}-fork-${fileTime(now)}-${attempt - NUMBERED}.jsonl`;
}
