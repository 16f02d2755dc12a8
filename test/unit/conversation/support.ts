import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeScene, type Scene } from '../../../src/conversation/scene.ts';
import type { ViewWords } from '../../../src/conversation/viewHost.ts';
import { itemsAfter } from '../../../src/conversation/window.ts';
import { createTelling } from '../../../src/core/text/telling.ts';
import type { CallPart, ConversationItem, MessageItem, NoteItem } from '../../../src/core/conversation.ts';
import { opened, type Opened } from '../sessions/support.ts';

export interface OpenConversation extends Opened {
  readonly scene: Scene;
  readonly items: readonly ConversationItem[];
}

/** Words of a view, short. */
export const VIEW_WORDS = {
  deleted: 'deleted',
  replaced: 'replaced',
  telling: createTelling({ language: 'en', hours: 'h12' }),
  textGone: 'gone',
  outputMissing: 'There is no {0}.',
  outputCut: '{0} more bytes.',
  badImage: 'bad image',
  fileChanged: 'changed',
  pathTooLarge: 'too large: {0}',
} satisfies ViewWords;

export type Content = string | readonly Readonly<Record<string, unknown>>[] | null;

/** A message record of tiny-pi. */
export function message(
  id: string,
  parentId: string | null,
  role: string,
  content: Content,
  more: object = {},
): object {
  return { id, parentId, timestamp: 1_767_607_200_000, type: 'message', message: { role, content, ...more } };
}

export function call(
  id: string,
  name = 'read',
  args: unknown = { path: 'a.ts' },
): Readonly<Record<string, unknown>> {
  return { type: 'toolCall', id, name, arguments: args };
}

export function result(
  id: string,
  parentId: string,
  toolCallId: string,
  text = 'done',
  more: object = {},
): object {
  const content = [{ type: 'text', text }];
  return message(id, parentId, 'toolResult', content, {
    toolCallId,
    toolName: 'read',
    isError: false,
    ...more,
  });
}

/** A Pi v3 session: its header, and records with their base fields. */
export function piSession(...entries: readonly object[]): object[] {
  const timestamp = '2026-01-05T10:00:00.000Z';
  return [
    { type: 'session', version: 3, id: 'the-session', timestamp, cwd: '/work' },
    ...entries.map((entry) => ({ timestamp, ...entry })),
  ];
}

export function jsonl(lines: readonly unknown[]): string {
  return lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('');
}

/**
 * Opens a session in memory and builds every item of a path: of the newest one through `id`, else of the default one.
 */
export async function conversation(
  source: readonly unknown[] | Uint8Array,
  id?: string,
): Promise<OpenConversation> {
  const session = await opened(source instanceof Uint8Array ? source : jsonl(source));
  const { snapshot } = session.session;
  const { tree, table } = snapshot;
  const row = id === undefined ? tree.defaultLeaf : table.rowOf(id);
  const scene = makeScene(snapshot, tree.newestLeaf[row] ?? row);
  const items: ConversationItem[] = [];
  while (items.length < scene.plan.items.length) {
    items.push(...(await itemsAfter(session.session, scene, items.length)).items);
  }
  return { ...session, scene, items };
}

export function messages(items: readonly ConversationItem[]): MessageItem[] {
  return items.filter((item) => item.type === 'message');
}

export function notes(items: readonly ConversationItem[]): NoteItem[] {
  return items.filter((item) => item.type === 'note');
}

export function calls(items: readonly ConversationItem[]): CallPart[] {
  return messages(items).flatMap((item) => item.parts.filter((part) => part.type === 'call'));
}

/** The text of an item's own text parts. */
export function textOf(item: ConversationItem | undefined): string {
  if (item?.type !== 'message') return '';
  return item.parts.map((part) => (part.type === 'text' ? part.text.text : '')).join('');
}

/** The bytes of a case's input, made by its generator where it has one. */
export function caseInput(folder: string): Uint8Array {
  const input = join(folder, 'input.jsonl');
  if (existsSync(input)) return readFileSync(input);
  const out = mkdtempSync(join(tmpdir(), 'session-tree-case-'));
  try {
    execFileSync(process.execPath, [join(folder, 'gen.mjs'), join(out, 'input.jsonl')]);
    return readFileSync(join(out, 'input.jsonl'));
  } finally {
    rmSync(out, { recursive: true });
  }
}
