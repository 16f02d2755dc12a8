import assert from 'node:assert/strict';
import type { JsonObject } from '../../../src/core/json.ts';
import { codex } from '../../../src/formats/codex/codex.ts';
import { detectFormat } from '../../../src/formats/detect.ts';
import { entryOf, event, item, line, meta, replyItem, THREAD, userItem } from './codexLines.ts';

const messageOf = (record: JsonObject) => entryOf(record).message;
const NOWHERE = { line: 1, part: 1, header: null, previousId: null };

describe('Codex: detection', () => {
  it('knows a rollout by its envelopes, even without a header', () => {
    assert.equal(detectFormat([meta(), userItem('hi')])?.name, 'codex-rollout');
    assert.equal(
      detectFormat([line('turn_context', { model: 'm' }), event('token_count')])?.name,
      'codex-rollout',
    );
  });

  it('knows the bare records of before September 2025', () => {
    const bare = [
      { id: THREAD, timestamp: '2025-07-01T10:00:00Z', instructions: null, git: {} },
      { record_type: 'state' },
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'hi' }] },
      { type: 'function_call', name: 'shell', arguments: '{}', call_id: 'c' },
    ] as JsonObject[];
    assert.equal(detectFormat(bare)?.name, 'codex-rollout');
    assert.equal(codex.decode(bare[0] as JsonObject, NOWHERE).type, 'header');
    assert.equal(entryOf(bare[2] as JsonObject).message?.role, 'user');
    assert.equal(entryOf({ type: 'message', role: 'user', content: 5 }).malformed, 'content');
  });

  it('takes what the command prints for no rollout, nor the log of the screen', () => {
    const printed = [
      { type: 'thread.started', thread_id: THREAD },
      { type: 'turn.started' },
      { type: 'item.completed', item: { id: 'item_0', type: 'agent_message', text: 'yes' } },
    ] as JsonObject[];
    assert.equal(detectFormat(printed), undefined);
    const log = {
      ts: '2025-08-10T03:12:26Z',
      dir: 'to_tui',
      kind: 'codex_event',
      payload: { id: '0', msg: {} },
    };
    assert.equal(detectFormat([log, log, log]), undefined);
  });

  it('says of other objects what they lack', () => {
    const bad = (record: JsonObject) => codex.decode(record, NOWHERE);
    assert.deepEqual(bad({ a: 1 }), { type: 'bad', path: 'type', message: 'the record has no type' });
    assert.deepEqual(bad({ type: 'event_msg' }), {
      type: 'bad',
      path: 'payload',
      message: 'the record has no payload',
    });
  });
});

describe('Codex: header', () => {
  const headerOf = (fields: object) => {
    const decoded = codex.decode(meta(fields), NOWHERE);
    assert.equal(decoded.type, 'header');
    const {
      record: _,
      timestamp: __,
      ...header
    } = (decoded as Extract<typeof decoded, { type: 'header' }>).header;
    return header;
  };

  it('tells where a fork comes from and in which file it begins', () => {
    const history_base = { thread_id: 'p', end_ordinal_exclusive: 25, end_byte_offset: 42234 };
    assert.deepEqual(headerOf({ forked_from_id: 'p', history_base }), {
      ...{ version: 1, id: THREAD, cwd: '/home/me/demo', parentSession: 'p' },
      base: { id: 'p', bytes: 42234, last: { key: 'ordinal', value: 24 } },
    });
  });

  it('takes no beginning that cannot be one', () => {
    for (const end_byte_offset of [0, -1, 1.5, '5', null]) {
      assert.equal('base' in headerOf({ history_base: { thread_id: 'p', end_byte_offset } }), false);
    }
  });

  it('tells whose helper a session is', () => {
    const source = { subagent: { thread_spawn: { parent_thread_id: 'main', depth: 1 } } };
    assert.equal(headerOf({ source }).subagentOf, 'main');
    assert.equal(headerOf({ parent_thread_id: 'main' }).subagentOf, 'main');
  });
});

describe('Codex: messages', () => {
  it('have texts and pictures', () => {
    const image_url = 'data:image/png;base64,AAAA';
    const content = [
      { type: 'input_text', text: 'look' },
      { type: 'input_image', image_url },
    ];
    assert.deepEqual(messageOf(item({ type: 'message', role: 'user', content })), {
      role: 'user',
      blocks: [
        { type: 'text', text: 'look' },
        { type: 'image', mimeType: 'image/png', data: 'AAAA' },
      ],
    });
    assert.equal(messageOf(item({ type: 'message', role: 'developer', content: 'rules' }))?.role, 'system');
  });

  it('that the agent wrote in the user’s name are none of the user’s', () => {
    for (const text of [
      '<environment_context>\n<cwd>/x</cwd>\n</environment_context>',
      '# AGENTS.md instructions for /x\n\n<INSTRUCTIONS>',
      '<user_instructions>be kind</user_instructions>',
      '<turn_aborted>\nThe user interrupted',
      '<subagent_notification>{}</subagent_notification>',
    ]) {
      const entry = entryOf(userItem(text));
      assert.deepEqual([entry.message?.role, entry.message?.hidden], ['custom', true], text);
      assert.equal(codex.isConversation(entry), false);
    }
    for (const text of ['<b>bold</b> words', 'AGENTS.md instructions are missing', '<div>why?</div>']) {
      assert.equal(messageOf(userItem(text))?.role, 'user', text);
    }
  });

  it('of a command that the user ran are that command', () => {
    const text =
      '<user_shell_command>\n<command>\nls -a\n</command>\n<result>\nExit code: 2\nDuration: 0.1 seconds\nOutput:\nno such\n</result>\n</user_shell_command>';
    assert.deepEqual(messageOf(userItem(text)), {
      ...{ role: 'bash', command: 'ls -a', exitCode: 2 },
      blocks: [{ type: 'text', text: 'no such' }],
    });
  });

  it('with a shape that cannot be read say where', () => {
    assert.equal(entryOf(item({ type: 'message', role: 'user', content: 7 })).malformed, 'payload.content');
    assert.equal(entryOf(item({ type: 'message', content: [] })).malformed, 'payload.role');
  });

  it('are thoughts, sealed ones too', () => {
    const thought = (fields: object) => messageOf(item({ type: 'reasoning', ...fields }))?.blocks;
    const summary = [{ type: 'summary_text', text: 'first' }];
    const content = [{ type: 'reasoning_text', text: 'then' }];
    assert.deepEqual(thought({ summary, content }), [
      { type: 'thinking', text: 'first', redacted: false },
      { type: 'thinking', text: 'then', redacted: false },
    ]);
    assert.deepEqual(thought({ summary: [], encrypted_content: 'gAAAA' }), [
      { type: 'thinking', text: '', redacted: true },
    ]);
  });
});

describe('Codex: calls', () => {
  const call = (payload: object) => messageOf(item(payload))?.blocks[0];

  it('have their arguments as a value and as they were written', () => {
    assert.deepEqual(call({ type: 'function_call', name: 'shell', arguments: '{"a":1}', call_id: 'c' }), {
      ...{ type: 'toolCall', id: 'c', name: 'shell', arguments: { a: 1 }, rawArguments: '{"a":1}' },
    });
    assert.deepEqual(
      call({ type: 'custom_tool_call', name: 'apply_patch', input: '*** Begin', call_id: 'c' }),
      {
        ...{ type: 'toolCall', id: 'c', name: 'apply_patch', rawArguments: '*** Begin' },
      },
    );
    const action = { type: 'exec', command: ['ls'] };
    assert.deepEqual(call({ type: 'local_shell_call', call_id: 'c', action }), {
      ...{ type: 'toolCall', id: 'c', name: 'local_shell', arguments: action },
    });
  });

  it('of a server’s tool carry its name', () => {
    const named = (name: string, namespace: string | null) => {
      const block = call({ type: 'function_call', name, namespace, arguments: '', call_id: 'c' });
      return block?.type === 'toolCall' ? block.name : '';
    };
    assert.equal(named('find', null), 'find');
    assert.equal(named('find', 'docs'), 'docs.find');
    assert.equal(named('find', 'mcp__docs__'), 'mcp__docs__find');
    assert.equal(named('mcp__docs__find', 'mcp__docs__'), 'mcp__docs__find');
  });

  it('that the model’s own server answered hold their result', () => {
    const search = { type: 'web_search_call', id: 'ws', status: 'completed', action: { query: 'x' } };
    const message = messageOf(item(search));
    assert.deepEqual(message?.results, [{ toolCallId: 'ws', isError: false, from: 1, to: 2 }]);
    const picture = messageOf(
      item({ type: 'image_generation_call', id: 'ig', status: 'failed', result: 'AAAA' }),
    );
    assert.deepEqual(picture?.blocks[1], { type: 'image', mimeType: 'image/png', data: 'AAAA' });
    assert.equal(picture?.results?.[0]?.isError, true);
    const running = messageOf(item({ ...search, status: 'in_progress' }));
    assert.equal(running?.results, undefined);
  });
});

describe('Codex: results', () => {
  const result = (output: unknown, fields: object = {}) => {
    const message = messageOf(item({ type: 'function_call_output', call_id: 'c', output, ...fields }));
    assert.equal(message?.role, 'toolResult');
    assert.equal(message?.toolCallId, 'c');
    const texts = message?.blocks.map((block) => (block.type === 'text' ? block.text : block.type));
    return [texts, message?.exitCode, message?.isError, message?.details];
  };
  const printed = (code: number, output: string) =>
    `Chunk ID: 1\nWall time: 0.1 seconds\nProcess exited with code ${code}\nOutput:\n${output}`;

  it('say how the command ended', () => {
    assert.deepEqual(result(printed(0, 'ok')), [[printed(0, 'ok')], 0, undefined, undefined]);
    assert.deepEqual(result(printed(127, 'no')), [[printed(127, 'no')], 127, true, undefined]);
    assert.deepEqual(result('Exit code: 1\nWall time: 1 seconds\nOutput:\nx')[1], 1);
    const metadata = { exit_code: 3, duration_seconds: 0.1 };
    assert.deepEqual(result(JSON.stringify({ output: 'old', metadata })), [['old'], 3, true, metadata]);
  });

  it('take no word of the command’s output for it', () => {
    assert.deepEqual(result(printed(0, 'Process exited with code 9')).slice(1, 3), [0, undefined]);
    assert.deepEqual(result('all of it'), [['all of it'], undefined, undefined, undefined]);
  });

  it('are lists, single items, or a content with its success', () => {
    assert.deepEqual(result([{ type: 'input_text', text: 'a' }])[0], ['a']);
    assert.deepEqual(result({ type: 'input_text', text: 'b' })[0], ['b']);
    assert.deepEqual(result({ content: 'c', success: false }), [['c'], undefined, true, undefined]);
    assert.deepEqual(result('', { status: 'failed' }), [[], undefined, true, undefined]);
  });
});

describe('Codex: notes', () => {
  const noteOf = (record: JsonObject) => {
    const { kind, type, text } = entryOf(record);
    return [kind, type, text];
  };

  it('say their one thing', () => {
    assert.deepEqual(noteOf(line('turn_context', { model: 'm', effort: 'high' })), [
      'metadata',
      'turn_context',
      'm, high',
    ]);
    assert.deepEqual(noteOf(line('world_state', {})), ['metadata', 'world_state', undefined]);
    assert.deepEqual(noteOf(line('compacted', { message: 'sum' })), ['compaction', 'compacted', 'sum']);
    assert.deepEqual(noteOf(event('turn_aborted', { reason: 'interrupted' })), [
      'metadata',
      'turn_aborted',
      'interrupted',
    ]);
    assert.deepEqual(noteOf(event('task_complete', { duration_ms: 1394 })), [
      'metadata',
      'task_complete',
      '1.4 s',
    ]);
    assert.deepEqual(noteOf(event('thread_name_updated', { thread_name: 'n' })), [
      'sessionName',
      'thread_name_updated',
      'n',
    ]);
    const command = { type: 'CommandExecution', id: 'c', exit_code: 127, status: 'failed' };
    assert.deepEqual(noteOf(event('item_completed', { item: command })), [
      ...['metadata', 'item_completed', 'CommandExecution: exit code 127'],
    ]);
    const last_token_usage = { input_tokens: 10, cached_input_tokens: 4, output_tokens: 2 };
    assert.deepEqual(noteOf(event('token_count', { info: { last_token_usage } })), [
      ...['usage', 'token_count', '10 (4 cached) in, 2 out'],
    ]);
    assert.deepEqual(noteOf(event('token_count', { info: null })), ['usage', 'token_count', undefined]);
  });

  it('of unknown types are kept as they are', () => {
    assert.deepEqual(noteOf(line('next_thing', { x: 1 })), ['unknown', 'next_thing', undefined]);
    assert.deepEqual(noteOf(event('next_event', { message: 'm' })), ['unknown', 'next_event', 'm']);
    assert.deepEqual(noteOf(item({ type: 'next_item' })), ['unknown', 'next_item', undefined]);
    assert.deepEqual(noteOf(item({ type: 'constructor' })), ['unknown', 'constructor', undefined]);
    assert.deepEqual(noteOf(line('toString', {})), ['unknown', 'toString', undefined]);
    assert.equal(replyItem('x')['type'], 'response_item');
  });
});
