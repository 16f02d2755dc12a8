import type { Problem } from '../core/problem.ts';
import type { SessionSnapshot } from './session.ts';

/** Whether the snapshot has a tail that is not reported, because somebody may still be writing it. */
export function hasPendingTail({ tail, problems }: SessionSnapshot): boolean {
  return tail !== null && !problems.some(isOfTail);
}

/** Whether it is the problem of what stands after the last line feed. */
export function isOfTail(problem: Problem): boolean {
  return problem.code === 'unterminated-tail';
}
