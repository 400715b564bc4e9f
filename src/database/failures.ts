import { DeadlinePassed } from './deadline';
import { TooManyWriters } from './writers';

/** Why a query could not be done, where that is neither a fault of the query nor of what it was given. */
export type Obstacle = 'busy' | 'full' | 'away';

/** Returns whether a statement failed because what it wrote is there already (SQLSTATE unique_violation). */
export const isTaken = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '23505';

// SQLSTATE: disk_full; class 08 and 57P are lost connections and servers that start or end, 53 other lacks, 57014 a statement cut off, 25006 a
// server that is no longer the primary.
const DISK_FULL = '53100';
const DEMOTED = '25006';
const AWAY = /^(08|53|57P|57014|25006)/;
const LOST =
  /ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/;

/** Returns whether a statement failed because its connection leads to a server that only reads: another one has become the primary. */
export const isDemoted = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === DEMOTED;

/** Returns what kept the database from doing what was asked of it; undefined for every other error. */
export function findObstacle(error: unknown): Obstacle | undefined {
  if (error instanceof TooManyWriters) return 'busy';
  if (error instanceof DeadlinePassed) return 'away';
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code === DISK_FULL || code === 'ENOSPC') return 'full';
  return AWAY.test(code) || LOST.test(`${code} ${error.message}`) ? 'away' : undefined;
}
