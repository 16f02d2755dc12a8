import { toDisposable, type Disposable } from './disposables.ts';

/** Subscribes to an event; dispose the answer to end it. The same shape as VS Code's Event. */
export type Event<T> = (listener: (value: T) => void) => Disposable;

/** The sending side of an {@link Event}. */
export interface Emitter<T> extends Disposable {
  readonly event: Event<T>;
  /** Calls every listener that was there when it began, in the order in which they came. */
  fire(value: T): void;
  /** Whether anybody listens. */
  readonly used: boolean;
}

/**
 * An emitter without VS Code, for what is pure. A listener that throws does not keep the others from being told: its
 * error goes to `onError` (by default it is thrown in a microtask, where the host logs it).
 */
export function createEmitter<T>(onError: (error: unknown) => void = throwLater): Emitter<T> {
  const listeners = new Set<{ readonly call: (value: T) => void }>();
  return {
    event(call) {
      // A holder of its own, so that the same function may subscribe twice and end each subscription alone.
      const holder = { call };
      listeners.add(holder);
      return toDisposable(() => listeners.delete(holder));
    },
    fire(value) {
      for (const holder of [...listeners]) {
        if (!listeners.has(holder)) continue;
        try {
          holder.call(value);
        } catch (error) {
          onError(error);
        }
      }
    },
    get used() {
      return listeners.size > 0;
    },
    dispose() {
      listeners.clear();
    },
  };
}

function throwLater(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}
