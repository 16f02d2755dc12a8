/** Longest text that a list shows, in UTF-16 units. */
export const LINE_LENGTH = 200;
/** Space may shrink to one blank, so more than the wanted length is looked at; but never the whole of a long text. */
const LOOK_AT = 8;

/** Control characters, and those that change how the text around them is laid out or cannot be seen. */
const UNSEEN = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\u2028\u2029]/gu; // joiners make emoji and scripts
const LONE_SURROGATE = /\p{Cs}/gu;

/**
 * A text as one line: white space as single blanks, what cannot be seen or would turn the text around as U+FFFD, cut
 * to at most `length` UTF-16 units with an ellipsis, never inside a character. Work is bounded by `length`.
 */
export function oneLine(text: string, length = LINE_LENGTH): string {
  const begin = text.slice(0, length * LOOK_AT);
  const line = begin
    .replace(/[\s\u0085]+/g, ' ')
    .trim()
    .replace(UNSEEN, '\ufffd')
    .replace(LONE_SURROGATE, '\ufffd');
  if (line.length <= length && begin.length === text.length) return line;
  return cut(line, length - 1).trimEnd() + '…';
}

/** The beginning of `text`, at most `length` units, not ending inside a surrogate pair. */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length);
}
