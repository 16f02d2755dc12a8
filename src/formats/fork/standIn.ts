/**
 * What a result says that stands in for one which was never written, in a fork that closes its calls. English, since a
 * model reads it.
 */
export const STAND_IN_TEXT = 'No result: this session was forked before the tool had answered.';
