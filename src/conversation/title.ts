import { oneLine } from '../core/text/oneLine.ts';
import type { Session } from '../sessions/session.ts';

/** Units of the session's title and of the entry's text in a tab. */
const TITLE = 40;
const ENTRY = 30;

/** `Session title · entry`, for the tab. @param given the title given by hand */
export async function titleOf(session: Session, row: number, given?: string): Promise<string> {
  const title = oneLine(given ?? session.snapshot.title, TITLE);
  if (row < 0 || row >= session.snapshot.table.size) return title;
  const [preview] = await session.previews([row]);
  const entry = preview ? oneLine(preview.text, ENTRY) : '';
  return entry === '' || entry === title ? title : `${title} · ${entry}`;
}
