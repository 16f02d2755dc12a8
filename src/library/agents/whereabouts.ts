import type { JsonObject } from '../../core/json.ts';
import type { AgentPlaces, Look, Whereabouts } from '../../formats/places/place.ts';
import { LineSplitter, type RawLine } from '../../scan/lines.ts';
import { parseObject } from '../../scan/readLine.ts';
import type { AgentDisk } from './disk.ts';
import { parentPath } from './paths.ts';

/** Bytes of the first read, nearly always enough; each further one is three times as large, up to the limit. */
const FIRST_BYTES = 16 * 1024;
const LIMIT_BYTES = 1024 * 1024;
/** A file's folder does not come up after so many records. */
const LIMIT_RECORDS = 500;
/** Files beside a session are smaller than this. */
const BESIDE_BYTES = 256 * 1024;

/** Which folder a session is about. @throws DiskError */
export async function readWhereabouts(
  { where }: AgentPlaces,
  path: string,
  disk: Pick<AgentDisk, 'read' | 'text'>,
): Promise<Whereabouts> {
  const look: Look = {
    find: (read) => findIn(disk, path, read),
    // The paths are the formats' own, never a file's.
    text: (beside) => disk.text(besidePath(path, beside), BESIDE_BYTES),
  };
  return where(look);
}

/** `../` goes up by the names in the path, whatever links there are. */
function besidePath(path: string, beside: string): string {
  let folder = parentPath(path) ?? '/';
  let rest = beside;
  for (; rest.startsWith('../'); rest = rest.slice('../'.length)) folder = parentPath(folder) ?? '/';
  return `${folder === '/' ? '' : folder}/${rest}`;
}

async function findIn<T>(
  disk: Pick<AgentDisk, 'read'>,
  path: string,
  read: (record: JsonObject) => T | undefined,
): Promise<T | undefined> {
  const lines = new LineSplitter();
  let found: T | undefined;
  let records = 0;
  const take = ({ bytes }: RawLine): void => {
    if (found !== undefined || records >= LIMIT_RECORDS) return;
    const record = parseObject(bytes);
    if (!record) return;
    records += 1;
    found = read(record);
  };
  for (let step = FIRST_BYTES; found === undefined && lines.size < LIMIT_BYTES; step *= 3) {
    const chunk = await disk.read(path, lines.size, Math.min(step, LIMIT_BYTES - lines.size));
    if (chunk.length === 0) break;
    lines.push(chunk, take);
    if (records >= LIMIT_RECORDS) break;
  }
  return found;
}
