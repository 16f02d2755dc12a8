import type { Anchor, PageState, Place, Target } from '../protocol.ts';
import type { Session } from '../sessions/session.ts';
import { placeOf, rowOfPlace } from './places.ts';
import { makeScene, type KnownBeside, type Scene } from './scene.ts';

/** Which path of a session a page shows, which entry of it was chosen, and how both are named over a reload. */
export class ShownPath {
  readonly #session: Session;
  #scene: Scene;
  #view = 1;
  #target: number;
  #leafPlace: Place = { line: 0, id: '' };
  #targetPlace: Place | null = null;

  /** @param row the chosen entry; without one the session's default path is shown. */
  constructor(session: Session, row: number | undefined) {
    this.#session = session;
    this.#target = row ?? -1;
    this.#scene = makeScene(session.snapshot, this.#leafFor(row));
  }

  get scene(): Scene {
    return this.#scene;
  }

  /** Changes whenever indexes of items lose their meaning. */
  get view(): number {
    return this.#view;
  }

  /** The chosen entry, else the leaf; -1 when there is none. */
  get row(): number {
    return this.#target >= 0 ? this.#target : this.#scene.tip;
  }

  /** Chooses an entry. @returns whether the shown path holds it, so that nothing else changes */
  choose(row: number | undefined): boolean {
    this.#target = row ?? -1;
    if (row !== undefined && this.#scene.plan.indexOf(row) >= 0) return true;
    this.#begin(row);
    return false;
  }

  /** What a page showed before a reload; where the file no longer holds it, the default path. */
  restore(leaf: Place, target: Place | null): void {
    const { table } = this.#session.snapshot;
    this.#target = target ? rowOfPlace(table, target) : -1;
    this.#leafPlace = leaf;
    this.#targetPlace = target;
    const row = rowOfPlace(table, leaf);
    this.#begin(row < 0 ? undefined : row);
  }

  /** Finds everything again in a file that was replaced. */
  replaced(): void {
    this.restore(this.#leafPlace, this.#targetPlace);
  }

  /** What is known beside the session's file by now. */
  mark(beside: KnownBeside): void {
    this.#scene = { ...this.#scene, ...beside };
  }

  /** A newer snapshot's scene of the same branch. @param sameItems every item keeps its index */
  grow(scene: Scene, sameItems: boolean): void {
    this.#scene = scene;
    if (!sameItems) this.#view++;
  }

  /** The chosen entry as the page is told of it. */
  get target(): Target | null {
    const index = this.#target < 0 ? -1 : this.#scene.plan.indexOf(this.#target);
    return index < 0 ? null : { index, row: this.#target };
  }

  /** Where a page that stood at `anchor` stands on this path. */
  anchor(anchor: Anchor | null): { index: number; offset: number } | null {
    const row = anchor ? rowOfPlace(this.#scene.snapshot.table, anchor.place) : -1;
    const index = row < 0 ? -1 : this.#scene.plan.indexOf(row);
    return index < 0 || !anchor ? null : { index, offset: anchor.offset };
  }

  get leaf(): Place {
    return this.#leafPlace;
  }

  /** Reads the ids that name the leaf and the chosen entry. To be done before {@link state} is sent. */
  async name(): Promise<void> {
    const { table } = this.#scene.snapshot;
    const leaf = this.#scene.tip >= 0 ? this.#scene.tip : (this.#scene.plan.path[0] ?? -1);
    const target = this.#target;
    const rows = [...new Set([leaf, target])].filter((row) => row >= 0);
    const entries = await this.#session.entries(rows);
    const place = (row: number): Place | null => {
      const id = entries[rows.indexOf(row)]?.id;
      return id === undefined ? null : placeOf(table, row, id);
    };
    this.#leafPlace = place(leaf) ?? this.#leafPlace;
    this.#targetPlace = place(target);
  }

  state(pinned: boolean): PageState {
    return { uri: this.#session.uri, leaf: this.#leafPlace, target: this.#targetPlace, pinned };
  }

  #begin(row: number | undefined): void {
    this.#scene = makeScene(this.#session.snapshot, this.#leafFor(row), this.#scene);
    this.#view++;
  }

  /** The newest leaf through an entry. A repeat stands alone; no entry means the session's default leaf. */
  #leafFor(row: number | undefined): number {
    const { tree, table } = this.#session.snapshot;
    const through = row === undefined || row < 0 || row >= tree.size ? tree.defaultLeaf : row;
    if (through < 0) return tree.size - 1;
    return table.isRepeat(through) ? through : (tree.newestLeaf[through] ?? through);
  }
}
