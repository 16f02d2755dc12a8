import type { Entry } from '../../../src/core/entry.ts';
import { isJsonObject, own, ownString, type JsonObject } from '../../../src/core/json.ts';
import type { Decoded, Format, Linker, RecordPlace } from '../../../src/formats/format.ts';

interface Memory {
  readonly last: string | null;
  readonly newest: ReadonlyMap<string, { readonly id: string; readonly parentId: string | null }>;
}

/**
 * A made-up format: `{say: [{id, text}, …]}` holds several messages, `{back: id}` goes back to one; what has an id that
 * was there is a newer version of it, or nothing new where the text is empty.
 */
export const notebook: Format = {
  name: 'notebook',
  title: 'Notebook',
  needsHeader: false,
  hasPlaces: true,
  vote: (record) => (Object.hasOwn(record, 'say') || Object.hasOwn(record, 'back') ? 2 : 0),
  decode,
  begin: (memory) => begin(memory as Memory | undefined),
  isConversation: () => true,
};

function decode(record: JsonObject, place: RecordPlace): Decoded {
  const say = own(record, 'say');
  if (!Array.isArray(say)) return { type: 'side' };
  const title = ownString(record, 'title');
  return {
    type: 'entries',
    entries: say.filter(isJsonObject).map((said, index) => entryOf(said, place, index)),
    ...(title !== undefined && { title }),
  };
}

function entryOf(said: JsonObject, { line, part }: RecordPlace, index: number): Entry {
  const text = ownString(said, 'text') ?? '';
  return {
    ...{ id: ownString(said, 'id') ?? `${line}.${part + index}`, parentId: null, timestamp: null },
    ...{ kind: 'message', type: 'say', place: { talk: true }, record: said },
    message: { role: 'user', blocks: [{ type: 'text', text }] },
  };
}

function begin(memory: Memory | undefined): Linker {
  const newest = new Map(memory?.newest);
  let last = memory?.last ?? null;
  return {
    link(entry) {
      const block = entry.message?.blocks[0];
      if (block?.type === 'text' && block.text === '') return null;
      const older = newest.get(entry.id);
      const id = older ? `${older.id}'` : entry.id;
      const parentId = older ? older.parentId : last;
      newest.set(entry.id, { id, parentId });
      if (!older || older.id === last) last = id;
      return { ...entry, id, parentId, place: { talk: true, ...(older && { supersedes: older.id }) } };
    },
    side(record) {
      last = newest.get(ownString(record, 'back') ?? '')?.id ?? null;
    },
    faults: ({ id }) =>
      id.endsWith("''") ? [{ code: 'duplicate-id', severity: 'warning', message: 'Again and again.' }] : [],
    memory: (): Memory => ({ last, newest }),
  };
}
