import type { Problem } from '../core/problem.ts';
import type { SessionSnapshot } from './session.ts';

/** One file of a session that lies in several, in their order; the last one is the session's own. */
export interface SessionPart {
  readonly uri: string;
  /** Lines and bytes of the session before this part: its first line is the next one. */
  readonly line: number;
  readonly offset: number;
}

/** What it takes to know where lines lie: the session's URI, and its snapshot's parts. */
export interface PartedSession {
  readonly uri: string;
  readonly parts?: readonly SessionPart[] | undefined;
}

/** A line in its file. */
export interface FileLine {
  readonly uri: string;
  readonly line: number;
}

/** Where a session's line lies: in its own file, or in one that holds its beginning. */
export function fileLine({ uri, parts }: PartedSession, line: number): FileLine {
  const part = parts?.findLast((one) => one.line < line);
  return part ? { uri: part.uri, line: line - part.line } : { uri, line };
}

/** The session's line that stands in this line of its own file. */
export function sessionLine(parts: readonly SessionPart[] | undefined, line: number): number {
  return line + (parts?.at(-1)?.line ?? 0);
}

/** Problems of the session's own file, with that file's lines. Those of its beginning are told of the file that holds it. */
export function ownProblems({
  problems,
  parts,
}: Pick<SessionSnapshot, 'problems' | 'parts'>): readonly Problem[] {
  const before = parts?.at(-1)?.line ?? 0;
  if (before === 0) return problems;
  return problems.flatMap((problem) => {
    if (problem.line <= before) return [];
    const { related, ...rest } = problem;
    const own = related
      ?.filter(({ line }) => line > before)
      .map((one) => ({ ...one, line: one.line - before }));
    return [{ ...rest, line: problem.line - before, ...(own && own.length > 0 && { related: own }) }];
  });
}
