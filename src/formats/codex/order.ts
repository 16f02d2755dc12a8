import type { Entry } from '../../core/entry.ts';
import type { EntryFault, Linker, RecordPlace } from '../format.ts';
import { nextOrdinal, NO_ORDINALS, type OrdinalMemory } from './ordinals.ts';
import { asNote, followTold, NOTHING_TOLD, type ToldMemory } from './telling.ts';
import { member, ownNumber } from './values.ts';

interface Memory {
  readonly ordinals: OrdinalMemory;
  readonly told: ToldMemory;
  /** For each turn of the branch so far the entry that it follows, as going back to before it needs it. */
  readonly turns: readonly (string | null)[];
  /** What the turn that was begun follows; undefined when its first message has come. */
  readonly turnStart?: string | null;
}

const FRESH: Memory = { ordinals: NO_ORDINALS, told: NOTHING_TOLD, turns: [] };

/** What a record is by those before it: the turns, what was told before, the running numbers. */
export function begin(memory?: unknown): Linker {
  let { ordinals, turnStart } = (memory ?? FRESH) as Memory;
  const told = followTold(((memory ?? FRESH) as Memory).told);
  const turns = [...((memory ?? FRESH) as Memory).turns];
  let fault: EntryFault | undefined;

  const goBack = (entry: Entry): Entry => {
    const count = ownNumber(member(entry.record, 'payload'), 'num_turns') ?? 0;
    if (count < 1 || turns.length === 0) return entry;
    const first = Math.max(0, turns.length - Math.floor(count));
    const parentId = turns[first] ?? null;
    turns.length = first;
    turnStart = undefined;
    return { ...entry, parentId };
  };

  return {
    link(alone, place) {
      const entry = belowGap(alone, place);
      [ordinals, fault] = nextOrdinal(ordinals, entry.record);
      if (entry.type === 'thread_rolled_back') return goBack(entry);
      if (entry.type === 'task_started' || entry.type === 'turn_started') turnStart = entry.parentId;
      if (told.isAgain(entry)) return asNote(entry);
      if (entry.message?.role === 'user') {
        // What stands above the first message of all is the session's own, and stays when all turns are taken back.
        turns.push(turns.length === 0 ? entry.parentId : (turnStart ?? entry.parentId));
        turnStart = undefined;
      }
      return entry;
    },
    side(record) {
      [ordinals] = nextOrdinal(ordinals, record);
    },
    faults: () => (fault ? [fault] : []),
    memory: (): Memory => ({
      ordinals,
      told: told.memory(),
      turns: [...turns],
      ...(turnStart !== undefined && { turnStart }),
    }),
  };
}

/** The first entry of a file whose beginning lies in another one, which was not read before it. */
function belowGap(entry: Entry, { previousId, header }: RecordPlace): Entry {
  return previousId === null && header?.base ? { ...entry, parentId: header.base.id } : entry;
}
