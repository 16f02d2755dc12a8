import type { ChatMessage } from '../../../src/core/strict/chatEntry.ts';
import { TreeSession } from '../../../src/store/treeSession.ts';

export const user = (content: string): ChatMessage => ({ role: 'user', content });
export const assistant = (content: string): ChatMessage => ({ role: 'assistant', content });
export const call = (...ids: string[]): ChatMessage => ({
  role: 'assistant',
  content: null,
  tool_calls: ids.map((id) => ({
    id,
    type: 'function',
    function: { name: 'read_file', arguments: '{"path":"hello.txt"}' },
  })),
});
export const tool = (id: string): ChatMessage => ({ role: 'tool', tool_call_id: id, content: 'hi' });
export const SYSTEM = 'You are a small agent.';

/** The document's script: system, user, a call, its result, an answer. */
export async function script(file: string): Promise<TreeSession> {
  const session = await TreeSession.open(file, { systemPrompt: SYSTEM });
  for (const message of [user('read hello.txt'), call('c1'), tool('c1'), assistant('It says hi.')]) {
    await session.append(message);
  }
  return session;
}
