import { quote, visible } from '../text/quote.ts';

/** Stable codes of faults in a record or a line. Where the tolerant reader knows the same fault, the word is the same. */
export type SessionFaultCode =
  'not-an-object' | 'not-an-entry' | 'invalid-json' | 'invalid-utf8' | 'too-large' | SessionTreeCode;

/** Stable codes of faults in the links between entries. */
export type SessionTreeCode = 'duplicate-id' | 'missing-leaf' | 'missing-parent' | 'cycle';

/** A value is no session entry, or could not be written and read back unchanged (chapter 10 §2). */
export class SessionFormatError extends Error {
  override readonly name: string = 'SessionFormatError';
  readonly code: SessionFaultCode;
  /** Where in the value: `message.content[0].arguments`, `value["odd key"]`; `$` is the value itself. */
  readonly path: string;
  /** What is wrong there, as the second half of a sentence whose first is the place. */
  readonly reason: string;

  constructor(path: string, reason: string, options: FaultOptions = {}) {
    super(
      options.message ?? `This is no session entry that can be kept: ${subject(path)} ${reason}.`,
      options,
    );
    this.code = options.code ?? 'not-an-entry';
    this.path = path;
    this.reason = reason;
  }
}

interface FaultOptions extends ErrorOptions {
  readonly code?: SessionFaultCode;
  readonly message?: string;
}

/** What stood wrong in which line; see {@link SessionLineError}. */
export interface LineFault {
  readonly line: number;
  readonly code: SessionFaultCode;
  readonly path: string;
  readonly reason: string;
  readonly file?: string | undefined;
  readonly cause?: unknown;
}

/**
 * A committed line is not what it must be, and strict reading stops at it (chapter 10 §4, §5): not UTF-8, not JSON, no
 * entry, or an entry that does not fit into the tree of the lines before it.
 */
export class SessionLineError extends SessionFormatError {
  override readonly name = 'SessionLineError';
  /** Physical line, from 1, blank lines counted. */
  readonly line: number;
  /** The file, where one was read. */
  readonly file: string | undefined;

  constructor({ line, code, path, reason, file, cause }: LineFault) {
    const where = file === undefined ? `line ${line}` : `line ${line} of ${file}`;
    const message =
      `The session cannot be read beyond ${where}: ${subject(path)} ${reason}. ` +
      'Nothing was changed. Correct that line or take it out; the lines before it are whole.';
    super(path, reason, cause === undefined ? { code, message } : { code, message, cause });
    this.line = line;
    this.file = file;
  }
}

/** The links of a session do not lead where they must (chapter 10 §1, §3). */
export class SessionTreeError extends Error {
  override readonly name = 'SessionTreeError';
  readonly code: SessionTreeCode;
  /** duplicate-id: the id; missing-leaf: the leaf asked for; missing-parent: the child; cycle: where the loop closes. */
  readonly id: string;
  /** missing-parent: the parent that is not there; cycle: the parent of the entry that closes the loop. */
  readonly parentId: string | undefined;

  constructor(code: SessionTreeCode, id: string, parentId?: string) {
    super(treeMessage(code, quote(id), quote(parentId ?? '')));
    this.code = code;
    this.id = id;
    this.parentId = parentId;
  }
}

function treeMessage(code: SessionTreeCode, id: string, parentId: string): string {
  switch (code) {
    case 'duplicate-id':
      return `The id ${id} is used by more than one entry, so no path can be trusted. Give one of them an id of its own.`;
    case 'missing-leaf':
      return `There is no entry ${id} to take as the leaf. Choose an entry of this session.`;
    case 'missing-parent':
      return `The entry ${id} follows ${parentId}, which is not in the session. Without it the path has no beginning.`;
    case 'cycle':
      return `The parents of ${id} lead back to it, by way of ${parentId}, so its path has no beginning.`;
  }
}

function subject(path: string): string {
  return path === '$' ? 'the record' : visible(path);
}
