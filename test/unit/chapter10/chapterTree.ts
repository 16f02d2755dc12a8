import type { JsonValue, SessionEntry } from '../../../src/api.ts';

/** The tree of the chapter's first page, made anew at every call, in the order of its appends. */
export function chapterTree(): [u1: SessionEntry, ...SessionEntry[]] {
  return [
    user('u-1', null, '读取 README.md，告诉我项目名'),
    {
      ...base('a-read', 'u-1'),
      type: 'message',
      message: {
        role: 'assistant',
        content: [
          {
            type: 'toolCall',
            id: 'call-1',
            name: 'read',
            arguments: { path: 'README.md' },
            rawArguments: '{"path": "README.md"}',
          },
        ],
      },
    },
    {
      ...base('r-read', 'a-read'),
      type: 'message',
      message: {
        role: 'toolResult',
        toolCallId: 'call-1',
        toolName: 'read',
        content: [{ type: 'text', text: '# tiny-pi ...' }],
        isError: false,
        details: { lines: [1, 20] },
      },
    },
    assistant('a-final', 'r-read', '项目名是 tiny-pi'),
    assistant('a-alt', 'u-1', '我无法读取该文件'),
    metadata('meta-cwd', 'a-final', '/workspace/tiny-pi'),
  ];
}

export function user(id: string, parentId: string | null, text = id): SessionEntry {
  return {
    ...base(id, parentId),
    type: 'message',
    message: { role: 'user', content: [{ type: 'text', text }] },
  };
}

export function assistant(id: string, parentId: string | null, text = id): SessionEntry {
  const content = [{ type: 'text' as const, text }];
  return { ...base(id, parentId), type: 'message', message: { role: 'assistant', content } };
}

export function metadata(id: string, parentId: string | null, value: JsonValue = null): SessionEntry {
  return { ...base(id, parentId), type: 'metadata', key: 'cwd', value };
}

function base(
  id: string,
  parentId: string | null,
): { id: string; parentId: string | null; timestamp: number } {
  return { id, parentId, timestamp: 1_767_607_201_000 };
}

export const ids = (entries: readonly SessionEntry[]): string[] => entries.map((entry) => entry.id);

export const line = (entry: unknown): string => `${JSON.stringify(entry)}\n`;

/** Changes every string, number, array and object in `value`, at every depth: what shares a part with it shows it. */
export function spoil(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  const object = value as Record<string, unknown>;
  for (const key of Object.keys(object)) {
    if (typeof object[key] === 'object') spoil(object[key]);
    else object[key] = 'spoiled';
  }
  if (Array.isArray(value)) value.push('spoiled');
  else object['spoiled'] = true;
}
