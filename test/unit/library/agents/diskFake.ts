import { DiskError, type AgentDisk } from '../../../../src/library/agents/disk.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A disk in memory: files by path, links by path. Counts what is asked of it. */
export function fakeDisk(
  files: Readonly<Record<string, string>> = {},
  links: Readonly<Record<string, string>> = {},
) {
  const content = new Map(Object.entries(files).map(([path, text]) => [path, { text, mtime: 1000 }]));
  const forbidden = new Set<string>();
  const folderTimes = new Map<string, number>();
  const counts = { lists: 0, stats: 0, reads: 0, texts: 0, realpaths: 0 };

  const follow = (path: string): string => {
    for (const [link, target] of Object.entries(links)) {
      if (path === link || path.startsWith(`${link}/`)) return follow(target + path.slice(link.length));
    }
    return path;
  };
  const isFolder = (path: string): boolean =>
    [...content.keys(), ...Object.keys(links)].some((file) => file.startsWith(`${path}/`));
  const check = (path: string): string => {
    const real = follow(path);
    if (forbidden.has(real)) throw new DiskError(false, `EACCES: permission denied, '${path}'`);
    if (!content.has(real) && !isFolder(real) && real !== '/') throw new DiskError(true, `ENOENT: '${path}'`);
    return real;
  };
  const asked = <T>(what: keyof typeof counts, answer: () => T): Promise<T> => {
    counts[what] += 1;
    return Promise.resolve().then(answer);
  };

  const disk: AgentDisk = {
    list: (path) =>
      asked('lists', () => {
        const real = check(path);
        if (content.has(real)) throw new DiskError(true, `ENOTDIR: '${path}'`);
        const below = [...content.keys(), ...Object.keys(links)].filter((file) =>
          file.startsWith(`${real}/`),
        );
        const names = new Set(below.map((file) => file.slice(real.length + 1).split('/')[0] ?? ''));
        return [...names].map((name) => ({ name, isFolder: !content.has(follow(`${real}/${name}`)) }));
      }),
    stat: (path) =>
      asked('stats', () => {
        const real = check(path);
        const file = content.get(real);
        return {
          size: file ? bytes(file.text).length : 0,
          mtime: file?.mtime ?? folderTimes.get(real) ?? 1000,
        };
      }),
    realpath: (path) => asked('realpaths', () => check(path)),
    text: (path, limit) =>
      asked('texts', () => {
        const text = content.get(follow(path))?.text;
        return text !== undefined && bytes(text).length <= limit ? text : undefined;
      }),
    read: (path, offset, length) =>
      asked('reads', () => {
        const file = content.get(check(path));
        return bytes(file?.text ?? '').subarray(offset, offset + length);
      }),
  };
  const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));
  /** A name came or went: the times of the folders above, up to the first one that was there and stays. */
  const touch = (path: string, mtime: number, stays: (folder: string) => boolean): void => {
    for (let folder = parentOf(path); folder !== ''; folder = parentOf(folder)) {
      folderTimes.set(folder, mtime);
      if (stays(folder)) return;
    }
  };
  return {
    disk,
    counts,
    write(path: string, text: string, mtime = 2000) {
      if (!content.has(path)) touch(path, mtime, isFolder);
      content.set(path, { text, mtime });
    },
    remove(path: string) {
      content.delete(path);
      touch(path, 3000, isFolder);
    },
    forbid: (path: string) => forbidden.add(path),
    reset() {
      for (const key of Object.keys(counts) as (keyof typeof counts)[]) counts[key] = 0;
    },
  };
}
