/** How the session store reaches its file: node:fs, or a fake that fails. Paths as the system has them. */
export interface SessionIo {
  /** Creates an empty file where there is none, and leaves one that is there as it is. */
  ensureFile(file: string): Promise<void>;
  /** The whole file, in one piece or in many: a file may be larger than any buffer. Bytes, or well-formed text. */
  readFile(file: string): Promise<Uint8Array | string> | AsyncIterable<Uint8Array>;
  /** Adds one line, its LF included, at the file's end. Whatever it rejects with counts as a possible half write. */
  appendFile(file: string, line: string): Promise<void>;
}

/** Stable codes of what can go wrong between a session store and its file. */
export type SessionStoreCode = 'needs-repair' | 'create-failed' | 'read-failed' | 'append-failed';

/** A session file could not be made, read or written; or its store refuses to write to it. */
export class SessionStoreError extends Error {
  override readonly name = 'SessionStoreError';
  readonly code: SessionStoreCode;
  readonly file: string;
  /** needs-repair: the physical line of the unterminated tail, from 1. */
  readonly line: number | undefined;

  constructor(code: SessionStoreCode, file: string, options: ErrorOptions & { line?: number } = {}) {
    super(storeMessage(code, file, options.line ?? 0, options.cause), options);
    this.code = code;
    this.file = file;
    this.line = options.line;
  }
}

function storeMessage(code: SessionStoreCode, file: string, line: number, cause: unknown): string {
  const detail = cause instanceof Error ? ` (${cause.message})` : '';
  switch (code) {
    case 'needs-repair':
      return (
        `Nothing was added to ${file}: it ends inside line ${line}, in a write that was cut short. The lines before ` +
        'it are whole and can be read. Save and cut off what stands behind the last line feed, then open it again.'
      );
    case 'create-failed':
      return `The session file ${file} could not be created${detail}. Check that its folder may be written to.`;
    case 'read-failed':
      return `The session file ${file} could not be read${detail}. It was not changed.`;
    case 'append-failed':
      return (
        `Writing to ${file} failed${detail}. A part of the last line may be in it, so nothing more is written from ` +
        'here. What was in it before is whole; open it again to see where it ends.'
      );
  }
}
