import type { Slicer } from './scheduler.ts';

/** Work that is done piece by piece: each `yield` comes after a few ms at most, what it returns is the outcome. */
export type Steps<T> = Generator<void, T, void>;

/** Rows that are looked at between two `yield`: less than 5 ms of work. */
export const STEP_ROWS = 1 << 16;

/** Does all of it at once. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Does it in slices. @throws Cancelled as `slicer` does */
export async function inSlices<T>(steps: Steps<T>, slicer: Slicer): Promise<T> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (slicer.due()) await slicer.pause();
  }
}
