import { isJsonObject, own, ownString, type JsonObject } from '../../core/json.ts';
import type { SubagentFacts, SubagentFile, Subagents } from '../subagents.ts';
import { readContent } from './parts.ts';

const AGENT = /^agent-(.+)\.jsonl$/;
const FOLDER = 'subagents';
const SESSIONS = 'chats';

/**
 * Subagents in files of their own since 0.24: `subagents/<session>/agent-<id>.jsonl`, beside the folder of the sessions,
 * nested ones among them; what started each stands in a file beside it (seen with 0.24.4).
 */
export const subagents: Subagents = {
  scope: 'own',
  folders({ place }) {
    // Sessions that were put away lie one folder deeper.
    const above = place.folders.toReversed().indexOf(SESSIONS);
    if (above < 0 || above > 1) return [];
    const stem = place.name.replace(/\.jsonl$/, '');
    return [
      {
        up: above + 1,
        steps: [FOLDER, stem.replace(/[^a-zA-Z0-9_-]/g, '_')],
        isSession: (name) => AGENT.test(name),
        notes: (name) => name.replace(/\.jsonl$/, '.meta.json'),
      },
    ];
  },
  read,
  owner({ folders, name }) {
    const session = folders.at(-1);
    if (!AGENT.test(name) || session === undefined || folders.at(-2) !== FOLDER) return undefined;
    return { up: 2, down: [SESSIONS], file: `${session}.jsonl` };
  },
};

function read({ name, records, notes = {} }: SubagentFile): SubagentFacts | undefined {
  const id = ownString(notes, 'agentId') ?? AGENT.exec(name)?.[1];
  if (id === undefined) return undefined;
  const [callId, parentId] = [ownString(notes, 'toolUseId'), ownString(notes, 'parentAgentId')];
  const [sort, title] = [ownString(notes, 'agentType'), ownString(notes, 'description')];
  const prompt = promptIn(records);
  return {
    ids: [id],
    ...(callId && { callId }),
    ...(parentId && { parentId }),
    ...(prompt && { prompt }),
    ...(sort && { sort }),
    ...(title && { title }),
  };
}

/** The file begins with what the subagent was asked. */
function promptIn(records: readonly JsonObject[]): string | undefined {
  const first = records.find((record) => own(record, 'type') === 'user');
  const message = first && own(first, 'message');
  const block = isJsonObject(message)
    ? readContent(message).blocks.find(({ type }) => type === 'text')
    : undefined;
  return block?.type === 'text' ? block.text : undefined;
}
