import { MessageGroups } from './messageGroups.ts';
import { BESIDE, MARKED, PASSING, PlaceColumns, SIDE, SUPERSEDED } from './placeColumns.ts';
import { isPart, isReply, type PlacedFacts } from './placedFacts.ts';
import type { PlaceFacts } from './placeFacts.ts';
import type { Orphan, PlacementData, Resumed } from './placementData.ts';
import { STARTS_SIDE, TALK } from '../index/treeColumns.ts';
import { MISSING_PARENT, type EntryTable } from '../index/table.ts';

const NOTHING: PlaceFacts = {};

/** The links of a table, as far as placement needs them. */
type Links = Pick<EntryTable, 'parentLink' | 'rowOf'>;

/**
 * Where the entries stand in the tree of a format whose parent ids are not the conversation's own links: pieces of one
 * message and the results of its calls are one chain; what names no parent follows what it says it follows; a side chain
 * hangs below the call that started it; below a gap the conversation goes on with the entry before it in the file.
 *
 * Made in the order of the file, so that growth costs the new rows only and a row's link changes only when a parent
 * comes after its child.
 */
export class Placement {
  readonly #rows: PlaceColumns;
  readonly #groups: MessageGroups;
  /** The last row of the conversation itself, and whether there was any: before that a side chain is the conversation. */
  #lastTalk: number;
  #hasMain: boolean;
  /** Rows whose parent, or whom they follow, was not read yet, by its id. */
  readonly #waiting: Map<string, number[]>;
  readonly #orphans: Map<number, Orphan>;
  /** Rows of calls that start helpers, by what they tell them. */
  readonly #starts: Map<string, number[]>;
  /** What a row without a parent follows, if the file holds it and it closes no loop. */
  readonly #after: Map<number, number>;
  readonly #loops: number[];
  readonly #strays: number[];
  /** By the last row that a compaction kept: the compaction, and the id of the entry below which the talk goes on. */
  readonly #resumed: Map<number, Resumed>;
  /** The last row of talk of the file, late pieces of messages among it. */
  #newest: number;

  constructor(data?: PlacementData) {
    this.#rows = new PlaceColumns(data?.rows);
    this.#groups = new MessageGroups(data?.groups);
    this.#lastTalk = data?.lastTalk ?? -1;
    this.#hasMain = data?.hasMain ?? false;
    this.#waiting = new Map(data?.waiting);
    this.#orphans = new Map(data?.orphans);
    this.#starts = new Map(data?.starts);
    this.#after = new Map(data?.after);
    this.#loops = [...(data?.loops ?? [])];
    this.#strays = [...(data?.strays ?? [])];
    this.#resumed = new Map(data?.resumed);
    this.#newest = data?.newest ?? -1;
  }

  /** A copy of all that is known of the first `size` rows, which are all. */
  pack(size: number): PlacementData {
    return {
      rows: this.#rows.pack(size),
      groups: this.#groups.pack(),
      lastTalk: this.#lastTalk,
      hasMain: this.#hasMain,
      waiting: this.#waiting,
      orphans: this.#orphans,
      starts: this.#starts,
      after: this.#after,
      loops: this.#loops,
      strays: this.#strays,
      resumed: this.#resumed,
      newest: this.#newest,
    };
  }

  /**
   * Places the newest row of the table. Repeats of an id stay outside.
   * @returns whether another row is no part of the conversation any more
   */
  add(row: number, facts: PlacedFacts, links: Links, isRepeat: boolean): boolean {
    const place = facts.place ?? NOTHING;
    const isSide = place.side === true && this.#hasMain;
    this.#rows.add(row, (place.side ? MARKED : 0) | (isSide ? SIDE : 0) | (place.passing ? PASSING : 0));
    if (isRepeat) return false;
    const older = place.supersedes === undefined ? -1 : links.rowOf(place.supersedes);
    if (older >= 0 && older !== row) return this.#supersede(older, row, place, links);
    this.#rows.setLink(row, this.#placeNew(row, facts, place, links));
    for (const prompt of place.prompts ?? []) push(this.#starts, prompt, row);
    const kept = place.keeps ? links.rowOf(place.keeps.last) : -1;
    if (place.keeps && kept >= 0) this.#resumed.set(kept, { row, id: place.keeps.resume });
    return place.talk === true && !isSide && this.#addTalk(row, place);
  }

  /** Always moves rows: what stood in the place is no part of the conversation any more. */
  #supersede(older: number, row: number, place: PlaceFacts, links: Links): boolean {
    const wasNewest = this.#rows.newest(older) === this.#newest;
    const wasLast = this.#rows.newest(older) === this.#lastTalk;
    this.#rows.supersede(older, row, links.parentLink(row));
    for (const id of place.dropped ?? []) {
      const other = links.rowOf(id);
      if (other >= 0) this.#rows.drop(other, row);
    }
    if (this.#rows.is(older, SIDE)) this.#rows.mark(row, SIDE);
    if (wasNewest) this.#newest = row;
    if (wasLast && place.talk === true) this.#lastTalk = row;
    return true;
  }

  #addTalk(row: number, place: PlaceFacts): boolean {
    const before = this.#newest;
    this.#newest = row;
    if (!this.#rows.is(row, BESIDE)) {
      this.#lastTalk = row;
      this.#hasMain ||= place.side !== true;
    }
    return this.#rows.is(before, BESIDE);
  }

  /** Rows whose link is now known, since `id` was read as `row`; true when any of them moved. */
  arrive(id: string, row: number, links: Links): boolean {
    const waiting = this.#waiting.get(id);
    if (!waiting) return false;
    this.#waiting.delete(id);
    for (const child of waiting) {
      if (links.parentLink(child) === row) this.#moveBelow(child, row);
      else if (this.#rows.isAbove(child, row)) this.#loops.push(child);
      else this.#rows.setLink(child, this.#followAt(child, row));
    }
    return true;
  }

  /** Room for so many rows. */
  reserve(rows: number): void {
    this.#rows.reserve(rows);
  }

  /** Row of the parent in the tree, or -1. */
  link(row: number): number {
    return this.#rows.link(row);
  }

  /**
   * No part of the conversation itself, and no alternative to it: a side chain, or a piece of a message that came when
   * the conversation had gone on. As long as such a piece is the last talk of the file, it is where the agent itself
   * would go on (formats/claude-code.md §1.9), and so it counts.
   */
  isAside(row: number): boolean {
    return this.#rows.is(row, SIDE | SUPERSEDED) || (this.#rows.is(row, BESIDE) && row !== this.#newest);
  }

  /** A newer version stands in the row's place: it is history. */
  isSuperseded(row: number): boolean {
    return this.#rows.is(row, SUPERSEDED);
  }

  /** The first version of what stands in the row's place. */
  standsFor(row: number): number {
    return this.#rows.origin(row);
  }

  isPassing(row: number): boolean {
    return this.#rows.is(row, PASSING);
  }

  /** The record says that it is of a side chain. */
  isMarkedSide(row: number): boolean {
    return this.#rows.is(row, MARKED);
  }

  /** The first row of a side chain, which hangs below the conversation or stands alone. */
  startsSide(row: number): boolean {
    return this.#rows.is(row, SIDE) && !this.#rows.is(this.link(row), SIDE);
  }

  /** The flags of rows from `from` on as marks (core/index/treeColumns.ts): what {@link isAside} is no talk here. */
  marks(flags: Uint8Array, from: number): Uint8Array {
    const marks = flags.slice();
    for (let at = 0; at < marks.length; at++) {
      const row = from + at;
      if (!this.#rows.is(row, SIDE | SUPERSEDED | BESIDE)) continue;
      if (this.isAside(row)) marks[at] = (marks[at] ?? 0) & ~TALK;
      if (this.startsSide(row)) marks[at] = (marks[at] ?? 0) | STARTS_SIDE;
    }
    return marks;
  }

  /** Parents in the tree of the rows from `from` to before `to`. */
  links(from: number, to: number): Int32Array {
    return this.#rows.links(from, to);
  }

  /** The row that one without a parent says it follows, or -1. */
  after(row: number): number {
    return this.#after.get(row) ?? -1;
  }

  /** Rows that say they follow an entry which comes below them: that is ignored (cases 052). */
  get loops(): readonly number[] {
    return this.#loops;
  }

  /** Rows of the conversation that name one of a side chain as their parent (cases 042). */
  get strays(): readonly number[] {
    return this.#strays;
  }

  #placeNew(row: number, facts: PlacedFacts, place: PlaceFacts, links: Links): number {
    const parent = links.parentLink(row);
    if (parent >= 0) return this.#below(row, this.#resume(row, parent, links), facts, place);
    if (isReply(facts, place)) this.#rows.setGroup(row, this.#groups.begin(row, -1, facts.message));
    const isSide = this.#rows.is(row, SIDE);
    if (parent === MISSING_PARENT) {
      push(this.#waiting, facts.parentId ?? '', row);
      this.#orphans.set(row, { isPart: isPart(facts, place), wentOn: false });
      return isSide ? -1 : this.#groupEnd(this.#lastTalk);
    }
    if (isSide) return place.prompt === undefined ? -1 : this.#startOf(place.prompt);
    return place.after === undefined ? -1 : this.#behind(row, place.after, links);
  }

  /** The row below which what names `parent` goes on: another one after a compaction that kept `parent` (§1.8). */
  #resume(row: number, parent: number, links: Links): number {
    const resumed = this.#resumed.get(parent);
    if (!resumed) return parent;
    const below = links.rowOf(resumed.id);
    if (below === row) return parent;
    return below >= 0 ? below : resumed.row;
  }

  /** A row that follows the entry with this id, or the talk before it in the file. */
  #behind(row: number, id: string, links: Links): number {
    const target = id === '' ? -1 : links.rowOf(id);
    // Nothing stands below a new row, so that only itself can close a loop.
    if (target === row) this.#loops.push(row);
    else if (target >= 0) return this.#followAt(row, target);
    else if (id !== '') push(this.#waiting, id, row);
    return this.#groupEnd(this.#lastTalk);
  }

  #followAt(row: number, target: number): number {
    this.#after.set(row, target);
    return this.#follow(target);
  }

  #below(row: number, parent: number, facts: PlacedFacts, place: PlaceFacts): number {
    if (this.#rows.is(row, SIDE) !== this.#rows.is(parent, SIDE)) {
      if (place.talk && !place.side) this.#strays.push(row);
      if (isReply(facts, place)) this.#rows.setGroup(row, this.#groups.begin(row, parent, facts.message));
      return parent;
    }
    const group = this.#rows.group(parent);
    if (place.passing) {
      this.#rows.setGroup(row, group);
      return parent;
    }
    if (isReply(facts, place)) {
      const own = this.#groups.groupOf(facts.message, group, parent);
      if (own > 0) return this.#join(row, own, parent);
      this.#rows.setGroup(row, this.#groups.begin(row, parent, facts.message));
    } else if (isPart(facts, place)) return group > 0 ? this.#join(row, group, parent) : parent;
    return this.#follow(parent);
  }

  /** A piece, a result or a note of a message: goes on with its chain, or hangs beside once talk went on below it. */
  #join(row: number, group: number, parent: number): number {
    this.#rows.setGroup(row, group);
    const end = this.#groups.end(group);
    if (!this.#groups.isClosed(group)) {
      this.#groups.extend(group, row);
      return end;
    }
    this.#rows.mark(row, BESIDE);
    return this.#rows.is(parent, BESIDE) ? parent : end;
  }

  /** Talk that goes on below `parent`: below the end of the message and its results. */
  #follow(parent: number): number {
    const group = this.#rows.group(parent);
    const orphan = this.#orphans.get(parent);
    if (orphan) orphan.wentOn = true;
    if (group === 0 || this.#rows.is(parent, BESIDE)) return parent;
    this.#groups.close(group);
    return this.#groups.end(group);
  }

  /** A row whose parent came after it. */
  #moveBelow(row: number, parent: number): void {
    const group = this.#rows.group(parent);
    const orphan = this.#orphans.get(row);
    this.#orphans.delete(row);
    if (group === 0 || !orphan || this.#rows.is(row, PASSING)) this.#rows.setLink(row, parent);
    else if (!orphan.isPart) this.#rows.setLink(row, this.#follow(parent));
    else {
      this.#rows.setLink(row, this.#join(row, group, parent));
      if (orphan.wentOn) this.#groups.close(group);
    }
  }

  /** The call that told a helper this, and started no other side chain yet. */
  #startOf(prompt: string): number {
    return this.#starts.get(prompt)?.shift() ?? -1;
  }

  #groupEnd(row: number): number {
    const group = this.#rows.group(row);
    return group > 0 ? this.#groups.end(group) : row;
  }
}

function push(map: Map<string, number[]>, key: string, row: number): void {
  const rows = map.get(key);
  if (rows) rows.push(row);
  else map.set(key, [row]);
}
