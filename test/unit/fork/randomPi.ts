import fc from 'fast-check';

/** What an entry of a made-up session is; numbers choose among the entries before it. */
interface Choice {
  readonly type: 'user' | 'assistant' | 'label' | 'clear' | 'compaction' | 'hook' | 'edit' | 'name';
  readonly parent: number;
  readonly target: number;
}

const TIME = '2026-01-05T10:00:00.000Z';

const choice: fc.Arbitrary<Choice> = fc.record({
  type: fc.constantFrom(
    'user',
    'assistant',
    'label',
    'label',
    'label',
    'clear',
    'compaction',
    'hook',
    'edit',
    'name',
  ),
  // Mostly chains, so that labels lie on the path.
  parent: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(20) }),
  target: fc.nat(20),
});

/** Pi session files, as text, with labels, clearings and compaction boundaries everywhere. */
export const randomPiFile: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom(2, 3), fc.array(choice, { minLength: 1, maxLength: 16 }))
  .map(([version, choices]) => {
    const header = { type: 'session', version, id: 'source', timestamp: TIME, cwd: '/home/me/demo' };
    const lines = [header, ...choices.map((each, index) => record(each, index))];
    return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  });

function record({ type, parent, target }: Choice, index: number): object {
  const id = (at: number) => `e${at}`;
  const parentId = index === 0 ? null : id(Math.max(0, index - 1 - (parent % index)));
  const base = { id: id(index), parentId, timestamp: TIME };
  // Targets may be the entry itself, an entry of another branch, or one that comes later.
  const targetId = id(target % (index + 2));
  const message = (role: string, rest: object = {}) => ({
    type: 'message',
    ...base,
    message: { role, content: [{ type: 'text', text: `text ${index}` }], timestamp: index, ...rest },
  });
  switch (type) {
    case 'user':
      return message('user');
    case 'assistant':
      return message('assistant', { provider: 'p', model: `m${index}`, usage: {}, stopReason: 'stop' });
    case 'hook':
      return message('hookMessage', { customType: 't', display: true });
    case 'label':
      return {
        type: 'label',
        ...base,
        timestamp: `2026-01-05T10:00:${10 + index}.000Z`,
        targetId,
        label: `l${index}`,
      };
    case 'clear':
      return { type: 'label', ...base, targetId };
    case 'compaction':
      return {
        type: 'compaction',
        ...base,
        summary: `s${index}`,
        firstKeptEntryId: targetId,
        tokensBefore: 1,
      };
    case 'edit':
      return { type: 'context_edit', ...base, targetId, replacement: null };
    case 'name':
      return { type: 'session_info', ...base, name: `n${index}` };
  }
}
