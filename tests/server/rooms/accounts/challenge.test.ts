import { solveChallenge, type Challenge, type Payload } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accountPortal, at, inject, password, type AccountPortal, type Reply } from '../../accountPortal';

const phone = '13700000001';
let portal: AccountPortal;
beforeAll(async () => {
  portal = await accountPortal();
  await portal.register(phone);
}, 60_000);
beforeEach(() => sql`delete from throttle`.execute(portal.database.kysely));
afterAll(() => portal.close());

const url = '/api/auth/jwt/challenge';
const challengeFor = async (host?: string): Promise<Challenge> => at((await portal.ask({ url, host })).body, 'data') as Challenge;
const solve = async (challenge: Challenge): Promise<Payload> => {
  const solution = await solveChallenge({ challenge, deriveKey });
  if (!solution) throw new Error('no solution');
  return { challenge, solution };
};
const encode = (payload: unknown): string => Buffer.from(JSON.stringify(payload)).toString('base64');
const hand = (payload: unknown, host?: string): Promise<Reply> =>
  portal.ask({
    method: 'POST',
    url,
    host,
    body: { payload: typeof payload === 'string' ? payload : encode(payload) },
  });
const login = async (verCode: string, cookies: Record<string, string>, host?: string): Promise<Reply> =>
  portal.ask({
    method: 'POST',
    url: '/api/auth/jwt/member-token-enc',
    host,
    cookies,
    body: await portal.encrypted({ mobilePhone: phone, passWord: password, verCode }, host),
  });

describe('[LOGIN-24] work in the place of a picture', () => {
  it('earns characters that log in once', async () => {
    const reply = await hand(await solve(await challengeFor()));
    expect(reply).toMatchObject({ status: 200, body: { rel: true, data: { code: expect.stringMatching(/^[A-Z0-9]{4,6}$/) } } });
    expect(reply.setCookies).toEqual([expect.stringMatching(/^captcha=[\w-]+; Max-Age=300; Path=\/api; HttpOnly; SameSite=Strict/)]);
    const code = String(at(reply.body, 'data', 'code'));
    expect((await login(code, {})).body).toMatchObject({ data: '验证码错误' });
    expect((await login(code, reply.cookies)).body).toMatchObject({ rel: true, data: { token: expect.any(String) } });
    expect((await login(code, reply.cookies)).body).toMatchObject({ data: '验证码错误' });
  });

  it('a solution counts once, whatever comes at the same time', async () => {
    const payload = await solve(await challengeFor());
    const replies = await Promise.all(Array.from({ length: 10 }, () => hand(payload)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.find(({ status }) => status !== 200)).toMatchObject({
      status: 400,
      body: { rel: false, message: '验证未通过，请重试' },
      setCookies: [],
    });
  });

  it("a task is the institution's own", async () => {
    const payload = await solve(await challengeFor());
    expect((await hand(payload, 'museum.localhost')).status).toBe(400);
    expect((await hand(payload)).status).toBe(200);
    const earned = await hand(await solve(await challengeFor('museum.localhost')), 'museum.localhost');
    expect((await login(String(at(earned.body, 'data', 'code')), earned.cookies)).body).toMatchObject({ data: '验证码错误' });
  });

  it('a task is good for five minutes', async () => {
    const payload = await solve(await challengeFor());
    portal.clock.pass(5 * 60_000 + 1000);
    expect((await hand(payload)).status).toBe(400);
  });

  it('what was not solved, was made easier or made up is refused, and leaves the task as it is', async () => {
    const payload = await solve(await challengeFor());
    const { challenge, solution } = payload;
    const { parameters } = challenge;
    const forged: unknown[] = [
      { challenge, solution: { ...solution, derivedKey: '00'.repeat(32) } },
      { challenge, solution: { counter: 0, derivedKey: parameters.keyPrefix } },
      { challenge },
      { challenge, solution: null },
      { challenge: { ...challenge, parameters: { ...parameters, expiresAt: 9_999_999_999 } }, solution },
      { challenge: { ...challenge, parameters: { ...parameters, cost: 1 } }, solution },
      { challenge: { ...challenge, parameters: { ...parameters, keySignature: undefined } }, solution },
      { challenge: { parameters }, solution },
      { challenge: { ...challenge, signature: 'x' }, solution },
      { challenge: { ...challenge, signature: ['x'] }, solution },
      null,
      [],
      'x',
      { challenge: 7, solution },
    ];
    for (const each of forged) expect((await hand(each)).status).toBe(400);
    for (const text of ['', '%%%', 'e30=', Buffer.from('{"__proto__":{"verified":true}}').toString('base64'), 'x'.repeat(5000)])
      expect((await hand(text)).status).toBe(400);
    expect((await portal.ask({ method: 'POST', url, body: { payload: 7 } })).status).toBe(400);
    expect((await hand(payload)).status).toBe(200);
  });

  it('an address gets so many', async () => {
    const statuses = await Promise.all(Array.from({ length: 130 }, async () => (await portal.ask({ url })).status));
    expect(statuses.filter((status) => status === 200)).toHaveLength(120);
    expect((await portal.ask({ url })).body).toMatchObject({ rel: false, message: '操作太频繁，请稍后再试' });
    expect((await portal.ask({ url, host: 'museum.localhost' })).status).toBe(200);
  });

  it('another server of the same database takes what one has set', async () => {
    const payload = await solve(await challengeFor());
    const other = await portal.second();
    const reply = await other.inject({
      method: 'POST',
      url,
      headers: { host: 'localhost', 'content-type': 'application/json' },
      payload: JSON.stringify({ payload: encode(payload) }),
    });
    expect(reply.statusCode).toBe(200);
  });
});

it('a task costs a telephone a second or two unless it is set otherwise', async () => {
  const usual = await portal.second('default');
  const { challenge, solution } = await solve(at((await inject(usual, { url })).body, 'data') as Challenge);
  expect(challenge.parameters).toMatchObject({ algorithm: 'PBKDF2/SHA-256', cost: 5000 });
  expect(solution.counter).toBeGreaterThanOrEqual(200);
  expect(solution.counter).toBeLessThanOrEqual(400);
  expect((await inject(usual, { method: 'POST', url, body: { payload: encode({ challenge, solution }) } })).status).toBe(200);
});

it('every page whose form has a picture knows the way around it', () => {
  for (const tenant of ['centre', 'museum', 'library']) {
    const found = portal.definitions.portal(tenant);
    for (const page of found?.pages.values() ?? []) {
      const pictures = page.endpoints.filter((name) => found?.endpoints[name]?.service === 'accounts.captcha');
      expect([
        page.path,
        pictures.length > 0,
        ['account:challenge', 'account:solve'].every((name) => page.endpoints.includes(name)),
      ]).toEqual([page.path, pictures.length > 0, pictures.length > 0]);
    }
    expect(found?.endpoints['account:captcha']?.alternative).toEqual({ challenge: 'account:challenge', solve: 'account:solve' });
    expect(found?.pages.get('/login')?.endpoints).toContain('account:solve');
  }
});
