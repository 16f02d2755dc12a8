import type { Dice } from '../../../support/dice.ts';
import { randomText } from './mutate.ts';

/** A row as Claude Code writes it, or nearly so; its id goes to `ids`. */
export function claudeRecord(ids: string[], dice: Dice): unknown {
  if (dice.chance(0.1)) return sideRecord(dice);
  const uuid = dice.chance(0.03) ? randomText(dice) : `id${String(dice.below(500))}`;
  const older = dice.chance(0.85) ? (ids.at(-1) ?? null) : `id${String(dice.below(500))}`;
  ids.push(uuid);
  const type = dice.pick([
    'user',
    'user',
    'assistant',
    'assistant',
    'progress',
    'system',
    'attachment',
    'odd',
  ]);
  const members = Object.entries<unknown>({
    ...(dice.chance(0.97) && { parentUuid: dice.chance(0.03) ? null : older }),
    isSidechain: dice.chance(0.15),
    ...{ type, uuid, sessionId: 's', cwd: '/c', timestamp: new Date(dice.below(2e12)).toISOString() },
    ...(type === 'user' || type === 'assistant'
      ? { message: message(type, dice) }
      : { content: randomText(dice) }),
    ...(dice.chance(0.05) && { [dice.pick(MARKS)]: dice.pick([true, false, null, 'x', 1]) }),
    ...(dice.chance(0.2) && { toolUseResult: { content: [block(dice)] } }),
    ...(type === 'system' && { subtype: dice.pick(['turn_duration', 'compact_boundary', 'api_error', 7]) }),
    ...(dice.chance(0.1) && { compactMetadata: metadata(dice) }),
    ...(type === 'attachment' && { attachment: attachment(dice) }),
    ...(type === 'progress' && { data: { type: 'hook', message: message('user', dice) } }),
  });
  if (dice.chance(0.2)) members.sort(() => dice.below(3) - 1);
  return Object.fromEntries(members);
}

function metadata(dice: Dice): unknown {
  const id = (): string => `id${String(dice.below(500))}`;
  const preservedSegment = { headUuid: id(), tailUuid: id(), anchorUuid: id() };
  return dice.pick<unknown>([null, false, { trigger: 'auto', preTokens: 5 }, { preservedSegment }]);
}

function attachment(dice: Dice): unknown {
  const type = dice.pick(['queued_command', 'deferred_tools_delta', 'compact_boundary', 3]);
  const found = { type, prompt: randomText(dice), content: randomText(dice), subtype: 'queued_command' };
  return dice.pick<unknown>([found, found, found, [found], 'text', null]);
}

/** A record that belongs to the session and seldom is an entry. */
function sideRecord(dice: Dice): unknown {
  const type = dice.pick(['file-history-snapshot', 'mode', 'queue-operation', 'last-prompt', 'custom-title']);
  return {
    ...{ type, lastPrompt: randomText(dice), customTitle: dice.pick(['', 'Title', 3]) },
    ...(dice.chance(0.2) && {
      uuid: dice.pick(['', null, 5, `id${String(dice.below(500))}`, randomText(dice)]),
    }),
    ...{ snapshot: { uuid: 'no', message: message('user', dice) }, sessionId: 's' },
  };
}

const MARKS = ['isMeta', 'isCompactSummary', 'isApiErrorMessage', 'teamName', 'logicalParentUuid', 'subtype'];

function message(role: string, dice: Dice): Record<string, unknown> {
  const results = dice.chance(0.5);
  const content = Array.from({ length: dice.below(4) }, () =>
    role === 'user' && results && dice.chance(0.9) ? result(dice) : block(dice),
  );
  return {
    ...(dice.chance(0.98) && { role: dice.chance(0.95) ? role : randomText(dice) }),
    ...(role === 'assistant' && { id: dice.chance(0.05) ? randomText(dice) : `m${String(dice.below(20))}` }),
    content: dice.chance(0.2) ? randomText(dice) : content,
    ...(dice.chance(0.3) && {
      stop_reason: dice.pick(['tool_use', 'max_tokens', 'aborted', 'end_turn', null]),
    }),
  };
}

function result(dice: Dice): unknown {
  const members = Object.entries<unknown>({
    tool_use_id: dice.chance(0.9)
      ? `call${String(dice.below(60))}`
      : dice.pick(['', null, 7, randomText(dice)]),
    type: dice.chance(0.95)
      ? 'tool_result'
      : dice.pick(['web_search_tool_result', 'text', 'x_tool_result_y']),
    content: resultContent(dice),
  });
  if (dice.chance(0.3)) members.reverse();
  return Object.fromEntries(members);
}

function resultContent(dice: Dice): unknown {
  if (dice.chance(0.5)) return randomText(dice);
  if (dice.chance(0.1))
    return dice.pick<unknown>([null, 7, {}, { type: 'found' }, true, [[]], [null], ['x']]);
  return Array.from({ length: dice.below(3) }, () => (dice.chance(0.1) ? result(dice) : block(dice)));
}

function block(dice: Dice): unknown {
  const type = dice.pick([
    'text',
    'text',
    'text',
    'thinking',
    'tool_use',
    'tool_use',
    'image',
    'document',
    'other',
  ]);
  const text = randomText(dice);
  if (type === 'tool_use')
    return { type, id: `call${String(dice.below(60))}`, name: 'Read', input: input(dice) };
  if (type === 'image') return { type, source: { type: dice.pick(['base64', 'text', 'url']), data: text } };
  return { type, [type === 'thinking' ? type : 'text']: text, ...(dice.chance(0.1) && { content: text }) };
}

function input(dice: Dice): unknown {
  if (dice.chance(0.05)) return randomText(dice);
  return { path: randomText(dice), ...(dice.chance(0.1) && { prompt: randomText(dice) }) };
}
