import { createSlicer } from '../../core/lib/scheduler.ts';
import type { SessionBase, SessionHeader } from '../../formats/format.ts';
import { readFile, type FileReading, type ReadingSource } from '../fileReading.ts';
import type { Beginnings } from './beginnings.ts';
import { joinFiles } from './joinedFiles.ts';

/**
 * The reading of a session with its beginning, where that lies in other files; else the one of its own file, as it is.
 * What is still missing then stays in the header. Read in this thread, in slices.
 * @throws FileAccessError, Cancelled
 */
export async function readWithBeginning(
  own: FileReading,
  source: ReadingSource,
  beginnings: Beginnings | undefined,
  isCancelled: () => boolean,
): Promise<FileReading> {
  own.reader.decide();
  const { intake } = own.reader;
  const header = intake?.header;
  if (!beginnings || !intake || !header?.base) return own;
  const { files, uri, scheduler } = source;
  const { parts, missing } = await beginnings.find(uri, intake.format, header);
  if (parts.length === 0) return own;
  const joined: ReadingSource = {
    ...source,
    files: joinFiles(files, uri, parts),
    parts,
    reader: {
      ...source.reader,
      format: intake.format,
      header: withBase(header, missing),
    },
  };
  const reading = await readFile(joined, createSlicer(scheduler, isCancelled));
  // Another one than the own file's, whose rows have other numbers.
  reading.attempt += own.attempt;
  return reading;
}

function withBase({ base: _, ...header }: SessionHeader, missing: SessionBase | undefined): SessionHeader {
  return missing ? { ...header, base: missing } : header;
}
