import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { at, testPortal, type TestPortal } from '../portal';
import { accountPortal, type AccountPortal } from '../accountPortal';

const list = '/api/information/web/page?page=1&limit=5&columnId=6101';
const counts = '/api/communal/web/amount/6101?dataIds=%7Bkeys%7D';
const news = (number: number) => ({ id: `新闻-${number}`, columnId: '6101', title: `T${number}`, publishDate: '2026-11-01' });
const ask = (calls: unknown) => ({ 'x-join': encodeURIComponent(JSON.stringify(calls)) });
const told = ({ headers }: { headers: Record<string, unknown> }): unknown =>
  headers['x-join'] === undefined ? undefined : JSON.parse(String(headers['x-join']));

describe('what is asked along with a list', () => {
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await testPortal();
    const more = Array.from({ length: 40 }, (_, number) => ({ ...news(number), id: `another-${number}`, columnId: '6176' }));
    await portal.put('centre', 'information', [...Array.from({ length: 5 }, (_, number) => news(number)), ...more]);
  });
  afterAll(() => portal.close());

  it('comes in a header, as a call of its own has it, beside the same body', async () => {
    const alone = await portal.get(list);
    const ids = (at(alone.body, 'list', 'data', 'rows') as { id: string }[]).map(({ id }) => id);
    expect(ids).toHaveLength(5);
    const own = await portal.get(counts.replace('%7Bkeys%7D', encodeURIComponent(ids.join(','))));
    const reply = await portal.get(list, 'localhost', ask({ counts: { url: counts, key: '/id' } }));
    expect([reply.status, reply.text]).toEqual([alone.status, alone.text]);
    expect(told(reply)).toEqual({ counts: own.body });
    expect(reply.headers['x-join']).toMatch(/^[ -~]+$/);
    expect(told(alone)).toBeUndefined();
  });

  it.each<[string, string, Record<string, string>]>([
    ['no JSON', list, { 'x-join': '%7B' }],
    ['no calls', list, ask([1, 'x'])],
    ['a call without an address', list, ask({ counts: { key: '/id' } })],
    ['an address elsewhere', list, ask({ counts: { url: 'http://localhost/api/communal/web/amount/6101', key: '/id' } })],
    ['an address that is no call', list, ask({ counts: { url: '/portal/page?url=%7Bkeys%7D', key: '/id' } })],
    ['a call that nobody declares', list, ask({ counts: { url: '/api/nothing?ids=%7Bkeys%7D', key: '/id' } })],
    ['what only members may ask', list, ask({ counts: { url: '/api/enrolment/web/my?id=%7Bkeys%7D', key: '/id' } })],
    ['a key that rows do not have', list, ask({ counts: { url: counts, key: '/nothing' } })],
    ['a list without rows', `${list}&title=nowhere`, ask({ counts: { url: counts, key: '/id' } })],
    [
      'more than a header carries',
      list.replace('limit=5&columnId=6101', 'limit=40&columnId=6176'),
      ask({ counts: { url: counts, key: '/id' } }),
    ],
  ])('%s: nothing beside the list', async (_what, url, headers) => {
    const reply = await portal.get(url, 'localhost', headers);
    expect(reply.text).toBe((await portal.get(url)).text);
    expect(told(reply)).toBeUndefined();
  });

  it('of many calls only the first few are made', async () => {
    const calls = Object.fromEntries(
      ['a', 'b', 'c', 'd', 'e'].map((name) => [name, { url: '/api/communal/web/amount/6101?dataIds=x', key: '/id' }]),
    );
    const reply = await portal.get(list, 'localhost', ask(calls));
    expect(Object.keys(told(reply) as object)).toEqual(['a', 'b', 'c', 'd']);
  });
});

describe('what a member asks along with a list', () => {
  let portal: AccountPortal;
  beforeAll(async () => {
    portal = await accountPortal();
    await portal.put('centre', 'information', [news(1)]);
  }, 60_000);
  afterAll(() => portal.close());

  it('is asked as the member, and by nobody else', async () => {
    const { token, phone } = await portal.member('13600000007', { name: '王小明' });
    const body = { menuId: '6101', businessId: '新闻-1', fid: '100001', webUserId: phone, title: 'T', image: '', url: '/x', type: 'infor' };
    expect((await portal.ask({ method: 'PUT', url: '/api/personal/web/personal/updateStar', token, body })).status).toBe(200);
    const flag = async (headers: Record<string, string>): Promise<unknown> => {
      const calls = ask({ counts: { url: `${counts}&p=${phone}`, key: '/id' } });
      const reply = await portal.app.inject({ url: list, headers: { host: 'localhost', ...calls, ...headers } });
      const joined = told({ headers: reply.headers }) as { counts: { data: { isStar: string }[] } };
      return joined.counts.data[0]?.isStar;
    };
    expect(await flag({ authorization: token })).toBe('true');
    expect(await flag({})).toBe('false');
  });
});
