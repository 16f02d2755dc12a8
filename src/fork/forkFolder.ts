import { hex } from '../core/text/hex.ts';
import type { ForkFolder, SideFile } from '../formats/fork/writer.ts';
import { createNewFile, makeFolder, type NewFileIo } from '../store/newFile.ts';

/** The folder that the format names, made where it lacks. @throws NewFileError */
export async function folderFor(
  io: NewFileIo,
  source: string,
  wanted: ForkFolder | undefined,
): Promise<string> {
  if (!wanted) return source;
  let folder = source;
  for (let step = 0; step < wanted.up; step++) folder = io.join(folder, '..');
  for (const name of wanted.down) folder = io.join(folder, name);
  await makeFolder(io, folder);
  return folder;
}

/** A name that the user chose; where it is taken, with a number before its ending. */
export function numbered(name: string, attempt: number): string {
  if (attempt === 1) return name;
  const dot = name.lastIndexOf('.');
  const [stem, end] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  return `${stem}-${attempt}${end}`;
}

/**
 * Writes the small files that an agent expects beside a session. The session itself is there by now: one that fails is
 * told, and takes nothing back.
 * @returns the paths of those that were written, and what could not be, in words
 */
export async function writeBesides(
  io: NewFileIo,
  folder: string,
  files: readonly SideFile[],
  random: (length: number) => Uint8Array,
): Promise<{ besides: string[]; missing: string[] }> {
  const besides: string[] = [];
  const missing: string[] = [];
  for (const { name, bytes } of files) {
    try {
      const { path } = await createNewFile(io, {
        folder,
        name: (attempt) => only(name, attempt),
        temporaryName: `.${hex(random(8))}.session-tree.tmp`,
        lines: one(bytes),
      });
      besides.push(path);
    } catch (error) {
      missing.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return { besides, missing };
}

/** The agent looks for this name and no other. */
function only(name: string, attempt: number): string {
  if (attempt > 1) throw new Error('there is such a file already');
  return name;
}

async function* one(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  yield bytes;
}
