import type { EntryTable } from '../../core/index/table.ts';
import type { Entry } from '../../core/entry.ts';
import type { SubagentLink } from '../../formats/subagents.ts';

/** Entries that are read together, and bytes of records that are searched at all; larger records are left out. */
const CHUNK = 200;
const SEARCHED_BYTES = 64 * 1024 * 1024;
const RECORD_BYTES = 4 * 1024 * 1024;
/** UTF-16 units by which prompts are compared. */
const PROMPT = 300;

type ReadEntries = (rows: readonly number[]) => Promise<readonly (Entry | null)[]>;

/** What a session's entries tell of the calls that started subagents. Entries are read once, and only when asked for. */
export class LinkSearch {
  readonly #links: (entry: Entry) => readonly SubagentLink[];
  readonly #byId = new Map<string, string>();
  readonly #byPrompt = new Map<string, string[]>();
  #rows = 0;
  #bytes = 0;
  /** Entries that were not searched: too much was before them, or they are too large. */
  left = 0;

  constructor(links: (entry: Entry) => readonly SubagentLink[]) {
    this.#links = links;
  }

  /** Searches the rows that the table has more, those with calls or results. */
  async update(table: EntryTable, read: ReadEntries): Promise<void> {
    while (this.#rows < table.size) {
      const rows: number[] = [];
      for (; this.#rows < table.size && rows.length < CHUNK; this.#rows++) {
        const row = this.#rows;
        if (table.calls(row).length === 0 && table.results(row).length === 0) continue;
        const bytes = table.length(row);
        if (bytes > RECORD_BYTES || this.#bytes + bytes > SEARCHED_BYTES) this.left += 1;
        else {
          this.#bytes += bytes;
          rows.push(row);
        }
      }
      if (rows.length === 0) continue;
      for (const entry of await read(rows))
        if (entry) for (const link of this.#links(entry)) this.#take(link);
    }
  }

  /** The call of which an entry says that it started a subagent of one of these ids. */
  callOf(ids: readonly string[]): string | undefined {
    for (const id of ids) {
      const call = this.#byId.get(id);
      if (call !== undefined) return call;
    }
    return undefined;
  }

  /** Calls with this prompt, in order. */
  callsWith(prompt: string): readonly string[] {
    return this.#byPrompt.get(beginOf(prompt)) ?? [];
  }

  #take({ callId, id, prompt }: SubagentLink): void {
    if (id !== undefined && !this.#byId.has(id)) this.#byId.set(id, callId);
    if (prompt === undefined) return;
    const calls = this.#byPrompt.get(beginOf(prompt));
    if (calls) calls.push(callId);
    else this.#byPrompt.set(beginOf(prompt), [callId]);
  }
}

function beginOf(prompt: string): string {
  return prompt.trim().slice(0, PROMPT);
}
