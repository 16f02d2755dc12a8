import { serve } from './serve.ts';

/** What is used of Gemini CLI's own code. */
interface GeminiCore {
  loadConversationRecord(path: string): Promise<{ readonly messages: unknown } | null>;
  convertSessionToClientHistory(messages: unknown): readonly { readonly content: unknown }[];
}

// As `--session-file` does it: the file's messages, then what of them goes to the model.
await serve<GeminiCore>(async ({ loadConversationRecord, convertSessionToClientHistory }, path) => {
  const record = await loadConversationRecord(path);
  return record && convertSessionToClientHistory(record.messages).map(({ content }) => content);
});
