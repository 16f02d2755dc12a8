import type { Entry } from '../../core/entry.ts';
import { isJsonObject, own, ownString, type JsonObject } from '../../core/json.ts';
import { shortText } from '../../scan/shortText.ts';
import { contentHash } from '../contentHash.ts';
import type { Linker } from '../format.ts';

/** The lines of one model response, which share an id, and the results that name it as their parent. */
interface Group {
  /** Ids of the last line, and of the last result below it. */
  readonly end: string;
  readonly lastResult?: string;
  /** How many lines. */
  readonly size: number;
  /** What the lines say, to tell a line that is written twice. */
  readonly keys: readonly string[];
}

/**
 * All lines of a model response have its id and the same parent (formats/others.md §2): they are one chain in the order
 * of the file, and what names the id goes on below the last of them. Results of parallel calls are one chain too. A line
 * without an entry of its own (a title) that others name as their parent is passed through.
 */
export function joinResponses(memory?: unknown): Linker {
  const groups = new Map(memory as ReadonlyMap<string, Group> | undefined);
  return {
    link(entry) {
      const own = groups.get(entry.id);
      return own ? another(groups, entry, own) : first(groups, entry);
    },
    side(record) {
      const id = ownString(record, 'id');
      const parent = ownString(record, 'parentId');
      if (!id || !parent || groups.has(id)) return;
      groups.set(id, { end: groups.get(parent)?.end ?? parent, size: 0, keys: [] });
    },
    memory: () => groups,
  };
}

/** One more line of a response that has some. */
function another(groups: Map<string, Group>, entry: Entry, group: Group): Entry {
  const key = keyOf(entry.record);
  // A line that was written twice is a repeat, and what is no line of a response cannot share an id.
  if (key === undefined || group.keys.length === 0 || group.keys.includes(key)) return entry;
  const size = group.size + 1;
  const id = `${entry.id}#${size}`;
  groups.set(entry.id, { ...group, end: id, size, keys: [...group.keys, key] });
  return { ...entry, id, parentId: group.end };
}

function first(groups: Map<string, Group>, entry: Entry): Entry {
  const key = keyOf(entry.record);
  groups.set(entry.id, { end: entry.id, size: 1, keys: key === undefined ? [] : [key] });
  if (entry.parentId === null) return entry;
  const above = groups.get(entry.parentId);
  if (!above) return entry;
  const isResult = own(entry.record, 'type') === 'function_call_result';
  const parentId = isResult ? (above.lastResult ?? above.end) : above.end;
  if (isResult) groups.set(entry.parentId, { ...above, lastResult: entry.id });
  return parentId === entry.parentId ? entry : { ...entry, parentId };
}

/** What a line of a response says, in short; undefined for what stands alone. */
function keyOf(record: JsonObject): string | undefined {
  switch (own(record, 'type')) {
    case 'function_call':
      return `call:${ownString(record, 'callId') ?? ''}`;
    case 'reasoning':
      return `reasoning:${textOf(record, 'rawContent')}`;
    case 'message':
      return own(record, 'role') === 'assistant' ? `message:${textOf(record, 'content')}` : undefined;
    default:
      return undefined;
  }
}

/** The beginning of what a list of blocks says, and how many they are; of anything else a hash. */
function textOf(record: JsonObject, key: string): string {
  const content = own(record, key) ?? null;
  const [first] = Array.isArray(content) ? content : [];
  const text = isJsonObject(first) ? ownString(first, 'text') : undefined;
  if (!Array.isArray(content) || text === undefined) return contentHash(content);
  return `${content.length} ${shortText(text)}`;
}
