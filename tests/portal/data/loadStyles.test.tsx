// @vitest-environment jsdom
import { act } from 'react-dom/test-utils';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadStyles } from '../../../src/portal/data/loadStyles';
import { listPayload, rowsOf } from '../payloads';
import { hydratePage, type Taken } from '../rendered';

let taken: Taken | undefined;
beforeEach(() => {
  document.head.innerHTML = '<style>theme</style><style data-whole="/portal.css">own</style><link rel="stylesheet" href="/map.css">';
  window.scrollTo = vi.fn();
});
afterEach(() => {
  taken?.close();
  taken = undefined;
  document.head.innerHTML = '';
  vi.unstubAllGlobals();
});

const sheets = (): string[] =>
  [...document.head.querySelectorAll('style, link')].map((sheet) => sheet.textContent || (sheet.getAttribute('href') ?? ''));
const settle = (event: 'load' | 'error'): boolean | undefined =>
  document.head.querySelector('link[href="/portal.css"]')?.dispatchEvent(new Event(event));

test('styles that cannot be had are asked for again', async () => {
  const asked = loadStyles();
  settle('error');
  await expect(asked).rejects.toThrow('/portal.css cannot be had');
  expect(sheets()).toEqual(['theme', 'own', '/map.css']);
});

test('another page is shown once all styles are there: behind those of the first, before those of parts, and only once', async () => {
  const { page } = listPayload();
  const next = { ...page, ...listPayload({ rows: rowsOf(2), total: 2 }).page, head: { ...page.head, title: '活动预约' } };
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify({ ...next, query: { columnId: '6102' } }))));
  taken = await hydratePage(listPayload());
  await act(async () => {
    document
      .querySelector('.menu-bar-list > li:nth-child(3) a')
      ?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, button: 0 }));
    await new Promise((resolve) => setImmediate(resolve));
  });
  expect([sheets(), document.title]).toEqual([['theme', 'own', '/portal.css', '/map.css'], page.head.title]);
  settle('load');
  await expect.poll(() => document.title).toBe('活动预约');
  await loadStyles();
  expect(sheets()).toHaveLength(4);
});
