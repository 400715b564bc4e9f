import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeStaff, findStaff } from '../../../src/database/desk/staff';
import { openKeyRing } from '../../../src/server/security/keyRing';
import { deriveAccountKeys } from '../../../src/server/security/keys';
import { rotateKeys } from '../../../src/server/security/rotation';
import { accountPortal, type AccountPortal, at } from '../accountPortal';
import { addPerson, codeAt, DeskBrowser, deskOf } from './staffPortal';

let portal: AccountPortal;
beforeAll(async () => {
  portal = await accountPortal();
});
afterAll(() => portal.close());

const me = '/api/desk/me';

describe('logging in at the desk', () => {
  it('takes a password and a code, sets the second factor up first, and gives recovery codes once', async () => {
    const { password } = await addPerson(portal, 'first', 'editor');
    const browser = new DeskBrowser(portal.app);
    const first = await browser.call('POST', '/api/desk/login', { login: 'First', password });
    expect(at(first.body, 'data', 'next')).toBe('setUp');
    expect(first.cookies[0]).toMatch(/^staff=[\w-]{43}; .*HttpOnly; SameSite=Strict/);
    expect((await browser.call('GET', me)).http).toBe(401);
    const offered = await browser.call('GET', '/api/desk/second-factor');
    const secret = String(at(offered.body, 'data', 'secret')).replaceAll(' ', '');
    expect(at(offered.body, 'data', 'uri')).toContain(`secret=${secret}`);
    expect((await browser.call('POST', '/api/desk/confirm', { code: '000000' })).status).toBe(400);
    const done = await browser.call('POST', '/api/desk/confirm', { code: codeAt(secret, portal.clock.now()) });
    const recovery = String(at(done.body, 'data', 'recovery')).split(/\s+/);
    expect(recovery).toHaveLength(10);
    expect(at((await browser.call('GET', me)).body, 'data', 'login')).toBe('first');

    const again = new DeskBrowser(portal.app);
    expect(at((await again.call('POST', '/api/desk/login', { login: 'first', password })).body, 'data', 'next')).toBe('code');
    const used = await again.call('POST', '/api/desk/confirm', { code: codeAt(secret, portal.clock.now()) });
    expect(used.status, 'a code counts once').toBe(400);
    expect((await again.call('POST', '/api/desk/confirm', { code: recovery[0] })).status).toBe(200);
    const third = new DeskBrowser(portal.app);
    await third.call('POST', '/api/desk/login', { login: 'first', password });
    expect((await third.call('POST', '/api/desk/confirm', { code: recovery[0] })).status, 'a recovery code counts once').toBe(400);
    portal.clock.pass(31_000);
    expect((await third.call('POST', '/api/desk/confirm', { code: codeAt(secret, portal.clock.now()) })).status).toBe(200);
  });

  it('says the same of an unknown login and a wrong password', async () => {
    await addPerson(portal, 'known', 'editor');
    const wrong = await new DeskBrowser(portal.app).call('POST', '/api/desk/login', { login: 'known', password: 'x' });
    const unknown = await new DeskBrowser(portal.app).call('POST', '/api/desk/login', { login: 'nobody', password: 'x' });
    expect(wrong.body).toEqual(unknown.body);
    expect(wrong.body).toEqual({ status: 400, message: '账号或密码不正确' });
  });

  it('ends a session after five wrong codes', async () => {
    const { password } = await addPerson(portal, 'guessed', 'editor');
    await new DeskBrowser(portal.app).logIn('guessed', password, portal.clock.now);
    const guess = new DeskBrowser(portal.app);
    await guess.call('POST', '/api/desk/login', { login: 'guessed', password });
    const replies: number[] = [];
    for (let tries = 0; tries < 6; tries += 1) replies.push((await guess.call('POST', '/api/desk/confirm', { code: '111111' })).status);
    expect(replies).toEqual([400, 400, 400, 400, 401, 401]);
  });

  it('has a second factor that expires: an old code, and ten minutes after the password', async () => {
    const { password } = await addPerson(portal, 'slow', 'editor');
    const first = new DeskBrowser(portal.app);
    await first.logIn('slow', password, portal.clock.now);
    const { secret } = first;
    const old = codeAt(secret, portal.clock.now() + 60_000);
    portal.clock.pass(5 * 60_000);
    const half = new DeskBrowser(portal.app);
    expect(at((await half.call('POST', '/api/desk/login', { login: 'slow', password })).body, 'data', 'next')).toBe('code');
    expect((await half.call('POST', '/api/desk/confirm', { code: old })).status, 'the code of four minutes ago').toBe(400);
    // The password alone opens nothing.
    expect((await half.call('GET', me)).http).toBe(401);
    expect((await half.call('GET', '/api/desk/waiting?page=1&size=10')).http).toBe(401);
    portal.clock.pass(10 * 60_000 + 1_000);
    const late = await half.call('POST', '/api/desk/confirm', { code: codeAt(secret, portal.clock.now()) });
    expect([late.http, late.status]).toEqual([401, 401]);
    expect((await half.call('GET', me)).http).toBe(401);
    expect((await half.call('POST', '/api/desk/login', { login: 'slow', password })).status).toBe(200);
    expect((await half.call('POST', '/api/desk/confirm', { code: codeAt(secret, portal.clock.now()) })).status).toBe(200);
    expect((await half.call('GET', me)).status).toBe(200);
  });

  it('is locked for whom it was tried from, not for who has been here before', async () => {
    const { password } = await addPerson(portal, 'wanted', 'editor');
    const own = new DeskBrowser(portal.app);
    await own.logIn('wanted', password, portal.clock.now);
    const stranger = new DeskBrowser(portal.app);
    const replies: number[] = [];
    for (let tries = 0; tries < 6; tries += 1)
      replies.push((await stranger.call('POST', '/api/desk/login', { login: 'wanted', password: `wrong ${tries}` })).http);
    expect(replies).toEqual([400, 400, 400, 400, 400, 429]);
    portal.clock.pass(31_000);
    expect((await own.logIn('wanted', password, portal.clock.now)).status).toBe(200);
  });
});

describe('who works at the desk', () => {
  it('is asked with each call: a role that is taken away is gone at once, in every process', async () => {
    const browser = await deskOf(portal, 'administrator', 'chief');
    await deskOf(portal, 'administrator', 'deputy');
    expect((await browser.call('GET', '/api/desk/staff')).status).toBe(200);
    const other = await portal.second();
    const elsewhere = new DeskBrowser(other);
    elsewhere.cookie = browser.cookie;
    expect((await elsewhere.call('GET', '/api/desk/staff')).status).toBe(200);
    const staff = await findStaff(portal.database, 'centre', { login: 'chief' });
    await changeStaff(portal.database, 'centre', staff?.id ?? '', { role: 'editor' });
    expect((await elsewhere.call('GET', '/api/desk/staff')).body).toMatchObject({ status: 403 });
    expect((await elsewhere.call('GET', me)).status).toBe(200);
    await changeStaff(portal.database, 'centre', staff?.id ?? '', { disabled: new Date() });
    expect((await elsewhere.call('GET', me)).http).toBe(401);
    expect((await browser.call('GET', me)).http).toBe(401);
  });

  it('works at one institution: the cookie opens nothing at another one', async () => {
    const browser = await deskOf(portal, 'editor', 'local');
    const away = new DeskBrowser(portal.app, 'museum.localhost');
    away.cookie = browser.cookie;
    expect((await browser.call('GET', me)).status).toBe(200);
    expect((await away.call('GET', me)).http).toBe(401);
  });

  it('is no member, and a member is nobody at the desk', async () => {
    const browser = await deskOf(portal, 'administrator', 'nomember');
    const { token } = await portal.member('13900000001');
    const asMember = await portal.ask({ url: `/admin${me}`, token });
    expect(asMember.status).toBe(401);
    const asStaff = await portal.app.inject({ url: '/api/contacts/web/list', headers: { host: 'localhost', cookie: browser.cookie } });
    expect(asStaff.body).not.toContain('"status":200');
  });

  it('is over after an hour without a call, and after twelve hours', async () => {
    const browser = await deskOf(portal, 'editor', 'idle');
    portal.clock.pass(50 * 60_000);
    expect((await browser.call('GET', me)).status).toBe(200);
    portal.clock.pass(61 * 60_000);
    expect((await browser.call('GET', me)).http).toBe(401);
  });
});

describe('calls at the desk', () => {
  it('that change something come from a script of ours', async () => {
    const browser = await deskOf(portal, 'administrator', 'guarded');
    const body = { login: 'planted', name: 'x', role: 'administrator' };
    const { cookie } = browser;
    const send = (headers: Record<string, string>) =>
      portal.app.inject({
        method: 'POST',
        url: '/admin/api/desk/staff',
        headers: { host: 'localhost', cookie, ...headers },
        payload: body,
      });
    expect((await send({})).statusCode, 'without the header of our scripts').toBe(403);
    expect((await send({ 'x-organization-id': 'x', 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403);
    expect((await send({ 'x-organization-id': 'x', origin: 'https://evil.example' })).statusCode).toBe(403);
    expect(await findStaff(portal.database, 'centre', { login: 'planted' })).toBeUndefined();
    expect((await send({ 'x-organization-id': 'x', 'sec-fetch-site': 'same-origin' })).statusCode).toBe(200);
  });

  it('answer nobody who has not logged in, whatever they are, but what leads in', async () => {
    const desk = portal.definitions.deskOfHost('localhost');
    const leading = new Set(['staff.login', 'staff.secondFactor', 'staff.confirm', 'staff.logout']);
    const stranger = new DeskBrowser(portal.app);
    const open: string[] = [];
    for (const { name, method, template, service } of Object.values(desk?.endpoints ?? {})) {
      if (leading.has(service ?? '')) continue;
      const url = template.replace(/\{[?&][^}]*\}/g, '').replace(/\{\w+\}/g, 'x');
      const { http } = await stranger.call(method === 'GET' ? 'GET' : 'POST', url, method === 'GET' ? undefined : {});
      if (http !== 401 && method !== 'PUT' && method !== 'DELETE') open.push(`${name} ${http}`);
    }
    expect(open).toEqual([]);
    expect(Object.keys(desk?.endpoints ?? {}).length).toBeGreaterThan(100);
  });

  it('keep one who can manage the staff', async () => {
    const site = 'museum';
    const only = await deskOf(portal, 'administrator', 'only', site, 'museum.localhost');
    const staff = await findStaff(portal.database, site, { login: 'only' });
    expect((await only.call('POST', '/api/desk/staff/disabled', { id: staff?.id ?? '', disabled: true })).body).toMatchObject({
      status: 409,
    });
    await addPerson(portal, 'next', 'administrator', site);
    expect((await only.call('POST', '/api/desk/staff/disabled', { id: staff?.id ?? '', disabled: true })).status).toBe(200);
    expect((await only.call('GET', me)).http).toBe(401);
  });
});

it('knows the authenticator apps of the staff when the keys were changed', async () => {
  const { password } = await addPerson(portal, 'lasting', 'editor');
  const before = new DeskBrowser(portal.app);
  await before.logIn('lasting', password, portal.clock.now);
  const fresh = randomBytes(32);
  await openKeyRing(portal.database, [portal.secret]);
  const ring = await openKeyRing(portal.database, [fresh, portal.secret]);
  expect(await rotateKeys(portal.database, deriveAccountKeys(ring), portal.clock.now())).toEqual([]);
  const after = new DeskBrowser(await portal.second('low', fresh));
  after.secret = before.secret;
  portal.clock.pass(31_000);
  expect((await after.logIn('lasting', password, portal.clock.now)).status).toBe(200);
});
