import { signature, type ConversationItem } from '../core/conversation.ts';
import type { Session } from '../sessions/session.ts';
import { sourceOf, type Scene } from './scene.ts';
import { readItems } from './window.ts';

/** Indexes from `from` to before `to`, of items that a newer snapshot shows otherwise. */
export function changedItems(old: Scene, next: Scene, from: number, to: number): number[] {
  const changed: number[] = [];
  const [before, after] = [sourceOf(old), sourceOf(next)];
  for (let index = from; index < Math.min(to, old.plan.items.length); index++) {
    if (signature(before, index) !== signature(after, index)) changed.push(index);
  }
  return changed;
}

export async function readChanged(
  session: Session,
  scene: Scene,
  changed: readonly number[],
): Promise<{ index: number; item: ConversationItem }[]> {
  const items: { index: number; item: ConversationItem }[] = [];
  for (const index of changed) {
    const [item] = await readItems(session, scene, index, index + 1);
    if (item) items.push({ index, item });
  }
  return items;
}

/** New conversation beside the shown path, which nobody who reads this page would see. */
export function countElsewhere(old: Scene, { snapshot: { table }, plan }: Scene): number {
  let count = 0;
  for (let row = old.snapshot.table.size; row < table.size; row++) {
    if (table.isConversation(row) && !table.isRepeat(row) && plan.indexOf(row) < 0) count++;
  }
  return count;
}
