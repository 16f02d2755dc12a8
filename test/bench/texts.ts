import type { Dice } from '../support/dice.ts';

/**
 * `pi`, `claude`: sessions as these agents write them, with English text, code, output of commands. `zh`: as `pi`, with
 * Chinese text, three bytes a character.
 */
export type Variant = 'pi' | 'claude' | 'zh';

type Pool = 'prose' | 'code' | 'shell' | 'base64';

/** Long texts of each kind, to cut pieces from. */
export interface Pools {
  cut(pool: Pool, length: number, dice: Dice): string;
  /** Characters of the middle one of all bodies. */
  readonly medianBody: number;
}

const POOL_LENGTH = 1_000_000;

const WORDS = (
  'the of to and a in is it you that he was for on are with as his they be at one have this from or had by hot but ' +
  'some what there we can out other were all your when up use word how said each she which do their time if will way ' +
  'function return const let await async import export class interface type string number undefined error warning ' +
  'test build compile render parse index buffer offset length stream worker thread file path session message tool'
).split(' ');
const HAN = Array.from(
  '的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去',
);
/** Characters of two, three and four bytes, a line separator among them: cut in the middle, the last one of all is half. */
const EXOTIC = ['—', '“', '”', 'é', '→', '✓', '…', '😀', 'ü', '│', '├──', '\u2028', '日本', 'Привет', '🚀'];
const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

export function textPools(variant: Variant, dice: Dice): Pools {
  const isChinese = variant === 'zh';
  const texts: Record<Pool, string> = {
    prose: grow(isChinese ? () => chinese(dice) : () => sentence(dice)),
    code: grow(isChinese ? () => chinese(dice) + codeLine(dice) : () => codeLine(dice)),
    shell: grow(isChinese ? () => chinese(dice) + shellLine(dice) : () => shellLine(dice)),
    base64: grow(() => Array.from({ length: 64 }, () => BASE64.charAt(dice.below(64))).join('')),
  };
  return {
    cut: (pool, length) => {
      const from = dice.below(Math.max(1, texts[pool].length - length));
      return texts[pool].slice(from, from + length);
    },
    medianBody: isChinese ? 300 : 560,
  };
}

/** Log-normal: half of all bodies are below the middle one, one in a hundred is 36 times as long. */
export function bodyLength({ medianBody }: Pools, dice: Dice): number {
  const uniform = (1 + dice.below(1_000_000)) / 1_000_001;
  const gauss =
    Math.sqrt(-2 * Math.log(uniform)) * Math.cos((2 * Math.PI * dice.below(1_000_000)) / 1_000_000);
  return Math.min(1_000_000, Math.max(4, Math.round(medianBody * Math.exp(1.6 * gauss))));
}

/** Hexadecimal digits. */
export function hex(dice: Dice, length: number): string {
  return Array.from({ length }, () => dice.below(16).toString(16)).join('');
}

export function uuid(dice: Dice): string {
  return `${hex(dice, 8)}-${hex(dice, 4)}-4${hex(dice, 3)}-a${hex(dice, 3)}-${hex(dice, 12)}`;
}

function grow(more: () => string): string {
  const pieces: string[] = [];
  for (let length = 0; length < POOL_LENGTH;) {
    const piece = more();
    pieces.push(piece);
    length += piece.length;
  }
  return pieces.join('');
}

function words(count: number, dice: Dice): string {
  return Array.from({ length: count }, () => dice.pick(WORDS)).join(' ');
}

function sentence(dice: Dice): string {
  const exotic = dice.chance(0.12) ? ` ${dice.pick(EXOTIC)}` : '';
  const quoted = dice.chance(0.08) ? ` "${words(2, dice)}"` : '';
  return `${words(6 + dice.below(14), dice)}${exotic}${quoted}${dice.chance(0.25) ? '.\n\n' : '. '}`;
}

function chinese(dice: Dice): string {
  const text = Array.from({ length: 8 + dice.below(30) }, () => dice.pick(HAN)).join('');
  return text + (dice.chance(0.3) ? '。\n' : '，') + (dice.chance(0.15) ? ` ${words(1, dice)} ` : '');
}

function codeLine(dice: Dice): string {
  const indent = dice.chance(0.2) ? '\t'.repeat(dice.below(5)) : '  '.repeat(dice.below(6));
  const name = dice.pick(WORDS);
  const line = dice.pick([
    `const ${name}${dice.below(99)} = await this.${name}("${words(1, dice)}/file.ts", { limit: ${dice.below(9999)} });`,
    `if (${name} === '${words(1, dice)}' && ${name}.length > ${dice.below(100)}) {`,
    `// ${words(5, dice)} ${dice.chance(0.2) ? dice.pick(EXOTIC) : ''}`,
    String.raw`s = s.replace(/\\d+\s*"([^"]*)"/g, "\\n$1");`,
    `return ${name}(${words(1, dice)}, ${name}[${dice.below(50)}]);`,
    '}',
  ]);
  return `${indent}${line}\n`;
}

function shellLine(dice: Dice): string {
  return dice.pick([
    `src/${words(1, dice)}/${words(1, dice)}.ts:${dice.below(2000)}:${dice.below(90)}: ${words(4, dice)}\n`,
    `-rw-r--r-- 1 root root ${dice.below(999_999)} Nov ${1 + dice.below(30)} 0${dice.below(9)}:30 ${words(1, dice)}.md\n`,
    `\u001b[3${dice.below(8)}m${words(1, dice)}\u001b[0m ${words(1, dice)} ${dice.below(99_999)}ms\n`,
    `C:\\Users\\${words(1, dice)}\\${words(1, dice)}\\file.ts\n`,
    `${dice.below(999)}\t${words(2, dice)} = "${words(1, dice)}";\r\n`,
  ]);
}
