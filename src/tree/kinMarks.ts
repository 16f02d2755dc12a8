import type { Outline } from '../core/outline/outline.ts';
import { kinKey, type KinMark, type Lineage } from '../sessions/lineage/lineage.ts';
import type { Session } from '../sessions/session.ts';

const NONE: readonly KinMark[] = [];

/** Where an open session parts from its kin, as far as that was looked for. */
export class KinMarks {
  readonly #lineage: Lineage;
  readonly #onChange: () => void;
  readonly #onError: (error: unknown) => void;
  #marks: readonly KinMark[] = NONE;
  /** The kin that were looked for last. */
  #lookedFor: string | undefined;
  #shown: { readonly outline: Outline; readonly rows: ReadonlyMap<number, KinMark[]> } | undefined;

  constructor(lineage: Lineage, onChange: () => void, onError: (error: unknown) => void) {
    this.#lineage = lineage;
    this.#onChange = onChange;
    this.#onError = onError;
  }

  /** Looks in the background for kin that are not known yet; nobody waits for other sessions to be read. */
  look(session: Session): void {
    const wanted = kinKey(this.#lineage, session.uri);
    if (wanted === this.#lookedFor || session.snapshot.partial) return;
    this.#lookedFor = wanted;
    this.#find(session, wanted).catch(this.#onError);
  }

  /** Rows lost their meaning, or the session was closed. */
  clear(): void {
    this.#lookedFor = undefined;
    this.#marks = NONE;
    this.#shown = undefined;
  }

  /** The kin that part at an entry, or at one below it that the filter hides. */
  at(outline: Outline, row: number): readonly KinMark[] {
    if (this.#marks.length === 0) return NONE;
    if (this.#shown?.outline !== outline) this.#shown = { outline, rows: rowsOf(outline, this.#marks) };
    return this.#shown.rows.get(row) ?? NONE;
  }

  async #find(session: Session, wanted: string): Promise<void> {
    const marks = await this.#lineage.marks(session);
    if (this.#lookedFor !== wanted) return;
    const isSame = marks.length === 0 && this.#marks.length === 0;
    this.#marks = marks;
    this.#shown = undefined;
    if (!isSame) this.#onChange();
  }
}

function rowsOf(outline: Outline, marks: readonly KinMark[]): Map<number, KinMark[]> {
  const rows = new Map<number, KinMark[]>();
  for (const mark of marks) {
    const place = mark.row < 0 ? undefined : outline.place(mark.row);
    if (!place) continue;
    const list = rows.get(place.row);
    if (list) list.push(mark);
    else rows.set(place.row, [mark]);
  }
  return rows;
}
