import { ambient, chainCopy } from '../fork/chainCopy.ts';
import { STAND_IN_TEXT } from '../fork/standIn.ts';
import { subagents } from './subagents.ts';

/**
 * A copy of the chain under the ids that its lines have, in a file named by a new session id; a small file beside it says
 * what it was forked from (formats/others.md §2). The lines get the new session id, as the agent's `/branch` gives it.
 * Its `--fork-session` leaves the old one in them: then its server, which knows sessions by their first line, shows the
 * source in the fork's place where it has loaded that (seen with 2.117.0).
 */
export const codebuddyFork = chainCopy({
  idKey: 'id',
  parentKey: 'parentId',
  sessionKeys: ['sessionId'],
  tellsOrigin: true,
  subagents,
  standIn: (call, { id, parent, sessionId, now, before }) => ({
    ...{ id, parentId: parent, timestamp: now, type: 'function_call_result' },
    ...{
      name: call.name,
      callId: call.id,
      status: 'completed',
      output: { type: 'text', text: STAND_IN_TEXT },
    },
    providerData: {
      agent: 'cli',
      toolResult: { content: STAND_IN_TEXT, rawResponse: { is_error: true, error: STAND_IN_TEXT } },
    },
    sessionId,
    ...ambient(before, ['cwd']),
  }),
  besides: ({ sessionId, origin }) =>
    origin === undefined
      ? []
      : [
          {
            name: `${sessionId}.meta.json`,
            bytes: new TextEncoder().encode(JSON.stringify({ forkedFrom: origin }, null, 2)),
          },
        ],
});
