import { TELLING_STOPS } from '../core/index/rowFacts.ts';
import type { BlockUse, RecordShape } from './shape.ts';

/** Where a word stands: keys of the kinds of objects that are looked into, and values of four fields. */
export const PLACE = {
  record: 0,
  message: 1,
  block: 2,
  type: 3,
  role: 4,
  blockType: 5,
  stopReason: 6,
  input: 7,
  source: 8,
  holder: 9,
  oddWord: 10,
} as const;

/** The fields that a scanner picks up. */
export const FIELD = {
  ...{ id: 1, parentId: 2, type: 3, timestamp: 4, message: 5 },
  ...{ role: 6, content: 7, answers: 8, stopReason: 9 },
  ...{ blockType: 10, text: 11, blockId: 12 },
  ...{ odd: 13, side: 14, messageId: 15, blockAnswers: 16, blockContent: 17, blockInput: 18 },
  ...{ blockSource: 19, sourceType: 20, oddWord: 21, holder: 22 },
} as const;

/** Codes of {@link BlockUse}; 0 is a block that is none of them. */
export const BLOCK = { text: 1, silent: 2, call: 3, result: 4 } as const satisfies Record<BlockUse, number>;

/** Fields of a block, a bit each: they are met once in each block. */
export const BLOCK_FIELDS =
  bits(FIELD.blockType, FIELD.text, FIELD.blockId, FIELD.blockAnswers, FIELD.blockContent) |
  bits(FIELD.blockInput, FIELD.blockSource, FIELD.sourceType);

function bits(...fields: readonly number[]): number {
  return fields.reduce((all, field) => all | (1 << field), 0);
}

const PLACES = Object.keys(PLACE).length;
/** Room for one word: a longer one is no word. Words of another length are told apart by their length alone. */
export const WORD_BYTES = 32;

/**
 * The words of a shape as flat arrays, one chain of words for each place and length: a scanner finds a word's code
 * with few comparisons and without a string, in TypeScript or elsewhere.
 */
export interface Lexicon {
  /** First word of a chain by place * WORD_BYTES + length, numbered from 1; 0 ends a chain. */
  readonly heads: Uint8Array;
  /** By word: the next one of its chain, its code. */
  readonly next: Uint8Array;
  readonly codes: Uint8Array;
  /** WORD_BYTES for each word, padded with zeros. */
  readonly chars: Uint8Array;
  /** Words by code - 1, for types and roles. */
  readonly types: readonly string[];
  readonly roles: readonly string[];
}

/** @throws RangeError for a word that is too long, or too many of them: a fault in the format's source */
export function compileShape(shape: RecordShape): Lexicon {
  const { record, message, block } = shape;
  const types = [
    ...[...Object.keys(shape.messageTypes), ...Object.keys(shape.plainTypes)],
    ...(shape.sideTypes ?? []),
  ];
  const roles = Object.keys(shape.roles);
  const words: Word[] = [
    ...keys(PLACE.record, record),
    ...(shape.oddKeys ?? []).map((text) => ({ place: PLACE.record, text, code: FIELD.odd })),
    ...keys(PLACE.message, { ...message, id: undefined, messageId: message.id }),
    ...keys(PLACE.block, {
      ...{ blockType: block.type, text: block.text, blockId: block.id },
      ...{ blockAnswers: block.answers, blockContent: block.content, blockInput: block.input },
      blockSource: block.source,
    }),
    ...keys(PLACE.source, { sourceType: block.source === undefined ? undefined : block.type }),
    ...keys(PLACE.record, { oddWord: shape.oddWords?.key, holder: shape.oddWords?.holder }),
    ...keys(PLACE.holder, { oddWord: shape.oddWords?.inner }),
    ...(shape.oddWords?.words ?? []).map((text) => ({ place: PLACE.oddWord, text, code: 1 })),
    ...(shape.oddInputKeys ?? []).map((text) => ({ place: PLACE.input, text, code: FIELD.odd })),
    ...types.map((text, index) => ({ place: PLACE.type, text, code: index + 1 })),
    ...roles.map((text, index) => ({ place: PLACE.role, text, code: index + 1 })),
    ...Object.entries(shape.blocks).map(([text, use]) => ({
      place: PLACE.blockType,
      text,
      code: BLOCK[use],
    })),
    ...[...TELLING_STOPS, ...(shape.stops ?? [])].map((text) => ({ place: PLACE.stopReason, text, code: 1 })),
  ];
  return { ...pack(words), types, roles };
}

/** The code of the word of this place that stands in `bytes`, 0 for every other one. */
export function wordCode(
  { heads, next, codes, chars }: Lexicon,
  place: number,
  bytes: Uint8Array,
  start: number,
  end: number,
): number {
  const length = end - start;
  if (length >= WORD_BYTES) return 0;
  for (let word = heads[place * WORD_BYTES + length] ?? 0; word !== 0; word = next[word] ?? 0) {
    const first = word * WORD_BYTES;
    let index = 0;
    while (index < length && chars[first + index] === bytes[start + index]) index += 1;
    if (index === length) return codes[word] ?? 0;
  }
  return 0;
}

/** No word at all: nothing is looked for. */
export const NO_WORDS: Lexicon = { ...pack([]), types: [], roles: [] };

interface Word {
  readonly place: number;
  readonly text: string;
  readonly code: number;
}

type Field = keyof typeof FIELD;

function keys(place: number, names: Readonly<Partial<Record<Field, string | undefined>>>): Word[] {
  return (Object.keys(names) as Field[]).flatMap((field) => {
    const text = names[field];
    return text === undefined ? [] : [{ place, text, code: FIELD[field] }];
  });
}

function pack(words: readonly Word[]): Omit<Lexicon, 'types' | 'roles'> {
  if (words.length > 254) throw new RangeError('A shape has at most 254 words.');
  const heads = new Uint8Array(PLACES * WORD_BYTES);
  const next = new Uint8Array(words.length + 1);
  const codes = new Uint8Array(words.length + 1);
  const chars = new Uint8Array((words.length + 1) * WORD_BYTES);
  words.forEach(({ place, text, code }, index) => {
    const bytes = new TextEncoder().encode(text);
    if (bytes.length >= WORD_BYTES) throw new RangeError(`"${text}" is too long for a word of a shape.`);
    const word = index + 1;
    const head = place * WORD_BYTES + bytes.length;
    next[word] = heads[head] ?? 0;
    heads[head] = word;
    codes[word] = code;
    chars.set(bytes, word * WORD_BYTES);
  });
  return { heads, next, codes, chars };
}
