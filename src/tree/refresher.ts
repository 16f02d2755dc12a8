import { EventEmitter, type Disposable, type Event } from 'vscode';
import type { TreeNode } from './nodes.ts';

/** Changes within this time, in ms, are told together. */
const COLLECT_MS = 100;

/** Tells the view which nodes changed: together, and only while it can be seen. */
export class Refresher implements Disposable {
  readonly #emitter = new EventEmitter<TreeNode | TreeNode[] | undefined>();
  readonly #isVisible: () => boolean;
  readonly #nodes = new Set<TreeNode>();
  #all = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

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
    if (this.#isVisible()) this.#timer ??= setTimeout(() => this.#due(), COLLECT_MS);
  }

  /** The view may have been hidden meanwhile: then what waits is told when it is seen again. */
  #due(): void {
    this.#timer = undefined;
    if (this.#isVisible()) this.flush();
  }

  /** Tells what is waiting, at once. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const nodes = [...this.#nodes];
    const all = this.#all;
    this.#nodes.clear();
    this.#all = false;
    if (all) this.#emitter.fire(undefined);
    else if (nodes.length > 0) this.#emitter.fire(nodes);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#emitter.dispose();
  }
}
