import type { OpenCall } from '../core/fork/forkPlan.ts';
import type { ForkLine, WaitingCall } from '../formats/fork/writer.ts';

/** Gathers ids and names of the calls that hold a path, while its lines are read. */
export class WaitingCalls {
  readonly calls: WaitingCall[] = [];
  /** Which calls of a row wait, by their place in it. */
  readonly #wanted = new Map<number, Set<number>>();

  constructor(open: readonly OpenCall[]) {
    for (const { row, ordinal, holds } of open) {
      if (!holds) continue;
      const ordinals = this.#wanted.get(row) ?? new Set();
      this.#wanted.set(row, ordinals.add(ordinal));
    }
  }

  take({ row, entry }: Pick<ForkLine, 'row' | 'entry'>): void {
    const wanted = this.#wanted.get(row);
    if (!wanted) return;
    const calls = entry.message?.blocks.filter((block) => block.type === 'toolCall') ?? [];
    calls.forEach(({ id, name }, ordinal) => {
      // A call without an id pairs with nothing, and no result could name it.
      if (wanted.has(ordinal) && id !== '') this.calls.push({ id, name });
    });
  }
}
