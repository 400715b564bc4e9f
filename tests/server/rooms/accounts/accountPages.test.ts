import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import texts from '../../../../schemas/texts.json';
import type { JsonObject } from '../../../../src/model/json';
import { linkTo, open, section, words } from '../../../modules/page';
import { testPortal, type TestPortal } from '../../portal';

let portal: TestPortal;
let time = Date.parse('2026-11-20T10:00:00+08:00');
let before = '';
const file = (): string => join(portal.root, 'tenants/centre/tenant.json');
beforeAll(async () => {
  portal = await testPortal({ copy: true, clock: () => time });
  before = await readFile(file(), 'utf8');
}, 60_000);
afterAll(() => portal.close());

/** The institution with further slots, from the next request on. */
async function withSlots(slots: JsonObject): Promise<void> {
  const settings = JSON.parse(before) as { slots: JsonObject };
  await writeFile(file(), JSON.stringify({ ...settings, slots: { ...settings.slots, ...slots } }));
  time += 120_000;
}

/** The block beside a form: the address of its picture, undefined while a code is to be drawn, and its words. */
async function beside(page: string): Promise<{ picture: string | undefined; words: string }> {
  const block = section(await open(portal, `/${page}`), '手机上的文化生活');
  return {
    picture: block?.querySelector('.qr-block img')?.getAttribute('src') ?? undefined,
    words: words(block?.querySelector('.qr-block-words')),
  };
}

const builtIn = '手机上也能看';
const download = { slotName: '下载青澜文化客户端', slotCode: 'downloadconfig', imgPath: '/pictures/lantern/app.svg' };

describe('pages of accounts', () => {
  test.each([
    ['login', '登录'],
    ['register', '新用户注册'],
    ['forget', '找回密码'],
  ])('[LOGIN-01] [REG-01] [PWD-01] /%s is there with and without a redirect', async (page, heading) => {
    for (const query of ['', `?redirect=${encodeURIComponent('/information?columnId=6101')}`]) {
      const { status } = await portal.get(`/${page}${query}`, 'localhost', { accept: 'text/html' });
      expect([page, status]).toEqual([page, 200]);
      expect(words((await open(portal, `/${page}${query}`)).querySelector('title'))).toBe(`${heading} - 青澜市文化馆`);
    }
  });

  test('[LOGIN-01] [PWD-01] [REG-01] the redirect goes on through the links from page to page', async () => {
    const redirect = `?redirect=${encodeURIComponent('/information?columnId=6101')}`;
    const login = await open(portal, `/login${redirect}`);
    expect([
      linkTo(login.querySelector('main') ?? undefined, '马上注册'),
      linkTo(login.querySelector('main') ?? undefined, '忘记密码'),
    ]).toEqual([`/register${redirect}`, `/forget${redirect}`]);
    expect(linkTo((await open(portal, `/register${redirect}`)).querySelector('main') ?? undefined, '已有账户，去登录')).toBe(
      `/login${redirect}`,
    );
    const { body } = await portal.get(`/portal/page?url=${encodeURIComponent(`/forget${redirect}`)}`);
    expect(body['query']).toEqual({ redirect: '/information?columnId=6101' });
    expect(linkTo((await open(portal, '/login')).querySelector('main') ?? undefined, '忘记密码')).toBe('/forget');
  });

  test('[REG-01] [REG-19] registration is a tab, with the terms beside its tick', async () => {
    const page = await open(portal, '/register');
    expect([...page.querySelectorAll('main [role=tab]')].map(words)).toEqual(['新用户注册']);
    expect(words(page.querySelector('.field-agreement'))).toContain('用户注册协议');
    expect(words(page.querySelector('.qr-block-words'))).toBe(builtIn);
    expect(texts.registrationTerms.split('\n').length).toBeGreaterThan(5);
    expect(JSON.stringify((await portal.get('/portal/page?url=/register')).body['forms'])).toContain('/texts/registrationTerms');
  });
});

describe('the block beside the forms', () => {
  test('[LOGIN-05] [PWD-05] without slots it has built-in words and a code that leads to this site', async () => {
    await withSlots({});
    for (const page of ['login', 'register', 'forget']) {
      expect(await beside(page)).toEqual({ picture: undefined, words: builtIn });
      expect(JSON.stringify((await portal.get(`/portal/page?url=/${page}`)).body)).toContain('"qr":{"const":"/"}');
    }
  });

  test('[LOGIN-05] [PWD-05] [REG-01] the slot downloadconfig gives imgPath and slotName', async () => {
    await withSlots({ downloadconfig: download });
    for (const page of ['login', 'register', 'forget'])
      expect(await beside(page)).toEqual({ picture: '/pictures/lantern/app.svg', words: '下载青澜文化客户端' });
  });

  test('[LOGIN-05] the words of the slot messagename come first on the login page, and are not those of reset', async () => {
    await withSlots({ downloadconfig: download, messagename: { slotName: 'messagename', slotDesc: '登录后可预约活动和场馆' } });
    expect(await beside('login')).toEqual({ picture: '/pictures/lantern/app.svg', words: '登录后可预约活动和场馆' });
    expect((await beside('forget')).words).toBe('下载青澜文化客户端');
  });

  test('a slot without a picture leaves the code', async () => {
    await withSlots({ downloadconfig: { ...download, imgPath: '' } });
    expect(await beside('forget')).toEqual({ picture: undefined, words: '下载青澜文化客户端' });
  });
});
