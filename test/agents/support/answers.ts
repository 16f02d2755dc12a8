/** What the stand-in answers: one JSON value, or server-sent events. */
export interface Answer {
  readonly json?: object;
  readonly events?: readonly (object | string)[];
}

export interface AnswerTo {
  readonly matches: RegExp;
  /** Whether the request carries the conversation, and is recorded. */
  readonly isTalk: boolean;
  give(body: Record<string, unknown>): Answer;
}

/** What the stand-in says to everything. */
export const REPLY = 'stand-in reply';
const TOKENS = 7;

/** By the end of the request's path. */
export const ANSWERS: readonly AnswerTo[] = [
  { matches: /\/messages\/count_tokens$/, isTalk: false, give: () => ({ json: { input_tokens: TOKENS } }) },
  { matches: /\/v1\/messages$/, isTalk: true, give: ({ stream }) => anthropic(stream === true) },
  { matches: /\/responses$/, isTalk: true, give: responses },
  { matches: /\/chat\/completions$/, isTalk: true, give: ({ stream }) => chat(stream === true) },
  { matches: /:streamGenerateContent$/, isTalk: true, give: () => ({ events: [gemini()] }) },
  { matches: /:generateContent$/, isTalk: true, give: () => ({ json: gemini() }) },
  { matches: /:countTokens$/, isTalk: false, give: () => ({ json: { totalTokens: TOKENS } }) },
  { matches: /\/models$/, isTalk: false, give: () => ({ json: { object: 'list', data: [], models: [] } }) },
];

function anthropic(isStream: boolean): Answer {
  const usage = { input_tokens: TOKENS, output_tokens: TOKENS };
  const message = { id: 'msg_stand_in', type: 'message', role: 'assistant', model: 'stand-in', usage };
  const content = { type: 'text', text: REPLY };
  if (!isStream)
    return { json: { ...message, content: [content], stop_reason: 'end_turn', stop_sequence: null } };
  return {
    events: [
      { type: 'message_start', message: { ...message, content: [], stop_reason: null, stop_sequence: null } },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: REPLY } },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage },
      { type: 'message_stop' },
    ],
  };
}

function responses(): Answer {
  const content = [{ type: 'output_text', text: REPLY, annotations: [] }];
  const item = { type: 'message', role: 'assistant', id: 'item_stand_in', content };
  const response = { id: 'resp_stand_in', object: 'response', status: 'completed', output: [item] };
  const details = {
    input_tokens_details: { cached_tokens: 0 },
    output_tokens_details: { reasoning_tokens: 0 },
  };
  const usage = { input_tokens: TOKENS, output_tokens: TOKENS, total_tokens: 2 * TOKENS, ...details };
  return {
    events: [
      { type: 'response.created', response: { ...response, status: 'in_progress', output: [] } },
      { type: 'response.output_item.done', output_index: 0, item },
      { type: 'response.completed', response: { ...response, usage } },
    ],
  };
}

function chat(isStream: boolean): Answer {
  const usage = { prompt_tokens: TOKENS, completion_tokens: TOKENS, total_tokens: 2 * TOKENS };
  const base = { id: 'chat_stand_in', created: 1, model: 'stand-in' };
  const message = { role: 'assistant', content: REPLY };
  const choice = { index: 0, finish_reason: 'stop' };
  if (!isStream)
    return { json: { ...base, object: 'chat.completion', choices: [{ ...choice, message }], usage } };
  const chunk = { ...base, object: 'chat.completion.chunk' };
  return {
    events: [
      { ...chunk, choices: [{ index: 0, delta: message, finish_reason: null }] },
      { ...chunk, choices: [{ ...choice, delta: {} }], usage },
      '[DONE]',
    ],
  };
}

function gemini(): object {
  const usageMetadata = {
    promptTokenCount: TOKENS,
    candidatesTokenCount: TOKENS,
    totalTokenCount: 2 * TOKENS,
  };
  const content = { role: 'model', parts: [{ text: REPLY }] };
  return {
    candidates: [{ content, finishReason: 'STOP', index: 0 }],
    usageMetadata,
    modelVersion: 'stand-in',
  };
}
