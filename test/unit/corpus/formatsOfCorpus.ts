/** The formats of a folder's files. */
export interface FolderFormats {
  /** What most of them are; null for files that are no sessions of any agent's. */
  readonly format: string | null;
  /** Files, by a part of their path, that are something else. */
  readonly but?: readonly (readonly [RegExp, string | null])[];
}

/**
 * What every file of the corpus is, as its README and formats/others.md §0 and §9 say it: not what the product makes of
 * it. Null means that no known format fits.
 */
export const FORMATS_OF_CORPUS: Readonly<Record<string, FolderFormats>> = {
  pi: { format: 'pi-v3' },
  openclaw: { format: 'pi-v3' },
  // Of js-5 the only line is two records without a line feed between them.
  'qwen-code': { format: 'qwen-code', but: [[/^js-5\./, null]] },
  // A hook's log with `prompt` and `output`, no events.
  'copilot-cli': { format: 'copilot-events', but: [[/^cass-/, null]] },
  codebuddy: { format: 'codebuddy' },
  codex: {
    format: 'codex-rollout',
    but: [
      // The log of the agent's screen, and files without an envelope that the agent itself never wrote.
      [/^codex-tui-|^js-schema_drift|^session_(?:branch|toolcall)/, null],
      [/^session_simple/, 'flat'],
    ],
  },
};
