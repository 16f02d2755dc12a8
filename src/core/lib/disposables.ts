/** A function that ends what was begun; the same shape as VS Code's Disposable. */
export interface Disposable {
  dispose(): void;
}

/** A disposable that calls `end` once, however often it is disposed. */
export function toDisposable(end: () => void): Disposable {
  let ended = false;
  return {
    dispose() {
      if (ended) return;
      ended = true;
      end();
    },
  };
}

/** Owns disposables and ends them together, newest first. */
export interface DisposableStore extends Disposable {
  readonly disposed: boolean;
  /** Takes `item` in and hands it back; a store that is disposed already ends it at once. */
  add<T extends Disposable>(item: T): T;
}

/** A store for everything that lives as long as its owner. One that throws does not keep the others alive. */
export function createDisposableStore(): DisposableStore {
  const items: Disposable[] = [];
  let disposed = false;
  return {
    get disposed() {
      return disposed;
    },
    add(item) {
      if (disposed) item.dispose();
      else items.push(item);
      return item;
    },
    dispose() {
      disposed = true;
      let failure: { error: unknown } | undefined;
      for (let item = items.pop(); item; item = items.pop()) {
        try {
          item.dispose();
        } catch (error) {
          failure ??= { error };
        }
      }
      if (failure) throw failure.error;
    },
  };
}
