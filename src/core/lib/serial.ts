/** Runs async tasks one after the other, in the order in which they were given. */
export interface SerialQueue {
  /** The task's own result or failure; a failed task does not stop those behind it. */
  run<T>(task: () => Promise<T>): Promise<T>;
}

export function createSerialQueue(): SerialQueue {
  let last: Promise<unknown> = Promise.resolve();
  return {
    run(task) {
      const result = last.then(task, task);
      last = result.catch(() => undefined);
      return result;
    },
  };
}

/**
 * Makes one task of many calls: while it runs, all further calls share one run that follows it. Every caller's promise
 * resolves after a run that began after the call.
 */
export function coalesce(task: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  const begin = (): Promise<void> => {
    const run = task().finally(() => {
      if (running === run) running = undefined;
    });
    running = run;
    return run;
  };
  return () => {
    if (!running) return begin();
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        return begin();
      });
    return next;
  };
}
