import type { Entry } from '../../core/entry.ts';
import type { JsonObject } from '../../core/json.ts';
import { contentHash } from '../contentHash.ts';
import type { Linker } from '../format.ts';
import { readOperation, type Operation, type Slot } from './ops.ts';

/** An entry that shows something of the chat as it is now. */
interface Shown {
  readonly row: string;
  readonly parent: string | null;
  readonly hash: string;
}

interface Request {
  readonly id: string;
  /** The entry before it. */
  readonly before: string | null;
  /** Absent where the question was lost. */
  question?: Shown;
  readonly parts: Shown[];
  /** Parts that were taken back: what comes next stands in their place. */
  cut?: readonly Shown[];
  /** The notes of how it ended, in their order. */
  readonly ends: (Shown & { readonly state: string })[];
}

interface Memory {
  readonly requests: readonly Request[];
  readonly versions: ReadonlyMap<string, number>;
}

/**
 * Keeps the chat as its operations change it: an answer's parts that are written anew stand in the places of the older
 * ones, and a request that is put in the place of others begins a branch.
 */
export function replayChat(memory?: unknown): Linker {
  return new ChatReplay(memory as Memory | undefined);
}

class ChatReplay implements Linker {
  readonly #requests: Request[];
  readonly #versions: Map<string, number>;
  #operation: Operation = { slots: [] };
  /** Index of the operation's first request, and of its first part. */
  #firstRequest = 0;
  #firstPart = 0;

  constructor(memory?: Memory) {
    this.#requests = (memory?.requests ?? []).map((request) => ({
      ...request,
      parts: [...request.parts],
      ends: [...request.ends],
    }));
    this.#versions = new Map(memory?.versions);
  }

  memory(): Memory {
    return { requests: this.#requests, versions: this.#versions };
  }

  before(record: JsonObject): void {
    const operation = readOperation(record);
    this.#operation = operation;
    const { appendsTo, answers, keeps } = operation;
    this.#firstRequest = appendsTo === null ? this.#requests.length : (appendsTo ?? 0);
    this.#firstPart = keeps ?? (answers === undefined ? 0 : (this.#requests[answers]?.parts.length ?? 0));
  }

  /** Operations that only take away. */
  side(record: JsonObject): void {
    const { appendsTo, answers, keeps } = readOperation(record);
    if (typeof appendsTo === 'number') this.#requests.length = Math.min(this.#requests.length, appendsTo);
    const request = this.#requests[answers ?? -1];
    if (request && keeps !== undefined)
      request.cut = [...request.parts.splice(keeps), ...(request.cut ?? [])];
  }

  link(entry: Entry, _place: unknown, nth = 0): Entry | null {
    const slot = this.#operation.slots[nth];
    if (!slot) return null;
    const at = this.#firstRequest + slot.request;
    switch (slot.what) {
      case 'question':
        return this.#ask(entry, slot.id, at);
      case 'part':
        return this.#answer(entry, slot, this.#requestAt(at), nth);
      case 'end':
        return this.#finish(entry, slot.state, this.#requestAt(at));
    }
  }

  #ask(entry: Entry, id: string, at: number): Entry | null {
    const known = this.#requests[at];
    if (known?.id === id && known.question)
      return this.#renew(entry, known.question, (shown) => (known.question = shown));
    this.#requests.length = Math.min(this.#requests.length, at);
    const before = this.#tail();
    const shown = this.#show(entry, before);
    this.#requests.push({ id, before, question: shown, parts: [], ends: [] });
    return { ...entry, id: shown.row, parentId: before };
  }

  #answer(entry: Entry, slot: Slot & { what: 'part' }, request: Request, nth: number): Entry | null {
    const { isPart, keeps, slots } = this.#operation;
    const index = Math.min(isPart ? slot.part : this.#firstPart + slot.part, request.parts.length);
    const [cut, ...alsoCut] = request.cut ?? [];
    const older = request.parts[index] ?? cut;
    const behind = keeps !== undefined && nth === slots.length - 1 ? request.parts.splice(index + 1) : [];
    const dropped = older === cut ? alsoCut : behind;
    if (older === cut) delete request.cut;
    if (older) return this.#renew(entry, older, (shown) => (request.parts[index] = shown), dropped);
    const parent = request.parts.at(-1)?.row ?? request.question?.row ?? request.before;
    const shown = this.#show(entry, parent);
    request.parts.push(shown);
    return { ...entry, id: shown.row, parentId: parent };
  }

  #finish(entry: Entry, state: string, request: Request): Entry | null {
    const at = request.ends.findIndex((end) => end.state === state);
    const older = request.ends[at];
    if (older) return this.#renew(entry, older, (shown) => (request.ends[at] = { ...shown, state }));
    const parentId = tailOf(request);
    const shown = this.#show(entry, parentId);
    request.ends.push({ ...shown, state });
    return { ...entry, id: shown.row, parentId };
  }

  /** Puts an entry in the place of an older one, unless it says the same. */
  #renew(
    entry: Entry,
    older: Shown,
    keep: (shown: Shown) => void,
    dropped: readonly Shown[] = [],
  ): Entry | null {
    if (older.hash === hashOf(entry) && dropped.length === 0) return null;
    const shown = this.#show(entry, older.parent);
    keep(shown);
    const place = {
      supersedes: older.row,
      ...(dropped.length > 0 && { dropped: dropped.map(({ row }) => row) }),
    };
    return { ...entry, id: shown.row, parentId: older.parent, place };
  }

  #show(entry: Entry, parent: string | null): Shown {
    const version = (this.#versions.get(entry.id) ?? 0) + 1;
    this.#versions.set(entry.id, version);
    return { row: version === 1 ? entry.id : `${entry.id}#${version}`, parent, hash: hashOf(entry) };
  }

  /** The request at this index; one without a question where that was lost. */
  #requestAt(at: number): Request {
    const found = this.#requests[at];
    if (found) return found;
    const lost: Request = { id: '', before: this.#tail(), parts: [], ends: [] };
    this.#requests[Math.min(at, this.#requests.length)] = lost;
    return lost;
  }

  #tail(): string | null {
    const last = this.#requests.at(-1);
    return last ? tailOf(last) : null;
  }
}

function tailOf({ ends, parts, question, before }: Request): string | null {
  return ends.at(-1)?.row ?? parts.at(-1)?.row ?? question?.row ?? before;
}

/** Of what an entry shows. */
function hashOf({ kind, type, text, message }: Entry): string {
  return contentHash([kind, type, text, message?.blocks, message?.results]);
}
