import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runMembers } from '../../../../src/cli/members/command';
import type { Queryable } from '../../../../src/database/connection';
import { addLetter } from '../../../../src/database/messages/outbox';
import { inTransaction } from '../../../../src/database/transaction';
import { sendDue } from '../../../../src/server/messages/sendDue';
import { deriveAccountKeys } from '../../../../src/server/security/keys';
import { accountPortal, at, inject, password, type AccountPortal, type Reply } from '../../accountPortal';
import { patientMs } from '../../patience';
import { loadKnownDefinitions, projectRoot } from '../../projectDefinitions';
import { runTyped } from '../../../cli/shell';

type Member = { token: string; id: string; phone: string };
let portal: AccountPortal;
beforeAll(async () => {
  portal = await accountPortal();
}, 60_000);
afterAll(() => portal.close());

let phones = 0;
const newPhone = (): string => `1370000${String((phones += 1) * 101).padStart(4, '0')}`;
const newMember = (values?: { name: string }): Promise<Member> => portal.member(newPhone(), values);
const put = (what: 'name' | 'phone' | 'password', { token }: { token?: string }, body: object): Promise<Reply> =>
  portal.ask({ method: 'PUT', url: `/api/auth/jwt/${what}`, body, token });
/** Logs the member in once more, as on another device. */
const another = async ({ phone }: Pick<Member, 'phone'>): Promise<string> => {
  portal.clock.pass(61_000);
  await portal.sendCode(phone, 3);
  const body = { phone, verCode: portal.codeOf(phone) };
  return String(at((await portal.ask({ method: 'POST', url: '/api/auth/jwt/login-phone', body })).body, 'data', 'token'));
};
const isOpen = async (token: string): Promise<boolean> =>
  (await portal.ask({ url: '/api/personal/web/inbox/unread', token })).body['status'] === 200;
const inbox = async ({ token }: { token: string }): Promise<unknown[]> => {
  const rows = at((await portal.ask({ url: '/api/personal/web/inbox/page', token })).body, 'data', 'rows') as Record<string, unknown>[];
  return rows.map(({ text }) => text);
};
const hashOf = (phone: string): string => deriveAccountKeys(portal.secret).phoneHash('centre', phone);
/** Makes calls while somebody else's transaction holds something, and lets it go once all of them wait. @returns their replies */
async function whileHeld(hold: (tx: Queryable) => Promise<unknown>, make: () => Promise<Reply>[]): Promise<Reply[]> {
  const calls = await inTransaction(portal.database, async (tx) => {
    await hold(tx);
    const made = make();
    await vi.waitFor(async () => {
      const { rows } = await sql<{ waiting: number }>`select count(*)::int as waiting from pg_locks where not granted`.execute(
        portal.database.kysely,
      );
      expect(rows[0]?.waiting).toBe(made.length);
    }, patientMs);
    return { made };
  });
  return Promise.all(calls.made);
}
/** The codes of both phones; each is asked for as the form does. */
async function bothCodes({ token, phone }: Member, to: string): Promise<{ oldCode: string; newPhone: string; verCode: string }> {
  portal.clock.pass(61_000);
  expect((await portal.ask({ url: `/api/auth/jwt/5/VERCode?phone=${phone}`, token })).body).toMatchObject({ rel: true });
  const oldCode = portal.codeOf(phone);
  expect((await askNew({ token }, to)).body).toMatchObject({ rel: true });
  return { oldCode, newPhone: to, verCode: portal.codeOf(to) };
}
async function askNew({ token }: { token?: string }, to: string): Promise<Reply> {
  const { text, cookies } = await portal.captcha(to);
  return portal.ask({ url: `/api/auth/jwt/6/VERCode?phone=${to}&verCode=${text}`, token, cookies });
}

describe('a name', () => {
  it('is changed by its member alone, by the rules of the registration, and the browser knows it at once', async () => {
    const [who, long] = [await newMember(), '长'.repeat(101)];
    expect((await put('name', {}, { name: '李四' })).body).toMatchObject({ status: 40101 });
    expect((await put('name', who, { name: '' })).body).toMatchObject({ errors: { name: '请输入姓名' } });
    expect((await put('name', who, { name: long })).body).toMatchObject({ errors: { name: '长度不能超过100个字符' } });
    const { body, cookies } = await put('name', who, { name: '李四' });
    expect(body).toMatchObject({ rel: true, message: '姓名已修改', data: { name: '李四', id: who.id, mobilePhone: who.phone } });
    expect(cookies).toMatchObject({ wlyusername: '李四', token: at(body, 'data', 'token') });
    const renewed = await portal.ask({ method: 'POST', url: '/api/auth/jwt/renew', body: {}, token: who.token });
    expect(at(renewed.body, 'data', 'name')).toBe('李四');
  });
});

describe('a phone', () => {
  it('is changed by the codes of both; other devices are out, both phones are told, and the new one logs in', async () => {
    const [who, to] = [await newMember(), newPhone()];
    const other = await another(who);
    const keys = deriveAccountKeys(portal.secret);
    const seal = (text: string): string => keys.seal('centre', text);
    const waiting = { tenant: 'centre', member: who.id, deed: 'x', channel: 'sms', kind: 'x' } as const;
    const sealed = { addressCipher: seal(who.phone), titleCipher: seal('题'), wordsCipher: seal('还没有发出的消息') };
    await addLetter(portal.database, { ...waiting, ...sealed }, portal.clock.now());
    const { body, cookies } = await put('phone', who, await bothCodes(who, to));
    expect(body).toMatchObject({ rel: true, message: '手机号已更换', data: { mobilePhone: to, id: who.id } });
    expect(cookies).toMatchObject({ wlymobilephone: to });
    expect([await isOpen(who.token), await isOpen(other)]).toEqual([true, false]);
    expect((await portal.login(to, password)).body).toMatchObject({ rel: true });
    expect((await portal.login(who.phone, password)).body).toMatchObject({ rel: false });
    const sent: [string, string][] = [];
    const sms = (letter: { to: string; text: string }): Promise<void> => Promise.resolve(void sent.push([letter.to, letter.text]));
    await sendDue({ db: portal.database, keys, couriers: { sms }, clock: portal.clock.now, perMinuteOf: () => 60 });
    const masked = to.replace(/^(...)....(....)$/, '$1****$2');
    expect(sent.sort()).toEqual(
      [
        [
          who.phone,
          expect.stringMatching(
            new RegExp(`^您在青澜市文化馆的账户已于.*更换手机号，新手机号为${masked.replaceAll('*', '\\*')}。如非本人操作，请立即联系`),
          ),
        ],
        [to, expect.stringContaining('更换为本号码，今后请用本号码登录')],
        [to, '还没有发出的消息'],
      ].sort(([a], [b]) => String(a).localeCompare(String(b))),
    );
    expect(await inbox(who)).toEqual([expect.stringContaining('更换手机号')]);
  });

  it('is not changed without both codes; a code that was right is not lost to one that was wrong', async () => {
    const [who, to] = [await newMember(), newPhone()];
    const right = await bothCodes(who, to);
    const wrong = right.oldCode === '111111' ? '222222' : '111111';
    for (const codes of [{ oldCode: wrong }, { verCode: wrong === right.verCode ? '333333' : wrong }])
      expect((await put('phone', who, { ...right, ...codes })).body).toMatchObject({ rel: false, message: '短信验证码错误或已过期' });
    // What came for one phone is good for no other, and for no other purpose.
    expect((await put('phone', who, { ...right, oldCode: right.verCode, verCode: right.oldCode })).status).toBe(400);
    expect((await put('phone', who, { ...right, newPhone: newPhone() })).status).toBe(400);
    expect((await put('phone', await newMember(), right)).status).toBe(400);
    expect((await put('phone', {}, right)).body).toMatchObject({ status: 40101 });
    expect((await put('phone', who, right)).body).toMatchObject({ rel: true });
    expect((await put('phone', who, { ...right, newPhone: who.phone })).status, 'codes are good once').toBe(400);
  });

  it('has codes that last ten minutes and take five tries', async () => {
    const [who, to] = [await newMember(), newPhone()];
    const late = await bothCodes(who, to);
    portal.clock.pass(10 * 60_000);
    expect((await put('phone', who, late)).status).toBe(400);
    const tried = await bothCodes(who, to);
    const wrong = tried.oldCode === '111111' ? '222222' : '111111';
    for (let index = 0; index < 5; index += 1)
      expect((await put('phone', who, { ...tried, oldCode: wrong })).body).toMatchObject({ message: '短信验证码错误或已过期' });
    expect((await put('phone', who, tried)).status).toBe(400);
  });

  it("that is somebody else's is refused in the words of the registration, to nobody but who has it at hand", async () => {
    const [who, owner] = [await newMember(), await newMember()];
    expect((await askNew({}, owner.phone)).body, 'no stranger is sent a code').toMatchObject({ status: 40101 });
    const codes = await bothCodes(who, owner.phone);
    const free = newPhone();
    // To who cannot read the messages of either, both look alike.
    const guess = { oldCode: codes.oldCode, verCode: '000000' };
    const replies = [await put('phone', who, { ...guess, newPhone: owner.phone }), await put('phone', who, { ...guess, newPhone: free })];
    expect(replies[0]?.body).toEqual(replies[1]?.body);
    expect((await put('phone', who, codes)).body).toMatchObject({ rel: false, message: '该手机号已注册' });
    expect(await isOpen(owner.token)).toBe(true);
    expect((await put('phone', who, { ...guess, newPhone: who.phone })).body).toMatchObject({
      errors: { newPhone: '新手机号与原手机号相同' },
    });
  });

  it('that is the old one is refused before a code is sent to it', async () => {
    const who = await newMember();
    const before = portal.codeOf(who.phone);
    const reply = await askNew(who, who.phone);
    expect([reply.status, reply.body['message']]).toEqual([400, '新手机号与原手机号相同']);
    expect(portal.codeOf(who.phone)).toBe(before);
  });

  it('codes for the old one go to who asks alone, and five an hour to new ones', async () => {
    const [who, other] = [await newMember(), await newMember()];
    expect((await portal.ask({ url: `/api/auth/jwt/5/VERCode?phone=${other.phone}`, token: who.token })).status).toBe(403);
    expect((await portal.ask({ url: `/api/auth/jwt/6/VERCode?phone=${newPhone()}`, token: who.token })).body).toMatchObject({ rel: false });
    expect((await portal.ask({ url: `/api/auth/jwt/6/VERCode?phone=12800000000&verCode=x`, token: who.token })).status).toBe(400);
    const replies: Reply[] = [];
    for (let index = 0; index < 6; index += 1) replies.push(await askNew(who, newPhone()));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
  });

  it('of two members who take the same one at once, or one and who registers with it, one has it', async () => {
    const [one, two, to] = [await newMember(), await newMember(), newPhone()];
    const first = await bothCodes(one, to);
    const second = { ...(await bothCodes(two, to)), verCode: '' };
    // Each has a code of its own for the phone, as two browsers have.
    const other = await portal.second();
    second.verCode = portal.codeOf(to);
    await portal.sendCode(to, 1);
    const registration = { phone: to, password, conPassword: password, name: 'Li', sex: '1', verCode: portal.codeOf(to) };
    const replies = await Promise.all([
      put('phone', one, first),
      inject(other, { method: 'PUT', url: '/api/auth/jwt/phone', body: second, token: two.token }),
      portal.ask({ method: 'POST', url: '/api/auth/jwt/registered', body: registration }),
    ]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    const { rows } = await sql`select id from member where phone_hash = ${hashOf(to)}`.execute(portal.database.kysely);
    expect(rows).toHaveLength(1);
  });

  it('that somebody is about to take is waited for and refused', async () => {
    const [who, owner, to] = [await newMember(), await newMember(), newPhone()];
    const codes = await bothCodes(who, to);
    const reply = await whileHeld(
      (tx) => sql`update member set phone_hash = ${hashOf(to)} where id = ${owner.id}`.execute(tx.kysely),
      () => [put('phone', who, codes)],
    );
    expect(reply.map(({ body }) => body)).toEqual([expect.objectContaining({ rel: false, message: '该手机号已注册' })]);
  });

  it('that is lost is changed by staff, who ends all sessions', async () => {
    const [who, owner, to] = [await newMember(), await newMember(), newPhone()];
    const key = portal.secret.toString('base64');
    const run = (...words: string[]) =>
      runTyped(() => runMembers(projectRoot, loadKnownDefinitions), ['members', 'phone', 'centre', ...words], {
        DATABASE_URL: portal.database.databaseUrl,
        SECRET_KEY: key,
      });
    expect(await run(who.id, '12')).toMatchObject({ code: 2 });
    expect(await run('nobody', to)).toEqual({ code: 1, printed: 'There is no such member.' });
    expect(await run(who.id, owner.phone)).toEqual({ code: 1, printed: 'The phone belongs to another member.' });
    expect(await run(who.id, to)).toEqual({ code: 0, printed: 'The phone was changed.' });
    expect((await portal.login(to, password)).body).toMatchObject({ rel: true });
    const { rows } = await sql`select 1 from member_session where member_id = ${who.id} and revoked is null`.execute(
      portal.database.kysely,
    );
    expect(rows).toHaveLength(1);
  });
});

describe('a password', () => {
  const change = (who: { token?: string }, oldPassword: string, fresh: string, again = fresh): Promise<Reply> =>
    put('password', who, { oldPassword, password: fresh, conPassword: again });

  it('is changed for who knows the old one, by the rules of the reset; other devices are out and the member is told', async () => {
    const who = await newMember({ name: '欧阳春晓' });
    const other = await another(who);
    expect((await change({}, password, 'lotus-77')).body).toMatchObject({ status: 40101 });
    for (const [old, fresh, again, errors] of [
      [password, 'abcdef', 'abcdef', { password: '请输入正确的密码格式' }],
      [password, 'lotus-77', 'lotus-78', { conPassword: '两次输入的密码不一致！' }],
      [password, 'password1', 'password1', { password: '这个密码太常见，容易被猜到，请换一个' }],
      [password, `x-${who.phone}`, `x-${who.phone}`, { password: '密码中不能有手机号或姓名，请换一个' }],
      [password, '欧阳春晓-7', '欧阳春晓-7', { password: '密码中不能有手机号或姓名，请换一个' }],
      ['lotus-00', 'lotus-77', 'lotus-77', { oldPassword: '原密码不正确' }],
      ['', 'lotus-77', 'lotus-77', { oldPassword: '请输入原密码' }],
    ] as const)
      expect((await change(who, old, fresh, again)).body).toMatchObject({ rel: false, errors });
    expect((await change(who, password, 'lotus-77')).body).toMatchObject({ rel: true, message: '登录密码已修改' });
    expect([await isOpen(who.token), await isOpen(other)]).toEqual([true, false]);
    expect((await portal.login(who.phone, password)).body).toMatchObject({ rel: false });
    expect((await portal.login(who.phone, 'lotus-77')).body).toMatchObject({ rel: true });
    expect(await inbox(who)).toEqual([expect.stringContaining('登录密码已于')]);
  });

  it('is guessed five times at most, as at a login', async () => {
    const who = await newMember();
    const statuses: number[] = [];
    for (let index = 0; index < 6; index += 1) statuses.push((await change(who, `wrong-${index}`, 'lotus-77')).status);
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
    expect((await change(who, password, 'lotus-77')).body).toMatchObject({ message: expect.stringContaining('密码错误次数过多') });
    portal.clock.pass(16 * 60_000);
    expect((await change(who, password, 'lotus-77')).body).toMatchObject({ rel: true });
  });

  it('of two changes at once one counts', async () => {
    const who = await newMember();
    const replies = await whileHeld(
      (tx) => sql`select id from member where id = ${who.id} for update`.execute(tx.kysely),
      () => [change(who, password, 'lotus-77'), change(who, password, 'lotus-78')],
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400]);
  });
});
