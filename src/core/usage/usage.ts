import type { Entry, EntryKind, Role } from '../entry.ts';

/**
 * What one answer of a model used, as its record tells it: one meaning for every format. What a record does not tell is
 * absent, and so is a number of 0, which says no more.
 */
export interface Usage {
  /** Tokens that the model was sent; those from the cache, and those put into it, are among them. */
  readonly input?: number;
  readonly cacheRead?: number;
  readonly cacheWrite?: number;
  /** Tokens that it wrote; its thoughts are among them. */
  readonly output?: number;
  readonly reasoning?: number;
  /** US dollars, as the agent worked them out. Nothing here is worked out from prices. */
  readonly cost?: number;
}

/** What an entry tells of usage. */
export interface EntryUsage {
  readonly usage: Usage;
  /** Entries with the same key tell of the same answer: the last of them tells it whole. */
  readonly key?: string;
  /** A part of what another record tells whole: counts only where no record does. */
  readonly isPart?: true;
}

/** Where a format's records tell the tokens and the cost of the model's answers. */
export interface UsageReader {
  /** Whether an entry may tell any, by what the index knows of it: no other one is read to add up a path. */
  mayTell(kind: EntryKind, role: Role | null): boolean;
  /** What an entry tells; undefined where it tells nothing. */
  of(entry: Entry): EntryUsage | undefined;
  /**
   * One answer may be told by several entries of a path (the pieces that it was streamed in): the last of them, with the
   * same key, shows what it used.
   */
  readonly inPieces?: true;
  /** The text of an entry of the kind `usage` says the same in words. */
  readonly saysInText?: true;
}

const KEYS = [
  'input',
  'cacheRead',
  'cacheWrite',
  'output',
  'reasoning',
  'cost',
] as const satisfies readonly (keyof Usage)[];

/** A usage of these numbers; undefined where none of them is a number above 0. */
export function usageOf(numbers: { readonly [K in keyof Usage]?: number | undefined }): Usage | undefined {
  const told = KEYS.flatMap((key) => {
    const value = numbers[key];
    return value !== undefined && Number.isFinite(value) && value > 0 ? [[key, value] as const] : [];
  });
  return told.length > 0 ? Object.fromEntries(told) : undefined;
}

/** What several answers used. */
export interface UsageTotal {
  readonly usage: Usage;
  /** Answers that tell of any usage, and those of them that tell a cost. */
  readonly answers: number;
  readonly withCost: number;
}

/** Adds up what entries tell, in the order of the conversation; an answer that was written in several records once. */
export class UsageSum {
  readonly #whole = new Bucket();
  readonly #parts = new Bucket();

  add({ usage, key, isPart }: EntryUsage): void {
    (isPart ? this.#parts : this.#whole).add(usage, key);
  }

  /** Undefined where no entry told anything. */
  get total(): UsageTotal | undefined {
    return this.#whole.total ?? this.#parts.total;
  }
}

class Bucket {
  readonly #keyed = new Map<string, Usage>();
  readonly #sum = new Map<keyof Usage, number>();
  #answers = 0;
  #withCost = 0;

  add(usage: Usage, key: string | undefined): void {
    const older = key === undefined ? undefined : this.#keyed.get(key);
    if (key !== undefined) this.#keyed.set(key, usage);
    if (older) this.#count(older, -1);
    this.#count(usage, 1);
  }

  get total(): UsageTotal | undefined {
    const usage = usageOf(Object.fromEntries(this.#sum));
    return usage && { usage, answers: this.#answers, withCost: this.#withCost };
  }

  #count(usage: Usage, by: 1 | -1): void {
    this.#answers += by;
    if (usage.cost !== undefined) this.#withCost += by;
    for (const key of KEYS) {
      const value = usage[key];
      if (value !== undefined) this.#sum.set(key, (this.#sum.get(key) ?? 0) + by * value);
    }
  }
}
