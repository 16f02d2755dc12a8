import type { Entry } from '../../core/entry.ts';
import { isJsonObject, own, ownString, type JsonObject } from '../../core/json.ts';
import type { SubagentFacts, SubagentFile, SubagentFolder, SubagentLink, Subagents } from '../subagents.ts';
import { readBlocks } from './blocks.ts';

const AGENT = /^agent-(.+)\.jsonl$/;
/** Helpers of the agent's own: what compacts, what suggests the next prompt (formats/claude-code.md §1.7). */
const HELPER = /^(?:acompact|aprompt_suggestion)-/;
const FOLDER = 'subagents';
const RUNS = 'workflows';

/**
 * Subagents in files of their own (formats/claude-code.md §1.7): since 2.1 all of a session's in one folder, nested ones
 * too, those of workflow runs in folders below it; in 2.0 beside the session itself. A record of the session need not
 * speak of them.
 */
export const subagents: Subagents = {
  scope: 'own',
  folders({ place }) {
    const stem = place.name.replace(/\.jsonl$/, '');
    return [
      folder([stem, FOLDER]),
      folder([stem, FOLDER, RUNS, () => true]),
      // Whose they are is in their records alone.
      folder([]),
    ];
  },
  read,
  links,
  owner({ folders, name }, header) {
    if (!AGENT.test(name)) return undefined;
    const up = folders.at(-1) === FOLDER ? 2 : folders.at(-2) === RUNS && folders.at(-3) === FOLDER ? 4 : 0;
    const session = up > 0 ? folders.at(-up) : undefined;
    if (session !== undefined) return { up, file: `${session}.jsonl` };
    const id = header?.subagentOf;
    return id === undefined ? undefined : { up: 0, file: (found) => found === `${id}.jsonl` };
  },
};

function folder(steps: SubagentFolder['steps']): SubagentFolder {
  return {
    steps,
    isSession: (name) => AGENT.test(name),
    notes: (name) => name.replace(/\.jsonl$/, '.meta.json'),
  };
}

function read({ name, folders, records, notes = {} }: SubagentFile, main: Parameters<Subagents['read']>[1]) {
  const id = AGENT.exec(name)?.[1];
  if (id === undefined) return undefined;
  const stem = main.place.name.replace(/\.jsonl$/, '');
  if (folders.length === 0 && !records.some((record) => ownString(record, 'sessionId') === stem))
    return undefined;
  const run = folders.at(-2) === RUNS ? folders.at(-1) : undefined;
  const facts: SubagentFacts = {
    ids: run === undefined ? [id] : [id, run],
    ...text('callId', notes, 'toolUseId'),
    ...text('parentId', notes, 'parentAgentId'),
    ...text('sort', notes, 'agentType'),
    ...text('title', notes, 'description'),
    ...(HELPER.test(id) && { isHelper: true as const }),
    ...beginning(records),
  };
  return facts;
}

/** What its first records tell: the prompt, and for a forked subagent the entry of the session that it goes on from. */
function beginning(records: readonly JsonObject[]): Pick<SubagentFacts, 'prompt' | 'afterEntry'> {
  const pointer = records.find((record) => own(record, 'type') === 'fork-context-ref');
  const first = records.find((record) => ownString(record, 'uuid') !== undefined);
  const after =
    (pointer && ownString(pointer, 'parentLastUuid')) ?? (first && ownString(first, 'parentUuid'));
  const prompt = first && own(first, 'type') === 'user' ? promptOf(first) : undefined;
  return { ...(after !== undefined && { afterEntry: after }), ...(prompt !== undefined && { prompt }) };
}

function promptOf(record: JsonObject): string | undefined {
  const message = own(record, 'message');
  const { blocks } = readBlocks(isJsonObject(message) ? own(message, 'content') : undefined);
  const block = blocks.find(({ type }) => type === 'text');
  return block?.type === 'text' ? block.text : undefined;
}

/**
 * What the session's entries tell: a call by its prompt, its result by the agent's id or the run's. Of several results in
 * one record nobody says which the structured one belongs to.
 */
function links(entry: Entry): SubagentLink[] {
  const { message, record } = entry;
  if (!message) return [];
  const found: SubagentLink[] = [];
  for (const block of message.blocks) {
    if (block.type !== 'toolCall' || !isJsonObject(block.arguments)) continue;
    const prompt = ownString(block.arguments, 'prompt');
    if (prompt) found.push({ callId: block.id, prompt });
  }
  const result = own(record, 'toolUseResult');
  const callId = message.toolCallId;
  if (callId === undefined || !isJsonObject(result)) return found;
  for (const key of ['agentId', 'runId']) {
    const id = ownString(result, key);
    if (id) found.push({ callId, id });
  }
  return found;
}

function text<K extends string>(key: K, from: JsonObject, name: string): { [P in K]?: string } {
  const value = ownString(from, name);
  return (value ? { [key]: value } : {}) as { [P in K]?: string };
}
