import type { Entry } from '../../../src/core/entry.ts';
import { formatByName } from '../../../src/formats/list.ts';
import { LineSplitter } from '../../../src/scan/lines.ts';
import { parseObject } from '../../../src/scan/readLine.ts';

/** The text of every entry's message, its text blocks joined, by entry id. */
export function entryTexts(bytes: Uint8Array, formatName: string): Map<string, string> {
  const texts = new Map<string, string>();
  for (const { id, message } of entriesOf(bytes, formatName)) {
    const blocks = message?.blocks ?? [];
    texts.set(id, blocks.map((block) => (block.type === 'text' ? block.text : '')).join(''));
  }
  return texts;
}

/** Every entry of the good lines, decoded on its own. */
export function entriesOf(bytes: Uint8Array, formatName: string): Entry[] {
  const entries: Entry[] = [];
  const format = formatByName(formatName);
  new LineSplitter().push(bytes, ({ bytes: line, number }) => {
    const record = parseObject(line);
    const decoded =
      record && format?.decode(record, { line: number, part: 1, header: null, previousId: null });
    if (decoded?.type === 'entry') entries.push(decoded.entry);
  });
  return entries;
}

export function loneSurrogates(text: string): number {
  return text.match(/\p{Cs}/gu)?.length ?? 0;
}

/** Lines as the bytes stand, decoded loosely. */
export function rawLines(bytes: Uint8Array): string[] {
  return new TextDecoder().decode(bytes).split('\n');
}
