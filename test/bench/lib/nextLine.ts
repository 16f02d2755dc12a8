/** A user's message as Pi writes it, to append below `parentId`. */
export function nextLine(id: string, parentId: string | null, text: string): string {
  const timestamp = '2027-02-01T10:00:00.000Z';
  const message = { role: 'user', content: [{ type: 'text', text }], timestamp: 1 };
  return `${JSON.stringify({ type: 'message', id, parentId, timestamp, message })}\n`;
}
