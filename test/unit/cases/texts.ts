import { formatByName } from '../../../src/formats/list.ts';
import { LineSplitter } from '../../../src/scan/lines.ts';
import { parseObject } from '../../../src/scan/readLine.ts';

/** The text of every entry's message, its text blocks joined, by entry id. */
export function entryTexts(bytes: Uint8Array, formatName: string): Map<string, string> {
  const texts = new Map<string, string>();
  const format = formatByName(formatName);
  new LineSplitter().push(bytes, ({ bytes: line, number }) => {
    const record = parseObject(line);
    const decoded =
      record && format?.decode(record, { line: number, part: 1, header: null, previousId: null });
    if (decoded?.type !== 'entry') return;
    const blocks = decoded.entry.message?.blocks ?? [];
    texts.set(decoded.entry.id, blocks.map((block) => (block.type === 'text' ? block.text : '')).join(''));
  });
  return texts;
}

export function loneSurrogates(text: string): number {
  return text.match(/\p{Cs}/gu)?.length ?? 0;
}

/** Lines as the bytes stand, decoded loosely. */
export function rawLines(bytes: Uint8Array): string[] {
  return new TextDecoder().decode(bytes).split('\n');
}
