import type { Entry } from '../../core/entry.ts';
import type { Linker } from '../format.ts';

interface Memory {
  /** The last message of the file. */
  readonly last: string | null;
  /** The last pointer, if nothing was said since, and where it points. */
  readonly pointer: { readonly id: string; readonly target: string } | null;
}

/**
 * Some agents write where the conversation stands, as a record that points to an entry. One that points back is where
 * the agent would go on: it stands below that entry, and what is said there next stands below it. One that points to the
 * last message says nothing new.
 */
export function followPointers(memory?: unknown): Linker {
  const known = memory as Memory | undefined;
  let last = known?.last ?? null;
  let pointer = known?.pointer ?? null;
  return {
    link(entry) {
      if (entry.kind === 'message') {
        const linked =
          pointer && entry.parentId === pointer.target ? { ...entry, parentId: pointer.id } : entry;
        last = entry.id;
        pointer = null;
        return linked;
      }
      const target = targetOf(entry);
      if (target === null) return entry;
      if (target === last) return { ...entry, parentId: target };
      pointer = { id: entry.id, target };
      return { ...entry, parentId: target, place: { talk: true } };
    },
    memory: (): Memory => ({ last, pointer }),
  };
}

function targetOf({ kind, targetId }: Entry): string | null {
  return kind === 'metadata' && targetId ? targetId : null;
}
