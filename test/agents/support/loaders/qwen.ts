import { serve } from './serve.ts';

/** What is used of Qwen Code's own code. */
interface QwenCore {
  SessionService: new (cwd: string) => {
    loadSession(id: string): Promise<{ readonly conversation: unknown } | undefined>;
  };
  buildSessionHistoryFromConversation(conversation: unknown): { readonly apiHistory: unknown };
}

// As it resumes: the session's records, then what of them goes to the model.
await serve<QwenCore>(async ({ SessionService, buildSessionHistoryFromConversation }, id) => {
  const session = await new SessionService(process.cwd()).loadSession(id);
  return session && buildSessionHistoryFromConversation(session.conversation).apiHistory;
});
