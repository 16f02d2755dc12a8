/** One name in a folder. */
export interface FolderItem {
  readonly name: string;
  readonly isFolder: boolean;
}

/** Folders that are looked into, and how deep, before the walk is cut off. */
export const WALK_FOLDERS = 2_000;
const WALK_DEPTH = 32;
const NEVER = new Set(['node_modules', '.git']);

export interface Walk {
  /** Paths of the `.jsonl` files. */
  readonly files: readonly string[];
  /** Whether folders were left out because there are too many. */
  readonly isCut: boolean;
}

/**
 * The `.jsonl` files below a folder, nearest folders first, for file systems that VS Code cannot search (virtual
 * workspaces). A folder that cannot be listed counts as empty.
 * @param list what stands in a folder, without links
 * @param isExcluded files and folders that are left out, by their path below the root
 */
export async function walkFolders(
  root: string,
  list: (path: string) => Promise<readonly FolderItem[]>,
  isExcluded: (path: string) => boolean = () => false,
): Promise<Walk> {
  const top = root.endsWith('/') ? root : `${root}/`;
  const files: string[] = [];
  const open = [{ path: root, depth: 0 }];
  let isCut = false;
  for (let next = 0; next < open.length; next++) {
    const { path, depth } = open[next] ?? { path: root, depth: 0 };
    for (const { name, isFolder } of await list(path).catch(() => [])) {
      const child = `${path.endsWith('/') ? path : `${path}/`}${name}`;
      if (isExcluded(child.slice(top.length))) continue;
      if (!isFolder) {
        if (name.endsWith('.jsonl')) files.push(child);
      } else if (!NEVER.has(name)) {
        if (depth < WALK_DEPTH && open.length < WALK_FOLDERS) open.push({ path: child, depth: depth + 1 });
        else isCut = true;
      }
    }
  }
  return { files, isCut };
}
