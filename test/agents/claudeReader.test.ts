import assert from 'node:assert/strict';
import { own } from '../../src/core/json.ts';
import { claudeSession } from './support/claudeCode.ts';
import { claudeReader, type ClaudeReader } from './support/claudeReader.ts';
import { fork, open, type Forked } from './support/fork.ts';
import { inRoom, laid, type Room } from './support/goingOn.ts';
import { callsFirst, saidToAnthropic, type Said } from './support/said.ts';

const FOLDER = ['claude-code', 'real', 'entire'];
const FILES = [
  'skills__1f-64c84a8821-0__fork-small.jsonl',
  'external-agents__ac-cbd9bb12bf-0__fork-2.1.79.jsonl',
  'cli__60-1ac0eb4d69-0__retry.jsonl',
  'cli__76-62d755ef9f-2__microcompact+compact.jsonl',
];

describe('Claude Code’s SDK reads forks of real sessions', () => {
  let reader: ClaudeReader;
  const before_ = process.env['CLAUDE_CONFIG_DIR'];
  before(async function () {
    this.timeout(300_000);
    reader = await claudeReader(this);
  });
  after(() => {
    if (before_ === undefined) delete process.env['CLAUDE_CONFIG_DIR'];
    else process.env['CLAUDE_CONFIG_DIR'] = before_;
  });
  for (const file of FILES) {
    it(`at every entry of ${file}`, async function () {
      this.timeout(180_000);
      await inRoom((room) => everyEntry(this, reader, room, file));
    });
  }
});

async function everyEntry(context: Mocha.Context, reader: ClaudeReader, room: Room, file: string) {
  process.env['CLAUDE_CONFIG_DIR'] = `${room.home}/config`;
  const session = await open(laid(context, { place: claudeSession }, room, [...FOLDER, file]));
  const { snapshot } = session;
  let forks = 0;
  for (let row = 0; row < snapshot.table.size; row++) {
    if (snapshot.table.isRepeat(row)) continue;
    const forked = await fork(session, row, false);
    const read = await reader.getSessionMessages(forked.file.sessionId ?? '', { dir: room.project });
    const messages = read.map(({ message }) => message);
    assert.deepEqual(said(messages), said(shownTo(forked)), `line ${snapshot.table.line(row)}`);
    forks += 1;
  }
  session.dispose();
  assert.ok(forks > 50, `${forks} forks`);
}

function said(messages: readonly unknown[]): Said[] {
  return callsFirst(saidToAnthropic({ messages }));
}

/**
 * Messages of the path as the reader shows them: since the last compaction, none that the agent wrote as the user. A fork
 * leaves out a boundary at its end, whose summary would stand behind it.
 */
function shownTo({ path }: Forked): unknown[] {
  const isBoundary = ({ record }: Forked['path'][number]) => own(record, 'subtype') === 'compact_boundary';
  const last = path.at(-1);
  const written = last && isBoundary(last) ? path.slice(0, -1) : path;
  return written
    .slice(written.findLastIndex(({ kind }) => kind === 'compaction') + 1)
    .filter(({ record, message }) => message !== undefined && own(record, 'isMeta') !== true)
    .map(({ record }) => own(record, 'message'));
}
