// @vitest-environment jsdom
import { act } from 'react-dom/test-utils';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../../src/portal/app/entryServer';
import { buildWideMenu } from '../../../src/portal/layout/menuEntries';
import { buildShareTargets } from '../../../src/portal/layout/ShareTool';
import { buildSharedAddress } from '../../../src/portal/layout/sharedAddress';
import { buildThemeCss } from '../../../src/portal/app/themeCss';
import { listPayload } from '../payloads';
import { htmlOf, hydratePage, type Taken } from '../rendered';

let taken: Taken | undefined;
beforeEach(() => {
  window.scrollTo = vi.fn();
});
afterEach(() => {
  taken?.close();
  taken = undefined;
  vi.useRealTimers();
  document.cookie = 'wlymobilephone=; Max-Age=0';
});

function pageOf(html: string): HTMLElement {
  const page = document.createElement('div');
  page.innerHTML = html;
  return page;
}

const titles = (page: HTMLElement, selector: string): string[] =>
  [...page.querySelectorAll(selector)].map((element) => element.textContent ?? '');
const children = (page: HTMLElement): string[] => titles(page, '.menu-bar-list > li > .menu-bar-link');

test('[SHELL-10] the menu shows seven entries and the rest below more', () => {
  const page = pageOf(htmlOf(listPayload()));
  expect(children(page)).toEqual(['首页', '资讯动态', '活动预约', '场馆预订', '文化慕课', '非遗传承', '文艺作品', '更多']);
  expect(titles(page, '.menu-bar-list > li:last-child .menu-bar-sub-link')).toEqual(['志愿服务', '数字资源', '关于我们']);
});

test('[SHELL-11] a limit of 0 shows all entries', () => {
  const payload = listPayload();
  const page = pageOf(htmlOf({ ...payload, shell: { ...payload.shell, shell: { ...payload.shell.shell, menuLimit: 0 } } }));
  expect(children(page)).toHaveLength(10);
  expect(page.querySelector('.menu-bar-more')).toBeNull();
});

test('[SHELL-12] an entry for phones is left out of the wide menu and stands in the drawer', () => {
  const page = pageOf(htmlOf(listPayload()));
  expect(page.querySelector('.menu-bar')?.textContent).not.toContain('手机专栏');
  expect(page.querySelector('.drawer')?.textContent).toContain('手机专栏');
  expect(
    buildWideMenu([
      { id: 'a', title: 'a', href: '/a', children: [] },
      { id: 'b', title: 'b', href: '/b', hidden: true, children: [] },
    ]).entries,
  ).toHaveLength(1);
});

test('the drawer of phones begins with the larger letters', () => {
  const drawer = pageOf(htmlOf(listPayload())).querySelector('.drawer-body');
  const [first] = drawer?.querySelectorAll('button, a, input') ?? [];
  expect(first?.textContent).toContain('大字版');
  expect(drawer?.textContent?.split('大字版')).toHaveLength(2);
});

test('[SHELL-13] an entry that requires a login leads anonymous visitors there and back', () => {
  const payload = listPayload();
  const menu = [{ id: 'course', title: '慕课', href: '/course?columnId=9', requires: 'login' as const, children: [] }];
  const page = pageOf(htmlOf({ ...payload, shell: { ...payload.shell, menu } }));
  expect(page.querySelector('.menu-bar-list > li:nth-child(2) a')?.getAttribute('href')).toBe('/login?redirect=%2Fcourse%3FcolumnId%3D9');
});

test('[SHELL-02] the header has logo, menu, search, login and registration that come back', () => {
  const page = pageOf(htmlOf(listPayload()));
  expect(page.querySelector('.header-brand img')?.getAttribute('src')).toBe('/pictures/logo/seal.svg');
  expect([...page.querySelectorAll('.header-top .account-links a')].map((link) => link.getAttribute('href'))).toEqual([
    '/login?redirect=%2Finformation%3FcolumnId%3D6101',
    '/register?redirect=%2Finformation%3FcolumnId%3D6101',
  ]);
  expect(page.querySelector('.header-main .site-search')?.getAttribute('action')).toBe('/search');
});

test('[SHELL-03] a visitor who is logged in gets personal centre and logout, after the page was taken over', async () => {
  document.cookie = 'wlymobilephone=13800000000';
  expect(pageOf(htmlOf(listPayload())).querySelector('.account-links-menu')).toBeNull();
  taken = await hydratePage(listPayload());
  expect(taken.complaints).toEqual([]);
  expect(titles(taken.container, '.header-top .account-links-menu li')).toEqual(['个人中心', '退出登录']);
  expect(taken.container.querySelector('.account-links-menu a')?.getAttribute('href')).toBe('/personalcenter');
});

test('[SHELL-03] the menu of a visitor closes by Escape, which goes back to its button, and when the focus leaves it', async () => {
  document.cookie = 'wlymobilephone=13800000000';
  taken = await hydratePage(listPayload());
  const menu = taken.container.querySelector<HTMLDetailsElement>('.header-top .account-links-menu');
  const [summary, link, search] = [
    menu?.querySelector('summary'),
    menu?.querySelector('a'),
    taken.container.querySelector<HTMLElement>('.site-search input'),
  ];
  if (!menu || !summary || !link || !search) throw new Error('There is no menu');
  menu.open = true;
  link.focus();
  expect(menu.open).toBe(true);
  act(() => {
    link.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  });
  expect([menu.open, document.activeElement]).toEqual([false, summary]);
  menu.open = true;
  act(() => {
    link.focus();
    search.focus();
  });
  expect(menu.open).toBe(false);
});

test('[SHELL-04] the footer has friendly links and the configured rich text', () => {
  const page = pageOf(htmlOf(listPayload()));
  expect(titles(page, '.footer-links li a').map((title) => title.replace('（在新窗口打开）', ''))).toEqual([
    '国家公共文化云',
    '青澜市图书馆',
    '青澜博物馆',
  ]);
  expect(page.querySelector('.footer-html p')?.textContent).toContain('版权所有');
});

test('[SHELL-05] the breadcrumbs lead from the home page to the column', () => {
  expect(titles(pageOf(htmlOf(listPayload())), '.crumbs-step')).toEqual(['首页', '资讯动态']);
});

test('[SHELL-21] the button to the top appears after more than 100 px', async () => {
  taken = await hydratePage(listPayload());
  const scrolled = (pixels: number): void => {
    Object.defineProperty(window, 'scrollY', { value: pixels, configurable: true });
    act(() => {
      window.dispatchEvent(new Event('scroll'));
    });
  };
  const button = (): Element | null => document.querySelector('.rail-go-top');
  expect(button()).toBeNull();
  scrolled(100);
  expect(button()).toBeNull();
  scrolled(101);
  expect(button()).not.toBeNull();
  scrolled(0);
  expect(button()).toBeNull();
});

test('[SHELL-23] gray mode marks the root element', () => {
  const payload = listPayload();
  expect(renderPage({ ...payload, shell: { ...payload.shell, gray: true } }).htmlClass).toBe('is-gray');
  expect(renderPage(payload).htmlClass).toBe('');
});

test('[CONV-11] [CONV-26] the message of a failed call is seen for 1.5 s and stays in the live region', async () => {
  // Passing notices, which a file before this one may have left, have a tone.
  const failures = '[class=toasts-item]';
  vi.useFakeTimers();
  taken = await hydratePage(listPayload({ data: { failures: ['系统维护中'] } }));
  expect(titles(taken.container, failures)).toEqual(['系统维护中']);
  act(() => {
    vi.advanceTimersByTime(1499);
  });
  expect(titles(taken.container, failures)).toHaveLength(1);
  act(() => {
    vi.advanceTimersByTime(2);
  });
  expect(titles(taken.container, failures)).toHaveLength(0);
  expect(titles(taken.container, '.toasts .unseen')).toEqual(['系统维护中']);
});

test('[COUNT-09] sharing offers weibo and qzone with share=1 in the address', () => {
  expect(buildSharedAddress('https://a.example/x?id=1')).toBe('https://a.example/x?id=1&share=1');
  const { weibo, qzone } = buildShareTargets('https://a.example/x?share=1', '题', '述', '');
  expect(new URL(weibo).searchParams.get('url')).toBe('https://a.example/x?share=1');
  expect(new URL(qzone).searchParams.get('title')).toBe('题');
});

test('a pale colour is darkened where it stands for words, and words on it are dark', () => {
  const css = buildThemeCss({ color: '#ffd54a' });
  expect(css).toContain('--color:#ffd54a');
  expect(css).toContain('--on-color:#1f1c19');
  expect(css).not.toContain('--color-words:#ffd54a');
});
