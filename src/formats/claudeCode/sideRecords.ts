import { isJsonObject, own, ownString, type JsonObject } from '../../core/json.ts';

/** Names that a session was given, by who outranks whom (formats/claude-code.md §1.9 "Title", the SDK's order). */
const NAMES: Readonly<Record<string, { readonly key: string; readonly rank: number }>> = {
  'custom-title': { key: 'customTitle', rank: 4 },
  'ai-title': { key: 'aiTitle', rank: 3 },
  'last-prompt': { key: 'lastPrompt', rank: 2 },
  summary: { key: 'summary', rank: 1 },
};

/** The name in a record that is no node of the tree. */
export function nameIn(type: string, record: JsonObject): { title: string; rank: number } | undefined {
  const name = Object.hasOwn(NAMES, type) ? NAMES[type] : undefined;
  const title = name && ownString(record, name.key);
  return name && title !== undefined && /\S/.test(title) ? { title, rank: name.rank } : undefined;
}

/** A record's own fields, by type, that no other agent's records have (formats/claude-code.md §1.2). */
const SURE: Readonly<Record<string, readonly string[]>> = {
  'custom-title': ['customTitle', 'sessionId'],
  'ai-title': ['aiTitle', 'sessionId'],
  'last-prompt': ['lastPrompt', 'sessionId'],
  'permission-mode': ['permissionMode', 'sessionId'],
  'queue-operation': ['operation', 'sessionId'],
  summary: ['summary', 'leafUuid'],
};

/** How surely a record without uuid is one of this format's. */
export function sideVote(type: string, record: JsonObject): 0 | 1 | 2 {
  const keys = Object.hasOwn(SURE, type) ? SURE[type] : undefined;
  if (keys?.every((key) => ownString(record, key) !== undefined)) return 2;
  if (type === 'file-history-snapshot' && isJsonObject(own(record, 'snapshot'))) return 2;
  if (isJsonObject(own(record, 'message'))) return 0;
  return type === 'summary' || ownString(record, 'sessionId') !== undefined ? 1 : 0;
}
