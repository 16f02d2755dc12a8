import type { Session } from '../sessions/session.ts';

/** Rows whose records are read at a time. */
const BATCH = 500;

/** How many bytes the records of these rows have. */
export function sizeOf({ snapshot: { table } }: Session, rows: ArrayLike<number>): number {
  let bytes = 0;
  for (let i = 0; i < rows.length; i++) bytes += table.length(rows[i] ?? 0) + 2;
  return bytes;
}

/**
 * Records as a JSON array, each as it stands in the file: numbers keep their digits, strings their escapes, objects
 * their order.
 * @returns undefined when the file was changed meanwhile
 */
export async function recordsAsJson(session: Session, rows: ArrayLike<number>): Promise<string | undefined> {
  const decoder = new TextDecoder();
  const records: string[] = [];
  for (let from = 0; from < rows.length; from += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, rows.length - from) }, (_, i) => rows[from + i] ?? 0);
    for (const bytes of await session.bytes(batch)) {
      if (!bytes) return undefined;
      records.push(decoder.decode(bytes).trim());
    }
  }
  return records.length === 0 ? '[]\n' : `[\n${records.join(',\n')}\n]\n`;
}
