/** How the core reaches files: a VS Code file system, node:fs, or a fake in tests. URIs in string form. */
export interface FileAccess {
  /** Size in bytes and mtime in Unix ms. @throws FileAccessError */
  stat(uri: string): Promise<FileStat>;
  /** `length` bytes from `offset`, fewer at the file's end, none beyond it. @throws FileAccessError */
  read(uri: string, offset: number, length: number): Promise<Uint8Array>;
  /**
   * Fills `into` with the bytes from `offset` on and answers how many they are, fewer only at the file's end: at once, for
   * threads in which nothing else waits. Absent elsewhere.
   * @throws FileAccessError
   */
  readNow?(uri: string, offset: number, into: Uint8Array): number;
  /**
   * Opens a file at once, for several reads in a row: nothing waits for it but these. Absent, or without
   * an answer, where that spares nothing. Its reads throw FileAccessError.
   */
  open?(uri: string): OpenFile | undefined;
}

/** A file that is open until it is closed. */
export interface OpenFile extends Pick<FileAccess, 'read'> {
  close(): void;
}

/** One name in a folder. Links count as what they lead to, and say so. */
export interface FolderItem {
  readonly name: string;
  readonly isFolder: boolean;
  readonly isLink?: boolean;
}

/** How the core looks into folders, as {@link FileAccess} reads files. */
export interface FolderAccess {
  /** What a folder holds, in no order; undefined where there is no such folder. @throws FileAccessError */
  list(uri: string): Promise<readonly FolderItem[] | undefined>;
}

export interface FileStat {
  readonly size: number;
  readonly mtime: number;
}

/** Why a file could not be read. `too-large`: the file system has no ranged reads and the file is over our cap. */
export type FileAccessCode = 'not-found' | 'no-permission' | 'is-directory' | 'too-large' | 'io';

/** A file could not be read. The message is for people: what failed, where, what can be done. */
export class FileAccessError extends Error {
  override readonly name = 'FileAccessError';
  readonly code: FileAccessCode;
  readonly uri: string;

  constructor(code: FileAccessCode, uri: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.uri = uri;
  }
}

/** The error for `code`, worded the same wherever the bytes come from. `detail` is the system's own text. */
export function fileAccessError(code: FileAccessCode, uri: string, cause?: unknown): FileAccessError {
  const detail = cause instanceof Error && cause.message !== '' ? ` (${cause.message})` : '';
  const text: Record<FileAccessCode, string> = {
    'not-found': `There is no file at ${uri}. It may have been moved or deleted.`,
    'no-permission': `${uri} may not be read by this user. Check the file's permissions.`,
    'is-directory': `${uri} is a folder, not a session file.`,
    'too-large': `${uri} is too large to be read through this file system${detail}.`,
    io: `${uri} could not be read${detail}. Try again, or check the disk or the connection.`,
  };
  return new FileAccessError(code, uri, text[code], cause === undefined ? undefined : { cause });
}
