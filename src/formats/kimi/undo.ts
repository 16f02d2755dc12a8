import type { Entry } from '../../core/entry.ts';
import { own } from '../../core/json.ts';
import type { Linker } from '../format.ts';

interface Memory {
  readonly tail: string | null;
  readonly prompts: readonly (string | null)[];
}

/**
 * The journal is one line; taking back the last prompts begins a branch before them. What was compacted cannot be taken
 * back: the agent then leaves all as it is.
 */
export function goBack(memory?: unknown): Linker {
  const known = memory as Memory | undefined;
  let tail = known?.tail ?? null;
  /** The entry before every prompt that can be taken back. */
  let prompts = [...(known?.prompts ?? [])];
  return {
    link(entry) {
      if (entry.type === 'context.undo') {
        const at = prompts.length - countOf(entry);
        if (at >= 0 && at < prompts.length) tail = prompts[at] ?? null;
        if (at >= 0) prompts.length = at;
      } else if (entry.kind === 'compaction' || entry.type === 'context.clear') prompts = [];
      else if (entry.message?.role === 'user') prompts.push(tail);
      const linked = { ...entry, parentId: tail };
      tail = entry.id;
      return linked;
    },
    memory: (): Memory => ({ tail, prompts }),
  };
}

function countOf({ record }: Entry): number {
  const count = own(record, 'count');
  return typeof count === 'number' && Number.isInteger(count) && count > 0 ? count : Infinity;
}
