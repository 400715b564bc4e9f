import type { JsonObject } from '../../../src/model/json';
// @vitest-environment jsdom
import { act } from 'react-dom/test-utils';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Card } from '../../../src/model/definitions.g';
import type { Payload } from '../../../src/model/payload';
import type { CallValues } from '../../../src/runtime/pageData';
import { formatDisplay } from '../../../src/runtime/display';
import { listPayload } from '../payloads';
import { htmlOf, hydratePage, type Taken } from '../rendered';

let taken: Taken | undefined;
beforeEach(() => {
  window.scrollTo = vi.fn();
});
afterEach(() => {
  taken?.close();
  taken = undefined;
});

const card: Card = { shape: 'row', title: { value: '/row/title', format: 'marked' }, text: { value: '/row/text', format: 'marked' } };
const rows: JsonObject[] = [{ id: '1', title: '<mark>昆曲</mark>&amp;讲座', text: '…看<mark>昆曲</mark>&lt;b&gt;<b>完</b>' }];

/** A list whose search is called key, with radio buttons in its form. */
function payload(found: JsonObject[] = rows, query: Record<string, string> = { key: '昆曲' }): Payload {
  const made = listPayload({
    rows: found,
    total: found.length,
    card,
    data: { state: { page: 1, filters: query['type'] === undefined ? {} : { type: [query['type']] }, keyword: query['key'] ?? '' } },
    page: {
      filters: {
        type: {
          label: '类别',
          param: 'type',
          shape: 'radios',
          options: { info: { value: 'info', label: '资讯' }, venue: { value: 'venue', label: '场馆' } },
        },
      },
      search: { query: 'key', placeholder: '关键词', fields: { title: { label: '标题', param: 'title' } } },
      sorts: undefined,
    },
  });
  return { ...made, page: { ...made.page, query } };
}

const form = (): HTMLFormElement => document.querySelector('form.list-search') ?? document.createElement('form');
const radio = (label: string): HTMLInputElement | undefined =>
  [...document.querySelectorAll<HTMLInputElement>('input[type=radio]')].find((input) => input.parentElement?.textContent === label);
const box = (): HTMLInputElement => form().querySelector('input[type=search]') ?? document.createElement('input');

async function started(made = payload(), before?: () => void): Promise<CallValues[]> {
  const asked: CallValues[] = [];
  taken = await hydratePage(
    made,
    (_endpoint, values) => {
      asked.push(values);
      return Promise.resolve({ ok: true, rows: [], total: 0 });
    },
    before,
  );
  return asked;
}

test('[SRCH-01, SRCH-02] without scripts it is one form with the keyword and the radio buttons', () => {
  document.body.innerHTML = htmlOf(payload(rows, { key: '昆曲', type: 'venue' }));
  expect(form().getAttribute('method')).toBe('get');
  expect([...new FormData(form())].map((entry) => entry.join('='))).toEqual(['key=昆曲', 'type=venue']);
  expect([...document.querySelectorAll('fieldset label')].map((label) => label.textContent)).toEqual(['全部', '资讯', '场馆']);
  expect(document.querySelector('fieldset legend')?.textContent).toBe('类别');
  expect(document.querySelectorAll('form.list-search')).toHaveLength(1);
  expect(document.querySelector('.filter-rows')).toBeNull();
  document.body.innerHTML = '';
});

test('a radio button counts at once, together with what was typed', async () => {
  const asked = await started();
  box().value = '青瓷';
  await act(async () => {
    radio('场馆')?.click();
  });
  expect(asked).toEqual([{ type: 'venue', title: '青瓷', page: 1, limit: 12 }]);
  expect([radio('场馆')?.checked, radio('全部')?.checked]).toEqual([true, false]);
  await act(async () => {
    radio('全部')?.click();
  });
  expect(asked.at(-1)).toEqual({ title: '青瓷', page: 1, limit: 12 });
  expect(taken?.complaints).toEqual([]);
});

test.each([
  ['a choice', {}, '场馆', { type: 'venue', title: '青瓷', page: 1, limit: 12 }],
  ['all again', { type: 'info' }, '全部', { title: '青瓷', page: 1, limit: 12 }],
])('%s made before the scripts were there is kept and counts, together with what was typed', async (_what, query, label, call) => {
  const asked = await started(payload(rows, { key: '昆曲', ...query }), () => {
    box().value = '青瓷';
    radio(label)?.click();
  });
  expect([radio(label)?.checked, asked]).toEqual([true, [call]]);
  expect(taken?.complaints).toEqual([]);
});

test('sending the form keeps the chosen button and stays in the box', async () => {
  const asked = await started(payload(rows, { key: '昆曲', type: 'info' }));
  box().focus();
  box().value = ' 评弹 ';
  const before = box();
  await act(async () => {
    form().requestSubmit();
  });
  expect(asked).toEqual([{ type: 'info', title: '评弹', page: 1, limit: 12 }]);
  expect(document.activeElement).toBe(before);
});

test('[SRCH-05] where nothing is found only a choice can be taken back, not what was typed', async () => {
  await started(payload([], { key: '昆曲', type: 'info' }));
  expect(document.querySelector('.empty-state a')?.getAttribute('href')).toBe('/information?key=%E6%98%86%E6%9B%B2');
  taken?.close();
  await started(payload([], { key: '昆曲' }));
  expect(document.querySelector('.empty-state a')).toBeNull();
});

test('what was found is highlighted, and nothing else of a text is markup', async () => {
  await started();
  const article = document.querySelector('article');
  expect(article?.querySelector('.card-title')?.textContent).toBe('昆曲&讲座');
  expect([...(article?.querySelectorAll('mark') ?? [])].map((mark) => mark.textContent)).toEqual(['昆曲', '昆曲']);
  expect(article?.querySelector('.card-text')?.textContent).toBe('…看昆曲<b>完');
  expect(article?.querySelector('.card-text b')).toBeNull();
  expect(taken?.complaints).toEqual([]);
});

test.each([
  [
    '<mark>a</mark>b',
    [
      ['a', true],
      ['b', false],
    ],
  ],
  ['a<mark>b', [['ab', false]]],
  [
    '</mark>a<mark></mark>b',
    [
      ['a', false],
      ['b', false],
    ],
  ],
  ['<mark onload=x>a</mark>', [['a', false]]],
  [
    'a <mark>b</mark> c',
    [
      ['a ', false],
      ['b', true],
      [' c', false],
    ],
  ],
])('marks in %j', (html, pieces) => {
  const shown = formatDisplay({ value: { const: html }, format: 'marked' }, {}, { patterns: {}, texts: {}, labels: {}, now: 0 });
  expect(shown?.pieces?.map(({ text, hit }) => [text, hit])).toEqual(pieces);
});

test('what was typed into the box before the scripts were there stays in it, and is what is searched for', async () => {
  const asked: CallValues[] = [];
  taken = await hydratePage(
    payload(),
    (_endpoint, values) => {
      asked.push(values);
      return Promise.resolve({ ok: true, rows: [], total: 0 });
    },
    () => void (box().value = '古琴'),
  );
  expect(box().value).toBe('古琴');
  await act(async () => form().requestSubmit());
  expect(asked.at(-1)).toMatchObject({ title: '古琴' });
  expect(box().value).toBe('古琴');
});
