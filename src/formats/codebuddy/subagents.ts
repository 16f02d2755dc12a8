import type { Entry } from '../../core/entry.ts';
import { isJsonObject, own, ownString, type JsonObject } from '../../core/json.ts';
import { readChatMessage } from '../chatMessage.ts';
import type { SubagentFacts, SubagentFile, SubagentLink, Subagents } from '../subagents.ts';
import { providerData } from './messages.ts';

const AGENT = /^(agent-.+)\.jsonl$/;
const FOLDER = 'subagents';

/**
 * Subagents in files of their own: `<session>/subagents/agent-*.jsonl`, some with a file beside them that says what they
 * are to do (formats/others.md §2; seen with 2.117.0). The answer to the call names the file, before it the prompt tells.
 */
export const subagents: Subagents = {
  scope: 'own',
  folders({ place }) {
    const stem = place.name.replace(/\.jsonl$/, '');
    return [
      {
        steps: [stem, FOLDER],
        isSession: (name) => AGENT.test(name),
        notes: (name) => name.replace(/\.jsonl$/, '.meta.json'),
      },
    ];
  },
  read,
  links,
  owner({ folders, name }) {
    const session = folders.at(-2);
    if (!AGENT.test(name) || folders.at(-1) !== FOLDER || session === undefined) return undefined;
    return { up: 2, file: `${session}.jsonl` };
  },
};

function read({ name, records, notes = {} }: SubagentFile): SubagentFacts | undefined {
  const stem = AGENT.exec(name)?.[1];
  if (stem === undefined) return undefined;
  const ids = [stem, ownString(notes, 'sessionId'), ownString(notes, 'taskId')].filter(
    (id) => id !== undefined,
  );
  const parentId = ownString(notes, 'parentSessionId');
  const title = ownString(notes, 'taskName');
  const sort = ownString(notes, 'agentName') ?? sortIn(records);
  const prompt = promptIn(records);
  return {
    ids: [...new Set(ids)],
    ...(parentId && { parentId }),
    ...(prompt && { prompt }),
    ...(sort && { sort }),
    ...(title && { title }),
  };
}

/** The first words in the file are what the subagent was asked. */
function promptIn(records: readonly JsonObject[]): string | undefined {
  const first = records.find((record) => own(record, 'type') === 'message' && own(record, 'role') === 'user');
  const block = first && readChatMessage(first, '').message.blocks.find(({ type }) => type === 'text');
  return block?.type === 'text' ? block.text : undefined;
}

/** Its own records say what sort of agent wrote them. */
function sortIn([first]: readonly JsonObject[]): string | undefined {
  return first && ownString(providerData(first), 'agent');
}

/** What calls ask subagents, and which one answered a call. */
function links({ message, record }: Entry): SubagentLink[] {
  const found: SubagentLink[] = [];
  for (const block of message?.blocks ?? []) {
    if (block.type !== 'toolCall' || !isJsonObject(block.arguments)) continue;
    const prompt = ownString(block.arguments, 'prompt');
    if (prompt) found.push({ callId: block.id, prompt });
  }
  const callId = message?.role === 'toolResult' ? message.toolCallId : undefined;
  const id = callId === undefined ? undefined : answeredBy(record);
  if (callId !== undefined && id) found.push({ callId, id });
  return found;
}

function answeredBy(record: JsonObject): string | undefined {
  const result = own(providerData(record), 'toolResult');
  const agent = isJsonObject(result) ? own(result, 'subAgent') : undefined;
  return isJsonObject(agent) ? ownString(agent, 'sessionId') : undefined;
}
