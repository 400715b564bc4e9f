import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { computeAge } from '../../../../src/runtime/idNumber';
import { formatDate } from '../../../../src/runtime/time';
import { redactPath } from '../../../../src/server/plugins/log';
import { completeIdNumber } from '../../../idNumbers';
import { accountPortal, at, type AccountPortal, type Reply } from '../../accountPortal';
import { addedContact } from '../../enrolments';

type Member = { token: string; id: string; phone: string };
let portal: AccountPortal;
let member: Member;
let other: Member;
beforeAll(async () => {
  portal = await accountPortal();
  member = await portal.member('13600000001', { name: '王小明' });
  other = await portal.member('13600000002');
}, 60_000);
afterAll(() => portal.close());

/** ID numbers of different people; odd sequence numbers are men's. */
const idNumber = (sequence: number, birth = '19900307'): string => completeIdNumber(`110101${birth}${String(sequence).padStart(3, '0')}`);
/** What is said of a number that is written as one, but is nobody's. */
const unsound = '身份证号有误，请核对出生日期和最后一位';
const listUrl = (who: Member, query = ''): string => `/api/activity/ta/contactsList/${who.id}/100001${query}`;
const list = async (who = member, query = ''): Promise<Reply> => portal.ask({ url: listUrl(who, query), token: who.token });
const rows = async (who = member): Promise<Record<string, unknown>[]> => at((await list(who)).body, 'data') as Record<string, unknown>[];
const add = (values: object, who: Member = member, headers?: Record<string, string>) =>
  portal.ask({
    method: 'POST',
    url: '/api/activity/ta/contacts/add',
    token: who.token,
    headers,
    body: {
      name: '张三',
      cellphone: '13812345678',
      idNo: idNumber(1),
      userName: who.phone,
      departmentCode: 'QLWHG01',
      idNumberConsent: true,
      guardianConsent: true,
      ...values,
    },
  });
const edit = (values: unknown, who: Member = member) =>
  portal.ask({ method: 'PUT', url: '/api/activity/ta/contacts', token: who.token, body: values });
const remove = (id: string, who: Member = member) =>
  portal.ask({ method: 'DELETE', url: `/api/activity/ta/contacts/${id}`, token: who.token });
const fresh = (() => {
  let count = 0;
  return () => portal.member(`1370000${String((count += 1)).padStart(4, '0')}`);
})();

describe('contacts', () => {
  it('[ENR-27, ENR-28, ENR-29, ENR-33, ENR-34, CONV-34] one that was added is listed, its numbers masked', async () => {
    const who = await fresh();
    expect(await add({ cellphone: '13812345678', idNo: '１１０１０１ 19900307 002ｘ' }, who)).toMatchObject({
      status: 200,
      body: { status: 200, message: '联系人已添加' },
    });
    const reply = await list(who);
    expect(reply).toMatchObject({
      status: 200,
      body: {
        status: 200,
        data: [
          {
            name: '张三',
            idNo: '1101**********002X',
            cellphone: '138****5678',
            idType: '0',
            userName: `137****${who.phone.slice(-4)}`,
            departmentCode: 'QLWHG01',
            sex: 'female',
            age: computeAge('1990-03-07', portal.clock.now()),
            idCard: '1101**********002X',
            phone: '138****5678',
          },
        ],
      },
    });
    // Ids are random and may hold eleven digits in a row: only the numbers that were given are looked for.
    for (const number of ['13812345678', who.phone, '19900307']) expect(reply.text).not.toContain(number);
  });

  it('[ENR-14, ENR-15, ENR-23, ENR-25] a phone of 6 digits and an ID number of 15', async () => {
    const who = await fresh();
    expect((await add({ cellphone: '123456', idNo: '110101900307002' }, who)).status).toBe(200);
    expect(await rows(who)).toMatchObject([{ cellphone: '1****6', idNo: '1101*******7002', sex: 'female' }]);
  });

  it.each([
    ['[ENR-21]', 'no name', { name: '' }, 'name', '姓名不能为空'],
    ['[ENR-21]', 'a name of spaces', { name: '  ' }, 'name', '姓名不能为空'],
    ['[ENR-21]', 'a name of 51 characters', { name: '长'.repeat(51) }, 'name', '长度不能超过50个字符'],
    ['[ENR-22]', 'no phone', { cellphone: '' }, 'cellphone', '手机号不能为空'],
    ['[ENR-22]', 'nothing for a phone', { cellphone: null }, 'cellphone', '手机号不能为空'],
    ['[ENR-23, CONV-33]', 'a phone of 7', { cellphone: '1234567' }, 'cellphone', '请输入11位或者6位'],
    ['[ENR-23, CONV-33]', 'a phone of 12', { cellphone: '138123456789' }, 'cellphone', '请输入11位或者6位'],
    ['[ENR-23]', 'a phone with letters', { cellphone: '1381234567a' }, 'cellphone', '请输入11位或者6位'],
    ['[PC-27]', 'a masked phone', { cellphone: '138****5678' }, 'cellphone', '请输入11位或者6位'],
    ['[ENR-24]', 'no ID number', { idNo: '' }, 'idNo', '身份证号不能为空'],
    ['[ENR-25, CONV-33]', 'an ID number of 17', { idNo: '11010119900307001' }, 'idNo', '请输入正确的身份证号'],
    ['[ENR-25]', 'an X in the middle', { idNo: '1101011990030700X1' }, 'idNo', '请输入正确的身份证号'],
    ['[ENR-25]', 'an ID number of 15 with an X', { idNo: '11010190030700X' }, 'idNo', '请输入正确的身份证号'],
    ['[ENR-15]', 'born on 30 February', { idNo: idNumber(1, '19900230') }, 'idNo', unsound],
    ['[ENR-15]', 'born in the future', { idNo: idNumber(1, '20990101') }, 'idNo', unsound],
    ['[ENR-15]', 'born in month 13', { idNo: '110101901307001' }, 'idNo', unsound],
    ['', 'another check character', { idNo: '110101199003070012' }, 'idNo', unsound],
    ['', 'an X that is none', { idNo: '11010119900307001X' }, 'idNo', unsound],
    ['[PC-27]', 'a masked ID number', { idNo: '1101**********0011' }, 'idNo', '请输入正确的身份证号'],
  ])('%s %s is refused in words', async (_rows, _what, values, field, message) => {
    expect(await add(values)).toMatchObject({ status: 400, body: { status: 400, message, errors: { [field]: message } } });
    expect(await rows()).toEqual([]);
  });

  it.each([
    ['a list for a name', { name: [1] }],
    ['a number for a phone', { cellphone: 13812345678 }],
    ['an object for an ID number', { idNo: {} }],
    ['an unknown key', { admin: true }],
    ['a huge name', { name: 'x'.repeat(500_000) }],
    ['another kind of document', { idType: '1' }],
  ])('%s is refused', async (_what, values) => {
    expect((await add(values)).status).toBe(400);
  });

  it.each([[[1]], ['[1]'], ['{'], [null], [5]])('a body of %j is refused', async (body) => {
    expect((await portal.ask({ method: 'POST', url: '/api/activity/ta/contacts/add', token: member.token, body })).status).toBe(400);
    expect((await edit(body)).status).toBe(400);
  });

  it('the same ID number of a member is refused, of another member not', async () => {
    const [who, friend] = [await fresh(), await fresh()];
    await add({ idNo: idNumber(5) }, who);
    expect(await add({ name: '李四', idNo: idNumber(5).toLowerCase() }, who)).toMatchObject({
      status: 409,
      body: { status: 409, message: '该证件号码的联系人已存在', errors: { idNo: '该证件号码的联系人已存在' } },
    });
    expect((await add({ idNo: idNumber(5) }, friend)).status).toBe(200);
    const both = await Promise.all([1, 2, 3, 4].map(() => add({ idNo: idNumber(6) }, who)));
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await rows(who)).toHaveLength(2);
  });

  it('one that is sent twice under one key is added once, and answered the same', async () => {
    const who = await fresh();
    const replies = await Promise.all([1, 2].map(() => add({}, who, { 'idempotency-key': 'k1' })));
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect(await rows(who)).toHaveLength(1);
  });

  it('there are at most 50', async () => {
    const who = await fresh();
    const kept = [];
    for (let sequence = 1; sequence <= 48; sequence += 1) kept.push((await add({ idNo: idNumber(sequence) }, who)).status);
    const last = await Promise.all([49, 50, 51, 52].map((sequence) => add({ idNo: idNumber(sequence) }, who)));
    expect([...kept, ...last.map(({ status }) => status)].filter((status) => status === 200)).toHaveLength(50);
    expect(last.find(({ status }) => status !== 200)).toMatchObject({ status: 409, body: { message: '最多可添加50位联系人' } });
  });

  it('[ENR-33, SESSION-03] member and institution in the address are those of token and host, or refused', async () => {
    const ask = (path: string, token: string | undefined = member.token, host?: string) =>
      portal.ask({ url: `/api/activity/ta/contactsList/${path}`, token, host });
    expect((await ask(`${member.phone}/QLWHG01`)).status).toBe(200);
    expect((await ask(`${other.id}/100001`)).status).toBe(403);
    expect((await ask(`${other.phone}/100001`)).status).toBe(403);
    expect((await ask(`${member.id}/100002`)).status).toBe(400);
    expect((await portal.ask({ url: listUrl(member) })).body).toMatchObject({ status: 40101, message: '请先登录' });
    expect((await add({ userName: other.phone })).status).toBe(403);
    expect((await add({ departmentCode: 'WSBWG02' })).status).toBe(400);
    expect((await portal.ask({ url: listUrl(member, '?member=1'), token: member.token })).status).toBe(400);
    expect((await list(member, '?activityId=made-up')).status).toBe(404);
  });
});

describe('contacts for an activity', () => {
  const activity = (id: string, limits: object) => ({ id, columnId: '6102', name: id, ...limits });
  const fits = async (who: Member, id: string): Promise<unknown[]> =>
    (at((await list(who, `?activityId=${id}`)).body, 'data') as { fit?: string }[]).map(({ fit }) => fit);

  it('[ENR-16, ENR-17, ENR-18] each says whether it fits', async () => {
    const who = await fresh();
    const year = Number(formatDate(portal.clock.now()).slice(0, 4));
    for (const [sequence, age] of [
      [1, 40],
      [2, 40],
      [3, 10],
    ] as const)
      await add({ idNo: idNumber(sequence, `${year - age - 1}1231`) }, who);
    await portal.put('centre', 'appointment', [
      activity('open', {}),
      activity('men', { sexSet: { code: 1 }, sex: { code: 1 } }),
      activity('women', { sexSet: { code: 1 }, sex: { code: 2 } }),
      activity('adults', { ageSet: { code: 1 }, minAge: 18, maxAge: 60 }),
      activity('boys', { ageSet: { code: 1 }, maleMaxAge: 12 }),
    ]);
    expect(await fits(who, 'open')).toEqual(['ok', 'ok', 'ok']);
    expect(await fits(who, 'men')).toEqual(['ok', 'male', 'ok']);
    expect(await fits(who, 'women')).toEqual(['female', 'ok', 'female']);
    expect(await fits(who, 'adults')).toEqual(['ok', 'ok', 'age']);
    expect(await fits(who, 'boys')).toEqual(['age', 'ok', 'ok']);
    expect((await rows(who)).every((row) => !('fit' in row))).toBe(true);
  });

  it.each(['made-up', '%00', 'news'])('%s is no activity', async (id) => {
    await portal.put('centre', 'information', [{ id: 'news', columnId: '6101', title: 'T', publishDate: '2026-11-01' }]);
    expect([400, 404]).toContain((await list(member, `?activityId=${id}`)).status);
  });
});

describe('editing a contact', () => {
  it('[PC-29, PC-27] what is not typed anew stays as it was', async () => {
    const who = await fresh();
    await add({}, who);
    const id = String((await rows(who))[0]?.['id']);
    expect(await edit({ id, name: '张叁', userName: who.phone, departmentCode: 'QLWHG01' }, who)).toMatchObject({
      status: 200,
      body: { status: 200, message: '联系人已保存' },
    });
    expect(await rows(who)).toMatchObject([{ id, name: '张叁', cellphone: '138****5678', idNo: '1101**********0011' }]);
    expect((await edit({ id, name: '张叁', cellphone: '123456' }, who)).status).toBe(200);
    expect((await edit({ id, name: '张叁', idNo: idNumber(4) }, who)).status).toBe(200);
    expect(await rows(who)).toMatchObject([{ cellphone: '1****6', idNo: '1101**********0046', sex: 'female' }]);
  });

  it('one whose ID number was stored before its check character was asked for stays, and can be changed', async () => {
    const who = await fresh();
    const id = await addedContact(portal, who, { id: '11010119900307001X', phone: '13812345678' });
    expect(await rows(who)).toMatchObject([{ id, idNo: '1101**********001X', sex: 'male' }]);
    expect((await edit({ id, name: '张叁' }, who)).status).toBe(200);
    expect(await rows(who)).toMatchObject([{ id, name: '张叁', idNo: '1101**********001X' }]);
    expect((await edit({ id, name: '张叁', idNo: idNumber(1) }, who)).status).toBe(200);
    expect(await rows(who)).toMatchObject([{ idNo: '1101**********0011' }]);
  });

  it.each([
    ['[ENR-21]', { name: '' }, 'name', '姓名不能为空'],
    ['[ENR-23, PC-27]', { cellphone: '138****5678' }, 'cellphone', '请输入11位或者6位'],
    ['[ENR-25, PC-27]', { idNo: '1101**********0011' }, 'idNo', '请输入正确的身份证号'],
    ['[ENR-15]', { idNo: idNumber(1, '19901301') }, 'idNo', unsound],
  ])('%s %j is refused', async (_rows, values, field, message) => {
    const who = await fresh();
    await add({}, who);
    const id = String((await rows(who))[0]?.['id']);
    expect(await edit({ id, name: '张三', ...values }, who)).toMatchObject({
      status: 400,
      body: { status: 400, message, errors: { [field]: message } },
    });
    expect(await rows(who)).toMatchObject([{ name: '张三', cellphone: '138****5678', idNo: '1101**********0011' }]);
  });

  it("[PC-31] another contact's ID number is refused, its own is not", async () => {
    const who = await fresh();
    await add({ idNo: idNumber(1) }, who);
    await add({ idNo: idNumber(2) }, who);
    const id = String((await rows(who))[1]?.['id']);
    expect(await edit({ id, name: 'x', idNo: idNumber(1) }, who)).toMatchObject({
      status: 409,
      body: { status: 409, message: '该证件号码的联系人已存在' },
    });
    expect((await edit({ id, name: 'x', idNo: idNumber(2) }, who)).status).toBe(200);
  });

  it("another member's, and one that is none, are refused", async () => {
    const [who, friend] = [await fresh(), await fresh()];
    await add({}, who);
    const id = String((await rows(who))[0]?.['id']);
    for (const wrong of [id, 'made-up', '', '%00', 'x'.repeat(5000)])
      expect(await edit({ id: wrong, name: 'x' }, friend)).toMatchObject({ status: 404, body: { message: '联系人不存在或已删除' } });
    expect((await edit({ name: 'x' }, friend)).status).toBe(404);
    expect((await edit({ id: '\u0000', name: 'x' }, friend)).status).toBeLessThan(500);
    expect((await edit({ id: [id], name: 'x' }, friend)).status).toBe(400);
    expect(await rows(who)).toMatchObject([{ name: '张三' }]);
  });
});

describe('removing a contact', () => {
  it('[PC-30, PC-31] says so in data; one that is not there does too', async () => {
    const who = await fresh();
    await add({}, who);
    const id = String((await rows(who))[0]?.['id']);
    expect(await remove(id, who)).toMatchObject({ status: 200, body: { status: 200, data: '联系人已删除' } });
    expect(await remove(id, who)).toMatchObject({ status: 404, body: { status: 404, data: '联系人不存在或已删除' } });
    expect(await rows(who)).toEqual([]);
  });

  it.each(['made-up', '%00', '..', 'x'.repeat(400)])("another member's stay; %s is none", async (id) => {
    const who = await fresh();
    await add({}, who);
    expect((await remove(String((await rows(who))[0]?.['id']))).status).toBe(404);
    expect([400, 404]).toContain((await remove(id, who)).status);
    expect(await rows(who)).toHaveLength(1);
  });
});

describe('personal data', () => {
  it('is only enciphered in the database, and each time differently', async () => {
    const [who, friend] = [await fresh(), await fresh()];
    for (const each of [who, friend])
      await add({ name: '赵钱孙', cellphone: '13899990000', idNo: idNumber(77) }, each, { 'idempotency-key': 'k2' });
    const { rows: stored } = await sql<Record<string, unknown>>`select * from contact where member_id in (${who.id}, ${friend.id})`.execute(
      portal.database.kysely,
    );
    const { rows: submitted } = await sql`select * from submission where member_id in (${who.id}, ${friend.id})`.execute(
      portal.database.kysely,
    );
    expect(stored).toHaveLength(2);
    expect(submitted).toHaveLength(2);
    expect(JSON.stringify([stored, submitted])).not.toMatch(/13899990000|19900307|赵钱孙/);
    for (const column of ['name_cipher', 'id_cipher', 'id_hash', 'phone_cipher']) expect(stored[0]?.[column]).not.toBe(stored[1]?.[column]);
  });

  it('is kept nowhere on the way, and not in logs', async () => {
    const reply = await portal.app.inject({ url: listUrl(member), headers: { host: 'localhost', authorization: member.token } });
    expect(reply.headers['cache-control']).toBe('no-store');
    expect(redactPath(`/api/activity/ta/contactsList/${member.phone}/100001?phone=${member.phone}`)).toBe(
      '/api/activity/ta/contactsList/#/100001',
    );
    expect(redactPath(`/api/x/${idNumber(1)}`)).toBe('/api/x/#');
  });
});
