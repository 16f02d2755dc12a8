// Formats that are journals: of a context (Kimi), of a chat (VS Code), of messages that are written again (Gemini CLI).
import type { Chain, Writing } from './formatRecords.ts';

const SESSION = '11111111-2222-4333-8444-555555555555';

const gemini: Writing = {
  begin: ({ iso }) => [
    { sessionId: SESSION, projectHash: 'eb97', startTime: iso, lastUpdated: iso, kind: 'main' },
  ],
  turn: ({ prompt, rounds }, chain) => {
    const write = (what: Record<string, unknown>): unknown => {
      const { id } = chain.next();
      return { id, timestamp: chain.iso, ...what };
    };
    return [
      write({ type: 'user', content: [{ text: prompt }] }),
      ...rounds.map(({ thinking, text, call, result }) => {
        const answer = [{ functionResponse: { id: call.id, name: call.name, response: { output: result } } }];
        return write({
          ...{ type: 'gemini', content: text, model: 'a-model' },
          thoughts: thinking === '' ? [] : [{ subject: 'Thought', description: thinking }],
          toolCalls: [{ id: call.id, name: call.name, args: call.args, result: answer, status: 'success' }],
        });
      }),
    ];
  },
};

const kimi: Writing = {
  begin: ({ time }) => [{ type: 'metadata', protocol_version: '1.5', created_at: time }],
  turn: ({ prompt, rounds }, chain) => {
    const write = (message: Record<string, unknown>): unknown => {
      chain.next();
      return { type: 'context.append_message', agentId: 'main', message, time: chain.time };
    };
    return [
      write({ role: 'user', content: [{ type: 'text', text: prompt }], toolCalls: [] }),
      ...rounds.flatMap(({ thinking, text, call, result }) => [
        write({
          role: 'assistant',
          content: [
            ...(thinking === '' ? [] : [{ type: 'think', think: thinking }]),
            ...(text === '' ? [] : [{ type: 'text', text }]),
          ],
          toolCalls: [
            { type: 'function', id: call.id, name: call.name, arguments: JSON.stringify(call.args) },
          ],
        }),
        write({ role: 'tool', toolCallId: call.id, content: [{ type: 'text', text: result }] }),
      ]),
    ];
  },
};

const chats = new WeakMap<Chain, { requests: number }>();

const vscodeChat: Writing = {
  begin: (chain) => {
    chats.set(chain, { requests: 0 });
    const chat = { version: 3, sessionId: SESSION, creationDate: chain.time, requests: [] };
    return [{ kind: 0, v: chat }];
  },
  turn: ({ prompt, rounds }, chain) => {
    const chat = chats.get(chain) ?? { requests: 0 };
    const { id } = chain.next();
    const request = { requestId: id, timestamp: chain.time, message: { text: prompt }, response: [] };
    const at = chat.requests++;
    return [
      { kind: 2, k: ['requests'], v: [request] },
      ...rounds.map(({ thinking, text, call, result }) => ({
        ...{ kind: 2, k: ['requests', at, 'response'] },
        v: [
          ...(thinking === '' ? [] : [{ kind: 'thinking', value: thinking }]),
          ...(text === '' ? [] : [{ value: text }]),
          {
            ...{ kind: 'toolInvocationSerialized', toolCallId: call.id, toolId: call.name, isComplete: true },
            resultDetails: { input: JSON.stringify(call.args), output: [{ type: 'embed', value: result }] },
          },
        ],
      })),
    ];
  },
};

export const JOURNALS: Readonly<Record<string, Writing>> = {
  'gemini-cli': gemini,
  'kimi-wire': kimi,
  'vscode-chat': vscodeChat,
};
