import type { RowKin } from '../core/conversation.ts';
import type { PageHeader } from '../protocol.ts';
import type { KinMark } from '../sessions/lineage/lineage.ts';
import type { Session } from '../sessions/session.ts';
import type { Beside } from './beside.ts';

/** The sessions that part from the shown one, as far as a page was told of them. Finding them takes nobody's time. */
export class KinTask {
  readonly #session: Session;
  readonly #beside: Pick<Beside, 'kin'> | undefined;
  #marks: readonly KinMark[] = [];
  #rows: ReadonlyMap<number, readonly RowKin[]> = new Map();
  /** The kin that were looked for last. */
  #lookedFor = '';

  constructor(session: Session, beside: Pick<Beside, 'kin'> | undefined) {
    this.#session = session;
    this.#beside = beside;
  }

  /** By row. A new object whenever it changed. */
  get rows(): ReadonlyMap<number, readonly RowKin[]> {
    return this.#rows;
  }

  mark(number: number): KinMark | undefined {
    return this.#marks[number];
  }

  get header(): Pick<PageHeader, 'kin'> {
    const kin = this.#beside?.kin?.facts(this.#session);
    return kin ? { kin } : {};
  }

  /** Looks for kin where there may be others than last time. @returns whether rows changed */
  async look(): Promise<boolean> {
    const kin = this.#beside?.kin;
    const wanted = kin?.key(this.#session) ?? '';
    if (!kin || wanted === this.#lookedFor || this.#session.snapshot.partial) return false;
    this.#lookedFor = wanted;
    const marks = await kin.marks(this.#session);
    if (this.#lookedFor !== wanted) return false;
    this.#marks = marks;
    this.#rows = rowsOf(marks);
    return true;
  }

  /** Rows lost their meaning. */
  forget(): void {
    this.#lookedFor = '';
    this.#marks = [];
    this.#rows = new Map();
  }
}

function rowsOf(marks: readonly KinMark[]): Map<number, RowKin[]> {
  const rows = new Map<number, RowKin[]>();
  marks.forEach(({ row, kind, title }, number) => {
    if (row < 0) return;
    const list = rows.get(row) ?? [];
    list.push({ number, kind, title });
    rows.set(row, list);
  });
  return rows;
}
