import type { Entry } from '../core/entry.ts';
import { callIds, resultIds } from '../core/index/rowFacts.ts';
import { isShortened } from '../scan/shortText.ts';
import type { Decoded, Format } from './format.ts';

/**
 * Whether what was decoded from a record with shortened texts gives the index the same as the whole record would: it
 * names nothing, neither session nor entry, all ids are whole, and the format says that it looked at no long text.
 */
export function hasAllFacts(decoded: Decoded, format: Format): boolean {
  if (decoded.type === 'entry') return !decoded.header && isPlain(decoded.entry, format);
  if (decoded.type !== 'entries' || decoded.header || decoded.title !== undefined) return false;
  return decoded.entries.length > 0 && decoded.entries.every((entry) => isPlain(entry, format));
}

function isPlain(entry: Entry, format: Format): boolean {
  const { kind, message, malformed, place } = entry;
  if (kind === 'label' || kind === 'sessionName' || malformed !== undefined) return false;
  if (format.isShortable?.(entry) !== true || !isWhole(entry.id) || !isWhole(entry.parentId)) return false;
  if (place && !Object.values(place).every(isWhole)) return false;
  return !message || (callIds(message).every(isWhole) && resultIds(message).every(isWhole));
}

function isWhole(value: unknown): boolean {
  return typeof value !== 'string' || !isShortened(value);
}
