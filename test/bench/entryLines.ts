import { Dice } from '../support/dice.ts';

const SEED = 20261130;
/** Share of entries that go on from an earlier one; share of those that make a call, whose result comes next. */
const BRANCHES = 0.02;
const CALLS = 0.45;
/** How far back a branch begins. */
const BACK = 200;

/**
 * Lines as an agent writes them, as short as they can be: for what depends on the number of entries alone.
 * @param isChain each below the one before, no calls; else calls with their results, and branches
 */
export function* entryLines(count: number, isChain = false): Generator<string> {
  const dice = new Dice(SEED);
  const idOf = (n: number): string => n.toString(16).padStart(8, '0');
  let parentId: string | null = null;
  let call: string | undefined;
  for (let n = 0; n < count; n++) {
    if (!isChain && call === undefined && n > BACK && dice.chance(BRANCHES))
      parentId = idOf(n - 1 - dice.below(BACK));
    const answered: string | undefined = call;
    call = !isChain && answered === undefined && dice.chance(CALLS) ? `call_${String(n)}` : undefined;
    const timestamp = new Date(1_767_607_200_000 + n * 1000).toISOString();
    const message = messageOf(call, answered);
    yield JSON.stringify({ type: 'message', id: idOf(n), parentId, timestamp, message });
    parentId = idOf(n);
  }
}

function messageOf(call: string | undefined, answered: string | undefined): unknown {
  if (answered !== undefined)
    return { role: 'toolResult', toolCallId: answered, toolName: 'read', content: [], isError: false };
  if (call === undefined) return { role: 'user', content: 'x' };
  return { role: 'assistant', content: [{ type: 'toolCall', id: call, name: 'read', arguments: {} }] };
}
