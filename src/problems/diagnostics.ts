import {
  Diagnostic,
  DiagnosticRelatedInformation,
  DiagnosticSeverity,
  l10n,
  Location,
  Range,
  type Uri,
} from 'vscode';
import type { Problem } from '../core/problem.ts';
import { telling } from '../ui/telling.ts';

/** VS Code shows no more of one source in one file; the rest is counted in one more information. */
const PROBLEMS_SHOWN = 1000;
/** Characters of a line that are marked: text far to the right is neither drawn nor read. */
const MARKED = 80;
/** Related lines that are listed; a loop may have a million members. */
const RELATED_SHOWN = 20;

const SEVERITIES: Readonly<Record<Problem['severity'], DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
};

/** A file's problems as VS Code shows them: the worst first when there are too many, and then how many are not shown. */
export function diagnosticsOf(uri: Uri, problems: readonly Problem[]): Diagnostic[] {
  const shown = problems.length > PROBLEMS_SHOWN ? worstFirst(problems).slice(0, PROBLEMS_SHOWN) : problems;
  const diagnostics = shown.map((problem) => diagnosticOf(uri, problem));
  const hidden = problems.length - shown.length;
  if (hidden > 0) {
    const text = l10n.t(
      'Not showing {0} more of {1} problems in this file.',
      telling.number(hidden),
      telling.number(problems.length),
    );
    diagnostics.push(
      sign(new Diagnostic(new Range(0, 0, 0, 1), text, DiagnosticSeverity.Information), 'more-problems'),
    );
  }
  return diagnostics;
}

function diagnosticOf(uri: Uri, problem: Problem): Diagnostic {
  const { line, start, end, message, severity, related } = problem;
  const begin = start < MARKED ? start : 0;
  const range = new Range(line - 1, begin, line - 1, Math.max(begin + 1, Math.min(end, MARKED)));
  const diagnostic = sign(new Diagnostic(range, message, SEVERITIES[severity]), problem.code);
  if (related && related.length > 0) {
    diagnostic.relatedInformation = related
      .slice(0, RELATED_SHOWN)
      .map(
        (other) =>
          new DiagnosticRelatedInformation(
            new Location(uri, new Range(other.line - 1, 0, other.line - 1, MARKED)),
            other.message,
          ),
      );
  }
  return diagnostic;
}

function sign(diagnostic: Diagnostic, code: string): Diagnostic {
  diagnostic.source = l10n.t('Session Tree');
  diagnostic.code = code;
  return diagnostic;
}

/** By severity, else in the file's order. */
function worstFirst(problems: readonly Problem[]): Problem[] {
  return [...problems].sort((a, b) => SEVERITIES[a.severity] - SEVERITIES[b.severity] || a.line - b.line);
}
