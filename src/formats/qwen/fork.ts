import { ambient, chainCopy } from '../fork/chainCopy.ts';
import { forkTitle, uuidV4 } from '../fork/names.ts';
import { STAND_IN_TEXT } from '../fork/standIn.ts';
import { subagents } from './subagents.ts';

const AMBIENT = ['cwd', 'version', 'gitBranch'];

/**
 * A copy of the chain as `--fork-session` writes it (formats/others.md §5): the same uuids under a new session id,
 * `forkedFrom` on every line. Telemetry and snapshots are in the chain and stay there. A title at its end tells the fork
 * apart.
 */
export const qwenFork = chainCopy({
  idKey: 'uuid',
  parentKey: 'parentUuid',
  sessionKeys: ['sessionId'],
  tellsOrigin: true,
  subagents,
  standIn: (call, { id, parent, sessionId, now, before }) => ({
    ...{
      uuid: id,
      parentUuid: parent,
      sessionId,
      timestamp: new Date(now).toISOString(),
      type: 'tool_result',
    },
    ...ambient(before, AMBIENT),
    message: {
      role: 'user',
      parts: [{ functionResponse: { id: call.id, name: call.name, response: { error: STAND_IN_TEXT } } }],
    },
    toolCallResult: { callId: call.id, status: 'error', resultDisplay: STAND_IN_TEXT },
  }),
  tail({ sessionId, title, parent, before, now, random }) {
    const customTitle = forkTitle(title);
    if (customTitle === undefined) return [];
    return [
      {
        ...{ uuid: uuidV4(random), parentUuid: parent, sessionId, timestamp: new Date(now).toISOString() },
        ...{ type: 'system', subtype: 'custom_title', ...ambient(before, AMBIENT) },
        systemPayload: { customTitle },
      },
    ];
  },
});
