import { own } from '../../core/json.ts';
import { ambient, chainCopy } from '../fork/chainCopy.ts';
import { forkTitle } from '../fork/names.ts';
import { STAND_IN_TEXT } from '../fork/standIn.ts';
import { subagents } from './subagents.ts';

/**
 * A copy of the chain as the agent's own `/branch` writes it (formats/claude-code.md §1.10, "Chain copy"): the same
 * uuids under a new session id, `forkedFrom` on every line, a title that tells the fork apart. The path holds all pieces
 * of a message and all results of its calls already (core/tree/placement.ts).
 */
export const claudeCodeFork = chainCopy({
  idKey: 'uuid',
  parentKey: 'parentUuid',
  // Some versions write it under two names (§1.3).
  sessionKeys: ['sessionId', 'session_id'],
  tellsOrigin: true,
  subagents,
  // Everything before a boundary is cut off, and its summary stands in the next row: alone it would leave nothing.
  leads: (record) => own(record, 'subtype') === 'compact_boundary',
  standIn: (call, { id, parent, sessionId, now, before }) => ({
    parentUuid: parent,
    isSidechain: false,
    ...ambient(before, ['userType', 'entrypoint', 'cwd', 'version', 'gitBranch', 'slug']),
    sessionId,
    type: 'user',
    message: {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: call.id, content: STAND_IN_TEXT, is_error: true }],
    },
    uuid: id,
    timestamp: new Date(now).toISOString(),
    toolUseResult: STAND_IN_TEXT,
  }),
  tail({ sessionId, title }) {
    const customTitle = forkTitle(title);
    return customTitle === undefined ? [] : [{ type: 'custom-title', customTitle, sessionId }];
  },
});
