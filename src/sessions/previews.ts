import type { Bodies } from './bodies.ts';
import type { Preview, SessionSnapshot } from './session.ts';

export async function readPreviews(
  snapshot: SessionSnapshot,
  bodies: Bodies,
  rows: readonly number[],
): Promise<readonly Preview[]> {
  const entries = await bodies.entries(rows);
  return rows.map((row, i) => ({
    row,
    kind: snapshot.table.kind(row),
    role: snapshot.table.role(row),
    text: entries[i]?.text ?? '(no text)',
    calls: [],
  }));
}
