import type { Entry } from '../core/entry.ts';
import { isJsonObject, own, ownString, type JsonObject, type JsonValue } from '../core/json.ts';
import { plainContext } from '../core/context/modelContext.ts';
import { readChatMessage } from './chatMessage.ts';
import type { Decoded, Format, RecordPlace } from './format.ts';
import { lineId } from './linear.ts';

/**
 * OpenAI's lines for fine-tuning (formats/others.md §8): each line is a conversation of its own and begins at a root.
 * Also lines with two answers to choose from, which are a fork, and requests and answers of batches. The last line's
 * conversation is the one that is shown first, as the last entry of every other file is.
 */
export const openaiTuning: Format = {
  name: 'openai-tuning',
  title: 'OpenAI fine-tuning lines',
  needsHeader: false,
  vote,
  decode,
  isShortable: () => true,
  isConversation: ({ kind }) => kind === 'message',
  context: (path) => plainContext(path, ({ record }) => record),
};

/** Fields of other agents' records, which may hold messages too. */
const FOREIGN = ['type', 'uuid', 'parentId', 'parentUuid', 'sessionId', 'schema_version'];

function vote(record: JsonObject): 0 | 1 | 2 {
  if (FOREIGN.some((key) => Object.hasOwn(record, key))) return 0;
  const messages = own(record, 'messages');
  if (Array.isArray(messages)) return hasRoles(messages) ? 2 : 1;
  if (Array.isArray(own(record, 'preferred_output')) && isJsonObject(own(record, 'input'))) return 2;
  if (ownString(record, 'custom_id') === undefined) return 0;
  return isJsonObject(own(record, 'body')) || Object.hasOwn(record, 'response') ? 2 : 0;
}

function hasRoles(messages: readonly JsonValue[]): boolean {
  const [first] = messages;
  return isJsonObject(first) && ownString(first, 'role') !== undefined;
}

function decode(record: JsonObject, place: RecordPlace): Decoded {
  const line = new Line(place);
  const messages = own(record, 'messages');
  const customId = ownString(record, 'custom_id');
  if (Array.isArray(messages)) {
    line.say(messages, 'messages', null);
    line.tools(record, record);
  } else if (Array.isArray(own(record, 'preferred_output'))) readPreference(line, record);
  else if (customId !== undefined) readBatch(line, record, customId);
  else return { type: 'bad', path: 'messages', message: 'the line holds no messages' };
  return { type: 'entries', entries: line.entries };
}

/** The better answer comes last, since the last one is where a session is opened. */
function readPreference(line: Line, record: JsonObject): void {
  const input = own(record, 'input');
  const asked = isJsonObject(input) ? input : {};
  const end = line.say(own(asked, 'messages'), 'input.messages', null);
  for (const key of ['non_preferred_output', 'preferred_output']) {
    line.say(own(record, key), key, line.note(record, key.replaceAll('_', ' '), undefined, end));
  }
  line.tools(asked, record);
}

/** A request, or what came of it: every choice is an alternative. */
function readBatch(line: Line, record: JsonObject, customId: string): void {
  const body = own(record, 'body');
  if (isJsonObject(body)) {
    const note = line.note(record, ownString(record, 'url') ?? 'request', customId, null);
    line.say(own(body, 'messages') ?? inputOf(body), 'body.messages', note);
    line.tools(body, record);
    return;
  }
  const response = own(record, 'response');
  const answer = isJsonObject(response) ? own(response, 'body') : undefined;
  const note = line.note(record, 'response', customId, null);
  const choices = isJsonObject(answer) ? own(answer, 'choices') : undefined;
  for (const choice of Array.isArray(choices) ? choices : []) {
    const message = isJsonObject(choice) ? own(choice, 'message') : undefined;
    if (message !== undefined) line.say([message], 'response.body.choices', note);
  }
  const error = own(record, 'error');
  if (isJsonObject(error)) line.note(error, 'error', ownString(error, 'message'), note);
}

/** The newer API's input: a text, or a list of messages. */
function inputOf(body: JsonObject): JsonValue | undefined {
  const input = own(body, 'input');
  return typeof input === 'string' ? [{ role: 'user', content: input }] : input;
}

/** The entries of one line, named by their places in it. */
class Line {
  readonly entries: Entry[] = [];
  readonly #place: RecordPlace;

  constructor(place: RecordPlace) {
    this.#place = place;
  }

  /** Adds messages below `parentId`. @returns the id of the last one */
  say(messages: JsonValue | undefined, path: string, parentId: string | null): string | null {
    let parent = parentId;
    for (const [index, value] of (Array.isArray(messages) ? messages : []).entries()) {
      if (!isJsonObject(value)) continue;
      const read = readChatMessage(value, `${path}[${index}].`);
      const type = read.message.roleName ?? ownString(value, 'role') ?? 'message';
      parent = this.#add({ kind: 'message', type, record: value, ...read }, parent);
    }
    return parent;
  }

  note(record: JsonObject, type: string, text: string | undefined, parentId: string | null): string {
    return this.#add({ kind: 'metadata', type, record, ...(text !== undefined && { text }) }, parentId);
  }

  /** The tools that the model may call, behind the last message. */
  tools(holder: JsonObject, record: JsonObject): void {
    const tools = own(holder, 'tools');
    const names = (Array.isArray(tools) ? tools : []).map((tool) => {
      const inner = isJsonObject(tool) ? own(tool, 'function') : undefined;
      const named = isJsonObject(inner) ? inner : tool;
      return isJsonObject(named) ? (ownString(named, 'name') ?? '?') : '?';
    });
    if (names.length > 0) this.note(record, 'tools', names.join(', '), this.entries.at(-1)?.id ?? null);
  }

  #add(entry: Omit<Entry, 'id' | 'parentId' | 'timestamp'>, parentId: string | null): string {
    const id = lineId({ ...this.#place, part: this.#place.part + this.entries.length });
    this.entries.push({ id, parentId, timestamp: null, ...entry });
    return id;
  }
}
