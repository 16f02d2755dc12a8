import { Dice } from '../support/dice.ts';
import { bodyLength, hex, textPools } from './texts.ts';

/** A model's answer, the call in it, and what that gave. */
export interface Round {
  /** Empty where it did not think, or said nothing. */
  readonly thinking: string;
  readonly text: string;
  readonly call: { readonly id: string; readonly name: string; readonly args: Record<string, unknown> };
  readonly result: string;
}

/** What a user said, and all that came of it. */
export interface Turn {
  readonly prompt: string;
  readonly rounds: readonly Round[];
}

/** Turns of a session without branches, without end: the same seed gives the same texts, for every format. */
export function* turns(seed: number): Generator<Turn> {
  const dice = new Dice(seed);
  const pools = textPools('pi', dice);
  const text = (pool: 'prose' | 'code' | 'shell', most: number): string =>
    pools.cut(pool, Math.min(most, bodyLength(pools, dice)), dice);
  const round = (): Round => ({
    thinking: dice.chance(0.6) ? text('prose', 20_000) : '',
    text: dice.chance(0.5) ? text('prose', 8000) : '',
    call: {
      id: `call_${hex(dice, 22)}`,
      name: 'read',
      args: { path: `src/${hex(dice, 6)}.ts`, offset: dice.below(1000) },
    },
    result: text(dice.chance(0.5) ? 'shell' : 'code', 1_000_000),
  });
  for (;;) {
    const rounds = Array.from({ length: 1 + dice.below(14) }, round);
    yield { prompt: pools.cut('prose', 20 + dice.below(400), dice), rounds };
  }
}
