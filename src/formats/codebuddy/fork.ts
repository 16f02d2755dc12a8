import { ambient, chainCopy } from '../fork/chainCopy.ts';
import { STAND_IN_TEXT } from '../fork/standIn.ts';

/**
 * A copy of the chain as `--fork-session` writes it (formats/others.md §2): the lines byte for byte, the old session id
 * in them, in a file named by the new one; a small file beside it says what it was forked from.
 */
export const codebuddyFork = chainCopy({
  idKey: 'id',
  parentKey: 'parentId',
  sessionKeys: [],
  tellsOrigin: false,
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
