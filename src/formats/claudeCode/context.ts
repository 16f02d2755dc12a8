import type { ContextProblem } from '../../core/context/contextWindow.ts';
import type { ModelContext } from '../../core/context/modelContext.ts';
import type { Entry } from '../../core/entry.ts';
import { isJsonObject, own, type JsonObject } from '../../core/json.ts';
import { keptContext, type Said } from '../keptContext.ts';
import { keptIds } from './notes.ts';

/**
 * What the model would receive of a path (formats/claude-code.md §1.8, §1.9): of what stood before the last boundary of a
 * compaction only the messages that the boundary names, behind the summary; then what came after it. What the agent
 * wrote in the user's name is sent too; errors of the API, which stand among the replies, are not.
 */
export function context(path: readonly Entry[]): ModelContext {
  const at = path.findLastIndex(({ kind }) => kind === 'compaction');
  const boundary = path[at];
  if (!boundary) return keptContext(path, () => 'none', saidBy);
  const { kept, problem } = keptOf(path.slice(0, at), boundary);
  const after = path.slice(at + 1);
  const { anchor } = keptIds(boundary.record);
  const behind = after.findIndex(({ id, record }) =>
    anchor === undefined ? own(record, 'isCompactSummary') === true : id === anchor,
  );
  const order = [boundary, ...after.slice(0, behind + 1), ...kept, ...after.slice(behind + 1)];
  const found = keptContext(order, () => 'none', saidBy);
  return problem ? { ...found, problems: [problem, ...found.problems] } : found;
}

/** The entries before a boundary that it kept: those that it lists, else all from the first one named to the last. */
function keptOf(
  before: readonly Entry[],
  boundary: Entry,
): { kept: readonly Entry[]; problem?: ContextProblem } {
  const { ids, first, last } = keptIds(boundary.record);
  if (first === undefined) return { kept: [] };
  const listed = new Set(ids);
  const from = before.findIndex(({ id }) => id === first);
  const to = before.findLastIndex(({ id }) => id === last);
  const kept =
    listed.size > 0
      ? before.filter(({ id }) => listed.has(id))
      : from < 0
        ? []
        : before.slice(from, to < from ? undefined : to + 1);
  if (kept.length > 0) return { kept };
  const message = `The compaction ${boundary.id} keeps messages from ${first} on, which is not on the path before it; so the model sees its summary and nothing from before it.`;
  return { kept, problem: { code: 'unknown-first-kept', entryId: boundary.id, message } };
}

function saidBy(entry: Entry): Said[] {
  const { message, record } = entry;
  if (!message || own(record, 'isApiErrorMessage') === true) return [];
  const shape = shapeOf(record);
  return shape ? [{ shape, message }] : [];
}

/** The message as the record has it; a prompt that had to wait stands in an attachment. */
function shapeOf(record: JsonObject): JsonObject | undefined {
  const message = own(record, 'message');
  if (isJsonObject(message)) return message;
  const attachment = own(record, 'attachment');
  const prompt = isJsonObject(attachment) ? own(attachment, 'prompt') : undefined;
  return prompt === undefined ? undefined : { role: 'user', content: prompt };
}
