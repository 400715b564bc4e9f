import { sql } from 'kysely';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runPrivacy } from '../../src/cli/privacy/command';
import { eraseDueIdNumbers } from '../../src/database/accounts/idNumbers';
import { inTransaction } from '../../src/database/transaction';
import type { CompiledPortal } from '../../src/model/compiled';
import type { JsonObject } from '../../src/model/json';
import { countIdNumbers, eraseIdNumbers } from '../../src/server/members/retention';
import { createRooms, createSweep, listIdNumberFinders } from '../../src/server/rooms';
import { type AccountServices, createAccounts } from '../../src/server/security/accountServices';
import { runTyped } from '../cli/shell';
import { accountPortal, at, type AccountPortal } from '../server/accountPortal';
import { add, book, dayAhead, newBooking, venue } from '../server/bookings';
import { activity, addedContact, type Asker, day, enrolled, idNumber, inTime, listed, unsubscribe } from '../server/enrolments';
import { copyOfDefinitions, loadKnownDefinitions } from '../server/projectDefinitions';

type Table = 'contact' | 'booking' | 'enrolment';
const tables: Table[] = ['contact', 'booking', 'enrolment'];
const keepDays = 10;

let folder: string;
let portal: AccountPortal;
let accounts: AccountServices;
let member: Asker;
let serial = 0;
beforeAll(async () => {
  folder = await copyOfDefinitions();
  const file = join(folder, 'tenants/museum/tenant.json');
  const settings = JSON.parse(await readFile(file, 'utf8')) as JsonObject;
  await writeFile(file, JSON.stringify({ ...settings, privacy: { keepIdNumbersDays: keepDays } }));
  portal = await accountPortal(folder);
  accounts = createAccounts(portal.database, { secret: portal.secret }, portal.clock.now);
  await portal.put('centre', 'venue', [venue('hall', { review: false })]);
}, 60_000);
afterAll(async () => {
  await portal.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  member = await portal.member(`1380000${String((serial += 1)).padStart(4, '0')}`);
});
afterEach(async () => {
  for (const table of tables) await sql`delete from ${sql.table(table)}`.execute(portal.database.kysely);
});

const rooms = createRooms(() => undefined);
const portals = (): CompiledPortal[] => portal.definitions.tenants.flatMap((tenant) => portal.definitions.portal(tenant) ?? []);
const inDays = (days: number): number => portal.clock.now() + days * day;
const sweep = async (days: number): Promise<number> => {
  const erased = await eraseIdNumbers(portal.database, portals(), listIdNumberFinders(rooms), inDays(days));
  return erased.reduce((sum, { count }) => sum + count, 0);
};
const held = async (table: Table): Promise<string[]> => {
  const what = { contact: 'id', booking: 'venue_time', enrolment: "activity_id || ' ' || session_id" }[table];
  const { rows } = await sql<{ what: string }>`
    select ${sql.raw(what)} as what from ${sql.table(table)} where id_cipher <> '' order by 1`.execute(portal.database.kysely);
  return rows.map((row) => row.what.trim());
};
/** A booking of a day so many days ahead, or ago, each of another venue, as the table has it. */
const stored = (days: number, tenant = 'centre') => {
  const more = { tenant, venue: `v${(serial += 1)}`, status: 1 as const, idCipher: 'sealed', idHash: 'hash' };
  return newBooking(`${dayAhead(portal, days)} 09:00-10:00`, more);
};
const store = async (...bookings: ReturnType<typeof stored>[]): Promise<void> => {
  for (const booking of bookings) expect(await add(portal.database, booking, inDays(-1000))).toBe(true);
};

describe('ID numbers of enrolments', () => {
  it('are kept for 90 days after the end, and no longer', async () => {
    const sessions = [
      { id: 's1', sessionName: '一', startTime: inTime(portal, 3 * day), endTime: inTime(portal, 3 * day) },
      { id: 's2', sessionName: '二', startTime: inTime(portal, 20 * day), endTime: inTime(portal, 20 * day) },
    ];
    await portal.put('centre', 'appointment', [
      activity(portal, 'soon', { endTime: inTime(portal, 3 * day) }),
      activity(portal, 'parts', { endTime: inTime(portal, 30 * day), sessionList: sessions }),
      activity(portal, 'later', { endTime: inTime(portal, 200 * day) }),
      activity(portal, 'gone'),
    ]);
    const contact = await addedContact(portal, member);
    const other = await addedContact(portal, member);
    for (const [name, more] of [
      ['soon', {}],
      ['parts', { sessionId: 's1' }],
      ['parts', { sessionId: 's2' }],
      ['later', {}],
      ['gone', {}],
    ] as const)
      expect((await enrolled(portal, member, name, [contact], more)).body).toMatchObject({ rel: true });
    await enrolled(portal, member, 'later', [other]);
    const takenBack = (await listed(portal, member)).find((row) => JSON.stringify(row['activityInfo']).includes('later'));
    expect((await unsubscribe(portal, member, String(takenBack?.['id']))).body).toMatchObject({ rel: true });
    await sql`delete from item where id = 'gone'`.execute(portal.database.kysely);
    const all = ['gone', 'later', 'later', 'parts s1', 'parts s2', 'soon'];
    for (const [days, left, erased] of [
      [89, all, 0],
      // What was taken back, and what is there no more, counts from then and from when it was made.
      [91, ['later', 'parts s1', 'parts s2', 'soon'], 2],
      [92.9, ['later', 'parts s1', 'parts s2', 'soon'], 0],
      [93.1, ['later', 'parts s2'], 2],
      [109.9, ['later', 'parts s2'], 0],
      [110.1, ['later'], 1],
      [300, [], 1],
    ] as const) {
      expect(await sweep(days), String(days)).toBe(erased);
      expect(await held('enrolment'), String(days)).toEqual(left);
    }
    expect((await listed(portal, member)).length).toBe(6);
  });

  it('of an activity that was moved are kept until 90 days after it', async () => {
    await portal.put('centre', 'appointment', [activity(portal, 'moved', { endTime: inTime(portal, 3 * day) })]);
    await enrolled(portal, member, 'moved', [await addedContact(portal, member)]);
    await portal.put('centre', 'appointment', [activity(portal, 'moved', { endTime: inTime(portal, 50 * day) })]);
    await sweep(139);
    expect(await held('enrolment')).toEqual(['moved']);
  });
});

describe('ID numbers of bookings and contacts', () => {
  it('of bookings are kept for as many days after the end as the institution says', async () => {
    await store(stored(-89), stored(-91), stored(-9, 'museum'), stored(-11, 'museum'));
    expect(await sweep(0)).toBe(2);
    expect(await held('booking')).toEqual([stored(-89).venueTime, stored(-9).venueTime]);
  });

  it('of a booking that was taken back are kept for as long after that', async () => {
    const reply = await book(portal, member, `${dayAhead(portal, 6)} 09:00-10:00`);
    await portal.ask({
      method: 'PUT',
      url: `/api/onlinevenues/wt/unreg/${String(at(reply.body, 'data', 'id'))}`,
      token: member.token,
      body: {},
    });
    expect([await sweep(89), await sweep(91)]).toEqual([0, 1]);
  });

  it('of contacts are kept for a year after they were last changed or enrolled', async () => {
    const [idle, used] = [await addedContact(portal, member), await addedContact(portal, member)];
    await sql`update contact set updated = ${new Date(inDays(-100))}`.execute(portal.database.kysely);
    await portal.put('centre', 'appointment', [activity(portal, 'use')]);
    await enrolled(portal, member, 'use', [used]);
    await sweep(264);
    expect(await held('contact')).toEqual([idle, used].sort());
    await sweep(266);
    expect(await held('contact')).toEqual([used]);
    await sweep(366);
    expect(await held('contact')).toEqual([]);
  });
});

describe('several servers', () => {
  it('erase each once, in batches', async () => {
    await store(...Array.from({ length: 36 }, () => stored(-91)), stored(-1));
    const due = { of: 'bookings', before: new Date(inDays(-90)) } as const;
    const erased = await Promise.all([1, 2, 3].map(() => eraseDueIdNumbers(portal.database, 'centre', due, 5)));
    expect(erased.reduce((sum, count) => sum + count)).toBe(36);
    expect(await held('booking')).toEqual([stored(-1).venueTime]);
  });

  it('pass over what somebody is at, and erase it the next time', async () => {
    await store(stored(-91), stored(-92));
    await inTransaction(portal.database, async (tx) => {
      await sql`select from booking where venue_time = ${stored(-91).venueTime} for update`.execute(tx.kysely);
      expect(await sweep(0)).toBe(1);
    });
    expect(await sweep(0)).toBe(1);
  });

  it('sweep all institutions, whatever fails of one', async () => {
    await store(stored(-91), stored(-91, 'museum'));
    const failed: unknown[] = [];
    const [first, ...others] = portals();
    const broken = {
      ...first,
      get settings(): never {
        throw new Error('broken');
      },
    } as CompiledPortal;
    await createSweep(rooms, { ...accounts, report: (error) => failed.push(error) }, () => [
      broken,
      ...(first ? [first] : []),
      ...others,
    ])();
    // Neither could members be reminded, nor old entries of the record be removed.
    expect([failed.length, await held('booking')]).toEqual([listIdNumberFinders(rooms).length + 2, []]);
  });
});

describe('a room that cannot say what is due', () => {
  it('keeps no ID numbers of the others from being erased', async () => {
    await store(stored(-91));
    const failed: unknown[] = [];
    const broken = { services: {}, findDueIdNumbers: () => Promise.reject(new Error('broken')) };
    await createSweep([broken, ...rooms], { ...accounts, report: (error) => failed.push(error) }, portals)();
    expect([failed.length, await held('booking')]).toEqual([portals().length, []]);
  });
});

describe('what is left of an erased ID number', () => {
  const contactList = async (query = ''): Promise<Record<string, unknown>[]> =>
    at(
      (await portal.ask({ url: `/api/activity/ta/contactsList/${member.id}/100001${query}`, token: member.token })).body,
      'data',
    ) as Record<string, unknown>[];
  const editContact = (values: JsonObject) =>
    portal.ask({ method: 'PUT', url: '/api/activity/ta/contacts', token: member.token, body: values });

  it('a contact has none, cannot be enrolled, and can again once it is entered anew', async () => {
    await portal.put('centre', 'appointment', [activity(portal, 'after')]);
    const id = await addedContact(portal, member, { name: '张三' });
    await sweep(400);
    const [row] = await contactList('?activityId=after');
    expect(row).toMatchObject({ id, name: '张三', idNo: '', idCard: '', fit: 'number' });
    expect(row).not.toHaveProperty('sex');
    expect(await enrolled(portal, member, 'after', [id])).toMatchObject({
      status: 409,
      body: { data: '张三的证件号码已到期删除，请先在联系人管理中重新填写' },
    });
    expect(await editContact({ id, name: '李四' })).toMatchObject({ status: 400, body: { errors: { idNo: '请输入正确的身份证号' } } });
    expect((await editContact({ id, name: '李四', idNo: idNumber() })).status).toBe(200);
    expect((await enrolled(portal, member, 'after', [id])).body).toMatchObject({ rel: true });
  });

  it('enrolments, bookings and the file of the member stay, and the account can be removed', async () => {
    await portal.put('centre', 'appointment', [activity(portal, 'kept')]);
    const contact = await addedContact(portal, member);
    await enrolled(portal, member, 'kept', [contact]);
    await book(portal, member, `${dayAhead(portal, 1)} 12:00-13:00`);
    expect(await sweep(500)).toBe(3);
    const { body: bookings } = await portal.ask({ url: `/api/onlinevenues/wt/venueScheduled/${member.id}`, token: member.token });
    expect(at(bookings, 'data', 'rows', '0')).toMatchObject({ name: '王小明', identityCard: '' });
    expect(await listed(portal, member)).toHaveLength(1);
    const { status, body } = await portal.ask({ url: '/api/personal/web/profile/export', token: member.token });
    expect([
      status,
      at(body, 'enrolments', '0', 'idNo'),
      at(body, 'bookings', '0', 'identityCard'),
      at(body, 'contacts', '0', 'idNo'),
    ]).toEqual([200, '', '', '']);
    portal.clock.pass(61_000);
    await portal.ask({ url: `/api/auth/jwt/4/VERCode?unitName=x&phone=${member.phone}`, token: member.token });
    const removed = await portal.ask({
      method: 'POST',
      url: '/api/personal/web/profile/remove',
      token: member.token,
      body: { verCode: portal.codeOf(member.phone) },
    });
    expect([removed.status, await held('enrolment')]).toEqual([200, []]);
  });

  it('who waits without one is passed over when a place comes free', async () => {
    await portal.put('centre', 'appointment', [activity(portal, 'queue', { number: 1, waiting: 1 })]);
    const people = [await addedContact(portal, member), await addedContact(portal, member), await addedContact(portal, member)];
    await enrolled(portal, member, 'queue', people.slice(0, 1));
    for (const each of people.slice(1)) await enrolled(portal, member, 'queue', [each], {}, { path: 'wait' });
    await sql`update enrolment set id_cipher = '', id_hash = id where contact_id = ${people[1]}`.execute(portal.database.kysely);
    const { rows } = await sql<{ id: string }>`select id from enrolment where contact_id = ${people[0]}`.execute(portal.database.kysely);
    expect((await unsubscribe(portal, member, rows[0]?.id ?? '')).body).toMatchObject({ rel: true });
    const { rows: now } = await sql<{ status: string }>`select status from enrolment order by place`.execute(portal.database.kysely);
    expect(now.map(({ status }) => status)).toEqual(['cancelled', 'waiting', 'enrolled']);
  });
});

describe('the privacy command', () => {
  const privacy = async (...args: string[]): Promise<{ code: unknown; printed: string[] }> => {
    const variables = { DATABASE_URL: portal.database.databaseUrl, SECRET_KEY: portal.secret.toString('hex') };
    const { code, printed } = await runTyped(() => runPrivacy(folder, loadKnownDefinitions), ['privacy', ...args], variables);
    return { code, printed: printed.split('\n') };
  };

  it('counts what is held and what is due, and erases that', async () => {
    await store(stored(-1), stored(-91), stored(-11, 'museum'));
    expect((await privacy('report')).printed.filter((line) => line.includes('booking id'))).toEqual([
      expect.stringMatching(/^centre\tbooking id\t2\t.*\t1 due$/),
      expect.stringMatching(/^museum\tbooking id\t1\t.*\t1 due$/),
    ]);
    const { code, printed } = await privacy('sweep');
    expect([code, printed.filter((line) => !line.endsWith('\t0 erased'))]).toEqual([
      0,
      ['centre\tbooking id\t1 erased', 'museum\tbooking id\t1 erased'],
    ]);
    expect(await held('booking')).toEqual([stored(-1).venueTime]);
    const due = await countIdNumbers(portal.database, portals(), listIdNumberFinders(rooms), inDays(0));
    expect([due.length > 0, due.filter(({ count }) => count > 0)]).toEqual([true, []]);
  });

  it.each([[[]], [['sweep', 'x']], [['erase']]])('tells how it is used after %j', async (args) => {
    const { code, printed } = await privacy(...args);
    expect([code, printed.join('\n')]).toEqual([2, expect.stringContaining('npm run privacy -- sweep')]);
  });
});
