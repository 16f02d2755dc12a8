import type { ReadState } from '../../../src/formats/reader.ts';
import { SessionReader } from '../../../src/formats/reader.ts';
import { alternatives, forkPoints, pathRows } from '../../../src/core/tree/walk.ts';
import { linesOf } from './lines.ts';

type Fields = Record<string, unknown>;

/** A record of the tree, as Claude Code writes it. */
export function row(type: string, uuid: string, parentUuid: string | null, fields: Fields = {}): Fields {
  return {
    ...{ parentUuid, isSidechain: false, userType: 'external', sessionId: 's', version: '2.1.0' },
    ...{ uuid, timestamp: '2026-01-05T10:00:00.000Z', type },
    ...fields,
  };
}

export function user(
  uuid: string,
  parent: string | null,
  content: unknown = uuid,
  fields: Fields = {},
): Fields {
  return row('user', uuid, parent, { message: { role: 'user', content }, ...fields });
}

/** One block of the message `id`. */
export function piece(
  uuid: string,
  parent: string | null,
  id: string,
  block: Fields,
  fields: Fields = {},
): Fields {
  const message = { id, type: 'message', role: 'assistant', model: 'm', content: [block] };
  return row('assistant', uuid, parent, { message, ...fields });
}

export function says(uuid: string, parent: string | null, fields: Fields = {}): Fields {
  return piece(uuid, parent, `msg_${uuid}`, { type: 'text', text: uuid }, fields);
}

export function call(id: string, name = 'Bash', input: unknown = { command: id }): Fields {
  return { type: 'tool_use', id, name, input };
}

export function answer(id: string, content: unknown = `out ${id}`, fields: Fields = {}): Fields {
  return { type: 'tool_result', tool_use_id: id, content, ...fields };
}

export function result(uuid: string, parent: string | null, id: string, fields: Fields = {}): Fields {
  return user(uuid, parent, [answer(id)], fields);
}

export function progress(uuid: string, parent: string | null): Fields {
  return row('progress', uuid, parent, { data: { type: 'hook_progress', hookName: 'h' } });
}

export function read(...records: readonly unknown[]): ReadState {
  const reader = new SessionReader();
  reader.push(linesOf(...records));
  const state = reader.state();
  if (!state) throw new Error('no format');
  return state;
}

/** The tree in words: `path` of the default leaf, forks as `parent: child child`; entries named by their line's uuid. */
export function told(records: readonly Fields[]): {
  path: string;
  forks: string[];
  leaf: string;
  roots: string;
} {
  const { tree } = read(...records);
  const name = (at: number): string => {
    const uuid = records[at]?.['uuid'];
    return typeof uuid === 'string' ? uuid : '?';
  };
  const names = (rows: Iterable<number>): string => Array.from(rows, name).join(' ');
  return {
    path: names(pathRows(tree, tree.defaultLeaf)),
    forks: Array.from(forkPoints(tree), (at) => `${name(at)}: ${names(alternatives(tree, at))}`),
    leaf: name(tree.defaultLeaf),
    roots: names(tree.roots),
  };
}
