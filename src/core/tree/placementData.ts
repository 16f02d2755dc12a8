import type { MessageGroupsData } from './messageGroups.ts';
import type { PlaceColumnsData } from './placeColumns.ts';

/** All that placement knows, as it is sent to another thread. */
export interface PlacementData {
  readonly rows: PlaceColumnsData;
  readonly groups: MessageGroupsData;
  readonly lastTalk: number;
  readonly hasMain: boolean;
  readonly waiting: ReadonlyMap<string, number[]>;
  readonly orphans: ReadonlyMap<number, Orphan>;
  readonly starts: ReadonlyMap<string, number[]>;
  readonly after: ReadonlyMap<number, number>;
  readonly loops: readonly number[];
  readonly strays: readonly number[];
  readonly resumed: ReadonlyMap<number, Resumed>;
  readonly newest: number;
}

/** A compaction, and the id of the entry below which the talk goes on. */
export interface Resumed {
  readonly row: number;
  readonly id: string;
}

/** A row that waits for its parent. */
export interface Orphan {
  /** Stands with the message before it: a result, a note. */
  readonly isPart: boolean;
  /** Talk went on below it meanwhile. */
  wentOn: boolean;
}
