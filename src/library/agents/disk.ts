/** One name in a folder. Links are already followed: a link to a folder is a folder. */
export interface DiskItem {
  readonly name: string;
  readonly isFolder: boolean;
}

export interface DiskStat {
  readonly size: number;
  /** Unix ms. */
  readonly mtime: number;
}

/** This system's disk as the search for agents' sessions needs it; a fake in tests. Paths are absolute, with `/`. */
export interface AgentDisk {
  /** What stands in a folder. @throws DiskError */
  list(path: string): Promise<readonly DiskItem[]>;
  /** @throws DiskError */
  stat(path: string): Promise<DiskStat>;
  /** The path without links. @throws DiskError */
  realpath(path: string): Promise<string>;
  /** A small text file, undefined when there is none that can be read or it is over the limit, in bytes. */
  text(path: string, limit: number): Promise<string | undefined>;
  /** Bytes of a file. @throws DiskError */
  read(path: string, offset: number, length: number): Promise<Uint8Array>;
}

/** `missing` is no fault: hardly anybody uses every agent. */
export class DiskError extends Error {
  override readonly name = 'DiskError';
  readonly isMissing: boolean;

  constructor(isMissing: boolean, message: string) {
    super(message);
    this.isMissing = isMissing;
  }
}
