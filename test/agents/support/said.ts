import type { Message } from '../../../src/core/entry.ts';

/** One thing that was said to or by the model, the same for every wire format. Whose turn it stands in is not in it. */
export type Said =
  | { readonly by: 'user' | 'assistant'; readonly text: string }
  | { readonly call: string; readonly name: string; readonly input: unknown }
  | { readonly result: string; readonly text: string };

/** What the path's messages say, in order: no thoughts, which agents drop or send as they like, and no system's words. */
export function saidOnPath(messages: readonly Message[]): Said[] {
  return messages.flatMap((message): Said[] => {
    if (message.role === 'system') return [];
    if (message.role === 'toolResult') return [{ result: message.toolCallId ?? '', text: texts(message) }];
    const by = message.role === 'assistant' ? 'assistant' : 'user';
    return message.blocks.flatMap((block): Said[] => {
      if (block.type === 'text') return [{ by, text: block.text }];
      if (block.type !== 'toolCall') return [];
      const input = block.arguments ?? block.rawArguments;
      return [{ call: block.id, name: block.name, input }];
    });
  });
}

function texts({ blocks }: Message): string {
  return blocks.map((block) => (block.type === 'text' ? block.text : `[${block.type}]`)).join('\n');
}

type Json = Record<string, unknown>;
const listOf = (value: unknown): Json[] => (Array.isArray(value) ? (value as Json[]) : []);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? ''));

/** Texts of content blocks, whatever they are called; other blocks by their type. */
function joined(content: unknown): string {
  if (typeof content === 'string') return content;
  return listOf(content)
    .map(({ type, text }) => (typeof text === 'string' ? text : `[${textOf(type)}]`))
    .join('\n');
}

/** What a request to Anthropic's Messages API says. */
export function saidToAnthropic({ messages }: Json): Said[] {
  return listOf(messages).flatMap(({ role, content }): Said[] => {
    const by = role === 'assistant' ? 'assistant' : 'user';
    if (typeof content === 'string') return [{ by, text: content }];
    return listOf(content).flatMap((block): Said[] => {
      if (block['type'] === 'text') return [{ by, text: textOf(block['text']) }];
      if (block['type'] === 'tool_use')
        return [{ call: textOf(block['id']), name: textOf(block['name']), input: block['input'] }];
      if (block['type'] !== 'tool_result') return [];
      return [{ result: textOf(block['tool_use_id']), text: joined(block['content']) }];
    });
  });
}

/**
 * The calls of one answer before their results: where an agent runs tools while the model still speaks, its file has
 * them as they came, and APIs want them so.
 */
export function callsFirst(all: readonly Said[]): Said[] {
  const ordered: Said[] = [];
  const results: Said[] = [];
  for (const said of all) {
    if ('result' in said) {
      results.push(said);
      continue;
    }
    if (!('call' in said)) ordered.push(...results.splice(0));
    ordered.push(said);
  }
  return [...ordered, ...results];
}

/** {@link callsFirst}, and results in the order of their calls. */
export function resultsByCall(all: readonly Said[]): Said[] {
  const calls = all.flatMap((said) => ('call' in said ? [said.call] : []));
  const place = (said: Said) => ('result' in said ? calls.indexOf(said.result) : -1);
  const ordered: Said[] = [];
  let results: Said[] = [];
  for (const said of callsFirst(all)) {
    if ('result' in said) {
      results.push(said);
      continue;
    }
    ordered.push(...results.sort((a, b) => place(a) - place(b)), said);
    results = [];
  }
  return [...ordered, ...results.sort((a, b) => place(a) - place(b))];
}

/** What a request to OpenAI's Responses API says; what its developer says is the agent's. */
export function saidToResponses({ input }: Json): Said[] {
  return listOf(input).flatMap((item): Said[] => {
    const { type, role, content, call_id: id } = item;
    if (type === 'message' || (type === undefined && role !== undefined)) {
      if (role !== 'user' && role !== 'assistant') return [];
      return listOf(content).flatMap(({ text }): Said[] =>
        typeof text === 'string' ? [{ by: role, text }] : [],
      );
    }
    if (type === 'function_call' || type === 'custom_tool_call') {
      const given = type === 'function_call' ? parsed(item['arguments']) : item['input'];
      return [{ call: textOf(id), name: textOf(item['name']), input: given }];
    }
    if (type === 'function_call_output' || type === 'custom_tool_call_output')
      return [{ result: textOf(id), text: joined(item['output']) }];
    return [];
  });
}

function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

/** Whether that is a note of the agent's in the user's name. */
export function isReminder(said: Said): boolean {
  return 'by' in said && said.by === 'user' && said.text.startsWith('<system-reminder>');
}

/** What a request to OpenAI's chat completions says; system and developer are the agent's. */
export function saidToChat({ messages }: Json): Said[] {
  return listOf(messages).flatMap((message): Said[] => {
    const { role, content } = message;
    if (role === 'tool') return [{ result: textOf(message['tool_call_id']), text: joined(content) }];
    if (role !== 'user' && role !== 'assistant') return [];
    const texts = typeof content === 'string' ? [content] : listOf(content).map(({ text }) => text);
    const calls = listOf(message['tool_calls']).map((call): Said => {
      const { name, arguments: given } = call['function'] as Json;
      return { call: textOf(call['id']), name: textOf(name), input: parsed(given) };
    });
    const said = texts.filter((text) => typeof text === 'string' && text !== '');
    return [...said.map((text): Said => ({ by: role, text: textOf(text) })), ...calls];
  });
}

/** What a request to Gemini's API says; the agent's files have the tool's name before the id of a call. */
export function saidToGemini({ contents }: Json): Said[] {
  return saidInContents(contents, ({ id, name }) => `${textOf(name)}__${textOf(id)}`);
}

/** What Gemini's `Content`s say. @param idIn the id of a call, from it or its result */
export function saidInContents(
  contents: unknown,
  idIn: (part: Json) => string = ({ id }) => textOf(id),
): Said[] {
  return listOf(contents).flatMap(({ role, parts }): Said[] => {
    const by = role === 'model' ? 'assistant' : 'user';
    return listOf(parts).flatMap((part): Said[] => {
      if (part['thought'] === true) return [];
      if (typeof part['text'] === 'string') return [{ by, text: part['text'] }];
      const call = part['functionCall'] as Json | undefined;
      if (call) return [{ call: idIn(call), name: textOf(call['name']), input: call['args'] }];
      const result = part['functionResponse'] as Json | undefined;
      if (!result) return [];
      const { output, error } = result['response'] as Json;
      return [{ result: idIn(result), text: textOf(output ?? error) }];
    });
  });
}
