import type { Disposable } from '../core/lib/disposables.ts';
import type { PageHeader } from '../protocol.ts';
import type { KinMark } from '../sessions/lineage/lineage.ts';
import type { Session } from '../sessions/session.ts';
import type { Beside, PageSubagent } from './beside.ts';
import { KinTask } from './kinTask.ts';
import type { KnownBeside } from './scene.ts';

/** What a page was told of what lies beside the session's file: subagents' sessions, and those that part from it. */
export class BesideTask {
  readonly #session: Session;
  readonly #beside: Beside | undefined;
  readonly #failed: (error: unknown) => void;
  readonly #kin: KinTask;
  #subagents: ReadonlyMap<number, readonly PageSubagent[]> = new Map();
  #subagentOf: string | undefined;
  #following: Disposable | undefined;

  /** @param failed for the log: the page does without what cannot be looked at */
  constructor(session: Session, beside: Beside | undefined, failed: (error: unknown) => void) {
    this.#session = session;
    this.#beside = beside;
    this.#failed = failed;
    this.#kin = new KinTask(session, beside);
  }

  /** By row. */
  get known(): KnownBeside {
    return { subagents: this.#subagents, kin: this.#kin.rows };
  }

  /** The subagent of an entry with this number. */
  subagent(row: number, number: number): PageSubagent | undefined {
    return this.#subagents.get(row)?.[number];
  }

  /** Another session that parts from this one, by its number. */
  kin(number: number): KinMark | undefined {
    return this.#kin.mark(number);
  }

  get header(): Pick<PageHeader, 'kin' | 'subagentOf'> {
    return {
      ...(this.#subagentOf !== undefined && { subagentOf: this.#subagentOf }),
      ...this.#kin.header,
    };
  }

  /** Looks for the session's subagents. */
  async findSubagents(): Promise<void> {
    if (!this.#beside) return;
    try {
      this.#subagents = await this.#beside.subagents(this.#session);
      this.#subagentOf ??= await this.#beside.subagentOf(this.#session);
    } catch (error) {
      this.#failed(error);
    }
  }

  /** Somebody sees the page: `changed` is called when there may be other subagents, though the session did not grow. */
  follow(changed: () => void): void {
    this.#following ??= this.#beside?.follow?.(this.#session, changed);
  }

  /** Nobody sees it any more. */
  stopFollowing(): void {
    this.#following?.dispose();
    this.#following = undefined;
  }

  /** Looks for kin where there may be others than last time. @returns whether rows changed */
  lookForKin(): Promise<boolean> {
    return this.#kin.look();
  }

  /** Rows lost their meaning. */
  forgetKin(): void {
    this.#kin.forget();
  }
}
