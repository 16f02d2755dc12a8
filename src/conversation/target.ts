/** An entry to show: the path to the newest leaf through it, scrolled to it. */
export interface ConversationTarget {
  /** The session file's URI in string form. */
  readonly uri: string;
  /** Row of the entry in the session's newest snapshot; absent: the session's default leaf. */
  readonly row?: number;
  /** Open a page of its own instead of reusing the preview. */
  readonly pinned?: boolean;
  /** Move the keyboard focus to the page. A pinned page gets it unless this says otherwise. */
  readonly focus?: boolean;
}

/** Narrows what a menu, a key or another program hands to the command. */
export function targetOf(argument: unknown): ConversationTarget | undefined {
  if (typeof argument !== 'object' || argument === null) return undefined;
  const { uri, row, pinned, focus } = argument as Readonly<Record<string, unknown>>;
  if (typeof uri !== 'string' || uri === '') return undefined;
  return {
    uri,
    ...(isRow(row) && { row }),
    ...(typeof pinned === 'boolean' && { pinned }),
    ...(typeof focus === 'boolean' && { focus }),
  };
}

function isRow(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
