import type { Entry } from '../../core/entry.ts';
import { isJsonObject, own, ownString, type JsonObject, type JsonValue } from '../../core/json.ts';
import type { SubagentFacts, SubagentFile, SubagentLink, Subagents } from '../subagents.ts';
import { helperOf } from './header.ts';
import { member } from './values.ts';

const ROLLOUT = /^(rollout-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d)-.+\.jsonl(?:\.zst)?$/;

/**
 * Sessions of subagents lie among all others of their day, and name in their header who started them (formats/others.md §1).
 * They begin after the session that started them, as their names say.
 */
export const subagents: Subagents = {
  scope: 'shared',
  folders({ place }) {
    const began = ROLLOUT.exec(place.name)?.[1] ?? '';
    return [
      { steps: [], isSession: (name) => (ROLLOUT.exec(name)?.[1] ?? '') >= began && ROLLOUT.test(name) },
    ];
  },
  read,
  links,
  owner(_place, header) {
    const id = header?.subagentOf;
    return id ? { up: 0, file: (name) => ROLLOUT.test(name) && name.includes(id) } : undefined;
  },
};

function read({ records }: SubagentFile): SubagentFacts | undefined {
  const meta = records.find((record) => own(record, 'type') === 'session_meta');
  const payload = member(meta ?? {}, 'payload');
  const id = ownString(payload, 'id');
  const { parentId, name, role, isSpawned } = helperOf(payload);
  if (id === undefined || parentId === undefined) return undefined;
  return {
    ids: [id],
    parentId,
    ...(role !== undefined && { sort: role }),
    ...(name !== undefined && { title: name }),
    ...(!isSpawned && { isHelper: true as const }),
  };
}

/** The answer to a call names the session that it started. */
function links({ message }: Entry): SubagentLink[] {
  const callId = message?.role === 'toolResult' ? message.toolCallId : undefined;
  const [block] = message?.blocks ?? [];
  if (!callId || block?.type !== 'text' || !block.text.startsWith('{')) return [];
  const id = agentId(block.text);
  return id ? [{ callId, id }] : [];
}

function agentId(text: string): string | undefined {
  try {
    const answer = JSON.parse(text) as JsonValue;
    return isJsonObject(answer) ? ownString(answer as JsonObject, 'agent_id') : undefined;
  } catch {
    return undefined;
  }
}
