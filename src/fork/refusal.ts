/** Why nothing was forked, for people; no fault of the program. */
export class ForkRefusal extends Error {
  override readonly name = 'ForkRefusal';
}
