import { listWaitingBookings } from '../../database/bookings/bookingLists';
import type { Database } from '../../database/connection';
import type { Definitions } from '../../definitions/load';
import type { CompiledPortal } from '../../model/compiled';
import { formatDateTime } from '../../runtime/time';
import { describeFurther } from '../../server/members/describeFurther';
import { callBookingOff, checkInVisitor, decideBooking } from '../../server/rooms/booking/decide';
import { loadKeyRing } from '../../server/security/keyRing';
import { deriveAccountKeys, type AccountKeys, openText } from '../../server/security/keys';
import { UsageError, toOneLine, parseWord, runCommand } from '../terminal/command';
import { refuseInstitution } from '../terminal/institution';
import { withDatabase } from '../terminal/withDatabase';

const usage = `Usage: npm run bookings -- list <tenant>
       npm run bookings -- approve|reject|checkin <tenant> <id> ...
       npm run bookings -- cancel <tenant> <id> [reason]
Lists bookings of venues that await review, approves or rejects them and tells the members, or records on the day of
a booking that its visitor came. \`cancel\` calls one off that has not begun, and tells the member why.`;

const actions = ['list', 'approve', 'reject', 'checkin', 'cancel'] as const;
type Action = Exclude<(typeof actions)[number], 'list' | 'cancel'>;

const outcomes = {
  missing: 'no such booking',
  decided: 'does not await review',
  over: 'has begun already',
  taken: 'another booking stands at its times',
  refused: 'cannot be called off any more',
} as const;

async function list(database: Database, keys: AccountKeys, portal: CompiledPortal): Promise<number> {
  const { tenant } = portal;
  const waiting = await listWaitingBookings(database, tenant, Date.now());
  for (const booking of waiting) {
    const { id, venueName, venueTime, purposeCipher, created } = booking;
    const asked = [openText(keys, tenant, purposeCipher), ...describeFurther({ keys }, portal, booking)];
    console.log([id, toOneLine(venueName), venueTime, formatDateTime(created.getTime()), ...asked.map(toOneLine)].join('\t'));
  }
  console.log(`${waiting.length} await review`);
  return 0;
}

async function decideEach(
  database: Database,
  keys: AccountKeys,
  portal: CompiledPortal,
  action: Action,
  ids: readonly string[],
): Promise<number> {
  let failed = false;
  for (const id of ids) {
    const said = await decideOne(database, keys, portal, action, id);
    failed ||= !said.done;
    console.log(`${id}\t${said.words}`);
  }
  return failed ? 1 : 0;
}

async function decideOne(
  database: Database,
  keys: AccountKeys,
  portal: CompiledPortal,
  action: Action,
  id: string,
): Promise<{ done: boolean; words: string }> {
  const now = Date.now();
  if (action === 'checkin') {
    const done = await checkInVisitor(database, portal, id, now);
    return { done, words: done ? 'checked in' : 'no approved booking of today or earlier' };
  }
  const outcome = await decideBooking({ db: database, keys }, portal, id, action === 'approve', now);
  if (outcome !== 'done') return { done: false, words: outcomes[outcome] };
  return { done: true, words: action === 'approve' ? 'approved' : 'rejected' };
}

async function cancel(
  database: Database,
  keys: AccountKeys,
  portal: CompiledPortal,
  [id = '', ...words]: readonly string[],
): Promise<number> {
  const outcome = await callBookingOff({ db: database, keys }, portal, id, words.join(' '), Date.now());
  console.log(`${id}\t${outcome === 'done' ? 'called off' : outcomes[outcome]}`);
  return outcome === 'done' ? 0 : 1;
}

/**
 * Runs `npm run bookings`.
 * @param root the project's folder
 * @param load loads the definitions below that folder
 * @returns the exit code; see `usage`
 */
export const runBookings = (root: string, load: (root: string) => Promise<Definitions>): Promise<number> =>
  runCommand(usage, {}, async ([word, tenant, ...ids]) => {
    const action = parseWord(actions, word);
    if (tenant === undefined || (action === 'list') !== (ids.length === 0)) throw new UsageError();
    const definitions = await load(root);
    const portal = definitions.portal(tenant);
    if (portal)
      return withDatabase(root, async (database, environment) => {
        const keys = deriveAccountKeys(await loadKeyRing(database, environment));
        if (action === 'list') return list(database, keys, portal);
        return action === 'cancel' ? cancel(database, keys, portal, ids) : decideEach(database, keys, portal, action, ids);
      });
    return refuseInstitution(tenant, definitions);
  });
