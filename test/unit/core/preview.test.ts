import assert from 'node:assert/strict';
import fc from 'fast-check';
import { callSummary, callText } from '../../../src/core/text/callText.ts';
import type { Entry, Message, ToolCallBlock } from '../../../src/core/entry.ts';
import { cut, oneLine } from '../../../src/core/text/oneLine.ts';
import { previewOf } from '../../../src/core/text/preview.ts';

const call = (name: string, args?: unknown, more?: object): ToolCallBlock =>
  ({
    type: 'toolCall',
    id: 'c',
    name,
    ...(args !== undefined && { arguments: args }),
    ...more,
  }) as ToolCallBlock;

function entry(fields: Partial<Entry>): Entry {
  return {
    id: 'i',
    parentId: null,
    timestamp: null,
    kind: 'message',
    type: 'message',
    record: {},
    ...fields,
  };
}

const message = (fields: Partial<Message>): Entry =>
  entry({ message: { role: 'assistant', blocks: [], ...fields } });
const text = (value: string) => ({ type: 'text', text: value }) as const;

describe('callText, as Pi words calls (formats/pi.md §3)', () => {
  const calls: readonly (readonly [ToolCallBlock, string])[] = [
    [call('read', { path: 'README.md', offset: 1, limit: 20 }), 'read README.md:1-20'],
    [call('read', { path: 'p', offset: '5', limit: null }), 'read p:5'],
    [call('read', { file_path: 'old', limit: 10 }), 'read old:1-10'],
    [call('write', { path: 'p', content: 'x'.repeat(1e6) }), 'write p'],
    [call('edit', { path: 'p', edits: [] }), 'edit p'],
    [call('bash', { command: 'npm test\n  -- all' }), 'bash npm test -- all'],
    [call('bash', { command: `echo ${'x'.repeat(60)}` }), `bash echo ${'x'.repeat(45)}…`],
    [call('grep', { pattern: 'a b', path: 'src' }), 'grep /a b/ in src'],
    [call('grep', { pattern: 'a' }), 'grep /a/ in .'],
    [call('find', { pattern: '*.ts' }), 'find *.ts in .'],
    [call('ls', {}), 'ls .'],
    [call('other', { a: 1, b: [true, null, 'x'] }), 'other {"a":1,"b":[true,null,"x"]}'],
    [call('other', { text: 'y'.repeat(100) }), `other {"text":"${'y'.repeat(31)}…`],
    [call('other'), 'other'],
    [call('other', undefined, { rawArguments: '{"cut' }), 'other {"cut'],
    [call('', { a: 1 }), '(unnamed tool) {"a":1}'],
    [call('read', 'no object'), 'read "no object"'],
    [call('read', { path: 5 }), 'read'],
  ];
  for (const [block, want] of calls) it(want, () => assert.equal(callText(block), want));

  it('bounds its work on huge and deep arguments', () => {
    let deep: unknown = 1;
    for (let level = 0; level < 100_000; level++) deep = [deep];
    assert.equal(callText(call('x', { deep })), `x {"deep":${'['.repeat(32)}…`);
    assert.ok(callText(call('x', { big: Array.from({ length: 1e6 }, () => 'word') })).length < 60);
  });

  it('shows __proto__ as a key, and has no name in the summary', () => {
    assert.equal(callSummary('x', JSON.parse('{"__proto__":{"a":1}}')), '{"__proto__":{"a":1}}');
    assert.equal(callSummary('read', { path: 'p' }), 'p');
    assert.equal(callSummary('x', undefined), '');
  });
});

describe('previewOf', function () {
  this.timeout(60_000);
  const previews: readonly (readonly [string, Entry, ToolCallBlock | undefined, string])[] = [
    [
      'user text',
      message({ role: 'user', blocks: [text('two\nlines\t here')] }),
      undefined,
      'two lines here',
    ],
    ['several texts', message({ blocks: [text('a'), call('x'), text('b')] }), undefined, 'a b'],
    ['no text', message({ blocks: [text(' \n')] }), undefined, '(no text)'],
    [
      'calls and no text',
      message({
        blocks: [
          { type: 'thinking', text: 'hm', redacted: false },
          call('ls', {}),
          call('find', { pattern: 'x' }),
        ],
      }),
      undefined,
      '→ ls ., find x in .',
    ],
    [
      'calls with what they gave, and no text',
      message({
        blocks: [call('ls', {}), text('a.ts')],
        results: [{ toolCallId: 'c', from: 1, to: 2, isError: false }],
      } as Partial<Message>),
      undefined,
      '→ ls .',
    ],
    [
      'a thought and no text',
      message({ blocks: [{ type: 'thinking', text: 'let me\nsee', redacted: false }] }),
      undefined,
      '(thinking) let me see',
    ],
    [
      'a thought that is redacted',
      message({ blocks: [{ type: 'thinking', text: '', redacted: true }] }),
      undefined,
      '(thinking)',
    ],
    [
      'calls of a custom speaker',
      message({ role: 'other', roleName: 'planner', blocks: [call('ls', {})] }),
      undefined,
      'planner: → ls .',
    ],
    ['an image', message({ blocks: [{ type: 'image', data: '', mimeType: '' }] }), undefined, '(image)'],
    ['aborted', message({ stopReason: 'aborted' }), undefined, '(aborted)'],
    ['an error', message({ stopReason: 'error', errorMessage: 'no\nnet' }), undefined, 'no net'],
    ['a result as its call', message({ role: 'toolResult', toolName: 'ls' }), call('ls', {}), 'ls .'],
    [
      'a lone result',
      message({ role: 'toolResult', toolName: 'ls', blocks: [text('a.ts')] }),
      undefined,
      'ls: a.ts',
    ],
    [
      'a command',
      message({ role: 'bash', command: 'npm  test', blocks: [text('ok')] }),
      undefined,
      'npm test',
    ],
    [
      'a custom message',
      message({ role: 'custom', roleName: 'ext', blocks: [text('hi')] }),
      undefined,
      'ext: hi',
    ],
    [
      'compaction',
      entry({ kind: 'compaction', text: 's', tokensBefore: 34_700 }),
      undefined,
      'compaction: 35k tokens',
    ],
    [
      'branch summary',
      entry({ kind: 'branchSummary', text: 'tried X' }),
      undefined,
      'branch summary: tried X',
    ],
    ['model', entry({ kind: 'modelChange', text: 'm' }), undefined, 'model: m'],
    ['thinking', entry({ kind: 'thinkingLevelChange', text: 'high' }), undefined, 'thinking: high'],
    ['label', entry({ kind: 'label', text: 'l' }), undefined, 'label: l'],
    ['label cleared', entry({ kind: 'label', text: '' }), undefined, 'label cleared'],
    ['name', entry({ kind: 'sessionName', text: 'n' }), undefined, 'name: n'],
    ['name cleared', entry({ kind: 'sessionName' }), undefined, 'name cleared'],
    ['context edit', entry({ kind: 'contextEdit', text: 'omit' }), undefined, 'context edit: omit'],
    ['custom', entry({ kind: 'custom', text: 'ext' }), undefined, 'custom: ext'],
    ['usage', entry({ kind: 'usage', text: 'cache_warm' }), undefined, 'usage: cache_warm'],
    ['metadata', entry({ kind: 'metadata', type: 'metadata', text: 'a=1' }), undefined, 'metadata: a=1'],
    ['unknown', entry({ kind: 'unknown', type: 'later' }), undefined, 'later'],
    ['unknown without type', entry({ kind: 'unknown', type: '' }), undefined, 'unknown'],
  ];
  for (const [what, of, answered, want] of previews) {
    it(what, () => assert.equal(previewOf(of, answered).text, want));
  }

  it('marks what went wrong, and lists calls', () => {
    assert.equal(previewOf(message({ stopReason: 'length' })).mark, 'length');
    assert.equal(previewOf(message({ stopReason: 'stop' })).mark, undefined);
    assert.equal(previewOf(message({ role: 'toolResult', isError: true })).mark, 'error');
    const calls = previewOf(
      message({ blocks: [call('ls', {}), text('x'), call('read', { path: 'p' })] }),
    ).calls;
    assert.deepEqual(calls, ['ls .', 'read p']);
  });

  it('is one line, never empty, at most 200 units, without what cannot be seen (cases 099)', () => {
    const any = fc.string({ unit: 'binary', maxLength: 500 });
    fc.assert(
      fc.property(
        any,
        any,
        fc.constantFrom('user', 'toolResult', 'bash', 'custom', 'other', 'system'),
        (a, b, role) => {
          const { text: line, calls } = previewOf(
            message({ role, roleName: b, toolName: b, command: a, blocks: [text(a), call(b, { [a]: b })] }),
          );
          for (const each of [line, ...calls]) {
            assert.ok(each.length > 0 && each.length <= 200);
            assert.match(each, /^(?:(?![\u200c\u200d])[^\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]|[\u200c\u200d])+$/u);
          }
        },
      ),
      { numRuns: 1000 },
    );
  });
});

describe('oneLine', () => {
  it('cuts with an ellipsis, never inside a character', () => {
    assert.equal(oneLine('abcdef', 4), 'abc…');
    assert.equal(oneLine('ab😀cd', 4), 'ab…');
    assert.equal(oneLine('abcd', 4), 'abcd');
    assert.equal(cut('😀', 1), '');
  });

  it('makes control and direction characters visible', () => {
    assert.equal(oneLine('a\u202eb\u0000c\u001b[31m'), 'a\ufffdb\ufffdc\ufffd[31m');
    assert.equal(oneLine('\ud83d'), '\ufffd');
    assert.equal(oneLine('👩\u200d💻'), '👩\u200d💻');
  });

  it('looks at the beginning only', () => {
    assert.equal(oneLine(`${' '.repeat(1e7)}x`, 10), '…');
    assert.equal(oneLine('x'.repeat(5e7)).length, 200);
  });
});
