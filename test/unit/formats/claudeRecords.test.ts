import assert from 'node:assert/strict';
import type { Entry } from '../../../src/core/entry.ts';
import { callText } from '../../../src/core/text/callText.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import { resultIds } from '../../../src/core/index/rowFacts.ts';
import { claudeCode } from '../../../src/formats/claudeCode/claudeCode.ts';
import { detectFormat } from '../../../src/formats/detect.ts';
import { answer, call, piece, read, row, says, user } from './claudeLines.ts';

const place = { line: 1, part: 1, header: null, previousId: null };

function entryOf(record: object): Entry {
  const decoded = claudeCode.decode(record as JsonObject, place);
  return decoded.type === 'entry' ? decoded.entry : assert.fail(decoded.type);
}

const messageOf = (content: unknown, fields: object = {}) =>
  entryOf(user('u', null, content, { ...fields })).message;

describe('records of Claude Code: users', () => {
  it('prompts as text or blocks', () => {
    assert.deepEqual(messageOf('hi'), { role: 'user', blocks: [{ type: 'text', text: 'hi' }] });
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AA==' } };
    const pdf = { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'BB==' } };
    const far = { type: 'image', source: { type: 'url', url: 'https://x.test' } };
    assert.deepEqual(messageOf([image, pdf, far])?.blocks, [
      { type: 'image', mimeType: 'image/png', data: 'AA==' },
      { type: 'image', mimeType: 'application/pdf', data: 'BB==' },
      { type: 'raw', value: far },
    ]);
  });

  it("a row that holds only a result is a tool's, with what the record keeps beside it", () => {
    const message = messageOf([answer('t1', 'out', { is_error: true })], {
      toolUseResult: { stdout: 'out' },
    });
    assert.deepEqual(message, {
      role: 'toolResult',
      blocks: [{ type: 'text', text: 'out' }],
      ...{ toolCallId: 't1', isError: true, details: { stdout: 'out' } },
    });
  });

  it('several results, and text next to one, stay told apart', () => {
    const several = messageOf([
      answer('t1'),
      answer('t2', [{ type: 'text', text: 'b' }], { is_error: true }),
    ]);
    assert.equal(several?.role, 'toolResult');
    assert.deepEqual(several?.results, [
      { toolCallId: 't1', isError: false, from: 0, to: 1 },
      { toolCallId: 't2', isError: true, from: 1, to: 2 },
    ]);
    const mixed = messageOf([answer('t1'), { type: 'text', text: 'and then?' }]);
    assert.equal(mixed?.role, 'user');
    assert.deepEqual(mixed && resultIds(mixed), ['t1']);
  });

  it('what the agent wrote in the name of the user is no prompt', () => {
    assert.deepEqual(
      [messageOf('x', { isMeta: true }), messageOf('y', { isCompactSummary: true })].map((m) => [
        m?.role,
        m?.roleName,
      ]),
      [
        ['custom', 'meta'],
        ['custom', 'summary'],
      ],
    );
    assert.equal(claudeCode.isConversation(entryOf(user('u', null, 'x', { isMeta: true }))), false);
    assert.equal(claudeCode.isConversation(entryOf(user('u', null, 'x', { isCompactSummary: true }))), true);
  });

  it('damaged messages are shown as far as they go', () => {
    const malformed = (message: unknown) => entryOf(row('user', 'u', null, { message })).malformed;
    assert.equal(malformed('text'), 'message');
    assert.equal(malformed({ role: 'user' }), 'message.content');
    assert.equal(malformed({ role: 'user', content: 5 }), 'message.content');
    assert.equal(malformed({ role: 'user', content: [null] }), 'message.content[0]');
    assert.equal(malformed({ content: 'x' }), 'message.role');
  });
});

describe('records of Claude Code: assistants', () => {
  const blocksOf = (block: object) =>
    entryOf(piece('a', null, 'm', block as Record<string, unknown>)).message?.blocks;

  it('thoughts, hidden ones too', () => {
    assert.deepEqual(blocksOf({ type: 'thinking', thinking: 'hm', signature: 's' }), [
      { type: 'thinking', text: 'hm', redacted: false },
    ]);
    const hidden = [{ type: 'thinking', text: '', redacted: true }];
    assert.deepEqual(blocksOf({ type: 'redacted_thinking', data: 'x' }), hidden);
    assert.deepEqual(blocksOf({ type: 'thinking', thinking: '', signature: 's' }), hidden);
  });

  it('calls, and server-side tools with their results in the same message', () => {
    const content = [
      { type: 'server_tool_use', id: 'w1', name: 'web_search', input: { query: 'q' } },
      {
        type: 'web_search_tool_result',
        tool_use_id: 'w1',
        content: [{ type: 'web_search_result', url: 'u' }],
      },
      { type: 'text', text: 'found' },
    ];
    const { message } = entryOf(row('assistant', 'a', null, { message: { role: 'assistant', content } }));
    assert.deepEqual(
      message?.blocks.map(({ type }) => type),
      ['toolCall', 'raw', 'text'],
    );
    assert.deepEqual(message?.results, [{ toolCallId: 'w1', isError: false, from: 1, to: 2 }]);
    const { table } = read(row('assistant', 'a', null, { message: { role: 'assistant', content } }));
    assert.deepEqual([...table.calls(0)], [...table.results(0)]);
  });

  it('errors of the API and other reasons to stop', () => {
    const stop = (fields: object, reason?: string) =>
      entryOf(
        row('assistant', 'a', null, {
          message: { role: 'assistant', content: [], stop_reason: reason },
          ...fields,
        }),
      ).message?.stopReason;
    assert.equal(stop({ isApiErrorMessage: true }), 'error');
    assert.equal(stop({}, 'max_tokens'), 'length');
    assert.equal(stop({}, 'end_turn'), 'end_turn');
  });
});

describe('records of Claude Code: notes and names', () => {
  it('system rows, attachments, progress, unknown types', () => {
    const told = (record: object) => {
      const { kind, type, text } = entryOf(record);
      return [kind, type, text];
    };
    const system = (fields: object) => row('system', 's', 'p', fields as Record<string, unknown>);
    assert.deepEqual(told(system({ subtype: 'turn_duration', durationMs: 1500 })), [
      'metadata',
      'turn_duration',
      '1.5 s',
    ]);
    assert.deepEqual(told(system({ subtype: 'api_error', retryAttempt: 1, maxRetries: 10 })), [
      ...['metadata', 'api_error', 'retry 1 of 10'],
    ]);
    const hook = row('attachment', 'h', 'p', { attachment: { type: 'hook_success', hookName: 'h' } });
    assert.deepEqual(told(hook), ['metadata', 'hook_success', 'h']);
    assert.deepEqual(told(row('progress', 'g', 'p', { data: { type: 'bash_progress', output: 'o' } })), [
      ...['metadata', 'bash_progress', 'o'],
    ]);
    assert.deepEqual(told(row('next-year', 'n', 'p')), ['unknown', 'next-year', undefined]);
  });

  it('a compaction with its trigger, its tokens and what it kept', () => {
    const compactMetadata = { trigger: 'auto', preTokens: 9000, preservedSegment: { headUuid: 'k' } };
    const entry = entryOf(row('system', 's', null, { subtype: 'compact_boundary', compactMetadata }));
    assert.deepEqual([entry.kind, entry.text, entry.tokensBefore], ['compaction', 'auto', 9000]);
    assert.deepEqual(entry.firstKept, { id: 'k' });
  });

  it('a prompt that had to wait is a message of the user', () => {
    const { kind, message } = entryOf(
      row('attachment', 'q', 'p', { attachment: { type: 'queued_command', prompt: 'go on' } }),
    );
    assert.deepEqual(
      [kind, message?.role, message?.blocks],
      ['message', 'user', [{ type: 'text', text: 'go on' }]],
    );
  });

  it('records without a uuid belong to the session; what a user called it outranks the rest', () => {
    const s = { sessionId: 's' };
    const names = [
      { type: 'custom-title', customTitle: 'mine', ...s },
      { type: 'ai-title', aiTitle: 'made', ...s },
      { type: 'last-prompt', lastPrompt: 'latest', ...s },
      { type: 'summary', summary: 'old', leafUuid: 'u1' },
    ];
    const titles = names.map((_, index) => read(user('u1', null, 'first'), ...names.slice(index)).title);
    assert.deepEqual(titles, ['mine', 'made', 'latest', 'old']);
    assert.equal(
      read(user('u1', null, 'first'), { type: 'file-history-snapshot', messageId: 'u1' }).table.size,
      1,
    );
  });

  it('the first words of a user name it, not a command, unless there is nothing else', () => {
    const command = '<command-name>/init</command-name>\n<command-args>now</command-args>';
    const output = '<local-command-stdout>done</local-command-stdout>';
    assert.equal(
      read(user('u1', null, command), user('u2', 'u1', output), user('u3', 'u2', 'real')).title,
      'real',
    );
    assert.equal(read(user('u1', null, command), user('u2', 'u1', output)).title, '/init now');
  });

  it("the user's words are found behind what the agent put before them in the row", () => {
    const text = (words: string) => ({ type: 'text', text: words });
    const reminder = text('<system-reminder>\nmind this\n</system-reminder>');
    assert.equal(read(user('u1', null, [reminder, text('real')]), user('u2', 'u1', 'later')).title, 'real');
    assert.equal(read(user('u1', null, [reminder]), user('u2', 'u1', 'later')).title, 'later');
    const before = `${reminder.text}\n<system-reminder>and this</system-reminder>\n real words`;
    assert.equal(read(user('u1', null, before)).title, 'real words');
    assert.equal(read(user('u1', null, '<system-reminder>open'), user('u2', 'u1', 'later')).title, 'later');
  });

  it("a helper's own file is named by what it was asked, a session by its user", () => {
    const asked = user('s1', null, 'count the files', { isSidechain: true });
    assert.equal(read(asked).title, 'count the files');
    assert.equal(read(asked, user('u1', null, 'real')).title, 'real');
  });
});

describe('detection of Claude Code', () => {
  const detect = (...records: object[]) => detectFormat(records as JsonObject[])?.name;

  it('knows it by its messages, or by records that only it has', () => {
    assert.equal(detect(user('u', null)), 'claude-code');
    assert.equal(detect({ type: 'user', uuid: 'u', message: { role: 'user', content: 'x' } }), 'claude-code');
    assert.equal(detect({ type: 'summary', summary: 's', leafUuid: 'u' }), 'claude-code');
    assert.equal(detect({ type: 'ai-title', aiTitle: 'a', sessionId: 's' }), 'claude-code');
    const head = { type: 'mode', mode: 'normal', sessionId: 's' };
    assert.equal(detect(head, { type: 'atis-latch', sessionId: 's' }, says('a', null)), 'claude-code');
  });

  it('leaves alone what others write with uuids', () => {
    const qwen = {
      uuid: 'u',
      parentUuid: null,
      sessionId: 's',
      type: 'user',
      message: { role: 'user', parts: [] },
    };
    assert.notEqual(detect(qwen), 'claude-code');
    const payload = { uuid: 'u', parentUuid: null, sessionId: 's', type: 'system', systemPayload: {} };
    assert.notEqual(detect(qwen, payload), 'claude-code');
    assert.equal(detect({ type: 'mode', mode: 'x', sessionId: 's' }), undefined);
    assert.notEqual(detect({ type: 'user', message: { role: 'user', content: 'x' } }), 'claude-code');
  });
});

describe("calls by their arguments' names", () => {
  const told = (name: string, input: object) => {
    const [block] = entryOf(piece('a', null, 'm', call('t', name, input))).message?.blocks ?? [];
    return block?.type === 'toolCall' ? callText(block) : '';
  };

  it('say what the tool does, whatever its name', () => {
    assert.equal(told('Read', { file_path: 'a.ts', offset: 5, limit: 10 }), 'Read a.ts:5-14');
    assert.equal(told('Bash', { command: 'npm test', description: 'Run tests' }), 'Bash npm test');
    assert.equal(told('Edit', { file_path: 'a.ts', old_string: 'x', new_string: 'y' }), 'Edit a.ts');
    assert.equal(told('Write', { file_path: 'a.ts', content: 'x' }), 'Write a.ts');
    assert.equal(told('MultiEdit', { file_path: 'a.ts', edits: [] }), 'MultiEdit a.ts');
    assert.equal(told('NotebookEdit', { notebook_path: 'n.ipynb' }), 'NotebookEdit n.ipynb');
    assert.equal(told('Grep', { pattern: 'a+', path: 'src' }), 'Grep /a+/ in src');
    assert.equal(told('Glob', { pattern: '*.ts' }), 'Glob *.ts in .');
    assert.equal(told('Task', { description: 'Count files', prompt: 'long' }), 'Task Count files');
    assert.equal(told('WebFetch', { url: 'https://x.test', prompt: 'p' }), 'WebFetch https://x.test');
    assert.equal(told('WebSearch', { query: 'q' }), 'WebSearch q');
    const todos = [{ status: 'completed' }, { status: 'pending' }, null];
    assert.equal(told('TodoWrite', { todos }), 'TodoWrite 1/3 done');
    assert.equal(told('mcp__db__run', { query: 'select 1' }), 'mcp__db__run select 1');
    assert.equal(told('mcp__x__y', { a: 1 }), 'mcp__x__y {"a":1}');
  });
});
