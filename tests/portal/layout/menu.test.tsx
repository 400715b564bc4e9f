// @vitest-environment jsdom
import { afterEach, describe, expect, test } from 'vitest';
import type { Page, Section } from '../../../src/model/definitions.g';
import type { Payload } from '../../../src/model/payload';
import { endSession } from '../../../src/portal/data/session';
import { pageOf, shellOf } from '../payloads';
import { htmlOf, hydratePage } from '../rendered';

const menu: Section = {
  section: 'menu',
  label: '个人中心',
  image: '/viewer/image',
  title: '/viewer/name',
  text: '/viewer/masked',
  groups: {
    orders: {
      label: '我的订单',
      links: {
        activities: { label: '活动预约', to: '/personalcenter', icon: 'calendar' },
        venues: { label: '场馆预订', to: '/personalcenter/venues' },
      },
    },
    mine: { links: { contacts: { label: '联系人管理', to: '/personalcenter/contacts' } } },
    none: { label: '空', links: { gone: { label: '不在', to: '/x', when: { '/query/no': { present: true } } } } },
  },
};
const payloadOf = (page: Page, path = '/personalcenter/venues'): Payload => ({
  shell: shellOf(),
  page: pageOf(page, {}, { path, query: {} }),
});
const composed = (extra: Partial<Extract<Page, { kind: 'composed' }>> = {}): Page => ({
  kind: 'composed',
  sections: { words: { section: 'text', text: '正文' } },
  aside: { menu },
  asideAt: 'start',
  ...extra,
});

function made(html: string): HTMLElement {
  const page = document.createElement('div');
  page.innerHTML = html;
  return page;
}

function signIn(cookies: Record<string, string>): void {
  for (const [name, value] of Object.entries({ token: 'x', wlymobilephone: '13912345678', wlyuserid: 'm1', ...cookies }))
    document.cookie = `${name}=${encodeURIComponent(value)}; Path=/`;
}

afterEach(() => endSession());

describe('the links of a menu', () => {
  const nav = made(htmlOf(payloadOf(composed()))).querySelector('nav.menu-section');

  test('stand in groups under their headings; a group without links is left out', () => {
    const headingOf = (list: Element): string | null | undefined =>
      nav?.querySelector(`#${list.getAttribute('aria-labelledby') ?? 'none'}`)?.textContent;
    expect(
      [...(nav?.querySelectorAll('ul') ?? [])].map((list) => [
        headingOf(list),
        [...list.querySelectorAll('a')].map((link) => link.textContent),
      ]),
    ).toEqual([
      ['我的订单', ['活动预约', '场馆预订']],
      [undefined, ['联系人管理']],
    ]);
  });

  test('the one that leads to the open page is marked, and no other', () => {
    expect([...(nav?.querySelectorAll('[aria-current="page"]') ?? [])].map((link) => link.textContent)).toEqual(['场馆预订']);
  });

  test('the menu has the name of its section', () => {
    expect(nav?.querySelector(`#${nav.getAttribute('aria-labelledby')}`)?.textContent).toBe('个人中心');
  });
});

describe('the head of a menu', () => {
  const head = async (
    cookies: Record<string, string>,
  ): Promise<{ title: string; text: string; face: string; image: string | null | undefined; complaints: string[] }> => {
    signIn(cookies);
    const { container, complaints, close } = await hydratePage(payloadOf(composed()));
    const word = (selector: string): string => container.querySelector(selector)?.textContent ?? '';
    const found = {
      title: word('.menu-section-title'),
      text: word('.menu-section-text'),
      face: word('.menu-section-face'),
      image: container.querySelector('.menu-section-face img')?.getAttribute('src'),
      complaints,
    };
    close();
    return found;
  };

  test('[PC-03] shows the picture and the name of a member, the phone masked', async () => {
    expect(await head({ wlyusername: '林晓', wlyuserimg: '/files/face.png' })).toEqual({
      title: '林晓',
      text: '139****5678',
      face: '',
      image: '/files/face.png',
      complaints: [],
    });
  });

  test('[PC-03] without a picture the initial of the name, without a name the phone', async () => {
    expect(await head({ wlyusername: '林晓' })).toMatchObject({ face: '林', image: undefined });
    expect(await head({ wlyusername: '' })).toMatchObject({ title: '139****5678' });
  });

  test('keeps its place as long as nobody is known', () => {
    const page = made(htmlOf(payloadOf(composed())));
    expect([
      page.querySelector('.menu-section-title .skeleton-bone') === null,
      page.querySelector('.menu-section-face .icon') === null,
    ]).toEqual([false, false]);
  });
});

describe('the column beside the main one', () => {
  const order = (page: Page): string[] =>
    [...made(htmlOf(payloadOf(page))).querySelectorAll('.columns-main, .columns-aside')].map((element) => element.className);
  const list: Page = { kind: 'list', source: 'a:b', layouts: { only: { card: 'a:b' } } };
  const form: Page = { kind: 'form', forms: [] };
  const detail: Page = { kind: 'detail', source: 'a:b', sections: {} };

  test.each([
    ['composed', composed({ asideAt: undefined })],
    ['list', list],
    ['form', form],
    ['detail', detail],
  ] as const)('of a %s page stands at the end unless it says otherwise', (_kind, page) => {
    expect(order({ ...page, aside: { menu } })).toEqual(['columns-main', 'columns-aside']);
    expect(order({ ...page, aside: { menu }, asideAt: 'start' })).toEqual(['columns-aside', 'columns-main']);
    expect(order({ ...page, aside: undefined })).not.toContain('columns-aside');
  });

  test.each<[string, Page['aside']]>([
    ['was emptied', {}],
    ['has sections with nothing to show', { facts: { section: 'fields', fields: { none: '/item/none' } } }],
    ['has sections whose condition fails', { menu: { ...menu, when: { '/item/none': { present: true } } } }],
  ])('takes no width when it %s', (_, aside) => {
    const page = made(htmlOf(payloadOf({ ...list, aside })));
    expect(page.querySelector('.columns-main')).not.toBeNull();
    expect(page.querySelectorAll('.columns-aside, .columns-two')).toHaveLength(0);
  });

  test.each([
    ['composed', composed()],
    ['list', list],
    ['form', form],
  ] as const)('of a %s page without a banner has the heading of the page beside it, the only one of its rank', (_kind, page) => {
    const headings = (banner: boolean | undefined): (string | null)[] =>
      [...made(htmlOf(payloadOf({ ...page, aside: { menu }, banner }))).querySelectorAll('h1')].map(
        (element) => element.closest('.columns-main') && element.textContent,
      );
    expect([headings(false), headings(true).length]).toEqual([['资讯动态'], 1]);
  });
});
