import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountPortal, type AccountPortal } from '../server/accountPortal';
import type { Asker } from '../server/enrolments';
import { openHouse } from './belongings';
import { type Call, findDeclaredCalls } from './calls';
import { openSession, sendTo, type Seen } from './matrix';
import { composeRequest } from './requests';

let portal: AccountPortal;
let member: Asker;
let calls: Call[];
beforeAll(async () => {
  portal = await accountPortal();
  await openHouse(portal);
  member = await portal.member('13612340005');
  calls = findDeclaredCalls(portal.definitions).filter(({ host, endpoint: { method } }) => host === 'localhost' && method !== 'GET');
});
afterAll(() => portal.close());

/** What browsers send with a call that a page of another site makes; cookies come along with each. */
const foreign: [string, Record<string, string>][] = [
  ['of another site, by its origin', { origin: 'https://evil.example' }],
  ['of another port of another site', { origin: 'http://evil.example:3000' }],
  ['of a site whose name begins like ours', { origin: 'http://localhost.evil.example' }],
  ['of a host below ours', { origin: 'http://evil.localhost' }],
  ['of another institution', { origin: 'http://museum.localhost' }],
  ['of a frame without an origin', { origin: 'null' }],
  ['of another site, by its address', { referer: 'https://evil.example/page?http://localhost/' }],
  ['of another site, as the browser says', { 'sec-fetch-site': 'cross-site' }],
  ['of a host near ours, as the browser says', { 'sec-fetch-site': 'same-site' }],
  ['of another site, with an origin that was made up', { 'sec-fetch-site': 'cross-site', origin: 'http://localhost' }],
];
const own: [string, Record<string, string>][] = [
  ['a page of ours', { 'sec-fetch-site': 'same-origin', origin: 'http://localhost' }],
  ['a page of ours behind a proxy with another port', { origin: 'https://LOCALHOST:8443' }],
  ['a page of ours that names its address alone', { referer: 'http://localhost/login?redirect=https://evil.example' }],
  ['a visitor by hand', { 'sec-fetch-site': 'none' }],
  ['a program that is no browser', {}],
];

/** Makes every writing call with a member's token and cookies. */
async function askAll(headers: Record<string, string>): Promise<[string, Seen][]> {
  const send = sendTo(portal, { cookie: 'token=x; wlyuserid=x', ...headers });
  const replies: [string, Seen][] = [];
  for (const call of calls) {
    const token = await openSession(portal, 'centre', member.id);
    const said = composeRequest(call, { ...member, now: portal.clock.now() });
    replies.push([call.endpoint.name, await send(call, said, { token, host: call.host })]);
  }
  return replies;
}

const countRows = async (): Promise<unknown> => {
  const tables = ['item', 'member_flag', 'contact', 'booking', 'enrolment', 'upload', 'counter'];
  const { rows } = await portal.database.pool.query(
    tables.map((table) => `select '${table}' as name, count(*) from ${table}`).join(' union all '),
  );
  return rows;
};

describe('a writing call with the cookies and the token of a member', () => {
  it.each(foreign)('from a page %s is refused', async (_what, headers) => {
    const before = await countRows();
    const replies = await askAll(headers);
    expect(replies.length).toBeGreaterThan(20);
    expect(replies.filter(([, { status }]) => status !== 403)).toEqual([]);
    expect(await countRows()).toEqual(before);
  });

  it.each(own)('control: from %s is heard', async (_what, headers) => {
    expect((await askAll(headers)).filter(([, { status, text }]) => status === 403 && text.includes('请求不正确'))).toEqual([]);
  });

  it('with cookies alone opens no session, whoever asks', async () => {
    const cookie = `token=${member.token}; wlyuserid=${member.id}; wlymobilephone=${member.phone}`;
    const send = sendTo(portal, { cookie });
    for (const call of calls.filter(({ endpoint }) => endpoint.viewer)) {
      const said = composeRequest(call, { ...member, now: portal.clock.now() });
      expect([call.endpoint.name, (await send(call, said, { token: undefined, host: call.host })).status]).toEqual([
        call.endpoint.name,
        40101,
      ]);
    }
  });
});
