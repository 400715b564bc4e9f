import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { waitingBookings } from '../database/bookings/bookingLists';
import { checkInBooking } from '../database/bookings/bookings';
import { type Database, openDatabase } from '../database/connection';
import { loadDefinitions } from '../definitions/load';
import type { CompiledPortal } from '../model/compiled';
import { formatDate, formatDateTime } from '../runtime/time';
import { decide } from '../server/rooms/booking/decide';
import { readEnvironment } from '../server/config/environment';
import { oneLine } from './terminal/command';

const usage = `Usage: npm run bookings -- list <tenant>
       npm run bookings -- approve|reject|checkin <tenant> <id> ...
Lists bookings of venues that await review, approves or rejects them and tells the members, or records on the day of
a booking that its visitor came.`;

const actions = ['list', 'approve', 'reject', 'checkin'] as const;
type Action = (typeof actions)[number];
interface Order {
  action: Action;
  tenant: string;
  ids: string[];
}

const outcomes = {
  missing: 'no such booking',
  decided: 'does not await review',
  over: 'has begun already',
  taken: 'another booking stands at its times',
} as const;

/** @returns what the arguments ask for, or undefined when they make no sense */
function parse(args: readonly string[]): Order | undefined {
  const [word, tenant, ...ids] = args;
  const action = actions.find((known) => known === word);
  if (!action || tenant === undefined || args.some((arg) => arg.startsWith('-'))) return undefined;
  return (action === 'list') === (ids.length === 0) ? { action, tenant, ids } : undefined;
}

/**
 * `npm run bookings`: see {@link usage}.
 * @returns the exit code: 0 done, 1 some could not be, 2 wrong arguments
 */
async function bookings(args: readonly string[], root: string): Promise<number> {
  const order = parse(args);
  const portal = order && (await loadDefinitions(root)).portal(order.tenant);
  if (!order || !portal) {
    console.error(order ? `There is no institution ${oneLine(order.tenant)}.` : usage);
    return 2;
  }
  const { databaseUrl, dataDir } = readEnvironment(process.env, root);
  const database = await openDatabase({ databaseUrl, dataDir, poolSize: 2 });
  try {
    return order.action === 'list' ? await list(database, order.tenant) : await each(database, portal, order);
  } finally {
    await database.close();
  }
}

async function list(database: Database, tenant: string): Promise<number> {
  const waiting = await waitingBookings(database, tenant, Date.now());
  for (const { id, venueName, venueTime, purpose, created } of waiting)
    console.log([id, oneLine(venueName), venueTime, formatDateTime(created.getTime()), oneLine(purpose)].join('\t'));
  console.log(`${waiting.length} await review`);
  return 0;
}

async function each(database: Database, portal: CompiledPortal, { action, ids }: Order): Promise<number> {
  let failed = false;
  for (const id of ids) {
    const said = await act(database, portal, action, id);
    failed ||= !said.done;
    console.log(`${id}\t${said.words}`);
  }
  return failed ? 1 : 0;
}

async function act(database: Database, portal: CompiledPortal, action: Action, id: string): Promise<{ done: boolean; words: string }> {
  const now = Date.now();
  if (action === 'checkin') {
    const done = await checkInBooking(database, { tenant: portal.tenant, id }, formatDate(now), now);
    return { done, words: done ? 'checked in' : 'no approved booking of today or earlier' };
  }
  const outcome = await decide(database, portal, id, action === 'approve', now);
  if (outcome !== 'done') return { done: false, words: outcomes[outcome] };
  return { done: true, words: action === 'approve' ? 'approved' : 'rejected' };
}

process.exitCode = await bookings(process.argv.slice(2), resolve(dirname(fileURLToPath(import.meta.url)), '../..'));
