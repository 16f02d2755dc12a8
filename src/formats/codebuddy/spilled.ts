import type { Entry } from '../../core/entry.ts';
import { readPersisted } from '../persisted.ts';
import type { SpilledOutput } from '../spill.ts';
import type { FolderStep } from '../subagents.ts';

const FOLDER = 'tool-results';

/**
 * Outputs over 50 KB lie in `<session>/tool-results/<callId>.txt`, a subagent's in a folder of its own below that of
 * its file (formats/others.md §2; seen with 2.117.0). The record holds a note with the beginning; of a list of texts
 * each may be such a note.
 */
export function spilled({ message }: Entry): readonly SpilledOutput[] {
  const callId = message?.toolCallId;
  if (!message || callId === undefined) return [];
  return message.blocks.flatMap((block) => {
    const note = block.type === 'text' ? readPersisted(block.text) : undefined;
    const name = note?.path.at(-1);
    if (!note || !name) return [];
    const { size } = note;
    return [{ callId, steps: stepsTo(note.path, name), name, ...(size !== undefined && { size }) }];
  });
}

/** The names in the record's path are compared with those that are there. */
function stepsTo(path: readonly string[], name: string): SpilledOutput['steps'] {
  const is =
    (wanted: string): FolderStep =>
    (found) =>
      found === wanted;
  const agent = path.at(-2) === FOLDER && path.at(-4) === 'subagents' ? path.at(-3) : undefined;
  return (stem) =>
    agent === undefined ? [stem, FOLDER, is(name)] : [stem, 'subagents', is(agent), FOLDER, is(name)];
}
