interface Pending {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Questions to the extension that wait for their answers. */
export class Requests {
  #next = 1;
  readonly #pending = new Map<number, Pending>();

  /** @param send posts the question with this number. */
  ask<T>(send: (request: number) => void): Promise<T> {
    const request = this.#next++;
    return new Promise<T>((resolve, reject) => {
      this.#pending.set(request, { resolve: resolve as (value: unknown) => void, reject });
      send(request);
    });
  }

  answer(request: number, value: unknown): void {
    this.#take(request)?.resolve(value);
  }

  fail(request: number, message: string): void {
    this.#take(request)?.reject(new Error(message));
  }

  /** What was asked of content that is gone will not be answered. */
  drop(): void {
    this.#pending.clear();
  }

  #take(request: number): Pending | undefined {
    const pending = this.#pending.get(request);
    this.#pending.delete(request);
    return pending;
  }
}
