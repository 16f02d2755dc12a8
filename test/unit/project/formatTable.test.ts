import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Format } from '../../../src/formats/format.ts';
import { FORMATS } from '../../../src/formats/list.ts';

const README = join(import.meta.dirname, '../../../README.md');

/** The README's table of formats: cells by column, rows by the format's name. */
function readTable(): Map<string, Map<string, string>> {
  const lines = readFileSync(README, 'utf8').split('\n');
  const from = lines.findIndex((line) => line.startsWith('| format | name |'));
  assert.ok(from >= 0, 'the table is there');
  const cellsOf = (line: string): string[] =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
  const columns = cellsOf(lines[from] ?? '');
  const rows = new Map<string, Map<string, string>>();
  for (const line of lines.slice(from + 2)) {
    if (!line.startsWith('|')) break;
    const cells = cellsOf(line);
    const row = new Map(columns.map((column, at) => [column, cells[at] ?? '']));
    rows.set((row.get('name') ?? '').replaceAll('`', ''), row);
  }
  return rows;
}

/** What a format has, by column. Side chains in the same file count as subagents: that is told by words alone. */
const HAS: Readonly<Record<string, (format: Format) => boolean>> = {
  context: (format) => format.context !== undefined,
  fork: (format) => format.fork !== undefined,
  follow: () => true,
};

describe('the README on tokens', () => {
  it('names the formats whose records tell them, and no others', () => {
    const text = readFileSync(README, 'utf8').replace(/\s+/g, ' ');
    const sentence = /\*Tokens\* are told by ([^.]*?), costs/.exec(text)?.[1] ?? '';
    const names = sentence.split(/, | and /).sort();
    const telling = FORMATS.filter(({ usage }) => usage !== undefined).map(({ title }) => title);
    assert.deepEqual(names, telling.sort());
  });
});

describe('the README’s table of formats', () => {
  const table = readTable();

  it('has a row for every format, and no others', () => {
    assert.deepEqual([...table.keys()].sort(), FORMATS.map(({ name }) => name).sort());
  });

  for (const format of FORMATS) {
    it(`tells the truth of ${format.name}`, () => {
      const row = table.get(format.name);
      for (const [column, has] of Object.entries(HAS)) {
        const cell = row?.get(column) ?? '';
        assert.match(cell, /^(?:yes|–)/);
        assert.equal(cell.startsWith('yes'), has(format), column);
      }
      const subagents = row?.get('subagents') ?? '';
      if (format.subagents) assert.match(subagents, /^yes, .*in files of their own/);
      else assert.match(subagents, /^–$|^yes, where the same file tells of them$/);
    });
  }
});
