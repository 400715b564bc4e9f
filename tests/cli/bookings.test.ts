import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runBookings } from '../../src/cli/bookings/command';
import { loadKnownDefinitions, projectRoot } from '../server/projectDefinitions';
import { formatDate } from '../../src/runtime/time';
import { loadKeyRing } from '../../src/server/security/keyRing';
import { deriveAccountKeys } from '../../src/server/security/keys';
import { testDatabase, type TestDatabase } from '../database/harness';
import { add, newBooking } from '../server/bookings';
import { type Run, runAlone, runTyped } from './shell';

let db: TestDatabase;
const tomorrow = formatDate(Date.now() + 86_400_000);
beforeAll(async () => {
  db = await testDatabase();
}, 60_000);
afterAll(() => db.close());
beforeEach(async () => {
  await sql`truncate booking, booking_slot`.execute(db.kysely);
  const keys = deriveAccountKeys(await loadKeyRing(db, { databaseUrl: db.databaseUrl, dataDir: '', production: false }));
  for (const [id, range] of [
    ['a', '09:00-10:00'],
    ['b', '10:00-11:00'],
  ] as const)
    await add(db, newBooking(`${tomorrow} ${range}`, { id, purposeCipher: keys.seal('centre', `\u001b[31mUse ${id}`) }), Date.now());
  await add(db, newBooking(`${tomorrow} 09:00-10:00`, { id: 'c', tenant: 'museum' }), Date.now());
});

const bookings = (...args: string[]): Promise<Run> =>
  runTyped(() => runBookings(projectRoot, loadKnownDefinitions), ['bookings', ...args], { DATABASE_URL: db.databaseUrl });
const statuses = async (): Promise<Record<string, number>> =>
  Object.fromEntries(
    (await sql<{ id: string; status: number }>`select id, status from booking order by id`.execute(db.kysely)).rows.map(
      ({ id, status }) => [id, status],
    ),
  );

describe('the bookings command', () => {
  it('[SESSION-24] lists what awaits review at one institution, without control characters', async () => {
    const { printed, code } = await bookings('list', 'centre');
    expect(printed).toContain(`a\tHall\t${tomorrow} 09:00-10:00`);
    expect(printed).toContain('2 await review');
    expect(printed).not.toContain('\u001b');
    expect(code).toBe(0);
  });

  it('[PC-14] approves and rejects, and tells the members', async () => {
    expect(await bookings('approve', 'centre', 'a', 'c', 'a')).toEqual({
      printed: 'a\tapproved\nc\tno such booking\na\tdoes not await review',
      code: 1,
    });
    expect(await bookings('reject', 'centre', 'b')).toEqual({ printed: 'b\trejected', code: 0 });
    expect(await statuses()).toEqual({ a: 1, b: 5, c: 3 });
    expect(
      (await sql<{ kind: string }>`select kind from inbox_message where tenant = 'centre' order by created`.execute(db.kysely)).rows.map(
        ({ kind }) => kind,
      ),
    ).toEqual(['booking.approve', 'booking.reject']);
  });

  it('records visits, not those yet to come', async () => {
    await sql`update booking set status = 1, day = ${formatDate(Date.now())}::date where id = 'a'`.execute(db.kysely);
    expect(await bookings('checkin', 'centre', 'a', 'b')).toEqual({
      printed: 'a\tchecked in\nb\tno approved booking of today or earlier',
      code: 1,
    });
  });

  it.each([[], ['publish', 'centre'], ['approve', 'centre'], ['list'], ['list', 'centre', 'a'], ['approve', '--force', 'a']])(
    'says how it is used: %j',
    async (...args: string[]) => {
      const { printed, code } = await bookings(...args);
      expect(printed).toContain('Usage: npm run bookings');
      expect(code).toBe(2);
    },
  );

  it('knows no other institution', async () => {
    expect(await bookings('list', 'nowhere')).toEqual({
      printed: 'There is no institution nowhere. Known are centre, library, museum.',
      code: 2,
    });
  });
});

it('the program ends with the exit code of the command', async () => {
  const { code, printed } = await runAlone('bookings', () => import('../../src/cli/bookings'));
  expect(code).toBe(2);
  expect(printed).toContain('Usage: npm run bookings');
});
