import type { JsonObject } from '../core/json.ts';
import type { Format } from './format.ts';
import { FORMATS } from './list.ts';

/** How many good records vote. */
export const VOTERS = 25;

/**
 * The format that a file's first good records are written in: the one with most votes, if at least one record is
 * surely its own and the votes are as many as the records; so a file of other objects is no session. Agents' own
 * formats come before those that fit many.
 */
export function detectFormat(
  records: readonly JsonObject[],
  formats: readonly Format[] = FORMATS,
): Format | undefined {
  const voters = records.slice(0, VOTERS);
  const elected = mostVotes(
    voters,
    formats.filter(({ isGeneric }) => !isGeneric),
  );
  return (
    elected ??
    mostVotes(
      voters,
      formats.filter(({ isGeneric }) => isGeneric),
    )
  );
}

function mostVotes(voters: readonly JsonObject[], formats: readonly Format[]): Format | undefined {
  let best: Format | undefined;
  let most = 0;
  for (const format of formats) {
    const votes = voters.map((record) => format.vote(record));
    const sum = votes.reduce<number>((total, vote) => total + vote, 0);
    if (sum > most && sum >= voters.length && votes.includes(2)) {
      best = format;
      most = sum;
    }
  }
  return best;
}
