import assert from 'node:assert/strict';
import type { EntryUsage } from '../../../src/core/usage/usage.ts';
import { formatByName } from '../../../src/formats/list.ts';
import type { JsonObject } from '../../../src/core/json.ts';

type Fields = Record<string, unknown>;

/** What an entry of the format tells; asserts that a sum would look at it. */
function told(name: string, record: Fields): EntryUsage | undefined {
  const format = formatByName(name);
  assert.ok(format?.usage, `${name} tells usage`);
  const place = { line: 1, part: 1, header: null, previousId: null };
  const decoded = format.decode(record as JsonObject, place);
  const entries =
    decoded.type === 'entry' ? [decoded.entry] : decoded.type === 'entries' ? decoded.entries : [];
  const found = entries.flatMap((entry) => {
    const usage = format.usage?.of(entry);
    if (usage) assert.equal(format.usage?.mayTell(entry.kind, entry.message?.role ?? null), true);
    return usage ? [usage] : [];
  });
  assert.ok(found.length < 2);
  return found[0];
}

const BASE = { uuid: 'u', parentUuid: null, sessionId: 's', timestamp: '2026-01-05T10:00:00.000Z' };

describe('usage that records tell', () => {
  const claude = (usage: unknown, more: Fields = {}): Fields => ({
    ...{ ...BASE, type: 'assistant', requestId: 'r' },
    message: { id: 'm', role: 'assistant', content: [], usage, ...more },
  });

  it('Claude Code: the cache stands beside the input', () => {
    const usage = {
      ...{ input_tokens: 14, cache_creation_input_tokens: 183, cache_read_input_tokens: 23999 },
      ...{ output_tokens: 2, cache_creation: { ephemeral_5m_input_tokens: 183 } },
    };
    assert.deepEqual(told('claude-code', claude(usage)), {
      usage: { input: 24196, cacheRead: 23999, cacheWrite: 183, output: 2 },
      key: 'm r',
    });
    assert.equal(told('claude-code', claude(usage, { id: undefined }))?.key, undefined);
    assert.equal(told('claude-code', claude({ input_tokens: 0, output_tokens: 0 })), undefined);
    assert.equal(told('claude-code', claude(undefined)), undefined);
    assert.equal(told('claude-code', claude('many')), undefined);
    assert.deepEqual(told('claude-code', claude({ input_tokens: '14', output_tokens: 5 }))?.usage, {
      output: 5,
    });
  });

  it('Pi: answers, tools, summaries and what was used beside the talk; costs in dollars', () => {
    const usage = {
      ...{ input: 10, output: 93, cacheRead: 5, cacheWrite: 185942, totalTokens: 186050, reasoning: 40 },
      cost: { input: 0.00005, output: 0.002325, cacheRead: 0, cacheWrite: 1.1621375, total: 1.1645125 },
    };
    const expected = {
      usage: { input: 185957, cacheRead: 5, cacheWrite: 185942, output: 93, reasoning: 40, cost: 1.1645125 },
    };
    const entry = (type: string, fields: Fields): Fields => ({
      ...{ type, id: 'a', parentId: null, timestamp: '2026-01-05T10:00:00.000Z', ...fields },
    });
    for (const message of [
      { role: 'assistant', content: [], usage },
      { role: 'toolResult', toolCallId: 'c', toolName: 't', content: [], isError: false, usage },
    ])
      assert.deepEqual(told('pi-v3', entry('message', { message })), expected);
    assert.deepEqual(told('pi-v3', entry('compaction', { summary: 's', usage })), expected);
    assert.deepEqual(told('pi-v3', entry('branch_summary', { summary: 's', usage })), expected);
    assert.deepEqual(told('pi-v3', entry('usage', { kind: 'cache_warm', usage })), expected);
    const free = { input: 1, output: 1, cost: { total: 0 } };
    assert.deepEqual(told('pi-v3', entry('usage', { usage: free }))?.usage, { input: 1, output: 1 });
  });

  it('Codex: the two schemas of one answer have one key, the cache is among the input', () => {
    const last = {
      ...{ input_tokens: 10575, cached_input_tokens: 5288, output_tokens: 120 },
      ...{ reasoning_output_tokens: 80, total_tokens: 10695 },
    };
    const total = { ...last, input_tokens: 92200, output_tokens: 1080, total_tokens: 93280 };
    const count = { type: 'token_count', info: { last_token_usage: last, total_token_usage: total } };
    const event = told('codex-rollout', { type: 'event_msg', payload: count });
    const record = told('codex-rollout', {
      type: 'token_usage_record',
      payload: { usage: { ...last, cache_write_input_tokens: 7 }, thread_token_usage: total },
    });
    const usage = { input: 10575, cacheRead: 5288, output: 120, reasoning: 80 };
    assert.deepEqual(event, { usage, key: '92200 1080' });
    assert.deepEqual(record, { usage: { ...usage, cacheWrite: 7 }, key: '92200 1080' });
    const none = { type: 'event_msg', payload: { type: 'token_count', info: null, rate_limits: {} } };
    assert.equal(told('codex-rollout', none), undefined);
    const user = { type: 'event_msg', payload: { type: 'user_message', message: 'hi', input_tokens: 3 } };
    assert.equal(told('codex-rollout', user), undefined);
  });

  it('Qwen Code: thoughts may be counted in the answer or beside it', () => {
    const record = (usageMetadata: Fields): Fields => ({
      ...{ ...BASE, type: 'assistant', message: { role: 'model', parts: [{ text: 'x' }] }, usageMetadata },
    });
    const inside = {
      ...{ promptTokenCount: 19528, candidatesTokenCount: 120, thoughtsTokenCount: 5 },
      ...{ totalTokenCount: 19648, cachedContentTokenCount: 9764 },
    };
    assert.deepEqual(told('qwen-code', record(inside)), {
      usage: { input: 19528, cacheRead: 9764, output: 120, reasoning: 5 },
      key: 'u',
    });
    assert.equal(told('qwen-code', record({ ...inside, totalTokenCount: 19653 }))?.usage.output, 125);
    assert.equal(told('qwen-code', record({})), undefined);
  });

  it('Gemini CLI: thoughts and what tools were told are counted beside the rest', () => {
    const tokens = { input: 12069, output: 147, cached: 11502, thoughts: 20, tool: 3, total: 12239 };
    const record = { id: 'g', timestamp: BASE.timestamp, type: 'gemini', content: 'x', tokens };
    assert.deepEqual(told('gemini-cli', record)?.usage, {
      ...{ input: 12072, cacheRead: 11502, output: 167, reasoning: 20 },
    });
  });

  it('CodeBuddy: the last line of a response, in the host’s words or the API’s', () => {
    const call = (fields: Fields): Fields => ({
      ...{ id: 'r1', parentId: 'q', timestamp: 1, type: 'function_call', name: 'Bash', callId: 'c' },
      ...fields,
    });
    const host = {
      ...{ inputTokens: 25769, outputTokens: 120, totalTokens: 25889 },
      inputTokensDetails: [{ cached_tokens: 12885 }],
      outputTokensDetails: [{ reasoning_tokens: 0 }],
    };
    const usage = { input: 25769, cacheRead: 12885, output: 120 };
    assert.deepEqual(told('codebuddy', call({ providerData: { usage: host } })), { usage, key: 'r1' });
    const api = { input_tokens: 25769, output_tokens: 120, cache_read_input_tokens: 12885 };
    const line = call({ providerData: {}, message: { usage: api } });
    assert.deepEqual(told('codebuddy', line), { usage, key: 'r1' });
    assert.equal(told('codebuddy', call({ providerData: {} })), undefined);
  });

  it('Copilot: an event tells the whole, older messages what they took to write', () => {
    const event = (type: string, data: Fields): Fields => ({
      ...{ type, data, id: 'e', parentId: null, timestamp: BASE.timestamp },
    });
    const value = {
      ...{ inputTokens: 11981, outputTokens: 120, cacheReadTokens: 5991, cacheWriteTokens: 0 },
      ...{ cost: 1, apiCallId: 'call1' },
    };
    assert.deepEqual(told('copilot-events', event('session.usage_record', { usage: value })), {
      usage: { input: 11981, cacheRead: 5991, output: 120 },
      key: 'call1',
    });
    const said = { messageId: 'm', content: 'x', toolRequests: [], outputTokens: 14 };
    assert.deepEqual(told('copilot-events', event('assistant.message', said)), {
      ...{ usage: { output: 14 }, isPart: true, key: 'm' },
    });
  });

  it('Kimi: where a step ends, in the new journal and the old one', () => {
    const used = { inputOther: 10451, output: 120, inputCacheRead: 10452, inputCacheCreation: 0 };
    const step = { type: 'context.append_loop_event', event: { type: 'step.end', usage: used } };
    const usage = { input: 20903, cacheRead: 10452, output: 120 };
    assert.deepEqual(told('kimi-wire', step), { usage });
    const old = { input_other: 10451, output: 120, input_cache_read: 10452, input_cache_creation: 0 };
    const update = { type: 'StatusUpdate', payload: { context_usage: 0.1, token_usage: old } };
    assert.deepEqual(told('kimi-wire', { timestamp: 1.5, message: update }), { usage });
    const silent = { type: 'StatusUpdate', payload: { context_usage: 0.1, token_usage: null } };
    assert.equal(told('kimi-wire', { timestamp: 1.5, message: silent }), undefined);
  });

  it('VS Code Chat: in an answer’s result', () => {
    const set = (v: Fields): Fields => ({ kind: 1, k: ['requests', 0, 'result'], v });
    const usage = { input: 42, output: 312 };
    assert.deepEqual(told('vscode-chat', set({ promptTokens: 42, outputTokens: 312 })), { usage });
    const kept = { metadata: { promptTokens: 42, outputTokens: 312 } };
    assert.deepEqual(told('vscode-chat', set(kept)), { usage });
    const failed = { errorDetails: { message: 'no' }, ...kept };
    assert.deepEqual(told('vscode-chat', set(failed)), { usage });
    assert.equal(told('vscode-chat', set({ errorDetails: { message: 'no' } })), undefined);
  });
});
