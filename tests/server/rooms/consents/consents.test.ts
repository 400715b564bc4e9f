import { sql } from 'kysely';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../src/model/json';
import { formatDate } from '../../../../src/runtime/time';
import { accountPortal, at, type AccountPortal, type Reply } from '../../accountPortal';
import { book, dayAhead, venue } from '../../bookings';
import { activity, addedContact, consented, enrolled, idNumber } from '../../enrolments';
import { copyOfDefinitions, findProblems } from '../../projectDefinitions';

type Member = { token: string; id: string; phone: string };
const missing = '请先阅读说明并单独同意处理身份证号';
const changed = '说明的内容已经更新，请重新阅读后再勾选同意';
const guardianMissing = '参加人不满十四周岁，请由监护人填写并勾选同意';
const museum = 'museum.localhost';

/** A module whose form takes an ID number and a date of birth, for members and, by another call, for anybody. */
const rollModule = {
  title: '登记',
  item: {
    type: 'object',
    required: ['id'],
    properties: {
      id: { type: 'string', title: '编号' },
      number: { type: 'string', title: '证件号码' },
      born: { type: 'string', title: '出生日期' },
      memberId: { type: 'string', title: '会员', private: true },
    },
  },
  endpoints: {
    add: { post: '/api/roll/add', form: 'add', viewer: true, creates: {}, ok: { '/status': 200 }, message: '/message' },
    anonymous: { post: '/api/roll/anonymous', form: 'anonymous', creates: {}, ok: { '/status': 200 }, message: '/message' },
  },
  forms: Object.fromEntries(
    ['add', 'anonymous'].map((source) => [
      source,
      {
        fields: {
          number: { field: 'idNumber', label: '身份证号' },
          born: { field: 'date', label: '出生日期', birth: true },
          agreed: { field: 'checkbox', label: '/texts/idNumberConsent', consent: 'idNumber', version: { const: '' } },
          guards: { field: 'checkbox', label: '/texts/guardianConsent', consent: 'guardian', version: { const: '' } },
        },
        submit: { source, label: '提交' },
      },
    ]),
  ),
  pages: {},
};
/** An institution whose form never asks. */
const without = {
  forms: { add: { fields: { idNumberConsent: { when: { '/consents/item/idNumber/needed': 'never' } }, guardianConsent: null } } },
};

let folder: string;
let portal: AccountPortal;
beforeAll(async () => {
  folder = await copyOfDefinitions();
  await writeFile(join(folder, 'schemas/modules/roll.json'), JSON.stringify(rollModule));
  await writeFile(join(folder, 'tenants/museum/modules/contact.json'), JSON.stringify(without));
  portal = await accountPortal(folder);
  await portal.put('centre', 'venue', [venue('hall')]);
  await portal.put('centre', 'appointment', [activity(portal, 'talk')]);
}, 60_000);
afterAll(async () => {
  await portal.close();
  await rm(folder, { recursive: true, force: true });
});

let count = 0;
const fresh = (host?: string): Promise<Member> => portal.member(`1371000${String((count += 1)).padStart(4, '0')}`, {}, host);
const send = (method: 'POST' | 'PUT', url: string, who: Member | undefined, body: JsonObject, host?: string): Promise<Reply> =>
  portal.ask({ method, url, token: who?.token, body, host });
const person = (values: JsonObject = {}): JsonObject => ({ name: '张三', cellphone: '13812345678', idNo: idNumber(), ...values });
const addContact = (who: Member, values: JsonObject = {}, host?: string): Promise<Reply> =>
  send('POST', '/api/activity/ta/contacts/add', who, person(values), host);
const stored = async (table: 'contact' | 'booking' | 'enrolment', who: Member): Promise<number> =>
  (await sql`select id from ${sql.table(table)} where member_id = ${who.id}`.execute(portal.database.kysely)).rows.length;
const given = async (who: Member): Promise<unknown[]> =>
  (
    await sql<{ purpose: string }>`select purpose from consent where member_id = ${who.id} order by given, purpose`.execute(
      portal.database.kysely,
    )
  ).rows.map(({ purpose }) => purpose);
const versions = async (who: Member): Promise<unknown[]> =>
  (await sql<{ version: string }>`select version from consent where member_id = ${who.id}`.execute(portal.database.kysely)).rows.map(
    ({ version }) => version,
  );
const asked = async (who: Member): Promise<unknown> =>
  at((await portal.ask({ url: '/api/personal/web/consents', token: who.token })).body, 'data', 'idNumber');
/** A birth date so many years and days ago, as ID numbers have it. */
const bornAgo = (years: number, days: number): string => {
  const [year = '', ...rest] = formatDate(portal.clock.now() - days * 86_400_000).split('-');
  return [Number(year) - years, ...rest].join('');
};

describe('the separate consent to storing ID numbers', () => {
  let free = 8;
  const ways: [string, 'contact' | 'booking' | 'enrolment', (who: Member, tick: JsonObject) => Promise<Reply>][] = [
    ['a contact', 'contact', addContact],
    [
      'a booking',
      'booking',
      (who, tick) =>
        book(portal, who, `${dayAhead(portal, 1)} ${String((free += 1)).padStart(2, '0')}:00-${free + 1}:00`, {
          idNumberConsent: undefined,
          ...tick,
        }),
    ],
    [
      'an enrolment of a contact from before there was any',
      'enrolment',
      async (who, tick) => {
        const contact = await addedContact(portal, who);
        await sql`delete from consent where member_id = ${who.id}`.execute(portal.database.kysely);
        return enrolled(portal, who, 'talk', [contact], tick);
      },
    ],
  ];
  it.each(ways)('without it %s is refused and nothing stored', async (_what, table, attempt) => {
    const who = await fresh();
    const before = await stored(table, who);
    expect((await attempt(who, {})).body['message']).toBe(missing);
    expect([await stored(table, who), await given(who)]).toEqual([before, []]);
    expect((await attempt(who, { idNumberConsent: true })).body['message']).not.toBe(missing);
    expect([await stored(table, who), await given(who)]).toEqual([before + 1, ['idNumber']]);
  });

  it('is told at its field, and a tick taken back is none', async () => {
    const who = await fresh();
    expect(await addContact(who)).toMatchObject({ status: 400, body: { status: 400, errors: { idNumberConsent: missing } } });
    expect((await addContact(who, { idNumberConsent: false })).status).toBe(400);
    expect(await stored('contact', who)).toBe(0);
  });

  it('is given once, and kept with its words and the time', async () => {
    const who = await fresh();
    expect(await asked(who)).toMatchObject({ needed: true, words: expect.stringContaining('保存90天') });
    await addContact(who, { idNumberConsent: true });
    expect((await addContact(who)).status).toBe(200);
    expect((await addContact(who, { idNumberConsent: true })).status).toBe(200);
    expect(await given(who)).toEqual(['idNumber']);
    expect(await asked(who)).toMatchObject({ needed: false });
    const { body } = await portal.ask({ url: '/api/personal/web/profile/export', token: who.token });
    expect(body['consents']).toEqual([
      {
        purpose: 'idNumber',
        version: expect.any(String),
        words: expect.stringContaining('敏感个人信息'),
        given: expect.stringMatching(/^\d{4}-/),
      },
    ]);
  });

  it('is not kept when what it was for is refused', async () => {
    const who = await fresh();
    const idNo = idNumber();
    await addContact(who, { idNo, idNumberConsent: true });
    await sql`delete from consent where member_id = ${who.id}`.execute(portal.database.kysely);
    expect((await addContact(who, { idNo, idNumberConsent: true })).status).toBe(409);
    expect(await given(who)).toEqual([]);
  });

  it('of other words counts no longer', async () => {
    const who = await fresh();
    await addContact(who, { idNumberConsent: true });
    await sql`update consent set version = 'older' where member_id = ${who.id}`.execute(portal.database.kysely);
    expect(await asked(who)).toMatchObject({ needed: true });
    expect((await addContact(who)).body['message']).toBe(missing);
  });

  it('with an enrolment counts for the words alone that were read', async () => {
    const who = await fresh();
    const contact = await addedContact(portal, who);
    await sql`delete from consent where member_id = ${who.id}`.execute(portal.database.kysely);
    const outdated = await enrolled(portal, who, 'talk', [contact], { idNumberConsent: true, idNumberConsentVersion: 'older' });
    expect([outdated.status, outdated.body['message'] ?? outdated.body['data'], await given(who)]).toEqual([409, changed, []]);
    const version = String(at(await asked(who), 'version'));
    await enrolled(portal, who, 'talk', [contact], { idNumberConsent: true, idNumberConsentVersion: version });
    expect(await versions(who)).toEqual([version]);
  });

  it('has words that anybody may read, with their versions', async () => {
    const { status, body } = await portal.ask({ url: '/api/personal/web/consents/wording' });
    expect([status, body['data']]).toEqual([
      200,
      {
        idNumber: { needed: true, words: expect.stringContaining('敏感个人信息'), version: expect.any(String) },
        guardian: { needed: true, words: expect.stringContaining('不满十四周岁'), version: expect.any(String) },
      },
    ]);
  });

  it('of one member is none of another', async () => {
    await addContact(await fresh(), { idNumberConsent: true });
    expect((await addContact(await fresh())).body['message']).toBe(missing);
  });

  it('is needed for another number of a contact, not for another name', async () => {
    const who = await fresh();
    const id = await addedContact(portal, who);
    await sql`delete from consent where member_id = ${who.id}`.execute(portal.database.kysely);
    const edit = (values: JsonObject): Promise<Reply> => send('PUT', '/api/activity/ta/contacts', who, { id, name: '李四', ...values });
    expect((await edit({})).status).toBe(200);
    expect((await edit({ idNo: idNumber() })).body['message']).toBe(missing);
    expect((await edit({ idNo: idNumber(), idNumberConsent: true })).status).toBe(200);
  });

  it('is asked for whatever the form of an institution asks', async () => {
    const who = await fresh(museum);
    expect((await addContact(who, {}, museum)).body['message']).toBe(missing);
    expect(await stored('contact', who)).toBe(0);
    expect((await addContact(who, { idNumberConsent: true }, museum)).status).toBe(200);
  });
});

describe('the consent of the guardian', () => {
  it.each([
    ['the day before the birthday', 14, -1, guardianMissing],
    ['from the 14th birthday on', 14, 0, '联系人已添加'],
  ])('is needed %s, whatever the form of an institution asks', async (_when, years, days, message) => {
    const [who, other] = [await fresh(), await fresh(museum)];
    const idNo = idNumber('female', bornAgo(years, days));
    expect((await addContact(who, { idNo, idNumberConsent: true })).body['message']).toBe(message);
    await consented(portal, other, 'museum');
    expect((await addContact(other, { idNo }, museum)).body['message']).toBe(message);
  });

  it('is told at its field, given for each child and kept', async () => {
    const who = await fresh();
    const child = (): JsonObject => ({ idNo: idNumber('male', bornAgo(8, 10)), idNumberConsent: true });
    expect(await addContact(who, child())).toMatchObject({ status: 400, body: { errors: { guardianConsent: guardianMissing } } });
    expect([await stored('contact', who), await given(who)]).toEqual([0, []]);
    const outdated = { guardianConsent: true, guardianConsentVersion: 'older' };
    expect(await addContact(who, { ...child(), ...outdated })).toMatchObject({
      status: 409,
      body: { errors: { guardianConsent: changed } },
    });
    expect((await addContact(who, { ...child(), guardianConsent: true })).status).toBe(200);
    expect((await addContact(who, child())).body['message']).toBe(guardianMissing);
    expect((await addContact(who, { ...child(), guardianConsent: true })).status).toBe(200);
    expect(await given(who)).toEqual(['guardian', 'idNumber', 'guardian']);
  });

  it('is needed for a booking', async () => {
    const who = await fresh();
    const identityCard = idNumber('male', bornAgo(10, 0));
    const attempt = (more: JsonObject): Promise<Reply> =>
      book(portal, who, `${dayAhead(portal, 2)} 09:00-10:00`, { identityCard, ...more });
    expect((await attempt({})).body['message']).toBe(guardianMissing);
    expect((await attempt({ guardianConsent: true })).body['message']).toBe('预订成功');
  });
});

describe('a form of an institution that takes ID numbers', () => {
  const child = (): string => bornAgo(8, 0).replace(/^(....)(..)(..)$/, '$1-$2-$3');
  it('has definitions without a fault', async () => {
    expect((await findProblems(folder)).filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  it.each([
    ['of a member', 'add', true],
    ['of anybody', 'anonymous', false],
  ])('stores none %s without the consents', async (_who, call, isMember) => {
    const who = isMember ? await fresh() : undefined;
    const hand = async (body: JsonObject): Promise<unknown> => (await send('POST', `/api/roll/${call}`, who, body)).body['message'];
    expect(await hand({ number: idNumber() })).toBe(missing);
    expect(await hand({ number: idNumber(), agreed: true })).toBe('提交成功，请等待审核');
    expect(await hand({ number: idNumber() })).toBe(isMember ? '提交成功，请等待审核' : missing);
    expect(await hand({ born: child() })).toBe(guardianMissing);
    expect(await hand({ born: child(), guards: true })).toBe('提交成功，请等待审核');
    expect(await hand({ born: '1990-01-01' })).toBe('提交成功，请等待审核');
  });
});

describe('words that changed while a form was open', () => {
  it('are not agreed to unread, whatever asks for the consent', async () => {
    const attempts: [string, (who: Member, more: JsonObject) => Promise<Reply>][] = [
      ['idNumberConsent', (who, more) => addContact(who, more)],
      ['idNumberConsent', (who, more) => book(portal, who, `${dayAhead(portal, 3)} 09:00-10:00`, more)],
      ['agreed', (who, more) => send('POST', '/api/roll/add', who, { number: idNumber(), ...more })],
    ];
    const people = await Promise.all(attempts.map(() => fresh()));
    const read = async (who: Member): Promise<string> => String(at(await asked(who), 'version'));
    const before = await Promise.all(people.map(read));
    await writeFile(join(folder, 'tenants/centre/texts.json'), JSON.stringify({ idNumberConsentText: '新的说明，保存{days}天。' }));
    await expect
      .poll(async () => portal.definitions.refresh().then(() => Promise.all(people.map(read))), { timeout: 10_000 })
      .not.toEqual(before);
    for (const [index, [field, attempt]] of attempts.entries()) {
      const who = people[index] ?? (await fresh());
      const refused = await attempt(who, { [field]: true, [`${field}Version`]: before[index] ?? '' });
      expect(refused).toMatchObject({ status: 409, body: { message: changed, errors: { [field]: changed } } });
      expect(await given(who)).toEqual([]);
      expect((await attempt(who, { [field]: true, [`${field}Version`]: await read(who) })).status).toBe(200);
      expect(await versions(who)).toEqual([await read(who)]);
    }
  }, 20_000);
});
