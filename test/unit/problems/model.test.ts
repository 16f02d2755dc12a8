import assert from 'node:assert/strict';
import { createEmitter } from '../../../src/core/lib/emitter.ts';
import type { Problem } from '../../../src/core/problem.ts';
import { ProblemsModel, type ProblemsMode } from '../../../src/problems/model.ts';
import type { SessionReading } from '../../../src/sessions/library.ts';
import type { Session } from '../../../src/sessions/session.ts';
import { fakeSnapshot, FakeSession } from '../outline/fakeSession.ts';

const URI = 'file:///w/s.jsonl';

function problem(line: number): Problem {
  return { code: 'invalid-json', severity: 'error', line, start: 0, end: 1, message: 'bad' };
}

function setUp(mode: ProblemsMode) {
  const state = { mode };
  const read = createEmitter<SessionReading>();
  const removed = createEmitter<string>();
  const opened = createEmitter<Session>();
  const closed = createEmitter<string>();
  const model = new ProblemsModel(
    { onDidRead: read.event, onDidRemove: removed.event },
    { onDidOpen: opened.event, onDidClose: closed.event },
    () => state.mode,
  );
  const changes: string[] = [];
  model.onDidChange((uri) => changes.push(uri));
  const lines = (): number[] => model.problems(URI).map(({ line }) => line);
  const readIt = (problems: readonly Problem[]): void =>
    read.fire({ uri: URI, snapshot: fakeSnapshot([], 1, problems) });
  return { state, read: readIt, removed, opened, closed, model, changes, lines };
}

describe('problems of session files', () => {
  it('shows those of every listed file in mode all', () => {
    const { read, removed, lines, changes } = setUp('all');
    read([problem(3)]);
    assert.deepEqual(lines(), [3]);
    read([]);
    assert.deepEqual(lines(), []);
    read([problem(4)]);
    removed.fire(URI);
    assert.deepEqual(lines(), []);
    assert.equal(changes.length, 4);
  });

  it('shows those of open files only in mode open, and follows them', () => {
    const { read, opened, closed, lines } = setUp('open');
    read([problem(3)]);
    assert.deepEqual(lines(), []);
    const session = new FakeSession(URI, [], [problem(3)]);
    opened.fire(session);
    assert.deepEqual(lines(), [3]);
    session.change('grown', [], [problem(3), problem(9)]);
    assert.deepEqual(lines(), [3, 9]);
    closed.fire(URI);
    assert.deepEqual(lines(), []);
    assert.equal(session.followed, false);
  });

  it('shows nothing in mode off, and all again when the mode changes', () => {
    const { state, read, lines, model } = setUp('off');
    read([problem(3)]);
    assert.deepEqual(lines(), []);
    state.mode = 'all';
    assert.deepEqual(lines(), [3]);
    assert.deepEqual(model.uris(), [URI]);
  });

  it('forgets a file that was deleted while it was open', () => {
    const { opened, lines } = setUp('open');
    const session = new FakeSession(URI, [], [problem(3)]);
    opened.fire(session);
    session.change('deleted', [], [problem(3)]);
    assert.deepEqual(lines(), []);
  });

  it('lets go of everything when it is disposed', () => {
    const { opened, model } = setUp('open');
    const session = new FakeSession(URI, [], [problem(3)]);
    opened.fire(session);
    model.dispose();
    assert.equal(session.followed, false);
  });
});
