import assert from 'node:assert/strict';
import { appendFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { SessionTreeApi } from '../../../src/extension.ts';
import type { TreeNode } from '../../../src/tree/nodes.ts';

/** The extension's own objects, active and with the session list read. */
export async function activeApi(): Promise<SessionTreeApi> {
  const extension = vscode.extensions.getExtension<SessionTreeApi>('session-tree.session-tree');
  assert.ok(extension);
  return extension.activate();
}

/** A folder of session files of a test's own, inside the workspace. */
export class SessionFolder {
  readonly path: string;

  constructor(name: string) {
    const [workspace] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(workspace);
    this.path = join(workspace.uri.fsPath, name);
  }

  uri(name: string): string {
    return vscode.Uri.file(join(this.path, name)).toString();
  }

  /** Writes a session file; waits until the list has it. */
  async write(name: string, text: string | Uint8Array): Promise<string> {
    await this.writeQuietly(name, text);
    const { library } = await activeApi();
    await library.rescan();
    await until(() => library.items.some(({ uri }) => uri === this.uri(name)), `${name} to be listed`);
    return this.uri(name);
  }

  /** Writes a session file without waiting for the list. */
  async writeQuietly(name: string, text: string | Uint8Array): Promise<void> {
    await mkdir(this.path, { recursive: true });
    await writeFile(join(this.path, name), text);
  }

  append(name: string, text: string): Promise<void> {
    return appendFile(join(this.path, name), text);
  }

  delete(name: string): Promise<void> {
    return rm(join(this.path, name));
  }

  /** Deletes the folder and waits until the list knows: of a folder's end, its files are not told. */
  async remove(): Promise<void> {
    await rm(this.path, { recursive: true, force: true });
    const { library } = await activeApi();
    await library.rescan();
  }
}

/** A tiny-pi record; ids that begin with `u` are the user's, `l…` metadata, all others the assistant's. */
export function record(id: string, parentId: string | null, text = `text of ${id}`): string {
  const base = { id, parentId, timestamp: 1_795_168_800_000 };
  const entry = id.startsWith('l')
    ? { type: 'metadata', ...base, key: 'note', value: text }
    : {
        type: 'message',
        ...base,
        message: id.startsWith('u')
          ? { role: 'user', content: text }
          : { role: 'assistant', content: [{ type: 'text', text }] },
      };
  return `${JSON.stringify(entry)}\n`;
}

/** A chain of `length` entries, `u0`, `a1`, `u2`, … */
export function chain(length: number, prefix = ''): string {
  const id = (n: number): string => `${n % 2 === 0 ? 'u' : 'a'}${prefix}${n}`;
  return Array.from({ length }, (_, n) => record(id(n), n === 0 ? null : id(n - 1))).join('');
}

/** Waits until something holds; the reason is in the failure. */
export async function until(
  check: () => boolean | Promise<boolean>,
  what: string,
  ms = 20_000,
): Promise<void> {
  const end = Date.now() + ms;
  while (!(await check())) {
    if (Date.now() > end) assert.fail(`waited ${ms} ms for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

/** What a node's row says: label and description. */
export async function text(node: TreeNode): Promise<string> {
  const { tree } = await activeApi();
  const item = tree.provider.getTreeItem(node);
  return [item.label, item.description].filter(Boolean).join(' | ');
}

/** The rows below a node, each with its kind; `depth` levels of them, two blanks a level. */
export async function draw(node: TreeNode, depth = 1, indent = ''): Promise<string[]> {
  const { tree } = await activeApi();
  const lines: string[] = [];
  for (const child of await tree.provider.getChildren(node)) {
    const item = tree.provider.getTreeItem(child);
    lines.push(`${indent}${child.kind} ${String(item.label)}`);
    if (depth > 1) lines.push(...(await draw(child, depth - 1, `${indent}  `)));
  }
  return lines;
}

/** The row of a session in the list. */
export async function sessionNode(uri: string): Promise<TreeNode> {
  const { tree } = await activeApi();
  const view = await tree.provider.view(uri);
  assert.ok(view, `${uri} is listed`);
  return view.node;
}
