// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { listPageNumbers } from '../../../src/portal/lists/Pager';
import { listPayload } from '../payloads';
import { htmlOf } from '../rendered';

function pageOf(html: string): HTMLElement {
  const page = document.createElement('div');
  page.innerHTML = html;
  return page;
}

const texts = (page: HTMLElement, selector: string): string[] =>
  [...page.querySelectorAll(selector)].map((element) => element.textContent ?? '');

test.each([
  [1, 57, [1, 2, 3, 4, 5]],
  [4, 57, [2, 3, 4, 5, 6]],
  [30, 57, [28, 29, 30, 31, 32]],
  [57, 57, [53, 54, 55, 56, 57]],
  [2, 3, [1, 2, 3]],
  [1, 1, [1]],
  [9, 3, [1, 2, 3]],
])('[CONV-04] page %i of %i shows the buttons %j', (page, pages, numbers) => {
  expect(listPageNumbers(page, pages)).toEqual(numbers);
});

test('[CONV-04] a pager reads previous, five pages, next', () => {
  const page = pageOf(htmlOf(listPayload({ total: 120, data: { state: { page: 5, filters: {}, keyword: '' } } })));
  const pager = page.querySelector('.pager');
  expect([...(pager?.children ?? [])].map((child) => child.textContent)).toEqual(['上一页', '34567', '下一页', '第5页，共10页']);
  expect(pager?.querySelector('[aria-current="page"]')?.textContent).toBe('5');
  expect(pager?.querySelector('a')?.getAttribute('href')).toBe('/information?columnId=6101&page=4');
});

test('[CONV-04] the ends of a pager cannot be used', () => {
  const page = pageOf(htmlOf(listPayload({ total: 57 })));
  expect(texts(page, '.pager-step[aria-disabled]')).toEqual(['上一页']);
  expect(texts(page, 'a.pager-step')).toEqual(['下一页']);
});

test('a list that fits on one page has no pager', () => {
  expect(pageOf(htmlOf(listPayload({ total: 12 }))).querySelector('.pager')).toBeNull();
});

test('a list that pages by more offers the next page as a link, and none at its end', () => {
  expect(
    pageOf(htmlOf(listPayload({ page: { paging: 'more' } })))
      .querySelector('.list-body-more a')
      ?.getAttribute('href'),
  ).toBe('/information?columnId=6101&page=2');
  expect(pageOf(htmlOf(listPayload({ total: 12, page: { paging: 'more' } }))).querySelector('.list-body-more')).toBeNull();
});

test('[CONV-06] an empty list says 暂无数据', () => {
  expect(texts(pageOf(htmlOf(listPayload({ rows: [], total: 0 }))), '.empty-state-title')).toEqual(['暂无数据']);
});

test('a page after the last one says so and leads back into the list', () => {
  const page = pageOf(htmlOf(listPayload({ rows: [], total: 34, data: { state: { page: 99, filters: { type: ['2'] }, keyword: '' } } })));
  expect(texts(page, '.empty-state-title')).toEqual(['没有第99页，共3页']);
  expect(texts(page, '.empty-state a')).toEqual(['回到第一页']);
  expect(page.querySelector('.empty-state a')?.getAttribute('href')).toBe('/information?columnId=6101&type=2');
});

test('an empty list that was narrowed offers to clear the conditions', () => {
  const page = pageOf(htmlOf(listPayload({ rows: [], total: 0, data: { state: { page: 1, filters: { type: ['2'] }, keyword: '' } } })));
  expect(page.querySelector('.empty-state a')?.getAttribute('href')).toBe('/information?columnId=6101');
});

test('[CONV-26] a list that failed says what the server said', () => {
  const page = pageOf(
    htmlOf(listPayload({ rows: [], total: 0, data: { main: { ok: false, rows: [], total: 0, message: '系统维护中' } } })),
  );
  expect(texts(page, '.empty-state-title')).toEqual(['系统维护中']);
  expect(texts(page, '.empty-state button')).toEqual(['重试']);
});

test('[CONV-05] every choice of a filter is a link that starts at the first page', () => {
  const page = pageOf(htmlOf(listPayload({ data: { state: { page: 4, filters: { area: ['a1'] }, keyword: '' } } })));
  const links = [...page.querySelectorAll('.filter-rows-chip')].map((chip) => chip.getAttribute('href') ?? '');
  expect(links.some((href) => href.includes('page='))).toBe(false);
  expect(links).toContain('/information?columnId=6101&area=a1&time=2');
  expect(texts(page, '.filter-rows-chip[aria-current]')).toEqual(['全部', '云栖区', '全部']);
});

test('[CONV-03] cards open in a new window and say so, unless the definition says otherwise', () => {
  const link = pageOf(htmlOf(listPayload())).querySelector('.card-link');
  expect(link?.getAttribute('target')).toBe('_blank');
  expect(link?.getAttribute('rel')).toContain('noopener');
  expect(link?.textContent).toContain('（在新窗口打开）');
  const card = {
    shape: 'tile',
    title: '/row/title',
    opens: { to: '/informationdetail{?id}', with: { id: '/row/id' }, window: 'same' },
  } as const;
  expect(
    pageOf(htmlOf(listPayload({ card })))
      .querySelector('.card-link')
      ?.hasAttribute('target'),
  ).toBe(false);
});

test('a search form carries the state of the list, so that it works without scripts', () => {
  const form = pageOf(htmlOf(listPayload({ data: { state: { page: 3, filters: { type: ['2'] }, keyword: '' } } }))).querySelector(
    '.list-search',
  );
  expect(form?.getAttribute('method')).toBe('get');
  expect(
    [...(form?.querySelectorAll('input[type=hidden]') ?? [])].map((input) => [input.getAttribute('name'), input.getAttribute('value')]),
  ).toEqual([
    ['columnId', '6101'],
    ['type', '2'],
  ]);
});
