// Records of the same turns as each agent writes them, with what its readers look at (formats/*.md): no more of it.
import type { Round, Turn } from './formatTurns.ts';

const START = Date.UTC(2026, 4, 2);
const SESSION = '11111111-2222-4333-8444-555555555555';
const CWD = '/home/dev/project';

/** Ids and times in the order of the records. */
export class Chain {
  #count = 0;
  last: string | null = null;

  get time(): number {
    return START + this.#count * 1500;
  }
  get iso(): string {
    return new Date(this.time).toISOString();
  }
  /** A new id, and the one before it. */
  next(): { id: string; parent: string | null } {
    const parent = this.last;
    this.#count += 1;
    this.last = `${this.#count.toString(16).padStart(8, '0')}-2222-4333-8444-555555555555`;
    return { id: this.last, parent };
  }
}

/** How one format writes a session: its first records, then those of each turn. */
export interface Writing {
  begin?(chain: Chain): readonly unknown[];
  turn(turn: Turn, chain: Chain): readonly unknown[];
}

type Make = (what: Record<string, unknown>) => unknown;

/** Records of a format with one for each prompt, answer and result. */
function perMessage(
  make: (chain: Chain) => Make,
  of: {
    readonly prompt: (text: string) => Record<string, unknown>;
    readonly answer: (round: Round) => readonly Record<string, unknown>[];
    readonly result: (round: Round) => Record<string, unknown>;
  },
): Writing['turn'] {
  return ({ prompt, rounds }, chain) => {
    const write = make(chain);
    const answers = rounds.flatMap((round) => [...of.answer(round), of.result(round)]);
    return [of.prompt(prompt), ...answers].map(write);
  };
}

/** What is there, of a block for each kind. */
function present(
  round: Round,
  blocks: { thinking: (text: string) => unknown; text: (text: string) => unknown },
) {
  return [
    ...(round.thinking === '' ? [] : [blocks.thinking(round.thinking)]),
    ...(round.text === '' ? [] : [blocks.text(round.text)]),
  ];
}

const openai = {
  prompt: (content: string) => ({ role: 'user', content }),
  answer: ({ thinking, text, call }: Round) => [
    {
      ...{ role: 'assistant', content: text, ...(thinking !== '' && { reasoning_content: thinking }) },
      tool_calls: [
        {
          id: call.id,
          type: 'function',
          function: { name: call.name, arguments: JSON.stringify(call.args) },
        },
      ],
    },
  ],
  result: ({ call, result }: Round) => ({ role: 'tool', tool_call_id: call.id, content: result }),
};

const pi: Writing = {
  begin: ({ iso }) => [{ type: 'session', version: 3, id: SESSION, timestamp: iso, cwd: CWD }],
  turn: perMessage(
    (chain) => (message) => {
      const { id, parent } = chain.next();
      return { type: 'message', id, parentId: parent, timestamp: chain.iso, message };
    },
    {
      prompt: (text) => ({ role: 'user', content: [{ type: 'text', text }] }),
      answer: (round) => [
        {
          role: 'assistant',
          content: [
            ...present(round, {
              thinking: (thinking) => ({ type: 'thinking', thinking }),
              text: (text) => ({ type: 'text', text }),
            }),
            { type: 'toolCall', id: round.call.id, name: round.call.name, arguments: round.call.args },
          ],
          stopReason: 'toolUse',
        },
      ],
      result: ({ call, result }) => ({
        ...{ role: 'toolResult', toolCallId: call.id, toolName: call.name, isError: false },
        content: [{ type: 'text', text: result }],
      }),
    },
  ),
};

const claudeCode: Writing = {
  turn: perMessage(
    (chain) => (what) => {
      const { id, parent } = chain.next();
      return {
        ...{ parentUuid: parent, isSidechain: false, userType: 'external', cwd: CWD, sessionId: SESSION },
        ...{ version: '2.1.332', gitBranch: 'main', ...what, uuid: id, timestamp: chain.iso },
      };
    },
    {
      prompt: (content) => ({ type: 'user', message: { role: 'user', content } }),
      answer: (round) =>
        [
          ...present(round, {
            thinking: (thinking) => ({ type: 'thinking', thinking, signature: '' }),
            text: (text) => ({ type: 'text', text }),
          }),
          { type: 'tool_use', id: round.call.id, name: round.call.name, input: round.call.args },
        ].map((block) => {
          const message = {
            id: `msg_${round.call.id}`,
            type: 'message',
            role: 'assistant',
            content: [block],
          };
          return { type: 'assistant', message };
        }),
      result: ({ call, result }) => {
        const block = { tool_use_id: call.id, type: 'tool_result', content: result };
        return { type: 'user', message: { role: 'user', content: [block] } };
      },
    },
  ),
};

const codex: Writing = {
  begin: ({ iso }) => [
    {
      ...{ timestamp: iso, type: 'session_meta' },
      payload: { id: SESSION, timestamp: iso, cwd: CWD, originator: 'codex_cli_rs', cli_version: '0.120.0' },
    },
  ],
  turn: perMessage(
    (chain) => (payload) => {
      chain.next();
      return { timestamp: chain.iso, type: 'response_item', payload };
    },
    {
      prompt: (text) => ({ type: 'message', role: 'user', content: [{ type: 'input_text', text }] }),
      answer: (round) => [
        ...(present(round, {
          thinking: (text) => ({ type: 'reasoning', summary: [{ type: 'summary_text', text }] }),
          text: (text) => ({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] }),
        }) as Record<string, unknown>[]),
        {
          ...{ type: 'function_call', name: round.call.name, call_id: round.call.id },
          arguments: JSON.stringify(round.call.args),
        },
      ],
      result: ({ call, result }) => ({ type: 'function_call_output', call_id: call.id, output: result }),
    },
  ),
};

const qwen: Writing = {
  turn: perMessage(
    (chain) => (what) => {
      const { id, parent } = chain.next();
      const base = { uuid: id, parentUuid: parent, sessionId: SESSION, timestamp: chain.iso };
      return { ...base, cwd: CWD, version: '0.24.4', ...what };
    },
    {
      prompt: (text) => ({ type: 'user', message: { role: 'user', parts: [{ text }] } }),
      answer: (round) => {
        const parts = present(round, {
          thinking: (text) => ({ text, thought: true }),
          text: (text) => ({ text }),
        });
        const message = { role: 'model', parts: [...parts, { functionCall: round.call }] };
        return [{ type: 'assistant', message }];
      },
      result: ({ call, result }) => {
        const functionResponse = { id: call.id, name: call.name, response: { output: result } };
        return { type: 'tool_result', message: { role: 'user', parts: [{ functionResponse }] } };
      },
    },
  ),
};

const copilot: Writing = {
  begin: (chain) => {
    const { id } = chain.next();
    const data = { sessionId: SESSION, version: 1, startTime: chain.iso, context: { cwd: CWD } };
    return [{ type: 'session.start', data, id, timestamp: chain.iso, parentId: null }];
  },
  turn: perMessage(
    (chain) => (what) => {
      const { id, parent } = chain.next();
      return { ...what, id, timestamp: chain.iso, parentId: parent };
    },
    {
      prompt: (content) => ({ type: 'user.message', data: { content } }),
      answer: ({ thinking, text, call }) => {
        const toolRequests = [{ toolCallId: call.id, name: call.name, arguments: call.args }];
        const reasoning = thinking === '' ? {} : { reasoningText: thinking };
        return [{ type: 'assistant.message', data: { content: text, ...reasoning, toolRequests } }];
      },
      result: ({ call, result }) => ({
        type: 'tool.execution_complete',
        data: { toolCallId: call.id, success: true, result: { content: result } },
      }),
    },
  ),
};

const codebuddy: Writing = {
  turn: perMessage(
    (chain) => (what) => {
      const { id, parent } = chain.next();
      return {
        id,
        ...(parent !== null && { parentId: parent }),
        timestamp: chain.time,
        ...what,
        sessionId: SESSION,
        cwd: CWD,
      };
    },
    {
      prompt: (text) => ({ type: 'message', role: 'user', content: [{ type: 'input_text', text }] }),
      answer: (round) => [
        ...(present(round, {
          thinking: (text) => ({
            type: 'reasoning',
            rawContent: [{ type: 'reasoning_text', text }],
            content: [],
          }),
          text: (text) => ({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] }),
        }) as Record<string, unknown>[]),
        {
          ...{ type: 'function_call', name: round.call.name, callId: round.call.id },
          arguments: JSON.stringify(round.call.args),
        },
      ],
      result: ({ call, result }) => ({
        ...{ type: 'function_call_result', name: call.name, callId: call.id, status: 'completed' },
        output: { type: 'text', text: result },
      }),
    },
  ),
};

/** By the name of the format: how it writes. */
export const WRITINGS: Readonly<Record<string, Writing>> = {
  'pi-v3': pi,
  ...{
    'claude-code': claudeCode,
    'codex-rollout': codex,
    'qwen-code': qwen,
    'copilot-events': copilot,
    codebuddy,
  },
  'openai-tree': {
    turn: perMessage(
      (chain) => (message) => {
        const { id, parent } = chain.next();
        return { id, parentId: parent, message };
      },
      openai,
    ),
  },
  tree: {
    turn: perMessage(
      (chain) => (message) => {
        const { id, parent } = chain.next();
        return { type: 'message', id, parent_id: parent, timestamp: chain.iso, message };
      },
      openai,
    ),
  },
  flat: { turn: perMessage(() => (message) => message, openai) },
  'openai-tuning': {
    turn: (turn) => {
      const messages = perMessage(() => (message) => message, openai)(turn, new Chain());
      return [{ messages }];
    },
  },
  records: {
    turn: ({ prompt, rounds }) => [
      { level: 'info', said: prompt },
      ...rounds.map((round) => ({ level: 'debug', ...round })),
    ],
  },
};
