import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { SessionReader } from '../../../../src/formats/reader.ts';
import { buffersIn } from '../../../../src/sessions/worker/messages.ts';
import { bytesOf } from '../fakes.ts';
import { needsShared, shared } from '../shared.ts';
import { chain, record } from '../support.ts';
import { toldBy } from './support.ts';

/** Sends the reader to another thread, as far as that can be told from what arrives: a copy, or its own memory. */
function sent(reader: SessionReader, moves: boolean): SessionReader | undefined {
  const data = reader.pack();
  if (!data) return undefined;
  const transfer = moves ? [...buffersIn(data.intake.table)] : [];
  return SessionReader.unpack(structuredClone(data, { transfer }));
}

/** Reads `bytes` with a journey after the first `split` of them, and demands what a reading without one gives. */
function compare(bytes: Uint8Array, split: number, where: string, asked: boolean): boolean {
  const whole = new SessionReader();
  whole.push(bytes);
  const first = new SessionReader();
  first.push(bytes.slice(0, split));
  first.decide();
  if (asked) first.state();
  const second = sent(first, false);
  if (!second) return false;
  second.push(bytes.slice(split));
  assert.deepEqual(toldBy(second), toldBy(whole), `${where}, split at ${split}`);
  // The first one goes on as if nothing had been; then it is moved whole.
  first.push(bytes.slice(split));
  assert.deepEqual(toldBy(first), toldBy(whole), `${where}, behind ${split}`);
  const third = sent(first, true);
  assert.deepEqual(third && toldBy(third), toldBy(whole), `${where}, moved`);
  return true;
}

describe('a reader that goes on in another thread', function () {
  this.timeout(120_000);

  it('tells the same at every split', () => {
    const text = [
      '\uFEFF',
      chain('a', 'b', 'c'),
      `${record('late', 'behind')}\n`,
      `${record('a', 'c', 'again')}\n`,
      `${record('g1', 'c')}${record('g2', 'g1')}\n{"id":"x\n\n`,
      `${record('behind', 'c', 'täxt 消息')}\r\n`,
      `${record('self', 'self')}\n`,
      record('tail', 'self'),
    ].join('');
    const bytes = bytesOf(text);
    let journeys = 0;
    for (let split = 0; split <= bytes.length; split++)
      if (compare(bytes, split, 'text', split % 2 === 0)) journeys += 1;
    assert.ok(journeys > bytes.length / 2, `${journeys} journeys`);
  });

  it('tells the same of the shared cases', function () {
    needsShared(this, 'cases');
    for (const name of readdirSync(shared('cases'))) {
      const file = shared(`cases/${name}/input.jsonl`);
      if (!existsSync(file)) continue;
      const bytes = readFileSync(file);
      if (bytes.length > 300_000) continue;
      for (const part of [0.2, 0.5, 0.83, 1])
        compare(bytes, Math.floor(bytes.length * part), name, part === 0.5);
    }
  });

  it('tells the same of agents’ files whose records depend on those before them', function () {
    needsShared(this, 'corpus');
    for (const name of LINKED) {
      const bytes = readFileSync(shared(`corpus/${name}.jsonl`));
      for (let step = 0; step <= 12; step++)
        compare(bytes, Math.floor((bytes.length * step) / 12), name, step % 2 === 0);
    }
  });
});

/** Of each format with a linker, and of those whose records hold several entries. */
const LINKED = [
  'codebuddy/generated/handmade-branch-then-resumed',
  'codebuddy/generated/truncated-tail-then-resumed_GLUED',
  'gemini-cli/generated/session-2026-11-30T05-20-2d56372e',
  'kimi-code/js-assistant_tools',
  'openai-chat/synthetic-tool-finetune',
  'vscode-copilot-chat/synthetic/session-01-oplog',
];
