// Stands in for `vscode` in bundles: what the tree's view needs to be measured without VS Code.
type Listener<T> = (value: T) => void;

export class EventEmitter<T> {
  readonly #listeners = new Set<Listener<T>>();
  readonly event = (listener: Listener<T>): { dispose(): void } => {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  };

  fire(value: T): void {
    for (const listener of this.#listeners) listener(value);
  }

  dispose(): void {
    this.#listeners.clear();
  }
}

/** What the view would tell in the output channel is told here. */
export const window = {
  createOutputChannel: (name: string) => ({
    ...{ debug: Function.prototype, info: Function.prototype, dispose: Function.prototype },
    ...{ warn: console.error.bind(console, name), error: console.error.bind(console, name) },
  }),
};
