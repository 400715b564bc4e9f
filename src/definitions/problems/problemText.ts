import type { Problem } from '../../model/problem';
import type { Words } from './words';

/** The languages in which Problems are told. */
export type Language = 'en' | 'zh';

/** Returns words in one of the languages. */
export const say = ({ english, chinese }: Words, language: Language): string => (language === 'zh' ? chinese : english);

/** Writes a Problem as one line, `file:line:column severity code message`, which editors and terminals make a link of. */
export const formatProblem = ({ file, line, column, severity, code, ...words }: Problem, language: Language = 'en'): string =>
  `${file}:${line}:${column} ${severity} ${code} ${language === 'zh' ? words.chinese : words.message}`;

/** Sorts Problems by file, line and column and leaves out repeated ones; tenants share what is wrong with the files they share. */
export function sortProblems(problems: readonly Problem[]): Problem[] {
  const byText = new Map(problems.map((problem) => [formatProblem(problem), problem]));
  return [...byText.values()].sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line || a.column - b.column));
}
