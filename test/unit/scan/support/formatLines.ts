// Lines of the formats whose records are read as objects: what their agents write, with texts that are hard to shorten.
import { JOURNALS } from '../../../bench/formatMore.ts';
import { Chain, WRITINGS } from '../../../bench/formatRecords.ts';
import type { Round, Turn } from '../../../bench/formatTurns.ts';
import { FORMATS } from '../../../../src/formats/list.ts';
import type { Format } from '../../../../src/formats/format.ts';
import type { Dice } from '../../../support/dice.ts';
import { randomText } from './mutate.ts';

const ALL = { ...WRITINGS, ...JOURNALS };

/** Formats of which lines can be made here: those that shorten. */
export const SHORTENING: readonly Format[] = FORMATS.filter(
  ({ name, isShortable }) => isShortable !== undefined && Object.hasOwn(ALL, name),
);

/** About so many lines of a session, some of them written twice or with another text. */
export function formatLines({ name }: Format, count: number, dice: Dice): string[] {
  const writing = ALL[name];
  if (!writing) throw new RangeError(`No lines can be made for ${name}.`);
  const chain = new Chain();
  const records: unknown[] = [...(dice.chance(0.9) ? (writing.begin?.(chain) ?? []) : [])];
  while (records.length < count) records.push(...writing.turn(turn(dice), chain));
  const lines = records.map((record) => JSON.stringify(record));
  return lines.flatMap((line) => [line, ...(dice.chance(0.05) ? [again(dice.pick(lines), dice)] : [])]);
}

/** A line that was written before, as it was or with another text at some place. */
function again(line: string, dice: Dice): string {
  if (dice.chance(0.5)) return line;
  return line.replace(/(?<=[^\\])"(?=,|\}|\])/, () => `${dice.pick(['!', 'x'.repeat(200)])}"`);
}

function turn(dice: Dice): Turn {
  return { prompt: longText(dice), rounds: Array.from({ length: dice.below(4) }, () => round(dice)) };
}

function round(dice: Dice): Round {
  return {
    thinking: dice.chance(0.5) ? longText(dice) : '',
    text: dice.chance(0.5) ? longText(dice) : '',
    call: {
      id: dice.chance(0.05) ? `call_${'i'.repeat(200)}` : `call_${String(dice.below(100))}`,
      name: 'read',
      args: {
        path: longText(dice),
        n: dice.below(99),
        [dice.pick(['x', 'k'.repeat(150)])]: randomText(dice),
      },
    },
    result: longText(dice),
  };
}

const BEGINNINGS = [
  ...[
    '',
    ' '.repeat(60),
    '\n'.repeat(120),
    '{"output":"',
    '<session_context>',
    '<timestamp>2026-05-04</timestamp>',
  ],
  ...[
    '<user_query>',
    '<user_shell_command>\n<command>ls</command>',
    '# AGENTS.md instructions',
    '\u3000'.repeat(30),
  ],
];

/** Mostly longer than what is left alone, with everything in it that has a second way to be written. */
function longText(dice: Dice): string {
  const pieces = Array.from({ length: dice.below(30) }, () => randomText(dice));
  const filler = dice.pick([
    '',
    'y'.repeat(dice.below(300)),
    '\u001b[0m',
    'é'.repeat(dice.below(100)),
    '😀'.repeat(20),
  ]);
  return dice.pick(BEGINNINGS) + pieces.join('') + filler;
}
