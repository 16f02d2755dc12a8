import { contextWindow, type ContextEntry, type ContextProblem } from '../../core/context/contextWindow.ts';
import type { Entry, Message } from '../../core/entry.ts';
import { linkEntries } from '../../core/tree/entryTree.ts';
import { isJsonObject, own, ownString, type JsonObject } from '../../core/json.ts';
import {
  findOrphans,
  orphanProblem,
  type ModelContext,
  type ModelEntry,
} from '../../core/context/modelContext.ts';
import { readMessage } from '../messages.ts';
import { messageLinks, neverSent } from './contextLinks.ts';
import { editMessage, entryMessages, retainedTail } from './contextMessages.ts';
import { modelMessages } from './modelMessages.ts';

/** What Pi would send to a model for one leaf (formats/pi.md §2 "API semantics"). */
export interface PiContext extends ModelContext {
  /** The last one set on the path: by a change, or by an assistant's message. Null when there is none. */
  readonly model: PiModel | null;
  /** The last one set on the path; `off` when there is none. */
  readonly thinkingLevel: string;
  /** All entries from the root to the leaf. */
  readonly path: readonly Entry[];
}

export interface PiModel {
  readonly provider?: string;
  readonly modelId?: string;
}

/**
 * Works out what the model would see at a leaf (seed 002, "模型看到的是投影，不是所有行"): the path, seen through its
 * latest compaction and its context edits, as messages. Gives the messages that Pi's own SessionManager 1.6.0 gives,
 * wherever that one gives an answer; it also ends where links loop or records are damaged, and says what is wrong.
 *
 * Where they differ: of a repeated id the first entry counts (Pi: the last); an unknown leaf has no context and a
 * problem (Pi takes the file's last entry); a message entry without a message is left out (Pi throws).
 *
 * @param entries decoded by the format, in file order, all branches, without the header
 * @param leafId undefined: the last entry of the file, whatever it is, as Pi opens it; null: before the first entry
 * @param rowOfRecord the place in `entries` of the file's n-th record, for version 1, whose compactions count records;
 *   by default the header is record 0 and all others are entries (see EntryTable.rowOfRecord)
 */
export function buildSessionContext(
  entries: readonly Entry[],
  leafId?: string | null,
  rowOfRecord: (record: number) => number = (record) => record - 1,
): PiContext {
  const leaf = leafId === undefined ? entries.at(-1)?.id : leafId;
  const path = typeof leaf === 'string' ? linkEntries(entries).path(leaf) : [];
  const context = contextOfPath(path, (record) => entries[rowOfRecord(record)]?.id);
  if (typeof leaf !== 'string' || path.length > 0) return context;
  return { ...context, problems: [unknownLeaf(leaf)] };
}

/**
 * {@link buildSessionContext} for who has the path, and not all of the file.
 * @param path root first
 * @param idOfRecord the id of the file's n-th record, header = 0; only version 1 asks
 */
export function contextOfPath(
  path: readonly Entry[],
  idOfRecord: (record: number) => string | undefined,
): PiContext {
  const window = contextWindow(path, (compaction) => {
    if (retainedTail(compaction)) return 'none';
    const first = compaction.firstKept;
    if (!first || 'id' in first) return first;
    const id = idOfRecord(first.record);
    return id === undefined ? undefined : { id };
  });
  const { compaction } = window;
  const problems = [...window.problems];
  const entries = window.entries.map((item) => project(item, compaction, problems));
  const retained = compaction && retainedTail(compaction);
  const orphanResults = findOrphans(entries, (item) => item.messages.map(messageLinks));
  problems.push(...orphanResults.map(orphanProblem));
  const messages = entries.flatMap((item) => item.messages);
  return {
    messages,
    links: messages.map(messageLinks),
    ...sentOf(messages, orphanResults),
    ...settings(path),
    entries,
    path,
    ...(compaction && { compaction }),
    ...(retained && { retainedCount: retained.length }),
    orphanResults,
    problems,
  };
}

function sentOf(
  messages: readonly JsonObject[],
  orphanResults: ModelContext['orphanResults'],
): Pick<ModelContext, 'sent' | 'sentFrom'> {
  const unsent = new Set([...neverSent(messages), ...orphanResults.map(({ index }) => index)]);
  const sent: Message[] = [];
  const sentFrom: number[] = [];
  messages.forEach((message, index) => {
    const [said] = unsent.has(index) ? [] : modelMessages({ messages: [message], orphanResults: [] });
    if (!said) return;
    sent.push(readMessage(said, '').message);
    sentFrom.push(index);
  });
  return { sent, sentFrom };
}

function project(item: ContextEntry, compaction: Entry | undefined, problems: ContextProblem[]): ModelEntry {
  const { entry, edit } = item;
  // An older compaction in the kept window: its summary went into the newer one.
  if (entry.kind === 'compaction' && entry !== compaction) return { ...item, messages: [] };
  const said = entryMessages(entry);
  if (!said) {
    problems.push(problem('unusable-message', entry, 'holds no message, so the model sees nothing of it'));
    return { ...item, messages: [] };
  }
  const retained = entry === compaction ? (retainedTail(entry) ?? []) : [];
  const edited = edit ? applyEdit(said, edit) : said;
  if (!edited && edit) {
    problems.push(problem('unusable-edit', edit, 'says nothing that its target could be replaced with'));
  }
  return { ...item, messages: [...(edited ?? said), ...retained] };
}

/** Messages as an edit leaves them: none, or with another content; undefined when the edit cannot be read. */
function applyEdit(messages: readonly JsonObject[], edit: Entry): readonly JsonObject[] | undefined {
  const replacement = own(edit.record, 'replacement');
  if (replacement === null) return [];
  if (!isJsonObject(replacement)) return undefined;
  const edited = messages.map((message) => editMessage(message, replacement));
  return edited.every((message) => message !== undefined) ? edited : undefined;
}

/** Model and thinking level come from the whole path, compaction or not. */
function settings(path: readonly Entry[]): Pick<PiContext, 'model' | 'thinkingLevel'> {
  let thinkingLevel = 'off';
  let model: PiModel | null = null;
  for (const { kind, record } of path) {
    if (kind === 'thinkingLevelChange') thinkingLevel = ownString(record, 'thinkingLevel') ?? thinkingLevel;
    else if (kind === 'modelChange') model = modelOf(record, 'modelId');
    else if (kind === 'message') {
      const message = own(record, 'message');
      if (isJsonObject(message) && own(message, 'role') === 'assistant') model = modelOf(message, 'model');
    }
  }
  return { model, thinkingLevel };
}

function modelOf(object: JsonObject, key: string): PiModel {
  const provider = ownString(object, 'provider');
  const modelId = ownString(object, key);
  return { ...(provider !== undefined && { provider }), ...(modelId !== undefined && { modelId }) };
}

function unknownLeaf(leafId: string): ContextProblem {
  return {
    code: 'unknown-leaf',
    entryId: leafId,
    message: `There is no entry ${leafId} to take as the leaf.`,
  };
}

function problem(code: ContextProblem['code'], { id }: Entry, what: string): ContextProblem {
  return { code, entryId: id, message: `Entry ${id} ${what}.` };
}
