import { EventEmitter, type Disposable, type Event } from 'vscode';
import { createGathering } from '../core/lib/gather.ts';
import { systemScheduler } from '../core/lib/scheduler.ts';
import type { TreeNode } from './nodes.ts';

/**
 * The view is told at most once in this time, in ms: each time it asks for rows and draws them, and many sessions may be
 * written to at once.
 */
const COLLECT_MS = 100;

/**
 * Tells the view which nodes changed, while it can be seen: at once after a quiet time, together with what changes in the
 * same turn; what comes sooner is gathered.
 */
export class Refresher implements Disposable {
  readonly #emitter = new EventEmitter<TreeNode | TreeNode[] | undefined>();
  readonly #isVisible: () => boolean;
  readonly #nodes = new Set<TreeNode>();
  readonly #gathering = createGathering(systemScheduler, COLLECT_MS, () => {
    if (this.#isVisible()) this.flush();
  });
  #all = false;

  constructor(isVisible: () => boolean) {
    this.#isVisible = isVisible;
  }

  get event(): Event<TreeNode | TreeNode[] | undefined> {
    return this.#emitter.event;
  }

  /** The whole list, or these nodes and what is below them. */
  add(nodes?: readonly TreeNode[]): void {
    if (nodes) for (const node of nodes) this.#nodes.add(node);
    else this.#all = true;
    if (this.#isVisible()) this.#gathering.poke();
  }

  /** Tells what is waiting, at once. */
  flush(): void {
    const nodes = [...this.#nodes];
    const all = this.#all;
    this.#nodes.clear();
    this.#all = false;
    if (all) this.#emitter.fire(undefined);
    else if (nodes.length > 0) this.#emitter.fire(nodes);
  }

  dispose(): void {
    this.#gathering.dispose();
    this.#emitter.dispose();
  }
}
