import assert from 'node:assert/strict';
import { contextFacts } from '../../../src/conversation/contextFacts.ts';
import { contextAsJson, type ContextShape, type ContextText } from '../../../src/conversation/contextJson.ts';
import { contextOfFormat, readPathEntries } from '../../../src/conversation/pathEntries.ts';
import type { ContextMark } from '../../../src/core/context/contextMark.ts';
import { measureContext, viewContext, type ContextView } from '../../../src/core/context/contextView.ts';
import { createSlicer, systemScheduler } from '../../../src/core/lib/scheduler.ts';
import type { ContextFacts } from '../../../src/protocol.ts';
import { conversation, type OpenConversation } from '../conversation/support.ts';

/** The context of a conversation as the page and the commands have it. */
export interface ShownContext extends OpenConversation {
  readonly ids: readonly string[];
  readonly facts: ContextFacts;
  readonly view: ContextView;
  /** `id: mark` for every entry of the path. */
  readonly marks: readonly string[];
  idsOf(...marks: ContextMark[]): string[];
  copy(shape: ContextShape): Promise<ContextText>;
}

const slicer = () => createSlicer(systemScheduler);

export async function shownContext(
  source: readonly unknown[] | Uint8Array,
  budget: number | null = null,
  id?: string,
): Promise<ShownContext> {
  const open = await conversation(source, id);
  const { session, scene } = open;
  const read = await readPathEntries(session, scene.plan.path, slicer());
  assert.ok(read);
  const { format, table } = session.snapshot;
  const contextOf = contextOfFormat(format, table, read);
  assert.ok(contextOf);
  const measured = await measureContext(read.entries, contextOf, slicer());
  const view = viewContext(measured, budget);
  const ids = read.entries.map((entry) => entry.id);
  return {
    ...open,
    ids,
    view,
    facts: contextFacts(scene, read.rows, measured, budget),
    marks: ids.map((one, index) => `${one}: ${view.marks[index]}`),
    idsOf: (...marks) => ids.filter((_, index) => marks.includes(view.marks[index] ?? 'none')),
    async copy(shape) {
      const copied = await contextAsJson(session, scene.plan.path, budget, shape, slicer());
      assert.ok(copied);
      return copied;
    },
  };
}
