import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Problem } from '../../model/problem';

/** Longer lines are cut, so that the fault stays in sight. */
const longestLine = 160;

/**
 * Returns what shows people where a Problem is: the line with its number and, below, carets under what is faulty; where it is known, the line as it should be. Wide characters have two carets.
 * @param read gives the lines of a file
 */
export async function writeExcerpt(
  { file, line, column, endLine, endColumn, fix }: Problem,
  read: (file: string) => Promise<readonly string[]>,
): Promise<string> {
  const source = (await read(file))[line - 1];
  if (source === undefined || source.trim() === '') return '';
  const from = Math.max(0, column - 1 - longestLine / 2);
  const shown = source.slice(from, from + longestLine).trimEnd();
  const [before, faulty] = [source.slice(from, column - 1), source.slice(column - 1, endLine === line ? endColumn - 1 : undefined)];
  const margin = String(line).length;
  const carets = '^'.repeat(Math.max(1, measure(faulty.slice(0, shown.length - before.length))));
  const corrected =
    fix?.to == null || !faulty.startsWith(fix.from)
      ? ''
      : `\n${' '.repeat(margin)} + ${before}${fix.to}${source.slice(column - 1 + fix.from.length)}`.slice(0, longestLine + margin);
  return `${line} | ${shown}\n${' '.repeat(margin)} | ${pad(before)}${carets}${corrected}`;
}

/** Characters of Chinese, Japanese and Korean and full-width forms, which terminals show two columns wide. */
const wide = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]/;

const measure = (text: string): number => [...text].reduce((width, character) => width + (wide.test(character) ? 2 : 1), 0);

/** Returns as much space as a text takes up; tabs stay. */
const pad = (text: string): string => [...text].map((character) => (character === '\t' ? '\t' : ' '.repeat(measure(character)))).join('');

/** Returns what gives the lines of the files below a folder; none of one that cannot be read. */
export function createLineReader(folder: string): (file: string) => Promise<readonly string[]> {
  const known = new Map<string, Promise<readonly string[]>>();
  return (file) => {
    const lines =
      known.get(file) ??
      readFile(join(folder, file), 'utf8').then(
        (text) => text.split(/\r?\n/),
        () => [],
      );
    known.set(file, lines);
    return lines;
  };
}
