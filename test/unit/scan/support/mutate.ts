import type { Dice } from '../../../support/dice.ts';

/** What texts are made of: everything that a scanner of JSON may trip over. */
const PIECES = [
  ...['', ' ', '\n', '\t', '\r\n', 'a', 'text', '"', '\\', '/', '\b', '\f', '\u0000', '\u001f', '\u007f'],
  ...[
    '\u2028',
    '\u2029',
    '\u0085',
    '\u00a0',
    '\u3000',
    '\ufeff',
    '\u1680',
    '，。',
    '中文',
    'é',
    '😀',
    '\ud83d',
    '\ude00',
  ],
  ...['"id"', '{"id":"x"}', '\\u0041', '\\n', '}', ']', ',', ':', '[', '{', 'é'.repeat(9), 'x'.repeat(70)],
] as const;

/** Values of JSON, as texts, that are to stand in place of others. */
const VALUES = [
  ...[
    '0',
    '-0',
    '1',
    '-1',
    '1.5',
    '1e5',
    '1E+5',
    '1e-7',
    '123456789012345',
    '1234567890123456',
    '1e999',
    '0.1',
  ],
  ...[
    'null',
    'true',
    'false',
    '""',
    '" "',
    '"\\n"',
    '"\\u0020"',
    '"\\u0041"',
    '"a\\/b"',
    '[]',
    '{}',
    '[1,[2]]',
  ],
  ...[
    '{"a":{"b":[]}}',
    '"user"',
    '"assistant"',
    '"toolResult"',
    '"message"',
    '"toolCall"',
    '"text"',
    '"thinking"',
  ],
  ...[
    '"image"',
    '"aborted"',
    '"2026-01-05T10:00:00.000Z"',
    '"2026-02-29T10:00:00.000Z"',
    '"2026-01-05T10:00Z"',
  ],
  ...[
    '"2026-01-05T10:00:00Z"',
    '"2026-13-05T10:00:00.000Z"',
    '"0099-01-05T10:00:00.000Z"',
    '"2026-01-05 10:00"',
  ],
  ...[
    '"2026-01-05T24:00:00.000Z"',
    '"2026-01-05T23:60:00.000Z"',
    '"2026-01-32T10:00:00.000Z"',
    '[{"type":"text"}]',
  ],
  ...[
    '[null]',
    '[[]]',
    '[{}]',
    '[{"type":"toolCall"}]',
    '[{"type":"toolCall","id":7}]',
    '[{"type":"text","text":1}]',
  ],
];

/** What is no JSON, or not always. */
const BROKEN = [
  ...[
    '01',
    '1.',
    '.5',
    '+1',
    '-',
    '1e',
    '1e+',
    '0x10',
    'nul',
    'truex',
    'NaN',
    'undefined',
    "'a'",
    '"',
    '"\\x"',
  ],
  ...[
    '"\\u12"',
    '"\\u12g4"',
    '"a\u0001b"',
    '"a\tb"',
    '[1,]',
    '[,1]',
    '{"a":1,}',
    '{,}',
    '{"a"}',
    '{"a":}',
    '{1:2}',
  ],
  ...[
    '[1 2]',
    '{"a":1 "b":2}',
    ']',
    '}',
    '[',
    '{',
    ':',
    ',',
    '\u0000',
    '\u00a0',
    '\u2028',
    '\ufeff',
    '//',
    '"\\',
  ],
];

const KEYS = [
  ...[
    'id',
    'parentId',
    'type',
    'timestamp',
    'message',
    'role',
    'content',
    'toolCallId',
    'stopReason',
    'text',
    'x',
  ],
  ...['uuid', 'parentUuid', 'isSidechain', 'isMeta', 'tool_use_id', 'input', 'prompt'],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    '',
    'i\\u0064',
    '\\u0069d',
    'typ\\u0065',
    'id\\n',
    'é',
  ],
];

/** A text of random pieces. */
export function randomText(dice: Dice): string {
  return Array.from({ length: dice.below(6) }, () => dice.pick<string>(PIECES)).join('');
}

/** A line of JSON, or of what once was JSON, made from a good one. */
export function mutateLine(line: string, dice: Dice): string {
  let text = line;
  for (let times = 1 + dice.below(3); times > 0; times--) text = mutateOnce(text, dice);
  return text;
}

function mutateOnce(line: string, dice: Dice): string {
  const at = dice.below(line.length + 1);
  switch (dice.below(12)) {
    case 0:
      return line.slice(0, at);
    case 1:
      return line.slice(0, at) + dice.pick<string>([...BROKEN, ...PIECES]) + line.slice(at);
    case 2:
      return line.slice(0, at) + line.slice(at + 1 + dice.below(4));
    case 3:
      return (
        line.slice(0, at) +
        String.fromCharCode(dice.below(dice.chance(0.7) ? 128 : 0x3100)) +
        line.slice(at + 1)
      );
    case 4:
    case 5:
      return replaceValue(line, dice.pick(VALUES), dice);
    case 6:
      return replaceValue(line, dice.pick(BROKEN), dice);
    case 7:
    case 8:
      return addMember(line, `"${dice.pick(KEYS)}":${dice.pick(VALUES)}`, dice);
    case 9:
      return replaceValue(line, nested(dice), dice);
    case 10:
      return spread(line, dice);
    default:
      return replaceKey(line, dice);
  }
}

/** Deep in both kinds of containers; around 512 and 64 levels, where scanners have their ends, and closed or not. */
function nested(dice: Dice): string {
  const depth = dice.pick([1, 3, 31, 32, 33, 62, 63, 64, 65, 510, 511, 512, 513, 600]);
  const open = dice.pick(['[', '{"a":', '[[],']);
  const close = open.startsWith('{') ? '}' : ']';
  return open.repeat(depth) + '0' + close.repeat(depth - (dice.chance(0.1) ? 1 : 0));
}

function replaceValue(line: string, value: string, dice: Dice): string {
  return replaceNth(line, /(?<=":)("(?:[^"\\]|\\.)*"|-?\d[\d.]*|null|true|false|\[\]|\{\})/g, value, dice);
}

function replaceKey(line: string, dice: Dice): string {
  return replaceNth(line, /(?<=[{,])"[A-Za-z]+"(?=:)/g, `"${dice.pick(KEYS)}"`, dice);
}

function replaceNth(line: string, pattern: RegExp, by: string, dice: Dice): string {
  const found = [...line.matchAll(pattern)];
  if (found.length === 0) return line;
  const match = dice.pick(found);
  return line.slice(0, match.index) + by + line.slice(match.index + match[0].length);
}

function addMember(line: string, member: string, dice: Dice): string {
  const braces = [...line.matchAll(/[{}]/g)];
  if (braces.length === 0) return line;
  const brace = dice.pick(braces);
  const isOpen = brace[0] === '{';
  const at = isOpen ? brace.index + 1 : brace.index;
  return line.slice(0, at) + (isOpen ? `${member},` : `,${member}`) + line.slice(at);
}

/** White space between tokens, good and bad. */
function spread(line: string, dice: Dice): string {
  const space = dice.pick([' ', '\t', '  ', '\r', ' \t\r ', ' '.repeat(70), '\u00a0', '\v']);
  return line.replace(/(?<=[{}[\],:])|^|$/g, () => (dice.chance(0.2) ? space : ''));
}
