import assert from 'node:assert/strict';
import type { Block, Message } from '../../../src/core/entry.ts';
import { toAnthropic, toOpenAi } from '../../../src/core/context/modelJson.ts';

const text = (words: string): Block => ({ type: 'text', text: words });
const IMAGE: Block = { type: 'image', mimeType: 'image/png', data: 'AAAA' };
const CALL: Block = { type: 'toolCall', id: 'c1', name: 'read', arguments: { path: 'a' } };
const TALK: Message[] = [
  { role: 'system', blocks: [text('be brief')] },
  { role: 'user', blocks: [text('q'), IMAGE] },
  {
    role: 'assistant',
    blocks: [{ type: 'thinking', text: 'hm', redacted: false }, text('wait'), CALL, { ...CALL, id: 'c2' }],
  },
  { role: 'toolResult', blocks: [text('r1')], toolCallId: 'c1', toolName: 'read' },
  { role: 'toolResult', blocks: [text('r2'), IMAGE], toolCallId: 'c2', toolName: 'read', isError: true },
  { role: 'user', blocks: [text('and?')] },
  { role: 'assistant', blocks: [text('done')] },
  { role: 'system', blocks: [text('be kind')] },
];

describe('messages as Anthropic takes them', () => {
  it('have the system’s texts apart, results in the user’s turn, and one message a turn', () => {
    assert.deepEqual(toAnthropic(TALK), {
      system: 'be brief\n\nbe kind',
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'q' },
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
          ],
        },
        {
          role: 'assistant',
          content: [
            { type: 'text', text: 'wait' },
            { type: 'tool_use', id: 'c1', name: 'read', input: { path: 'a' } },
            { type: 'tool_use', id: 'c2', name: 'read', input: { path: 'a' } },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'c1', content: [{ type: 'text', text: 'r1' }] },
            {
              type: 'tool_result',
              tool_use_id: 'c2',
              content: [
                { type: 'text', text: 'r2' },
                { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
              ],
              is_error: true,
            },
            { type: 'text', text: 'and?' },
          ],
        },
        { role: 'assistant', content: [{ type: 'text', text: 'done' }] },
      ],
    });
  });

  it('leave out what the API refuses, and lose no block that nobody knows', () => {
    const raw: Block = { type: 'raw', value: { type: 'citation', at: 5 } };
    const { messages, ...rest } = toAnthropic([
      { role: 'assistant', blocks: [] },
      { role: 'user', blocks: [text('')] },
      { role: 'other', blocks: [text('x')] },
      { role: 'user', blocks: [raw] },
      { role: 'assistant', blocks: [{ type: 'toolCall', id: 'c', name: 'x', rawArguments: 'not json {' }] },
      { role: 'assistant', blocks: [{ type: 'toolCall', id: 'd', name: 'y' }] },
      { role: 'assistant', blocks: [{ type: 'toolCall', id: 'e', name: 'z', arguments: [1] }] },
    ]);
    assert.deepEqual(rest, {});
    assert.deepEqual(messages, [
      { role: 'user', content: [{ type: 'text', text: '{"type":"citation","at":5}' }] },
      {
        role: 'assistant',
        content: [
          { type: 'tool_use', id: 'c', name: 'x', input: { arguments: 'not json {' } },
          { type: 'tool_use', id: 'd', name: 'y', input: {} },
          { type: 'tool_use', id: 'e', name: 'z', input: { arguments: [1] } },
        ],
      },
    ]);
  });
});

describe('messages as OpenAI takes them', () => {
  it('have calls beside the text and results as messages of their own', () => {
    const call = (id: string) => ({
      id,
      type: 'function',
      function: { name: 'read', arguments: '{"path":"a"}' },
    });
    assert.deepEqual(toOpenAi(TALK), [
      { role: 'system', content: 'be brief' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'q' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
        ],
      },
      { role: 'assistant', content: 'wait', tool_calls: [call('c1'), call('c2')] },
      { role: 'tool', tool_call_id: 'c1', content: 'r1' },
      { role: 'tool', tool_call_id: 'c2', content: 'r2\n\n[image/png]' },
      { role: 'user', content: 'and?' },
      { role: 'assistant', content: 'done' },
      { role: 'system', content: 'be kind' },
    ]);
  });

  it('keep arguments as the model wrote them, and have null where a call stands alone', () => {
    const blocks: Block[] = [
      { type: 'toolCall', id: 'c', name: 'x', arguments: { a: 1 }, rawArguments: '{ "a": 1.0 }' },
      { type: 'toolCall', id: 'd', name: 'y', rawArguments: 'not json {' },
      { type: 'toolCall', id: 'e', name: 'z' },
    ];
    const [message] = toOpenAi([
      { role: 'assistant', blocks },
      { role: 'other', blocks },
    ]);
    assert.equal(message?.['content'], null);
    const calls = message['tool_calls'] as { function: { arguments: string } }[];
    assert.deepEqual(
      calls.map((call) => call.function.arguments),
      ['{ "a": 1.0 }', 'not json {', '{}'],
    );
  });
});
