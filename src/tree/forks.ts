import type { Outline } from '../core/outline/outline.ts';

/**
 * The fork point after or before an entry on its run, in the order in which it is read. Before the first one of a branch
 * comes the fork point that the branch hangs at.
 * @returns its row, or -1
 */
export function neighbourFork(outline: Outline, row: number, direction: 'next' | 'previous'): number {
  const place = outline.place(row);
  if (!place) return -1;
  const { rows, forks } = outline.run(place.head);
  const at =
    direction === 'next'
      ? forks.find((index) => index > place.index)
      : forks.findLast((index) => index < place.index);
  if (at !== undefined) return rows[at] ?? -1;
  return direction === 'previous' ? outline.host(place.head) : -1;
}
