const NOTE = /^\s*<persisted-output>/;
const SAVED = /Full output saved to: (.+)$/m;
const SIZE = /\((\d+(?:\.\d+)?) ?(KB|MB|B)\)/;
const UNITS: Readonly<Record<string, number>> = { B: 1, KB: 1024, MB: 1024 * 1024 };
/** UTF-16 units of a note in which the path stands: the preview is behind it. */
const HEAD = 4096;

/** What a note in the place of a large output tells of the file that holds it. */
export interface PersistedOutput {
  /** Names of the file's folders and of the file, as far as the note spells the path. Another machine's, perhaps. */
  readonly path: readonly string[];
  /** Bytes of the whole, where the note tells them. */
  readonly size?: number;
}

/** Reads the note that several agents write in the place of a large output; undefined for any other text. */
export function readPersisted(text: string): PersistedOutput | undefined {
  const note = NOTE.test(text) ? text.slice(0, HEAD) : '';
  const path = SAVED.exec(note)?.[1];
  const [, number, unit] = SIZE.exec(note.slice(0, 200)) ?? [];
  if (path === undefined) return undefined;
  const size = number === undefined ? undefined : Math.round(Number(number) * (UNITS[unit ?? ''] ?? 1));
  return { path: namesIn(path), ...(size !== undefined && { size }) };
}

/** The names in a path of any system. */
export function namesIn(path: string): readonly string[] {
  return path.trim().split(/[/\\]/);
}
