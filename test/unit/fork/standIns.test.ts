import assert from 'node:assert/strict';
import { parseSessionEntry } from '../../../src/core/strict/parseEntry.ts';
import { messagesOnPath } from '../../../src/core/strict/path.ts';
import { faultyFolder } from './faultyFolder.ts';
import { makeFork, NOW } from './make.ts';
import { memorySession } from './memory.ts';

const NONE = 'No result: this session was forked before the tool had answered.';
const TIME = '"timestamp":1';

const tiny = (id: string, parent: string | null, message: object): string =>
  `{"id":"${id}","parentId":${JSON.stringify(parent)},${TIME},"type":"message","message":${JSON.stringify(message)}}`;
const user = { role: 'user', content: [{ type: 'text', text: 'do' }] };
const calls = (...ids: string[]) => ({
  role: 'assistant',
  content: ids.map((id) => ({ type: 'toolCall', id, name: `tool ${id}`, arguments: {} })),
});
const result = (toolCallId: string) => ({
  ...{ role: 'toolResult', toolCallId, toolName: 'x', isError: false },
  content: [{ type: 'text', text: 'ok' }],
});
const text = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('');

const HEADER = '{"type":"session","version":3,"id":"old","timestamp":"2026-01-05T10:00:00.000Z","cwd":"/p"}';
const pi = (id: string, parent: string | null, message: object): string =>
  `{"type":"message","id":"${id}","parentId":${JSON.stringify(parent)},"timestamp":"2026-01-05T10:00:00.000Z","message":${JSON.stringify(message)}}`;

describe('results that stand in', () => {
  it('close the calls that wait, behind the last line, as a strict reader takes them', async () => {
    const lines = [
      tiny('u1', null, user),
      tiny('a2', 'u1', calls('c1', 'c2', 'c3')),
      tiny('r3', 'a2', result('c2')),
      tiny('r4', 'r3', result('c1')),
    ];
    const made = await makeFork(memorySession(text(lines)), 2, faultyFolder(), { closing: true });
    const entries = made.lines.map((line) => parseSessionEntry(JSON.parse(line)));
    assert.deepEqual(made.lines.slice(0, 3), lines.slice(0, 3));
    const last = entries.at(-1);
    const messages = messagesOnPath(entries, last?.id ?? '');
    assert.deepEqual(
      messages.slice(3).map((message) => ({ ...message })),
      ['c1', 'c3'].map((id) => ({
        ...{ role: 'toolResult', toolCallId: id, toolName: `tool ${id}`, isError: true },
        content: [{ type: 'text', text: NONE }],
      })),
    );
    assert.equal(last?.timestamp, NOW);
  });

  it('are written only where they are asked for, and only for calls that can be named', async () => {
    const session = memorySession(text([tiny('u1', null, user), tiny('a2', 'u1', calls('', 'c2'))]));
    assert.equal((await makeFork(session, 1)).lines.length, 2);
    const made = await makeFork(session, 1, faultyFolder(), { closing: true });
    assert.equal(made.lines.length, 3);
    assert.match(made.lines[2] ?? '', /"toolCallId":"c2"/);
  });

  it('stand before the labels of a Pi session', async () => {
    const lines = [
      HEADER,
      pi('u1', null, user),
      pi('a2', 'u1', calls('c1')),
      '{"type":"label","id":"l3","parentId":"a2","timestamp":"2026-01-05T10:00:00.000Z","targetId":"u1","label":"here"}',
    ];
    const session = memorySession(text(lines));
    const made = await makeFork(session, session.rowOf('a2'), faultyFolder(), { closing: true });
    const written = made.lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    assert.deepEqual(
      written.map(({ type }) => type),
      ['session', 'message', 'message', 'message', 'label'],
    );
    const [standIn, label] = written.slice(3);
    assert.equal(standIn?.['parentId'], 'a2');
    assert.equal(label?.['parentId'], standIn['id']);
    assert.deepEqual(standIn['message'], {
      ...{ role: 'toolResult', toolCallId: 'c1', toolName: 'tool c1' },
      content: [{ type: 'text', text: NONE }],
      ...{ isError: true, timestamp: NOW },
    });
  });
});

describe('results that travel along', () => {
  it('are chained, so that who resumes at the last line has them all', async () => {
    const lines = [
      tiny('u1', null, user),
      tiny('a2', 'u1', calls('c1', 'c2')),
      tiny('r3', 'a2', result('c1')),
      tiny('r4', 'a2', result('c2')),
      tiny('u5', 'r3', user),
    ];
    const made = await makeFork(memorySession(text(lines)), 4);
    const entries = made.lines.map((line) => parseSessionEntry(JSON.parse(line)));
    assert.deepEqual(
      entries.map(({ id, parentId }) => [id, parentId]),
      [
        ['u1', null],
        ['a2', 'u1'],
        ['r3', 'a2'],
        ['r4', 'r3'],
        ['u5', 'r4'],
      ],
    );
  });
});
