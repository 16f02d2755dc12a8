/** All groups, as they are sent to another thread. */
export interface MessageGroupsData {
  readonly end: readonly number[];
  readonly above: readonly number[];
  readonly message: readonly (string | undefined)[];
  readonly wentOn: readonly boolean[];
  readonly newest: ReadonlyMap<string, number>;
}

/**
 * The pieces of messages that were written over several records, each with the results of its calls and the notes
 * between them: a group is one chain in the order of the file, whatever its records name as parents. So parallel calls
 * are no fork (formats/claude-code.md §1.5, §1.9 step 3; cases 043).
 */
export class MessageGroups {
  /** By group, from 1: the last row of its chain, the row under which it began, whether talk went on below its end. */
  readonly #end: number[];
  readonly #above: number[];
  readonly #message: (string | undefined)[];
  readonly #wentOn: boolean[];
  /** The newest group of a message. */
  readonly #newest: Map<string, number>;

  constructor(data?: MessageGroupsData) {
    this.#end = [...(data?.end ?? [-1])];
    this.#above = [...(data?.above ?? [-1])];
    this.#message = [...(data?.message ?? [undefined])];
    this.#wentOn = [...(data?.wentOn ?? [false])];
    this.#newest = new Map(data?.newest);
  }

  pack(): MessageGroupsData {
    return {
      end: this.#end,
      above: this.#above,
      message: this.#message,
      wentOn: this.#wentOn,
      newest: this.#newest,
    };
  }

  /** A new group that begins with `row` below `above`, with the first piece of `message` in it. */
  begin(row: number, above: number, message: string | undefined): number {
    const group = this.#end.length;
    this.#end.push(row);
    this.#above.push(above);
    this.#message.push(message);
    this.#wentOn.push(false);
    if (message !== undefined) this.#newest.set(message, group);
    this.#forget();
    return group;
  }

  /**
   * The group to which a piece of `message` belongs whose parent is `above`, a row of `group`: that one, or one that
   * began under the same parent. 0: none, since something else was said in between.
   */
  groupOf(message: string | undefined, group: number, above: number): number {
    if (message === undefined) return 0;
    if (group > 0 && this.#message[group] === message) return group;
    const newest = this.#newest.get(message) ?? 0;
    return newest > 0 && this.#above[newest] === above ? newest : 0;
  }

  end(group: number): number {
    return this.#end[group] ?? -1;
  }

  /** Talk goes on below the group's end: its chain is closed, and what comes later hangs beside. */
  close(group: number): void {
    this.#wentOn[group] = true;
  }

  isClosed(group: number): boolean {
    return this.#wentOn[group] ?? false;
  }

  /** The chain goes on with `row`. */
  extend(group: number, row: number): void {
    this.#end[group] = row;
  }

  /** Pieces of a message stand near each other: ids of messages of long ago are let go. */
  #forget(): void {
    const old = this.#end.length - REMEMBERED;
    if (old < 1) return;
    const message = this.#message[old];
    if (message === undefined) return;
    this.#message[old] = undefined;
    if (this.#newest.get(message) === old) this.#newest.delete(message);
  }
}

const REMEMBERED = 5000;
