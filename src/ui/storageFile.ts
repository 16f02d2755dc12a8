import { Uri, workspace } from 'vscode';

/** One file in the folder that VS Code gives to the extension. */
export interface StorageFile {
  /** Undefined when there is none, or it cannot be read. */
  read(): Promise<Uint8Array | undefined>;
  write(bytes: Uint8Array): Promise<void>;
}

/** @param folder made when it is needed */
export function createStorageFile(folder: Uri, name: string): StorageFile {
  const uri = Uri.joinPath(folder, name);
  const aside = Uri.joinPath(folder, `${name}.new`);
  return {
    async read() {
      try {
        return await workspace.fs.readFile(uri);
      } catch {
        return undefined;
      }
    },
    async write(bytes) {
      await workspace.fs.createDirectory(folder);
      await workspace.fs.writeFile(aside, bytes);
      await workspace.fs.rename(aside, uri, { overwrite: true });
    },
  };
}
