import type { Entry } from '../../core/entry.ts';
import { isJsonObject, own, ownString } from '../../core/json.ts';
import { namesIn, readPersisted } from '../persisted.ts';
import type { SpilledOutput } from '../spill.ts';

/**
 * Outputs over 50,000 characters lie in `<session>/tool-results` (formats/claude-code.md §1.6). The path in the record is
 * another machine's perhaps: its last part is looked for in the session's own folder.
 */
export function spilled({ message, record }: Entry): readonly SpilledOutput[] {
  const callId = message?.toolCallId;
  if (!message || callId === undefined) return [];
  const [first] = message.blocks;
  const note = first?.type === 'text' ? readPersisted(first.text) : undefined;
  const result = own(record, 'toolUseResult');
  const told = isJsonObject(result) ? result : {};
  const saved = ownString(told, 'persistedOutputPath');
  const name = (saved === undefined ? note?.path : namesIn(saved))?.at(-1);
  if (!name) return [];
  const bytes = own(told, 'persistedOutputSize');
  const size = typeof bytes === 'number' ? bytes : note?.size;
  const steps: SpilledOutput['steps'] = (stem) => [stem, 'tool-results', (found) => found === name];
  return [{ callId, steps, name, ...(size !== undefined && { size }) }];
}
