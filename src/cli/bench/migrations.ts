import { changeBesideOthers } from '../../database/benchmarks/changing';
import type { Row } from './report';

/**
 * Measures how long anybody waits while a database with the first released schema is brought up to date.
 * @param rows in each of the big tables
 */
export async function benchMigrations(dataDir: string, rows: number): Promise<Row[]> {
  const { tables, tookMs, longestPart, watched } = await changeBesideOthers(dataDir, rows);
  const { answered, failed, longestMs, slowest } = watched;
  return [
    { what: `${rows} rows in each of ${tables} tables, brought up to date in`, figure: `${Math.round(tookMs / 1_000)} s` },
    { what: `the part that took longest: ${longestPart.name}`, figure: `${Math.round(longestPart.ms / 1_000)} s` },
    { what: 'statements of others meanwhile', figure: String(answered) },
    { what: 'that failed, or had no lock within a second', figure: String(failed.length), aim: 'none' },
    { what: `the longest of them: ${slowest}`, figure: `${Math.round(longestMs)} ms`, aim: 'at most 1,000 ms' },
  ];
}
