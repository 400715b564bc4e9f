import type { Result } from './measure';
import type { ReadCounts } from './readCounts';

/** Within how many seconds people have to be able to enrol again. */
const mostSeconds = 30;
/** What a portal, or what stands before it, says while it cannot do what it is asked for. */
const passing = new Set([502, 503, 504]);

/** A scenario that came to no result, and why. */
export interface Failure {
  key: string;
  failure: string;
}

/** Returns the aims that a result misses, in words; none when it meets them all. */
export function findMissed(result: Result): string[] {
  const { seconds, lost, repeated, oversold, difference, unanswered, statuses, seen } = result;
  const unfit = [...statuses].filter(([status]) => status >= 500 && !passing.has(status));
  return [
    ...(seconds <= mostSeconds ? [] : [`nobody could enrol for ${seconds.toFixed(1)} s, at most ${mostSeconds} s are allowed`]),
    ...(lost === 0 ? [] : [`${lost} confirmed enrolments are lost`]),
    ...(repeated === 0 ? [] : [`${repeated} confirmed enrolments are stored more than once`]),
    ...(oversold === 0 ? [] : [`${oversold} places too many were given away`]),
    ...(difference === 0 ? [] : [`the places that count as taken are ${difference} apart from those that people have`]),
    ...(unanswered === 0 ? [] : [`${unanswered} members were never told what became of their enrolment`]),
    ...(seen.missing === 0 ? [] : [`${seen.missing} members did not find what had just been confirmed`]),
    ...unfit.map(([status, count]) => `${count} replies had the status ${status}`),
  ];
}

/** Returns what the reads of all scenarios miss: without a replica that answers they show nothing. */
export const findUnread = ({ replica }: ReadCounts): string[] => (replica > 0 ? [] : ['replicas answered nothing']);

const head = ['scenario', 'sent', 'acknowledged', 'lost', 'oversold', 'writes again', 'looked up: found, missing, no answer', 'verdict'];

/** Returns the lines of the table of all scenarios, each with the aims that it missed, and with what happened to it. */
export function formatTable(outcomes: readonly (Result | Failure)[]): string[] {
  const rows = outcomes.map((outcome) =>
    'failure' in outcome ? [outcome.key, ...head.slice(2).map(() => '-'), 'NO RESULT'] : writeRow(outcome),
  );
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const write = (row: readonly string[]): string =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return [
    ...all.map(write),
    ...outcomes.flatMap((outcome) =>
      ('failure' in outcome ? [outcome.failure] : findMissed(outcome)).map((each) => `${outcome.key}: ${each}`),
    ),
  ];
}

function writeRow(result: Result): string[] {
  const { key, sent, acknowledged, lost, oversold, seconds, seen } = result;
  const looked = `${seen.found}, ${seen.missing}, ${seen.unanswered}`;
  const numbers = [sent, acknowledged, lost, oversold].map(String);
  return [key, ...numbers, key === 'all' ? '-' : `${seconds.toFixed(1)} s`, looked, findMissed(result).length === 0 ? 'met' : 'MISSED'];
}

/** Returns how often each status was answered, for people. */
export const formatStatuses = (statuses: ReadonlyMap<number, number>): string =>
  [...statuses]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${status === 0 ? 'none' : status}: ${count}`)
    .join(', ');
