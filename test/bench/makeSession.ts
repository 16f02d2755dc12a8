import { closeSync, openSync, writeSync } from 'node:fs';

/** A small generator of numbers that repeats: every run makes the same file. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return (state >>> 8) / 0x1000000;
  };
}

const WORDS = 'the build reads every line once and keeps only what a row shows of it → größer als 消息'.split(
  ' ',
);

/**
 * Writes a session as Pi writes it, of at least `bytes` bytes: calls and results, long outputs, two branches in a
 * hundred entries. Answers the last entry's id.
 */
export function makeSession(path: string, bytes: number, seed = 20261130): string {
  const next = random(seed);
  const file = openSync(path, 'w');
  let written = 0;
  let last: string | null = null;
  let entries = 0;
  const write = (record: unknown): void => {
    written += writeSync(file, `${JSON.stringify(record)}\n`);
  };
  write({ type: 'session', version: 3, id: 'bench', timestamp: '2026-01-05T10:00:00.000Z', cwd: '/work' });
  const ids: string[] = [];
  for (; written < bytes; entries++) {
    const id = `e${entries.toString(16).padStart(7, '0')}`;
    const parentId: string | null = next() < 0.02 && ids.length > 9 ? (ids.at(-9) ?? null) : last;
    const timestamp = new Date(1_767_607_200_000 + entries * 1000).toISOString();
    write({ type: 'message', id, parentId, timestamp, message: message(entries, next) });
    ids.push(id);
    if (ids.length > 100) ids.shift();
    last = id;
  }
  closeSync(file);
  return last ?? '';
}

/** A line to append below `parentId`. */
export function nextLine(id: string, parentId: string | null, text: string): string {
  const timestamp = '2026-02-01T10:00:00.000Z';
  const message = { role: 'user', content: [{ type: 'text', text }], timestamp: 1 };
  return `${JSON.stringify({ type: 'message', id, parentId, timestamp, message })}\n`;
}

function message(entry: number, next: () => number): unknown {
  const text = words(Math.ceil(Math.exp(next() * 6)), next);
  if (entry % 20 === 0) return { role: 'user', content: text, timestamp: entry };
  if (entry % 2 === 1) {
    const call = { type: 'toolCall', id: `call_${entry}`, name: 'bash', arguments: { command: 'make test' } };
    return {
      role: 'assistant',
      content: [{ type: 'text', text }, call],
      stopReason: 'toolUse',
      timestamp: entry,
    };
  }
  const content = [{ type: 'text', text: `${text}\n`.repeat(1 + Math.floor(next() * 6)) }];
  return {
    ...{ role: 'toolResult', toolCallId: `call_${entry - 1}`, toolName: 'bash', content },
    ...{ isError: false, timestamp: entry },
  };
}

function words(count: number, next: () => number): string {
  return Array.from({ length: count }, () => WORDS[Math.floor(next() * WORDS.length)] ?? '').join(' ');
}
