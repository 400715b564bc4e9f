import type { Problem } from '../../model/problem';

/** Writes a Problem as one line, `file:line:column severity code message`, which editors and terminals make a link of. */
export const formatProblem = ({ file, line, column, severity, code, message }: Problem): string =>
  `${file}:${line}:${column} ${severity} ${code} ${message}`;

/** Sorts Problems by file, line and column and leaves out repeated ones; tenants share what is wrong with the files they share. */
export function sortProblems(problems: readonly Problem[]): Problem[] {
  const byText = new Map(problems.map((problem) => [formatProblem(problem), problem]));
  return [...byText.values()].sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line || a.column - b.column));
}
