import { createHmac } from 'node:crypto';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deriveKey } from '../../../../src/server/security/secrets';
import { openSession } from '../../../security/matrix';
import { accountPortal, at, inject, password, type AccountPortal } from '../../accountPortal';

let portal: AccountPortal;
let member: { token: string; id: string; phone: string };
beforeAll(async () => {
  portal = await accountPortal();
  member = await portal.member('13700000001');
}, 60_000);
afterAll(() => portal.close());
// Some tests end all sessions, or let them grow old.
beforeEach(async () => {
  member.token = await openSession(portal, 'centre', member.id);
});

const renew = (token: string | undefined, host?: string) =>
  portal.ask({ method: 'POST', url: '/api/auth/jwt/renew', body: {}, token, host });
const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const partsOf = (token: string): [string, string, string] => {
  const [head = '', claims = '', signature = ''] = token.split('.');
  return [head, claims, signature];
};
const claimsOf = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(partsOf(token)[1], 'base64url').toString()) as Record<string, unknown>;

describe('tokens', () => {
  it('of a login are accepted, bare or as Bearer', async () => {
    expect(await renew(member.token)).toMatchObject({
      status: 200,
      body: { rel: true, data: { id: member.id, mobilePhone: member.phone } },
    });
    expect((await renew(`Bearer ${member.token}`)).body).toMatchObject({ rel: true });
  });

  const forged: [string, () => string | Promise<string>][] = [
    ['nonsense', () => 'abc'],
    ['alg none', () => `${part({ alg: 'none', typ: 'JWT' })}.${partsOf(member.token)[1]}.`],
    [
      'alg None with the old signature',
      () => `${part({ alg: 'None', typ: 'JWT' })}.${partsOf(member.token)[1]}.${partsOf(member.token)[2]}`,
    ],
    ['no signature', () => `${partsOf(member.token)[0]}.${partsOf(member.token)[1]}.`],
    [
      'changed claims',
      () => `${partsOf(member.token)[0]}.${part({ ...claimsOf(member.token), sub: 'somebody-else' })}.${partsOf(member.token)[2]}`,
    ],
    [
      'a changed signature',
      () => `${partsOf(member.token)[0]}.${partsOf(member.token)[1]}.${partsOf(member.token)[2].split('').reverse().join('')}`,
    ],
    [
      'another key',
      () =>
        new SignJWT({})
          .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
          .setIssuer('portal')
          .setAudience('centre')
          .setSubject(member.id)
          .setJti(String(claimsOf(member.token)['jti']))
          .setExpirationTime('1h')
          .sign(Buffer.alloc(32, 7)),
    ],
    [
      'HS512 with our key',
      () => new SignJWT(claimsOf(member.token)).setProtectedHeader({ alg: 'HS512', typ: 'JWT' }).sign(deriveKey(portal.secret, 'sessions')),
    ],
    [
      'our key and an unknown session',
      () =>
        new SignJWT({ ...claimsOf(member.token), jti: 'unknown' })
          .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
          .sign(deriveKey(portal.secret, 'sessions')),
    ],
    [
      'our key and another member',
      () =>
        new SignJWT({ ...claimsOf(member.token), sub: 'somebody-else' })
          .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
          .sign(deriveKey(portal.secret, 'sessions')),
    ],
    [
      'our key without an end',
      () => {
        const { exp: _exp, ...claims } = claimsOf(member.token);
        return new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(deriveKey(portal.secret, 'sessions'));
      },
    ],
    [
      'a hand-made HMAC',
      () => {
        const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${partsOf(member.token)[1]}`;
        return `${text}.${createHmac('sha256', 'secret').update(text).digest('base64url')}`;
      },
    ],
    ['100 KB', () => 'a'.repeat(10_000)],
    ['a token in a token', () => `${member.token}.${member.token}`],
  ];
  it.each(forged)('[SESSION-13] with %s are told 40101 in the body', async (_what, make) => {
    const { status, body } = await renew(await make());
    expect({ status, body }).toEqual({ status: 200, body: { rel: false, status: 40101, message: '登录已过期，请重新登录' } });
  });

  it.each([undefined, '', 'Bearer '])('[SESSION-03] without one (%j) a visitor is asked to log in, with 40101 too', async (token) => {
    const { status, body } = await portal.ask({ method: 'POST', url: '/api/auth/jwt/renew', body: {}, token });
    expect({ status, body }).toEqual({ status: 200, body: { rel: false, status: 40101, message: '请先登录' } });
  });

  it('[SESSION-01] a visitor is anonymous or a member known by a phone; no token can say more of anybody', async () => {
    expect((await portal.ask({ method: 'POST', url: '/api/auth/jwt/renew', body: {} })).body).toMatchObject({ rel: false, status: 40101 });
    expect((await renew(member.token)).body).toMatchObject({ rel: true, data: { mobilePhone: member.phone } });
    expect(Object.keys(claimsOf(member.token)).sort()).toEqual(['aud', 'exp', 'iat', 'iss', 'jti', 'sub']);
    const promoted = await new SignJWT({ ...claimsOf(member.token), role: 'staff' })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .sign(deriveKey(portal.secret, 'sessions'));
    const { body } = await renew(promoted);
    expect(Object.keys(at(body, 'data') as object).sort()).toEqual(['id', 'image', 'mobilePhone', 'name', 'token']);
    expect(Object.keys(claimsOf(String(at(body, 'data', 'token'))))).not.toContain('role');
  });

  it('of one institution are nothing to another', async () => {
    expect((await renew(member.token, 'museum.localhost')).body).toMatchObject({ rel: false, status: 40101 });
    const other = await portal.member('13700000001', {}, 'museum.localhost');
    expect(other.id).not.toBe(member.id);
    expect((await renew(other.token)).body).toMatchObject({ rel: false, status: 40101 });
  });

  it('in a cookie alone change nothing', async () => {
    const reply = await portal.ask({
      method: 'POST',
      url: '/api/auth/jwt/renew',
      body: {},
      cookies: { token: member.token, wlyuserid: member.id, wlymobilephone: member.phone },
    });
    expect(reply.body).toMatchObject({ rel: false, status: 40101 });
  });

  it('end after twelve hours, and can be renewed before', async () => {
    const own = await portal.member('13700000002');
    portal.clock.pass(11 * 3_600_000);
    const { body } = await renew(own.token);
    expect(body).toMatchObject({ rel: true });
    portal.clock.pass(2 * 3_600_000);
    expect((await renew(own.token)).body).toMatchObject({ status: 40101 });
    expect((await renew(String(at(body, 'data', 'token')))).body).toMatchObject({ rel: true });
    portal.clock.pass(12 * 3_600_000);
    expect((await renew(String(at(body, 'data', 'token')))).body).toMatchObject({ status: 40101 });
  });

  it('[SESSION-19, SESSION-20] logout ends the session at once, elsewhere within two seconds, and clears five cookies', async () => {
    const own = await portal.member('13700000003');
    const other = await portal.second();
    const elsewhere = () => inject(other, { method: 'POST', url: '/api/auth/jwt/renew', body: {}, token: own.token });
    expect((await elsewhere()).body).toMatchObject({ rel: true });
    const reply = await portal.ask({ method: 'POST', url: '/api/auth/jwt/logout', body: {}, token: own.token });
    expect(reply).toMatchObject({ status: 200, body: { rel: true, message: '已退出登录' } });
    expect(reply.setCookies.map((line) => line.split('=')[0])).toEqual([
      'token',
      'wlymobilephone',
      'wlyuserimg',
      'wlyuserid',
      'wlyusername',
    ]);
    expect(reply.setCookies.every((line) => line.includes('Max-Age=0'))).toBe(true);
    expect((await renew(own.token)).body).toMatchObject({ status: 40101 });
    await expect.poll(async () => (await elsewhere()).body['status'], { timeout: 2_000, interval: 100 }).toBe(40101);
  });

  it('that are no longer valid do not keep anybody from what all may see', async () => {
    const { status } = await portal.ask({ url: '/api/information/web/page?page=1&limit=1', token: 'stale' });
    expect(status).toBe(200);
  });
});

describe('limits', () => {
  const send = (phone: string, address: string, host?: string) => portal.askForCode({ phone, status: 1, address, host });

  it('one text message a minute, five an hour, six a day for a phone and an address; ten a day for a phone', async () => {
    const sent: number[] = [];
    for (let count = 0; count < 7; count += 1) {
      sent.push((await send('13700000010', '10.9.0.1')).status);
      portal.clock.pass(61_000);
    }
    expect(sent).toEqual([200, 200, 200, 200, 200, 429, 429]);
    portal.clock.pass(3_600_000);
    expect((await send('13700000010', '10.9.0.1')).status).toBe(200);
    portal.clock.pass(61_000);
    expect((await send('13700000010', '10.9.0.1')).status).toBe(429);
    for (let count = 0; count < 4; count += 1) {
      expect((await send('13700000010', '10.9.0.8')).status).toBe(200);
      portal.clock.pass(61_000);
    }
    portal.clock.pass(3_600_000);
    expect((await send('13700000010', '10.9.0.9')).status).toBe(429);
    portal.clock.pass(24 * 3_600_000);
    expect((await send('13700000010', '10.9.0.1')).status).toBe(200);
    expect((await send('13700000010', '10.9.0.1')).status).toBe(429);
  });

  it('of many at once one', async () => {
    const replies = await Promise.all(Array.from({ length: 20 }, () => send('13700000011', '10.9.0.2')));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('sixty text messages an hour for an address', async () => {
    const replies = await Promise.all(
      Array.from({ length: 62 }, (_, number) => send(`137000001${String(number).padStart(2, '0')}`, '10.9.0.3')),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(60);
  });

  it('one a minute for each purpose: who has just registered may sign in at once', async () => {
    const ask = (status: number) => portal.askForCode({ phone: '13700000077', status, address: '10.9.0.7' });
    expect((await ask(1)).status).toBe(200);
    expect((await ask(1)).status).toBe(429);
    expect((await ask(3)).status).toBe(200);
  });

  it('count over all servers', async () => {
    const other = await portal.second();
    expect((await send('13700000012', '10.9.0.4')).status).toBe(200);
    expect((await portal.askForCode({ phone: '13700000012', status: 1, address: '10.9.0.4' }, other)).status).toBe(429);
  });

  it('ten registration checks a minute for an address', async () => {
    const replies = await Promise.all(
      Array.from({ length: 25 }, () => portal.ask({ url: '/api/admin/front/group/phone-exist?phone=13700000001', address: '10.9.0.6' })),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(15);
  });
});

describe('what is stored', () => {
  it('holds no phone, password or code that can be read', async () => {
    const usual = await portal.second('default');
    const phone = '13700000013';
    await portal.sendCode(phone, 1);
    const body = { phone, password, conPassword: password, name: 'Li', sex: '1', verCode: portal.codeOf(phone) };
    expect((await inject(usual, { method: 'POST', url: '/api/auth/jwt/registered', body })).status).toBe(200);
    const { rows } = await portal.database.pool.query(
      'select row_to_json(m)::text as line from member m union all select row_to_json(c)::text from one_time_code c union all select row_to_json(t)::text from throttle t union all select row_to_json(s)::text from member_session s',
    );
    const text = rows.map(({ line }: { line: string }) => line).join('\n');
    expect(rows.length).toBeGreaterThan(5);
    expect(text).not.toContain('13700000001');
    expect(text).not.toContain('peony-88');
    expect(text).toContain('$scrypt$ln=15,r=8,p=3$');
  });
});

describe('what members alone may do', () => {
  it.each([
    'comment:add',
    'interaction:star',
    'interaction:collect',
    'upload:one',
    'enrolment:list',
    'enrolment:cancel',
    'contact:list',
    'contact:add',
    'credit:credit',
    'creditorder:list',
    'booking:list',
    'appointment:signUp',
    'venue:schedule',
  ])('%s asks for a login first', async (name) => {
    const endpoint = portal.definitions.portal('centre')?.endpoints[name];
    expect(endpoint?.viewer).toBe(true);
    const url = (endpoint?.template ?? '').replace(/\{\?[^}]*\}/, '').replace(/\{[^}]*\}/g, 'x');
    const { body } = await portal.ask({ method: endpoint?.method, url, ...(endpoint?.method === 'GET' ? {} : { body: {} }) });
    expect([body['status'], JSON.stringify(body)]).toEqual([40101, expect.stringContaining('请先登录')]);
  });
});
