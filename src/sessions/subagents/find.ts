import { FileAccessError, type FileAccess, type FolderAccess } from '../../core/files.ts';
import type { JsonObject } from '../../core/json.ts';
import { mapLimit } from '../../core/lib/mapLimit.ts';
import type { MainSession, SubagentFacts, SubagentFolder, Subagents } from '../../formats/subagents.ts';
import { LineSplitter } from '../../scan/lines.ts';
import { parseObject } from '../../scan/readLine.ts';
import { uriBeside } from './places.ts';
import { walk } from './walk.ts';

/** Subagents of one main session that are looked at. */
export const MAX_SUBAGENTS = 500;
/** Bytes of a file's beginning that tell where it belongs: first so many, then, while no record ended, up to the second. */
const HEAD_BYTES = 16 * 1024;
const LONG_HEAD_BYTES = 1024 * 1024;
const HEAD_RECORDS = 8;
const NOTES_BYTES = 64 * 1024;
const PARALLEL = 8;

/** A subagent's session that was found. */
export interface Subagent {
  /** Its file's URI in string form. */
  readonly uri: string;
  readonly name: string;
  readonly facts: SubagentFacts;
}

export interface FoundSubagents {
  readonly all: readonly Subagent[];
  /** Files and folders that were not looked into: over the cap, or not to be read. */
  readonly left: number;
}

export interface FindOptions {
  readonly files: FileAccess;
  readonly folders: FolderAccess;
  readonly subagents: Subagents;
  readonly main: MainSession;
  readonly uri: string;
  /** What was found before, by URI: facts of a file are read once. */
  readonly known: Map<string, KnownFacts>;
}

/** Facts, and whether they are of a file with notes: those are written a moment after the file. */
export interface KnownFacts {
  readonly facts: SubagentFacts;
  readonly hasNotes: boolean;
}

interface Wanted {
  readonly uri: string;
  readonly name: string;
  readonly names: readonly string[];
  readonly folder: SubagentFolder;
  readonly notes: boolean;
}

/** Looks for the files of a main session's subagents, in the order of their names. */
export async function findSubagents(options: FindOptions): Promise<FoundSubagents> {
  const wanted: Wanted[] = [];
  const met = new Set<string>();
  let left = 0;
  for (const folder of options.subagents.folders(options.main)) {
    const walked = await walk(options.folders, options.uri, folder);
    left += walked.left;
    for (const { names, items } of walked.folders) {
      const present = new Set(items.map(({ name }) => name));
      for (const { name, isFolder } of items) {
        const uri =
          isFolder || !folder.isSession(name)
            ? undefined
            : uriBeside(options.uri, folder.up ?? 0, [...names, name]);
        if (uri === undefined || uri === options.uri || met.has(uri)) continue;
        met.add(uri);
        wanted.push({ uri, name, names, folder, notes: present.has(folder.notes?.(name) ?? '') });
      }
    }
  }
  wanted.sort((a, b) => (a.uri < b.uri ? -1 : 1));
  const read = await mapLimit(wanted.slice(0, MAX_SUBAGENTS), PARALLEL, (file) => factsOf(options, file));
  const all = read.filter((found) => found !== undefined);
  return { all, left: left + Math.max(0, wanted.length - MAX_SUBAGENTS) };
}

async function factsOf(options: FindOptions, wanted: Wanted): Promise<Subagent | undefined> {
  const { uri, name } = wanted;
  const known = options.known.get(uri);
  if (known && (known.hasNotes || !wanted.notes)) return { uri, name, facts: known.facts };
  const [records, notes] = await Promise.all([readHead(options.files, uri), readNotes(options, wanted)]);
  const file = { name, folders: wanted.names, records, ...(notes && { notes }) };
  const facts = options.subagents.read(file, options.main);
  if (!facts) return undefined;
  // A file without any record is one that is being begun.
  if (records.length > 0) options.known.set(uri, { facts, hasNotes: notes !== undefined });
  return { uri, name, facts };
}

/** The first records of a file; none where it cannot be read, since opening it will say why. */
async function readHead(files: FileAccess, uri: string): Promise<JsonObject[]> {
  const records: JsonObject[] = [];
  const lines = new LineSplitter();
  const take = ({ bytes }: { readonly bytes: Uint8Array }): void => {
    const record = records.length < HEAD_RECORDS ? parseObject(bytes) : undefined;
    if (record) records.push(record);
  };
  try {
    // Some more each time: a first record is often a little longer than the first read, and seldom very long.
    for (let size = HEAD_BYTES; lines.size < LONG_HEAD_BYTES; size = lines.size * 3) {
      const chunk = await files.read(uri, lines.size, size);
      if (chunk.length === 0) break;
      lines.push(chunk, take);
      if (records.length > 0) break;
    }
  } catch (error) {
    if (!(error instanceof FileAccessError)) throw error;
  }
  return records;
}

async function readNotes({ files, uri }: FindOptions, wanted: Wanted): Promise<JsonObject | undefined> {
  const name = wanted.folder.notes?.(wanted.name);
  const at =
    wanted.notes && name !== undefined
      ? uriBeside(uri, wanted.folder.up ?? 0, [...wanted.names, name])
      : undefined;
  if (at === undefined) return undefined;
  try {
    return parseObject(await files.read(at, 0, NOTES_BYTES));
  } catch (error) {
    if (error instanceof FileAccessError) return undefined;
    throw error;
  }
}
