import * as vscode from 'vscode';

/** A file system in memory behind VS Code's API, as a virtual workspace has: whole files, no node:fs. */
export class MemoryFs implements vscode.FileSystemProvider {
  readonly files = new Map<string, Uint8Array>();
  /** Names of the calls that write, in order. */
  readonly writes: string[] = [];
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changed.event;

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  stat(uri: vscode.Uri): vscode.FileStat {
    const file = this.files.get(uri.path);
    if (file) return { type: vscode.FileType.File, ctime: 0, mtime: 1, size: file.length };
    const isFolder =
      uri.path === '/' || [...this.files.keys()].some((path) => path.startsWith(`${uri.path}/`));
    if (!isFolder) throw vscode.FileSystemError.FileNotFound(uri);
    return { type: vscode.FileType.Directory, ctime: 0, mtime: 1, size: 0 };
  }

  readDirectory(uri: vscode.Uri): [string, vscode.FileType][] {
    const prefix = `${uri.path}/`;
    const paths = [...this.files.keys()].filter((path) => path.startsWith(prefix));
    return paths.map((path) => [path.slice(prefix.length), vscode.FileType.File]);
  }

  createDirectory(): void {
    this.writes.push('createDirectory');
  }

  readFile(uri: vscode.Uri): Uint8Array {
    const file = this.files.get(uri.path);
    if (!file) throw vscode.FileSystemError.FileNotFound(uri);
    return file;
  }

  writeFile(uri: vscode.Uri, content: Uint8Array): void {
    this.writes.push(`write ${uri.path}`);
    this.files.set(uri.path, content);
  }

  delete(uri: vscode.Uri): void {
    this.writes.push(`delete ${uri.path}`);
    if (!this.files.delete(uri.path)) throw vscode.FileSystemError.FileNotFound(uri);
  }

  rename(from: vscode.Uri, to: vscode.Uri, { overwrite }: { readonly overwrite: boolean }): void {
    this.writes.push(`rename ${to.path}`);
    if (!overwrite && this.files.has(to.path)) throw vscode.FileSystemError.FileExists(to);
    this.files.set(to.path, this.readFile(from));
    this.files.delete(from.path);
  }
}
