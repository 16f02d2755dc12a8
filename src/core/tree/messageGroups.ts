import { trimmed, withRoom } from '../index/columns.ts';

/** All groups, as they are sent to another thread. */
export interface MessageGroupsData {
  readonly size: number;
  readonly end: Int32Array;
  readonly above: Int32Array;
  readonly message: Float64Array;
  readonly wentOn: Uint8Array;
  readonly older: Int32Array;
  readonly newest: Int32Array;
}

/** Pieces of a message stand near each other: messages of so many groups ago are not looked for. */
const REMEMBERED = 5000;
/** Chains of groups, a power of two: with as many groups as are remembered most chains have one. */
const CHAINS = 8192;

/**
 * The pieces of messages that were written over several records, each with the results of its calls and the notes
 * between them: a group is one chain in the order of the file, whatever its records name as parents. So parallel calls
 * are no fork (formats/claude-code.md §1.5, §1.9 step 3; cases 043). Messages are known by keys of their ids, 0 for none.
 */
export class MessageGroups {
  /** Groups are numbered from 1. */
  #size: number;
  /** By group: the last row of its chain, the row under which it began, its message, whether talk went on below its end. */
  #end: Int32Array;
  #above: Int32Array;
  #message: Float64Array;
  #wentOn: Uint8Array;
  /** The group before in the same chain: messages of one chain have keys that end alike. */
  #older: Int32Array;
  readonly #newest: Int32Array;

  constructor(data?: MessageGroupsData) {
    this.#size = data?.size ?? 1;
    this.#end = data?.end ?? new Int32Array(0);
    this.#above = data?.above ?? new Int32Array(0);
    this.#message = data?.message ?? new Float64Array(0);
    this.#wentOn = data?.wentOn ?? new Uint8Array(0);
    this.#older = data?.older ?? new Int32Array(0);
    this.#newest = data?.newest.slice() ?? new Int32Array(CHAINS);
  }

  pack(): MessageGroupsData {
    const size = this.#size;
    return {
      size,
      end: trimmed(this.#end, size),
      above: trimmed(this.#above, size),
      message: trimmed(this.#message, size),
      wentOn: trimmed(this.#wentOn, size),
      older: trimmed(this.#older, size),
      newest: this.#newest,
    };
  }

  /** A new group that begins with `row` below `above`, with the first piece of `message` in it. */
  begin(row: number, above: number, message: number): number {
    const group = this.#size;
    this.#size = group + 1;
    if (group >= this.#end.length) this.#grow(group + 1);
    this.#end[group] = row;
    this.#above[group] = above;
    this.#message[group] = message;
    this.#wentOn[group] = 0;
    if (message !== 0) {
      const chain = chainOf(message);
      this.#older[group] = this.#newest[chain] ?? 0;
      this.#newest[chain] = group;
    }
    return group;
  }

  /**
   * The group to which a piece of `message` belongs whose parent is `above`, a row of `group`: that one, or one that
   * began under the same parent. 0: none, since something else was said in between.
   */
  groupOf(message: number, group: number, above: number): number {
    if (message === 0) return 0;
    if (group > 0 && this.#message[group] === message) return group;
    const newest = this.#newestOf(message);
    return newest > 0 && this.#above[newest] === above ? newest : 0;
  }

  end(group: number): number {
    return this.#end[group] ?? -1;
  }

  /** Talk goes on below the group's end: its chain is closed, and what comes later hangs beside. */
  close(group: number): void {
    this.#wentOn[group] = 1;
  }

  isClosed(group: number): boolean {
    return this.#wentOn[group] === 1;
  }

  /** The chain goes on with `row`. */
  extend(group: number, row: number): void {
    this.#end[group] = row;
  }

  /** The newest group of a message, 0 for none among those that are remembered. */
  #newestOf(message: number): number {
    const oldest = Math.max(1, this.#size - REMEMBERED);
    let group = this.#newest[chainOf(message)] ?? 0;
    while (group >= oldest && this.#message[group] !== message) group = this.#older[group] ?? 0;
    return group >= oldest ? group : 0;
  }

  #grow(size: number): void {
    this.#end = withRoom(this.#end, size);
    this.#above = withRoom(this.#above, size);
    this.#message = withRoom(this.#message, size);
    this.#wentOn = withRoom(this.#wentOn, size);
    this.#older = withRoom(this.#older, size);
  }
}

function chainOf(message: number): number {
  return message & (CHAINS - 1);
}
