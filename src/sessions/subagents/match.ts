import { createSerialQueue } from '../../core/lib/serial.ts';
import type { Subagents } from '../../formats/subagents.ts';
import type { Session } from '../session.ts';
import { CallRows, type CallPlace } from './callRows.ts';
import type { Subagent } from './find.ts';
import { LinkSearch } from './links.ts';

/** A subagent whose place in its parent's session is known. */
export interface PlacedSubagent {
  readonly subagent: Subagent;
  /** The row that it hangs at: the one with the call, else the entry that its conversation goes on from. */
  readonly row: number;
  /** Which of the row's calls, -1 for none. */
  readonly index: number;
  /** The row that answers the call, -1 for none. */
  readonly resultRow: number;
}

export interface MatchedSubagents {
  readonly placed: readonly PlacedSubagent[];
  /** Those of which nothing tells where they belong. */
  readonly loose: readonly Subagent[];
  /** Entries that were not searched for what would tell it. */
  readonly unsearched: number;
}

/** Finds the calls that started subagents of one session, as the session grows. Made anew when its rows lose meaning. */
export class SubagentMatcher {
  readonly #calls = new CallRows();
  readonly #tasks = createSerialQueue();
  readonly #links: LinkSearch;

  constructor({ links }: Subagents) {
    this.#links = new LinkSearch(links ?? (() => []));
  }

  /** By the call's id where the subagent's own files name it, else by what entries tell, else by the prompt. */
  match(session: Session, subagents: readonly Subagent[]): Promise<MatchedSubagents> {
    return this.#tasks.run(() => this.#match(session, subagents));
  }

  async #match(session: Session, subagents: readonly Subagent[]): Promise<MatchedSubagents> {
    const { table } = session.snapshot;
    this.#calls.update(table);
    const byCall = new Map<Subagent, CallPlace>();
    for (const one of subagents) {
      const { callId } = one.facts;
      const place = callId === undefined ? undefined : this.#calls.find(callId);
      if (place) byCall.set(one, place);
    }
    const rest = subagents.filter((one) => !byCall.has(one) && !one.facts.isHelper);
    if (rest.length > 0) {
      await this.#links.update(table, (rows) => session.entries(rows));
      this.#byLinks(rest, byCall);
    }
    const placed: PlacedSubagent[] = [];
    const loose: Subagent[] = [];
    for (const subagent of subagents) {
      const call = byCall.get(subagent);
      const after = call || subagent.facts.isHelper ? -1 : this.#after(session, subagent);
      if (call) placed.push({ subagent, ...call });
      else if (after >= 0) placed.push({ subagent, row: after, index: -1, resultRow: -1 });
      else loose.push(subagent);
    }
    return { placed, loose, unsearched: loose.some(({ facts }) => !facts.isHelper) ? this.#links.left : 0 };
  }

  #byLinks(rest: readonly Subagent[], byCall: Map<Subagent, CallPlace>): void {
    for (const one of rest) {
      const id = this.#links.callOf(one.facts.ids);
      const place = id === undefined ? undefined : this.#calls.find(id);
      if (place) byCall.set(one, place);
    }
    // Of several calls with one prompt each takes one, in the order in which they stand.
    const taken = new Set([...byCall.values()].map(keyOf));
    for (const one of rest) {
      if (byCall.has(one) || one.facts.prompt === undefined) continue;
      for (const callId of this.#links.callsWith(one.facts.prompt)) {
        const place = this.#calls.find(callId);
        if (!place || taken.has(keyOf(place))) continue;
        taken.add(keyOf(place));
        byCall.set(one, place);
        break;
      }
    }
  }

  #after({ snapshot: { table } }: Session, { facts }: Subagent): number {
    return facts.afterEntry === undefined ? -1 : table.rowOf(facts.afterEntry);
  }
}

function keyOf({ row, index }: CallPlace): string {
  return `${row}.${index}`;
}
