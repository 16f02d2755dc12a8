/** How bad a problem is, the worst first. */
export const SEVERITIES = ['error', 'warning', 'information'] as const;
export type Severity = (typeof SEVERITIES)[number];

/**
 * Something wrong with a line or with the tree, found by the tolerant reader (design: Rules). Reading goes on after
 * each of them; every fault is reported once.
 */
export interface Problem {
  readonly code: ProblemCode;
  readonly severity: Severity;
  /** Physical line, counted from 1, blank lines included. */
  readonly line: number;
  /** Where in the line the fault lies: bytes from the line's first byte, `end` exclusive. */
  readonly start: number;
  readonly end: number;
  /** One sentence for people: what is wrong, what was kept, what can be done. */
  readonly message: string;
  /** Other lines that belong to the fault: the first holder of a repeated id, the members of a cycle. */
  readonly related?: readonly RelatedLine[];
}

export interface RelatedLine {
  readonly line: number;
  readonly message: string;
}

/** Stable codes: users filter by them and documents link to them. Never rename one. */
export type ProblemCode =
  | 'invalid-utf8'
  | 'invalid-json'
  | 'not-an-object'
  | 'not-an-entry'
  | 'glued-records'
  | 'glued-fragment'
  | 'nul-run'
  | 'unterminated-tail'
  | 'missing-header'
  | 'duplicate-id'
  | 'missing-parent'
  | 'missing-beginning'
  | 'cycle'
  | 'logical-loop'
  | 'side-chain-parent'
  | 'malformed-message'
  | 'sequence-gap'
  | 'sequence-repeat'
  | 'sequence-backwards'
  | 'wrong-event-id'
  | 'foreign-session'
  | 'unknown-format';
