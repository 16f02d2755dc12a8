/** Records as a file's bytes: one JSON text a line; strings stand as they are. */
export function linesOf(...records: readonly unknown[]): Uint8Array {
  const lines = records.map((record) => (typeof record === 'string' ? record : JSON.stringify(record)));
  return new TextEncoder().encode(lines.map((line) => `${line}\n`).join(''));
}

/** A message entry of tiny-pi. */
export function tiny(id: string, parentId: string | null, text = id, role = 'user'): Record<string, unknown> {
  return {
    id,
    parentId,
    timestamp: 1,
    type: 'message',
    message: { role, content: [{ type: 'text', text }] },
  };
}

/** A header and an entry of Pi, version 3. */
export const HEADER = {
  type: 'session',
  version: 3,
  id: 's1',
  timestamp: '2026-01-05T10:00:00.000Z',
  cwd: '/work',
};

export function piEntry(
  id: string,
  parentId: string | null,
  type: string,
  fields: Record<string, unknown> = {},
): Record<string, unknown> {
  return { type, id, parentId, timestamp: '2026-01-05T10:00:01.000Z', ...fields };
}

export function piMessage(
  id: string,
  parentId: string | null,
  message: Record<string, unknown>,
): Record<string, unknown> {
  return piEntry(id, parentId, 'message', { message });
}
