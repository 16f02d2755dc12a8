import type { RecordShape } from '../../scan/shape.ts';

/**
 * Where plain rows have what the index needs (formats/claude-code.md §1): prompts, replies, results, notes and
 * progress. Decoded are rows with a mark of their own, calls that start helpers, roots, and everything else.
 */
export const SHAPE: RecordShape = {
  record: {
    ...{ id: 'uuid', parentId: 'parentUuid', type: 'type', timestamp: 'timestamp', message: 'message' },
    side: 'isSidechain',
  },
  oddKeys: ['isMeta', 'isCompactSummary', 'isApiErrorMessage', 'teamName', 'compactMetadata'],
  // A boundary of a compaction, and a prompt that had to wait, are more than a note.
  oddWords: {
    ...{ key: 'subtype', holder: 'attachment', inner: 'type' },
    words: ['compact_boundary', 'queued_command'],
  },
  message: { role: 'role', content: 'content', stopReason: 'stop_reason', id: 'id' },
  block: {
    ...{ type: 'type', text: 'text', id: 'id', answers: 'tool_use_id', content: 'content', input: 'input' },
    source: 'source',
  },
  oddInputKeys: ['prompt'],
  messageTypes: { user: 'user', assistant: 'assistant' },
  plainTypes: { progress: 'metadata', system: 'metadata', attachment: 'metadata' },
  // Not those that may name the session (./sideRecords.ts).
  sideTypes: [
    ...['file-history-snapshot', 'file-history-delta', 'mode', 'permission-mode', 'queue-operation'],
    ...['pr-link', 'bridge-session', 'api-request', 'api-request-blob', 'api-request-shape', 'cost-state'],
  ],
  roles: { user: 'user', assistant: 'assistant' },
  stops: ['max_tokens'],
  blocks: {
    ...{ text: 'text', thinking: 'silent', redacted_thinking: 'silent' },
    ...{ tool_use: 'call', server_tool_use: 'call', mcp_tool_use: 'call', tool_result: 'result' },
  },
  conversation: new Set(['message']),
  headerIsRoot: false,
  places: { passing: new Set(['progress']) },
};
