import { sql } from 'kysely';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runBookings } from '../../src/cli/bookings/command';
import { runMembers } from '../../src/cli/members/command';
import { runSignin } from '../../src/cli/signin/command';
import { eraseDueIdNumbers } from '../../src/database/accounts/idNumbers';
import { type Definitions } from '../../src/definitions/load';
import type { JsonObject } from '../../src/model/json';
import { type Run, runTyped } from '../cli/shell';
import { accountPortal, at, type AccountPortal, type Reply } from './accountPortal';
import { book, dayAhead, venue } from './bookings';
import { activity, addedContact, type Asker, enrolled, idNumber, listed } from './enrolments';
import { copyOfDefinitions, findProblems, loadKnownDefinitions } from './projectDefinitions';

const school = { field: 'text', label: '学校', schema: { maxLength: 10 }, errors: { schema: '学校名称太长' } };
const meal = {
  field: 'radio',
  label: '用餐',
  required: '请选择用餐',
  options: { meat: { value: '1', label: '荤' }, plain: { value: '2', label: '素' } },
};
const guardian = { field: 'idNumber', label: '监护人证件' };
const consent = { field: 'checkbox', label: '/texts/idNumberConsent', consent: 'idNumber', version: { const: '' } };

/** What an institution adds to the forms whose services keep it, with not a line of code. */
const patches: Record<string, object> = {
  account: { forms: { registration: { fields: { school, guardian, idNumberConsent: consent } } } },
  contact: {
    item: { properties: { school: { type: 'string', title: '学校' } } },
    cards: { line: { fields: { school: { value: '/row/school', label: '学校' } } } },
    forms: { add: { fields: { school, guardian } }, edit: { fields: { school: { ...school, default: '/row/school' } } } },
  },
  venue: { forms: { booking: { fields: { seats: { field: 'integer', label: '座位' } } } } },
  appointment: { forms: { enrol: { fields: { meal } } } },
};

let folder: string;
let portal: AccountPortal;
let definitions: Definitions;
beforeAll(async () => {
  folder = await copyOfDefinitions();
  for (const [module, patch] of Object.entries(patches))
    await writeFile(join(folder, `tenants/centre/modules/${module}.json`), JSON.stringify(patch));
  portal = await accountPortal(folder);
  definitions = await loadKnownDefinitions(folder);
  await portal.put('centre', 'venue', [venue('hall')]);
  await portal.put('centre', 'appointment', [activity(portal, 'talk'), activity(portal, 'walk')]);
}, 60_000);
afterAll(async () => {
  await portal.close();
  await rm(folder, { recursive: true, force: true });
});

let count = 0;
const nextPhone = (): string => `1372000${String((count += 1)).padStart(4, '0')}`;
const exported = async (who: Asker): Promise<JsonObject> =>
  (await portal.ask({ url: '/api/personal/web/profile/export', token: who.token })).body;
const send = (method: 'POST' | 'PUT', url: string, who: Asker, body: JsonObject): Promise<Reply> =>
  portal.ask({ method, url, token: who.token, body });
const contactsOf = async (who: Asker): Promise<JsonObject[]> =>
  at((await portal.ask({ url: `/api/activity/ta/contactsList/${who.id}/QLWHG01`, token: who.token })).body, 'data') as JsonObject[];
const run = (command: (root: string, load: () => Promise<Definitions>) => Promise<unknown>, ...words: string[]): Promise<Run> =>
  runTyped(() => command(folder, async () => definitions), words, {
    DATABASE_URL: portal.database.databaseUrl,
    SECRET_KEY: portal.secret.toString('hex'),
  });
const plain = async (table: string, text: string): Promise<boolean> =>
  (
    await sql<{ row: string }>`select row_to_json(held)::text as row from ${sql.table(table)} held`.execute(portal.database.kysely)
  ).rows.some(({ row }) => row.includes(text));

it('fields that an institution adds to the forms of services have no fault', async () => {
  expect((await findProblems(folder)).filter(({ severity }) => severity === 'error')).toEqual([]);
});

describe('a field that was added to', () => {
  it('the registration is the member’s own, is told to staff, and is sealed', async () => {
    const [phone, number] = [nextPhone(), idNumber()];
    const refused = await portal.register(phone, { school: '太长太长太长太长太长太长' });
    expect(refused.body).toMatchObject({ errors: { school: '学校名称太长' } });
    portal.clock.pass(61_000);
    const who = await portal.member(phone, { school: '第一中学', guardian: number, idNumberConsent: true });
    expect((await exported(who))['account']).toMatchObject({ mobilePhone: phone, school: '第一中学', guardian: number });
    const { printed } = await run(runMembers, 'members', 'list', 'centre');
    expect(printed).toContain(`学校: 第一中学\t监护人证件: ${number.slice(0, 4)}`);
    expect(printed).not.toContain(number);
    expect([await plain('member', '第一中学'), await plain('member', number)]).toEqual([false, false]);
  });

  it('the registration needs the consent that its kind needs', async () => {
    const phone = nextPhone();
    expect((await portal.register(phone, { guardian: idNumber() })).status).toBe(400);
    expect((await sql`select id from member where tenant = 'centre'`.execute(portal.database.kysely)).rows).toHaveLength(1);
  });

  it('contacts is listed, edited, and goes with them to what they are enrolled for', async () => {
    const who = await portal.member(nextPhone());
    const person = { name: '张三', cellphone: '13812345678', idNo: idNumber(), idNumberConsent: true };
    const number = idNumber();
    expect((await send('POST', '/api/activity/ta/contacts/add', who, { ...person, school: '二中', guardian: number })).status).toBe(200);
    const [row] = await contactsOf(who);
    expect(row).toMatchObject({ name: '张三', school: '二中', guardian: expect.stringMatching(/^.{4}\*+.{4}$/) as unknown });
    await send('PUT', '/api/activity/ta/contacts', who, { id: row?.['id'] ?? '', name: '张三', school: '三中' });
    expect((await exported(who))['contacts']).toMatchObject([{ school: '三中', guardian: number }]);
    await send('PUT', '/api/activity/ta/contacts', who, { id: row?.['id'] ?? '', name: '张三' });
    const [emptied] = (await exported(who))['contacts'] as JsonObject[];
    expect([emptied?.['school'], emptied?.['guardian']]).toEqual([undefined, number]);
  });

  it('enrolment is kept with each, told at the door, and asked for', async () => {
    const who = await portal.member(nextPhone());
    const contact = await addedContact(portal, who, { name: '李四' });
    const without = await enrolled(portal, who, 'talk', [contact]);
    expect(without.body).toMatchObject({ errors: { meal: '请选择用餐' } });
    expect((await enrolled(portal, who, 'talk', [contact], { meal: '7' })).status).toBe(400);
    expect((await enrolled(portal, who, 'talk', [contact], { unheard: '1', meal: '2' })).status).toBe(400);
    expect((await enrolled(portal, who, 'talk', [contact], { meal: '2' })).status).toBe(200);
    expect(await listed(portal, who)).toMatchObject([{ name: '李四', meal: '2' }]);
    expect((await exported(who))['enrolments']).toMatchObject([{ name: '李四', meal: '2' }]);
    expect((await run(runSignin, 'signin', 'list', 'centre', 'talk')).printed).toContain('用餐: 素');
  });

  it('booking is kept with it and told to who decides', async () => {
    const who = await portal.member(nextPhone());
    const time = `${dayAhead(portal, 2)} 09:00-10:00`;
    expect((await book(portal, who, time, { seats: 'many' })).status).toBe(400);
    expect((await book(portal, who, time, { seats: 12 })).status).toBe(200);
    const { body } = await portal.ask({ url: `/api/onlinevenues/wt/venueScheduled/${who.id}`, token: who.token });
    expect(at(body, 'data', 'rows')).toMatchObject([{ seats: 12 }]);
    expect((await exported(who))['bookings']).toMatchObject([{ seats: 12 }]);
    expect((await run(runBookings, 'bookings', 'list', 'centre')).printed).toContain('座位: 12');
  });
});

it('ID numbers among them are erased in time, and the account takes the rest along', async () => {
  const who = await portal.member(nextPhone(), { school: '四中', guardian: idNumber(), idNumberConsent: true });
  const held = async (): Promise<unknown> =>
    (
      await sql`select further_cipher <> '' as plain, further_id_cipher <> '' as number from member where id = ${who.id}`.execute(
        portal.database.kysely,
      )
    ).rows;
  expect(await held()).toEqual([{ plain: true, number: true }]);
  await eraseDueIdNumbers(portal.database, 'centre', { of: 'members', before: new Date(Date.now() + 86_400_000) });
  expect(await held()).toEqual([{ plain: true, number: false }]);
});
