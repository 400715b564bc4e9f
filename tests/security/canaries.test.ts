import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { maskIdNumber, maskPhone } from '../../src/runtime/mask';
import { accountPortal, type AccountPortal } from '../server/accountPortal';
import { book, dayAhead } from '../server/bookings';
import { type Asker, enrolled, idNumber } from '../server/enrolments';
import { openHouse } from './belongings';
import { type Call, findDeclaredCalls } from './calls';
import { openSession, sendTo } from './matrix';
import { composeRequest, nameThings } from './requests';

/** A person whose numbers are looked for wherever they could have gone. */
interface Canary {
  idNumber: string;
  phone: string;
}

const lines: string[] = [];
const words = (): string => lines.join('\n');
const numbers = (canaries: readonly Canary[]): string[] => canaries.flatMap((canary) => [canary.idNumber, canary.phone]);
const masked = (canaries: readonly Canary[]): string[] =>
  canaries.flatMap((canary) => [maskIdNumber(canary.idNumber), maskPhone(canary.phone)]);
const findIn = (text: string, wanted: readonly string[]): string[] => wanted.filter((one) => text.includes(one));

let portal: AccountPortal;
let members: Asker[];
let other: Asker;
let stranger: Asker;
let canaries: Canary[];
let calls: Call[];
beforeAll(async () => {
  portal = await accountPortal(undefined, { logTo: { write: (line) => void lines.push(line) } });
  await openHouse(portal);
  canaries = Array.from({ length: 12 }, (_, number) => ({
    idNumber: idNumber(number % 2 === 0 ? 'male' : 'female', '19770307'),
    phone: `1589753${String(2468 + number * 613).padStart(4, '0')}`,
  }));
  members = [];
  for (const canary of canaries.slice(0, 3)) members.push(await portal.member(canary.phone));
  other = await portal.member('13612340010');
  stranger = await portal.member('13612340011', {}, 'museum.localhost');
  for (const [number, canary] of canaries.entries()) await store(canary, members[number % 3] ?? other, number);
  calls = findDeclaredCalls(portal.definitions);
}, 120_000);
afterAll(() => portal.close());

/** Stores a person by the calls that visitors make: as a contact, who is changed and enrolled, or with a booking. */
async function store({ idNumber: idNo, phone }: Canary, member: Asker, number: number): Promise<void> {
  const ask = (method: 'GET' | 'POST' | 'PUT', url: string, body?: unknown) => portal.ask({ method, url, body, token: member.token });
  if (number % 4 === 3) {
    const { status } = await book(portal, member, `${dayAhead(portal, 2 + number)} 10:00-11:00`, {
      mobilePhone: phone,
      identityCard: idNo,
    });
    expect(status).toBe(200);
    return;
  }
  const person = { name: '金丝雀', userName: member.phone, idNumberConsent: true };
  const first = number % 4 === 2 ? { idNo: idNumber(), cellphone: '13900000003' } : { idNo, cellphone: phone };
  expect(await ask('POST', '/api/activity/ta/contacts/add', { ...person, ...first })).toMatchObject({ status: 200 });
  const listed = await ask('GET', `/api/activity/ta/contactsList/${member.id}/QLWHG01`);
  const contacts = JSON.parse(listed.text) as unknown;
  const ids = [...JSON.stringify(contacts).matchAll(/"id":"([0-9a-f-]{36})"[^{}]*?"idNo":"([^"]*)"/g)];
  const id = ids.find(([, , shown]) => shown === maskIdNumber(first.idNo))?.[1] ?? '';
  if (number % 4 === 2) expect((await ask('PUT', '/api/activity/ta/contacts', { ...person, id, idNo, cellphone: phone })).status).toBe(200);
  expect((await enrolled(portal, member, 'open-activity', [id])).status).toBe(200);
}

const exportOf = async ({ token }: Asker, host?: string): Promise<string> =>
  (await portal.ask({ url: '/api/personal/web/profile/export', token, host })).raw.toString('utf8');

describe('twelve ID numbers and phones', () => {
  it('are whole in the export of the member who gave them, and in no other', async () => {
    const exports = await Promise.all(members.map((member) => exportOf(member)));
    for (const [number, text] of exports.entries()) {
      const own = canaries.filter((_canary, index) => index % 3 === number);
      const foreign = canaries.filter((canary) => !own.includes(canary));
      expect(findIn(text, numbers(own))).toEqual(numbers(own));
      expect(findIn(text, [...numbers(foreign), ...masked(foreign)])).toEqual([]);
    }
    for (const text of [await exportOf(other), await exportOf(stranger, 'museum.localhost')])
      expect(findIn(text, [...numbers(canaries), ...masked(canaries)])).toEqual([]);
  });

  it('are masked in every reply to that member, and in none to others', async () => {
    const send = sendTo(portal);
    const ids = [
      ...members.map(({ id }) => id),
      ...(
        await portal.database.pool.query<{ id: string }>(
          'select id from contact union all select id from booking union all select id from enrolment',
        )
      ).rows.map(({ id }) => String(id)),
    ];
    const seen: string[] = [];
    const told = calls.filter(
      ({ endpoint, host }) => endpoint.method === 'GET' && host === 'localhost' && endpoint.service !== 'profile.export',
    );
    const asking = [
      ...members.map((member) => ({ member, tenant: 'centre', host: 'localhost', asked: told.filter(({ endpoint }) => endpoint.viewer) })),
      { member: other, tenant: 'centre', host: 'localhost', asked: told },
      { member: stranger, tenant: 'museum', host: 'museum.localhost', asked: told },
    ];
    for (const { member, tenant, host, asked } of asking)
      for (const call of asked) {
        const speaker = { ...member, now: portal.clock.now() };
        const token = await openSession(portal, tenant, member.id);
        for (const said of [
          composeRequest(call, speaker),
          ...nameThings(call, speaker, ids, false),
          ...nameThings(call, speaker, [member.id], true),
        ]) {
          const { text } = await send(call, said, { token, host });
          const found = findIn(text, numbers(canaries)).filter((number) => number !== member.phone);
          expect([call.endpoint.name, found]).toEqual([call.endpoint.name, []]);
          const isOwner = members.includes(member);
          if (!isOwner) expect([call.endpoint.name, findIn(text, masked(canaries))]).toEqual([call.endpoint.name, []]);
          seen.push(...findIn(text, masked(canaries)));
        }
      }
    // Control: each of them was there to be told.
    expect(new Set(seen)).toEqual(new Set(masked(canaries)));
  });

  it('are in no line of the log, whatever fails', async () => {
    const [canary] = canaries;
    const member = members[0];
    if (!canary || !member) throw new Error('there are none');
    const body = { name: '金丝雀', cellphone: canary.phone, userName: member.phone, idNumberConsent: true };
    await portal.database.pool.query('alter table contact rename to contact_away');
    const failed = await portal.ask({
      method: 'POST',
      url: '/api/activity/ta/contacts/add',
      body: { ...body, idNo: canary.idNumber },
      token: member.token,
    });
    const listed = await portal.ask({
      url: `/api/activity/ta/contactsList/${member.id}/QLWHG01`,
      token: member.token,
    });
    await portal.database.pool.query('alter table contact_away rename to contact');
    expect([failed.status, listed.status]).toEqual([500, 500]);
    for (const url of [
      `/api/x/${canary.phone}`,
      `/x/${canary.idNumber}?phone=${canary.phone}`,
      `/files/${canary.idNumber}.png`,
      `/api/admin/front/group/phone-exist?phone=${canary.phone}`,
    ])
      await portal.ask({ url, headers: { 'x-forwarded-for': '10.7.7.7' } });
    await portal.ask({ method: 'POST', url: '/api/auth/jwt/reset', body: `{"phone":"${canary.phone}"` });
    // What was stored before all tests alone left more.
    expect(lines.length).toBeGreaterThan(50);
    expect(lines.filter((line) => line.includes('"a request failed"')).length).toBeGreaterThan(1);
    expect(findIn(words(), numbers(canaries))).toEqual([]);
    // Control: what is written is seen.
    portal.app.log.info({ phone: canary.phone }, 'control');
    expect(findIn(words(), numbers(canaries))).toEqual([canary.phone]);
  });

  it('are in no byte of the database and its log', async ({ skip }) => {
    const folder = join(process.env.TEST_FOLDER ?? '', 'database', 'postgres');
    if (!existsSync(folder)) skip('the database is not on this machine');
    const { pool } = portal.database;
    const control = { idNumber: idNumber(), phone: '15700001357' };
    await portal.put('centre', 'information', [{ id: 'control', columnId: '6101', title: `${control.idNumber} ${control.phone}` }]);
    await pool.query('checkpoint');
    const { rows } = await pool.query<{ oid: string }>('select oid from pg_database where datname = current_database()');
    const found = new Map<string, string[]>();
    for (const place of [`base/${rows[0]?.oid ?? ''}`, 'pg_wal'])
      for (const name of await readdir(join(folder, place))) {
        const bytes = await readFile(join(folder, place, name)).catch(() => Buffer.alloc(0));
        for (const number of numbers([...canaries, control]))
          if (bytes.includes(number)) found.set(number, [...(found.get(number) ?? []), place]);
      }
    // Control: what is kept as it was sent is found, in a table and in the log of what was written.
    for (const number of numbers([control]))
      expect(found.get(number)?.map((place) => place.split('/')[0])).toEqual(expect.arrayContaining(['base', 'pg_wal']));
    expect(numbers(canaries).filter((number) => found.has(number))).toEqual([]);
  });
});
