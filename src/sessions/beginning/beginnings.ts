import type { FileAccess, FolderAccess } from '../../core/files.ts';
import { createLru } from '../../core/lib/lru.ts';
import type { Format, SessionBase, SessionHeader } from '../../formats/format.ts';
import { candidates } from './candidates.ts';
import type { BeginningPart } from './joinedFiles.ts';
import { endsThere, peekHeader } from './peek.ts';

/** Files of one session at most: one that is forked again and again is cut off here, below a gap. */
const MAX_PARTS = 100;
/** Ids whose files are remembered. */
const REMEMBERED = 5_000;

/** What was found of a session's beginning. */
export interface Beginning {
  /** In the order of the conversation. */
  readonly parts: readonly BeginningPart[];
  /** What lies before them in a file that was not found. */
  readonly missing?: SessionBase;
}

/** Finds the files in which sessions begin that hold only what is new. */
export interface Beginnings {
  find(uri: string, format: Format, header: SessionHeader): Promise<Beginning>;
}

export interface BeginningsOptions {
  readonly files: FileAccess;
  readonly folders: FolderAccess;
}

/** Ids are compared with the names and headers of files that are there; none becomes a path. */
export function createBeginnings({ files, folders }: BeginningsOptions): Beginnings {
  /** Files by the ids in their headers, as they were met. */
  const met = createLru<string, readonly string[]>(REMEMBERED);

  const headerOf = async (uri: string, format: Format): Promise<SessionHeader | null> => {
    const header = await peekHeader(files, uri, format);
    const known = header?.id === undefined ? undefined : (met.get(header.id) ?? []);
    if (header?.id !== undefined && known && !known.includes(uri)) met.set(header.id, [...known, uri], 1);
    return header;
  };

  const findOne = async (
    uri: string,
    format: Format,
    base: SessionBase,
    taken: ReadonlySet<string>,
  ): Promise<{ readonly uri: string; readonly header: SessionHeader } | undefined> => {
    const looked = new Set(taken);
    const known = met.get(base.id) ?? [];
    for await (const at of candidates(folders, uri, format, base.id, known)) {
      if (looked.has(at)) continue;
      looked.add(at);
      const header = await headerOf(at, format);
      if (header?.id === base.id && (await endsThere(files, at, base))) return { uri: at, header };
    }
    return undefined;
  };

  return {
    async find(uri, format, header) {
      const parts: BeginningPart[] = [];
      const taken = new Set([uri]);
      let at = uri;
      let { base } = header;
      while (base && parts.length < MAX_PARTS) {
        const found = await findOne(at, format, base, taken);
        if (!found) break;
        parts.unshift({ uri: found.uri, bytes: base.bytes });
        taken.add(found.uri);
        at = found.uri;
        base = found.header.base;
      }
      return { parts, ...(base && { missing: base }) };
    },
  };
}
