import { readFileSync } from 'node:fs';
import type { NewTranscriptEvent } from '../../../src/core/transcript/transcriptEvent.ts';
import { JsonlTranscript, type TranscriptOptions } from '../../../src/store/transcript.ts';
import { useTempFolder } from '../../support/tempFolder.ts';

export const user = (content: string) => ({ type: 'message', role: 'user', content });
export const assistant = (content: string) => ({ type: 'message', role: 'assistant', content });
export const call = (callId: string, args: NewTranscriptEvent[string] = { path: 'main.py' }) => ({
  type: 'function_call',
  name: 'read_file',
  arguments: args,
  callId,
});
export const result = (callId: string, output: NewTranscriptEvent[string] = { content: 'print()' }) => ({
  type: 'function_call_result',
  callId,
  output,
});

/** All six types of the document, in the order of its drawing. */
export const SIX = [
  user('fix the bug'),
  { type: 'reasoning', content: 'Let me analyze' },
  call('call_001'),
  result('call_001'),
  { type: 'file-history-snapshot', path: 'main.py' },
  assistant('done'),
  { type: 'ai-title', title: 'Fix login bug' },
];

const NOW = Date.UTC(2026, 0, 5, 10);

/** Call inside `describe`: a transcript in a fresh folder for every test. */
export function useTranscripts() {
  const at = useTempFolder();
  const open = (options: Partial<TranscriptOptions> = {}) =>
    JsonlTranscript.open(at('s.jsonl'), { sessionId: 'abc123', now: () => NOW, ...options });
  const text = () => readFileSync(at('s.jsonl'), 'utf8');
  const records = () =>
    text()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  return { at, open, text, records };
}
