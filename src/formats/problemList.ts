import type { Problem } from '../core/problem.ts';
import type { SessionTree } from '../core/tree/tree.ts';
import type { Tail } from '../scan/lines.ts';
import type { Intake } from './intake.ts';
import { unterminatedTail } from './lineProblems.ts';
import { missingHeader, treeProblems, unknownFormat } from './treeProblems.ts';

/**
 * A session's problems in the order of lines. The list is made anew only when there are others: a line that is appended
 * to a file with many problems costs its own.
 */
export class ProblemList {
  #key: readonly unknown[] = [];
  #committed: readonly Problem[] = [];

  /** @param tail its problem is among them whenever it is not blank */
  of(intake: Intake, tree: SessionTree, tail: Tail | null): readonly Problem[] {
    const missing = intake.table.missingParents();
    // Lists only grow, and a parent that arrives is a late link: the same numbers mean the same problems.
    const { problems, lostLines, header, table } = intake;
    const key = [
      ...[problems.length, missing.length, table.lateLinks, lostLines.size, tree.cycles, header],
      ...[table.size > 0, intake.badLines.length > 0],
      ...[table.places?.loops.length, table.places?.strays.length],
    ];
    if (key.some((part, at) => part !== this.#key[at])) {
      this.#committed = make(intake, tree);
      this.#key = key;
    }
    if (!tail || tail.blank) return this.#committed;
    return [...this.#committed, unterminatedTail(tail.line, tail.length)];
  }
}

function make(intake: Intake, tree: SessionTree): Problem[] {
  const { table, format } = intake;
  const baseId = intake.header?.base?.id;
  const ofTree = treeProblems(table, tree, table.missingParents(), intake.lostLines, baseId);
  const problems = [...intake.problems, ...ofTree];
  // A bad line before the first entry may have been the header: it has its problem already.
  const firstBad = intake.badLines[0]?.line ?? Infinity;
  if (format.needsHeader && !intake.header && table.size > 0 && table.line(0) < firstBad) {
    problems.push(missingHeader(table, format.title));
  }
  if (format.isFallback && table.size > 0) problems.push(unknownFormat(table));
  return problems.sort((a, b) => a.line - b.line || a.start - b.start);
}
