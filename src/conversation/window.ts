import {
  branchLabelRow,
  buildItem,
  needsRaw,
  nextTeller,
  rowsOf,
  type Body,
  type BuildSource,
  type ConversationItem,
} from '../core/conversation.ts';
import type { Entry } from '../core/entry.ts';
import { PAGE_ITEMS } from '../protocol.ts';
import type { Session } from '../sessions/session.ts';
import { branchRows, sourceOf, type Scene } from './scene.ts';

/** Characters of JSON in one message: the page must not wait long for any (vscode.md §2, cost of messages). */
const BUDGET = 700_000;
/** Items whose bodies are read together. */
const CHUNK = 40;

/** Items in the path's order; `from` is the first one's index. */
export interface ItemWindow {
  readonly from: number;
  readonly items: readonly ConversationItem[];
}

export interface WindowLimits {
  readonly items?: number;
  readonly budget?: number;
}

/** Items that begin with index `at`: at least one if there is any, then as many as the limits allow. */
export async function itemsAfter(
  session: Session,
  scene: Scene,
  at: number,
  limits: WindowLimits = {},
): Promise<ItemWindow> {
  const end = Math.min(scene.plan.items.length, at + (limits.items ?? PAGE_ITEMS));
  const items: ConversationItem[] = [];
  let left = limits.budget ?? BUDGET;
  for (let from = at; from < end && left > 0; from += CHUNK) {
    for (const item of await readItems(session, scene, from, Math.min(end, from + CHUNK))) {
      left -= weight(item);
      if (left < 0 && items.length > 0) break;
      items.push(item);
    }
  }
  return { from: at, items };
}

/** Items that end before index `at`, likewise. */
export async function itemsBefore(
  session: Session,
  scene: Scene,
  at: number,
  limits: WindowLimits = {},
): Promise<ItemWindow> {
  const begin = Math.max(0, at - (limits.items ?? PAGE_ITEMS));
  const items: ConversationItem[] = [];
  let left = limits.budget ?? BUDGET;
  for (let to = Math.min(at, scene.plan.items.length); to > begin && left > 0; to -= CHUNK) {
    const read = await readItems(session, scene, Math.max(begin, to - CHUNK), to);
    for (const item of read.reverse()) {
      left -= weight(item);
      if (left < 0 && items.length > 0) break;
      items.push(item);
    }
  }
  items.reverse();
  return { from: at - items.length, items };
}

/** Items on both sides of `at`, itself among them. */
export async function itemsAround(session: Session, scene: Scene, at: number): Promise<ItemWindow> {
  const after = await itemsAfter(session, scene, at, { items: 120, budget: BUDGET * 0.6 });
  const before = await itemsBefore(session, scene, at, { items: 80, budget: BUDGET * 0.4 });
  return { from: before.from, items: [...before.items, ...after.items] };
}

/** The bodies of rows; raw text only where an item shows JSON of it. */
export async function readBodies(session: Session, rows: readonly number[]): Promise<Map<number, Body>> {
  const entries = await session.entries(rows);
  const wanted = rows.filter((_, index) => entries[index] && needsRaw(entries[index]));
  const bytes = await session.bytes(wanted);
  const decoder = new TextDecoder();
  const raw = new Map(wanted.map((row, index) => [row, bytes[index] ?? null]));
  const bodies = new Map<number, Body>();
  rows.forEach((row, index) => {
    const entry: Entry | null | undefined = entries[index];
    const own = raw.get(row);
    if (entry) bodies.set(row, { entry, raw: own ? decoder.decode(own) : null });
  });
  return bodies;
}

/** Items `from` to before `to`, whatever they weigh. */
export async function readItems(
  session: Session,
  scene: Scene,
  from: number,
  to: number,
): Promise<ConversationItem[]> {
  const { plan, snapshot } = scene;
  const rows = new Set<number>();
  const made = sourceOf(scene);
  for (let index = from; index < to; index++) {
    for (const row of rowsOf(plan, snapshot.table, index)) rows.add(row);
    const next = nextTeller(made, index);
    if (next >= 0) rows.add(next);
  }
  const bodies = await readBodies(session, [...rows]);
  const labels = await branchLabels(session, scene, branchRows(scene, from, to));
  const source: BuildSource = {
    ...made,
    body: (row) => bodies.get(row),
    branchLabel: (row) => labels.get(row) ?? '',
  };
  return Array.from({ length: to - from }, (_, i) => buildItem(source, from + i));
}

async function branchLabels(
  session: Session,
  { snapshot }: Scene,
  branches: readonly number[],
): Promise<Map<number, string>> {
  if (branches.length === 0) return new Map();
  const { table, tree } = snapshot;
  const named = branches.map((row) => branchLabelRow(table, tree, row));
  const previews = await session.previews(named);
  return new Map(branches.map((row, index) => [row, previews[index]?.text ?? '']));
}

function weight(item: ConversationItem): number {
  return JSON.stringify(item).length;
}
