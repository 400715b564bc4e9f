import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAccounts } from '../../src/server/security/accountServices';
import { countPasswordAttempt, limitMessages } from '../../src/server/security/limits';
import { accountPortal, type AccountPortal, at, earnProof, password, type Reply } from '../server/accountPortal';

/** Tries of the flood; more by the environment: the figures of `.github/SECURITY.md` are those of 10,000. */
const floodTries = Number(process.env.FLOOD_TRIES ?? 60);
const museum = 'museum.localhost';
const home = '10.1.0.1';
const phone = '13700000001';
const other = '13700000002';

let portal: AccountPortal;
/** The cookies of a browser that the member has logged in from. */
let known: Record<string, string>;
beforeAll(async () => {
  portal = await accountPortal();
  await portal.member(phone);
  await portal.member(other);
  known = pick(await logInByPassword(home, password), 'known');
}, 60_000);
beforeEach(async () => {
  await sql`delete from throttle`.execute(portal.database.kysely);
  await sql`delete from one_time_code`.execute(portal.database.kysely);
});
afterAll(() => portal.close());

const pick = ({ cookies }: Reply, name: string): Record<string, string> => ({ [name]: cookies[name] ?? '' });
const stranger = (number: number): string => `10.66.${Math.floor(number / 250)}.${(number % 250) + 1}`;
const askCode = (address: string, cookies: Record<string, string> = {}, host?: string, status = 3): Promise<Reply> =>
  portal.askForCode({ phone, status, address, cookies, host });
const logInByCode = (verCode: string, address: string, cookies: Record<string, string> = {}): Promise<Reply> =>
  portal.ask({ method: 'POST', url: '/api/auth/jwt/login-phone', body: { phone, verCode }, address, cookies });
async function logInByPassword(address: string, passWord: string, cookies: Record<string, string> = {}): Promise<Reply> {
  const picture = await portal.captcha();
  const body = await portal.encrypted({ mobilePhone: phone, passWord, verCode: picture.text });
  return portal.ask({
    method: 'POST',
    url: '/api/auth/jwt/member-token-enc',
    body,
    address,
    cookies: { ...cookies, ...picture.cookies },
  });
}
/** Counts an attempt as a wrong password does, without the work of one. */
const tryPassword = (address: string, cookies: Record<string, string> = {}): Promise<void> =>
  countPasswordAttempt(createAccounts(portal.database, { secret: portal.secret }, portal.clock.now), {
    tenant: 'centre',
    phone,
    caller: { address, cookies },
  });
const sent = (): number => portal.outbox.filter(({ kind, to }) => kind === 'sms' && to === phone).length;
const wrongFor = (code: string): string => (code === '000000' ? '000001' : '000000');

describe('a stranger does not keep a member out', () => {
  it('who asks for codes uses up none but those of their own address', async () => {
    const first: number[] = [];
    for (let count = 0; count < 8; count += 1) {
      first.push((await askCode(stranger(1))).status);
      portal.clock.pass(61_000);
    }
    expect(first).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
    expect((await askCode(home)).status).toBe(200);
    expect((await askCode(home)).status).toBe(429);
  });

  it('who has used up the day of all strangers does not stop a browser that the member has logged in from', async () => {
    for (let number = 0; number < 12; number += 1) await askCode(stranger(number));
    expect((await askCode(stranger(13))).status).toBe(429);
    const { status } = await askCode(stranger(13), known);
    expect(status).toBe(200);
    expect((await logInByCode(portal.codeOf(phone), stranger(13), known)).status).toBe(200);
  });

  it('who tries codes burns none: the browser that asked has its own five tries', async () => {
    const asker = pick(await askCode(home), 'asker');
    const code = portal.codeOf(phone);
    const tries = Array.from({ length: 60 }, (_, number) => logInByCode(wrongFor(code), stranger(number % 30)));
    expect(new Set((await Promise.all(tries)).map(({ status }) => status))).toEqual(new Set([400]));
    expect((await logInByCode(code, stranger(40))).status).toBe(400);
    for (let count = 0; count < 4; count += 1) expect((await logInByCode(wrongFor(code), home, asker)).status).toBe(400);
    expect((await logInByCode(code, home, asker)).status).toBe(200);
  });

  it('five wrong tries of its own end a code, elsewhere too', async () => {
    const asker = pick(await askCode(home), 'asker');
    const code = portal.codeOf(phone);
    for (let count = 0; count < 5; count += 1) await logInByCode(wrongFor(code), home, asker);
    expect((await logInByCode(code, home, asker)).status).toBe(400);
  });

  it('who asks for another code leaves the first as it is', async () => {
    const asker = pick(await askCode(home), 'asker');
    const code = portal.codeOf(phone);
    expect((await askCode(stranger(1))).status).toBe(200);
    expect((await logInByCode(code, home, asker)).status).toBe(200);
  });

  it('a code may be typed on another device, and its own browser has only the newest', async () => {
    const asker = pick(await askCode(home), 'asker');
    const first = portal.codeOf(phone);
    portal.clock.pass(61_000);
    const again = await askCode(home, asker);
    expect(pick(again, 'asker')).toEqual(asker);
    expect((await logInByCode(first, home, asker)).status).toBe(400);
    expect((await logInByCode(portal.codeOf(phone), '10.2.0.1')).status).toBe(200);
  });

  it('who tries passwords locks their own address, and all strangers after thirty', async () => {
    for (let count = 0; count < 5; count += 1) await tryPassword(stranger(1));
    expect((await logInByPassword(stranger(1), password)).status).toBe(429);
    expect((await logInByPassword(home, password)).status).toBe(200);
    for (let number = 2; number < 8; number += 1) for (let count = 0; count < 5; count += 1) await tryPassword(stranger(number));
    expect((await logInByPassword(home, password)).status).toBe(429);
    expect((await logInByPassword(home, password, known)).status).toBe(200);
  });

  it('a known browser has five wrong passwords as any other', async () => {
    for (let count = 0; count < 5; count += 1) await tryPassword(home, known);
    expect((await logInByPassword(home, password, known)).status).toBe(429);
  });
});

describe('text messages', () => {
  it(`of ${floodTries} tries from 100 addresses at three institutions at most ten are sent to a phone`, async () => {
    const before = sent();
    for (let tried = 0; tried < floodTries; tried += 50)
      await Promise.all(
        Array.from({ length: Math.min(50, floodTries - tried) }, (_, number) =>
          askCode(stranger((tried + number) % 100), {}, ['localhost', museum, 'library.localhost'][number % 3], 1),
        ),
      );
    expect(sent() - before).toBe(10);
    expect((await askCode(home, known)).status).toBe(200);
  }, 600_000);

  it('of all institutions together are limited, but not for a browser that is known', async () => {
    const accounts = createAccounts(portal.database, { secret: portal.secret, messagesPerHour: 3 }, portal.clock.now);
    const ask = (number: number, cookies: Record<string, string> = {}): Promise<void> =>
      limitMessages(
        accounts,
        { tenant: 'centre', phone: cookies.known ? phone : `1370001000${number}`, caller: { address: stranger(number), cookies } },
        'login',
      );
    for (let number = 0; number < 3; number += 1) await ask(number);
    await expect(ask(4)).rejects.toMatchObject({ code: 'tooMany' });
    await ask(5, known);
  });

  const send = (proof: string | undefined, status = 3, host?: string): Promise<Reply> =>
    portal.ask({
      url: `/api/auth/jwt/${status}/VERCode?phone=${phone}${proof === undefined ? '' : `&proof=${proof}`}`,
      host,
      address: home,
    });

  it('without a proof of work are not sent', async () => {
    const before = sent();
    expect(await send(undefined)).toMatchObject({ status: 400, body: { rel: false, message: '请输入图形验证码后再获取短信验证码' } });
    expect(await send('e30=')).toMatchObject({ status: 400, body: { rel: false, message: '验证未通过，请重试' } });
    expect(sent()).toBe(before);
  });

  it.each([
    ['another phone', { phone: other, status: 3 }],
    ['another purpose', { phone, status: 2 }],
    ['another institution', { phone, status: 3, host: museum }],
  ])('are not sent for work that was done for %s', async (_what, ask) => {
    const before = sent();
    const proof = await earnProof(portal.app, ask);
    expect((await send(proof)).status).toBe(400);
    expect(sent()).toBe(before);
  });

  it('are sent once for one work, whatever comes at once', async () => {
    const before = sent();
    const proof = await earnProof(portal.app, { phone, status: 3 });
    const replies = await Promise.all(Array.from({ length: 10 }, () => send(proof)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(sent()).toBe(before + 1);
  });

  it('work for a message earns no characters of a picture, and the other way round', async () => {
    const payload = decodeURIComponent(await earnProof(portal.app, { phone, status: 3 }));
    expect((await portal.ask({ method: 'POST', url: '/api/auth/jwt/challenge', body: { payload } })).status).toBe(400);
  });

  it('are sent for the characters of a picture, once', async () => {
    const picture = await portal.captcha(phone);
    const ask = (): Promise<Reply> =>
      portal.ask({ url: `/api/auth/jwt/3/VERCode?phone=${phone}&verCode=${picture.text}`, cookies: picture.cookies, address: home });
    expect(await ask()).toMatchObject({ status: 200, body: { rel: true, data: '验证码已发送' } });
    expect(await ask()).toMatchObject({ status: 400, body: { message: '验证码错误' } });
  });
});

describe('a browser is known', () => {
  const isKnown = async (cookie: string, host?: string): Promise<boolean> => {
    await sql`delete from throttle`.execute(portal.database.kysely);
    for (let number = 0; number < 11; number += 1) await askCode(stranger(number), {}, host, 1);
    return (await askCode(stranger(20), { known: cookie }, host, 1)).status === 200;
  };

  it('by a cookie that scripts cannot read, for 400 days', async () => {
    const reply = await logInByPassword(home, password);
    expect(reply.setCookies.filter((line) => line.startsWith('known='))).toEqual([
      expect.stringMatching(/^known=[\w.-]+; Max-Age=34560000; Path=\/api; HttpOnly; SameSite=Lax$/),
    ]);
    expect(await isKnown(known.known ?? '')).toBe(true);
  });

  it('for every member that has logged in there, the last five', async () => {
    const cookies = await logInAs(other, known);
    expect(cookies.known?.split('~')).toHaveLength(2);
    expect(await isKnown(cookies.known ?? '')).toBe(true);
  });

  it('not by a cookie that is forged, of another phone or of another institution', async () => {
    const [id = '', day = '', mark = ''] = (known.known ?? '').split('.');
    const forged = [
      '',
      'x',
      `${id}.${Number(day) + 1}.${mark}`,
      `${id.split('').reverse().join('')}.${day}.${mark}`,
      `${id}.${day}.${'A'.repeat(43)}`,
      '~'.repeat(5000),
    ];
    for (const cookie of [...forged, (await logInAs(other, {})).known ?? ''])
      expect([cookie, await isKnown(cookie)]).toEqual([cookie, false]);
    expect(await isKnown(known.known ?? '', museum)).toBe(false);
  });

  async function logInAs(member: string, cookies: Record<string, string>): Promise<Record<string, string>> {
    const { text, cookies: picture } = await portal.captcha();
    const body = await portal.encrypted({ mobilePhone: member, passWord: password, verCode: text });
    const reply = await portal.ask({ method: 'POST', url: '/api/auth/jwt/member-token-enc', body, cookies: { ...cookies, ...picture } });
    expect(at(reply.body, 'rel')).toBe(true);
    return pick(reply, 'known');
  }
});
