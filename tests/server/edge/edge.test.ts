import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/model/json';
import { renderPage } from '../../../src/portal/app/entryServer';
import { accountPortal, type AccountPortal } from '../accountPortal';
import { projectRoot } from '../projectDefinitions';
import { testPortal } from '../portal';
import { SharedCache } from './sharedCache';

const page = '/information?columnId=6101';
const detail = '/informationdetail?columnId=6101&id=i0';
const list = '/api/information/web/page?page=1&limit=5&columnId=6101';
const newsOf = (number: number, title = `T${number}`): JsonObject => ({
  id: `i${number}`,
  columnId: '6101',
  title,
  publishDate: '2026-11-01',
});
const news = Array.from({ length: 4 }, (_, number) => newsOf(number));

it('unless it is asked for, nothing is kept in front', async () => {
  const portal = await testPortal();
  try {
    await portal.put('centre', 'information', news);
    const headersOf = async (url: string): Promise<unknown[]> => {
      const { headers } = await portal.get(url);
      return [headers['cache-control'], headers['surrogate-key'], headers['cache-tag']];
    };
    expect(await headersOf(page)).toEqual(['public, max-age=0, must-revalidate', undefined, undefined]);
    expect(await headersOf(list)).toEqual(['no-cache', undefined, undefined]);
    expect(await headersOf(`/portal/page?url=${encodeURIComponent(page)}`)).toEqual(['no-cache', undefined, undefined]);
    expect((await portal.get(page)).headers['set-cookie']).toHaveLength(2);
  } finally {
    await portal.close();
  }
});

describe('with a cache in front', () => {
  let portal: AccountPortal;
  let member: { token: string; phone: string };
  const open = (): SharedCache => new SharedCache(portal.app, portal.clock.now);
  beforeAll(async () => {
    portal = await accountPortal(projectRoot, { render: renderPage, edge: { maxAge: 300 } });
    await portal.put('centre', 'information', news);
    await portal.put('museum', 'information', [{ ...newsOf(0), columnId: '7102', title: 'Of the museum' }]);
    member = await portal.member('13600000001', { name: '王小明' });
  });
  afterAll(() => portal.close());

  it('pages and public data say for how long they are kept, and by which names they are thrown away', async () => {
    const cache = open();
    const lasting = 'public, max-age=0, s-maxage=300, stale-while-revalidate=15';
    const ofList = ['portal', 'institution-centre', 'module-centre.information', 'list-centre.information'];
    for (const url of [page, list, `/portal/page?url=${encodeURIComponent(page)}`]) {
      const { headers } = await cache.get({ url });
      expect([url, headers['cache-control']]).toEqual([url, lasting]);
      expect(String(headers['surrogate-key']).split(' ')).toEqual(ofList);
      expect(headers['cache-tag']).toBe(ofList.join(','));
      expect(headers['set-cookie']).toBeUndefined();
      expect((await cache.get({ url })).from).toBe('cache');
    }
    expect(String((await cache.get({ url: detail })).headers['surrogate-key'])).toContain('entry-centre.information.i0');
    portal.clock.pass(301_000);
    expect((await cache.get({ url: list })).from).toBe('server');
  });

  it('nobody gets what another one was answered', async () => {
    const cache = open();
    const star = {
      menuId: '6101',
      businessId: 'i0',
      fid: '100001',
      webUserId: member.phone,
      title: 'T',
      image: '',
      url: '/x',
      type: 'infor',
    };
    await portal.ask({ method: 'PUT', url: '/api/personal/web/personal/updateStar', token: member.token, body: star });
    const authorization = { authorization: member.token };
    for (const url of ['/api/communal/web/amount/6101/i0', '/api/communal/web/amount/6101?dataIds=i0']) {
      const own = await cache.get({ url, headers: authorization });
      expect([own.text, own.headers['cache-control']]).toEqual([expect.stringContaining('"isStar":"true"'), 'private, no-store']);
      expect(await cache.get({ url })).toMatchObject({ from: 'server', text: expect.stringContaining('"isStar":"false"') as string });
      expect((await cache.get({ url, headers: authorization })).text).toContain('"isStar":"true"');
    }
    const own = await cache.get({ url: list, headers: authorization });
    expect(own.headers['cache-control']).toBe('private, no-store');
    for (const url of ['/api/auth/jwt/getCode?timestamp=1&phone=13600000002', '/api/auth/jwt/publicKey', '/nothing/here', '/admin'])
      expect([url, (await cache.get({ url })).headers['cache-control']]).toEqual([url, expect.stringMatching(/no-store/)]);
    const large = await cache.get({ url: page, headers: { cookie: 'elder=1' } });
    expect(large).toMatchObject({ headers: { 'cache-control': 'private, no-store' }, text: expect.stringContaining('is-large') as string });
    expect((await cache.get({ url: page })).text).not.toContain('<html lang="zh-CN" class="is-large"');
    // Where somebody is.
    const near = '/api/culture/web/pavilion/page?page=1&limit=5&near=113.1,28.2';
    expect(await cache.get({ url: near })).toMatchObject({ status: 200, headers: { 'cache-control': 'private, no-store' } });
  });

  it('what counts places that are left, or what nobody is told of, is kept for a moment', async () => {
    const { headers } = await open().get({ url: '/appointment?columnId=6103' });
    expect(headers['cache-control']).toMatch(/^public, max-age=0, s-maxage=[1-5](,|$)/);
  });

  it('institutions and languages do not mix', async () => {
    const cache = open();
    const of = async (url: string, host: string): Promise<string> => (await cache.get({ url, host })).text;
    const [own, museum] = ['/information?columnId=7102', 'museum.localhost'];
    const pages = [await of(own, 'localhost'), await of(own, museum), await of(`/en${own}`, museum)];
    expect(pages.map((text) => text.includes('Of the museum'))).toEqual([false, true, true]);
    expect(pages.map((text) => /<html lang="([\w-]+)"/.exec(text)?.[1])).toEqual(['zh-CN', 'zh-CN', 'en']);
    expect((await of(own, museum)) === pages[1]).toBe(true);
    const url = '/api/information/web/page?page=1&limit=5';
    expect(await of(url, museum)).toContain('Of the museum');
    expect(await of(url, 'localhost')).not.toContain('Of the museum');
    const keys = String((await cache.get({ url, host: museum })).headers['surrogate-key']);
    expect(keys).toContain('module-museum.information');
    expect(keys).not.toContain('centre');
  });
});
