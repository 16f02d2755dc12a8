import type { Entry } from '../../core/entry.ts';
import { isJsonObject, own, ownString, type JsonObject } from '../../core/json.ts';
import { isShortened } from '../../scan/shortText.ts';
import type { Linker } from '../format.ts';

/** What is known of a file so far. */
interface Memory {
  /** The last entry of the conversation itself. */
  readonly main: string | null;
  /** The last entry of every side chain, by what its events name: a subagent's id, or the call that started it. */
  readonly side: ReadonlyMap<string, string>;
}

/**
 * Events follow one another in the order of the file: the parent that each names is the event before it, or none, or one
 * that is not there (formats/others.md §3), so it decides nothing. Subagents' events are a chain of their own.
 */
export function followEvents(memory?: unknown): Linker {
  const known = memory as Memory | undefined;
  let main = known?.main ?? null;
  const side = new Map(known?.side);
  return {
    link(entry) {
      const helper = subagentOf(entry.record);
      if (helper.keys.length === 0) {
        const linked = { ...entry, parentId: main };
        main = entry.id;
        return linked;
      }
      const before = helper.keys.map((key) => side.get(key)).find((id) => id !== undefined);
      for (const key of helper.keys) side.set(key, entry.id);
      const startedBy = before === undefined ? helper.callId : undefined;
      const prompt = startedBy !== undefined && { prompt: callPrompt(startedBy) };
      const place = { ...entry.place, side: true, ...prompt };
      return { ...entry, parentId: before ?? null, place };
    },
    memory: (): Memory => ({ main, side: new Map(side) }),
  };
}

/** What stands for a call where a side chain looks for the call that started it. */
export function callPrompt(callId: string): string {
  return `call ${callId}`;
}

/** Whether the names by which an event is given to a side chain are whole where its long texts were shortened. */
export function namesHelperWhole({ record }: Entry): boolean {
  return !subagentOf(record).keys.some(isShortened);
}

/** The names of the subagent that an event is of, none for the agent itself, and the call that started it. */
function subagentOf(record: JsonObject): { keys: string[]; callId?: string } {
  const data = own(record, 'data');
  const type = ownString(record, 'type') ?? '';
  const fields = isJsonObject(data) ? data : {};
  const agent = ownString(record, 'agentId');
  const isOwn = /^subagent\.(?:started|completed|failed)$/.test(type);
  const callId = ownString(fields, isOwn ? 'toolCallId' : 'parentToolCallId');
  const keys = [...(agent ? [`agent ${agent}`] : []), ...(callId ? [callPrompt(callId)] : [])];
  return { keys, ...(callId && { callId }) };
}
