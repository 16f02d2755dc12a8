/** The formats of a folder's files. */
export interface FolderFormats {
  /** What most of them are; null for files that are no sessions of any agent's. */
  readonly format: string | null;
  /** Files, by a part of their path, that are something else. */
  readonly but?: readonly (readonly [RegExp, string | null])[];
}

/**
 * What every file of the corpus is, as its README and formats/others.md §0 and §9 say it: not what the product makes of
 * it. `records` is any JSON that nobody knows; null a file without a record.
 */
export const FORMATS_OF_CORPUS: Readonly<Record<string, FolderFormats>> = {
  pi: { format: 'pi-v3' },
  openclaw: { format: 'pi-v3' },
  'claude-code': {
    format: 'claude-code',
    but: [
      // Fixtures that others made for their own readers: of other agents, or without the ids that the agent writes.
      [/codex-(?:exec-)?session/, 'codex-rollout'],
      [/error-line/, 'cursor'],
      [/agent-aworker-11112222|agent-a9f8e7d6c5b4/, 'tree'],
      [/^broken\/agentsview\/|empty_session|error-only|vdavid\/(?:cache|timeline)\/|journal\./, 'records'],
      [/empty(?:-file)?\.jsonl|pretty-printed/, null],
    ],
  },
  'qwen-code': { format: 'qwen-code' },
  // A hook's log with `prompt` and `output`, no events.
  'copilot-cli': { format: 'copilot-events', but: [[/^cass-/, 'records']] },
  'generic-id-parent': { format: 'openai-tree' },
  // What another viewer made of sessions has Claude Code's records, some without their links.
  'generic-role-content': { format: 'claude-code', but: [[/^synthetic/, 'flat']] },
  // What is printed is not what is kept.
  'factory-droid': { format: 'tree', but: [[/stream_json/, 'records']] },
  cursor: { format: 'cursor' },
  vibe: { format: 'flat' },
  misc: {
    format: 'records',
    but: [
      [/^gptme/, 'flat'],
      [/^iflow/, 'claude-code'],
      [/^posit/, 'tree'],
    ],
  },
  // One event a file is what OpenHands keeps; a benchmark's lines hold whole conversations each.
  openhands: { format: 'records' },
  // One JSON document, no lines.
  atif: { format: null },
  codebuddy: { format: 'codebuddy' },
  codex: {
    format: 'codex-rollout',
    but: [
      // The log of the agent's screen, and files without an envelope that the agent itself never wrote.
      [/^codex-tui-|^js-schema_drift|^session_(?:branch|toolcall)/, 'records'],
      [/^session_simple/, 'flat'],
    ],
  },
  'gemini-cli': { format: 'gemini-cli' },
  'vscode-copilot-chat': { format: 'vscode-chat' },
  'kimi-code': { format: 'kimi-wire' },
  'openai-chat': { format: 'openai-tuning' },
};
