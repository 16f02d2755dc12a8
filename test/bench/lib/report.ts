import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const DOCUMENT = join(import.meta.dirname, '../../../docs/performance.md');

/** A goal of the project beside what was measured. */
export interface Goal {
  readonly what: string;
  readonly measured: number;
  /** The measured number has to be at most this, or at least this. */
  readonly atMost?: number;
  readonly atLeast?: number;
  /** Behind the numbers: `ms`, `MB`, `×`. */
  readonly unit: string;
}

/** Takes the tables of a run: prints them, and writes them into the document where that is wanted. */
export interface Report {
  /** @param block its name in the document, where two comments enclose it */
  table(block: string, head: readonly string[], rows: readonly (readonly string[])[]): void;
  goals(block: string, goals: readonly Goal[]): void;
  text(block: string, text: string): void;
}

/** @param write whether the document is changed; its prose stays */
export function createReport(write: boolean): Report {
  const text = (block: string, body: string): void => {
    console.log(`\n${block}\n\n${body}`);
    if (write) replaceBlock(block, body);
  };
  const table: Report['table'] = (block, head, rows) => {
    const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
    text(block, lines.join('\n'));
  };
  return {
    text,
    table,
    goals(block, goals) {
      table(
        block,
        ['goal', 'measured', 'reached'],
        goals.map((goal) => [wish(goal), number(goal.measured, goal.unit), verdict(goal)]),
      );
    },
  };
}

/** Three significant digits, none after the point for 100 and more. */
export function number(value: number, unit = ''): string {
  if (!Number.isFinite(value)) return '–';
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : value >= 1 ? 2 : 3;
  return `${value.toFixed(digits)}${unit === '' ? '' : ` ${unit}`}`;
}

function wish({ what, atMost, atLeast, unit }: Goal): string {
  return atMost === undefined
    ? `${what}: at least ${String(atLeast)} ${unit}`
    : `${what}: at most ${String(atMost)} ${unit}`;
}

function verdict({ measured, atMost = Infinity, atLeast = -Infinity }: Goal): string {
  if (!Number.isFinite(measured)) return 'not measured';
  return measured <= atMost && measured >= atLeast ? 'yes' : '**no**';
}

/** Puts text between a block's two comments. */
function replaceBlock(block: string, body: string): void {
  const document = readFileSync(DOCUMENT, 'utf8');
  const [from, to] = [`<!-- bench: ${block} -->`, '<!-- /bench -->'];
  const start = document.indexOf(from);
  const end = document.indexOf(to, start);
  if (start < 0 || end < 0)
    throw new Error(`docs/performance.md has no place for "${block}": ${from} … ${to}`);
  writeFileSync(DOCUMENT, `${document.slice(0, start + from.length)}\n${body}\n${document.slice(end)}`);
}
