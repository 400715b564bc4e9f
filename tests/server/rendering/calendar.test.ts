import { describe, expect, test } from 'vitest';
import { openModules } from '../../modules/harness';
import { listed, titleOf, words } from '../../modules/page';

const portal = openModules({ now: Date.parse('2026-11-24T10:00:00+08:00') }, async ({ put }) => {
  const event = (id: string, begin: string, end?: string, types = 'e1') => ({
    id,
    columnId: '6113',
    name: id,
    types: [types],
    beginTime: `2026-${begin}`,
    ...(end === undefined ? {} : { endTime: `2026-${end}` }),
  });
  const events = [
    event('before', '10-20 09:00:00', '10-31 23:59:00'),
    event('over', '10-30 09:00:00', '11-02 10:00:00'),
    event('night', '11-05 22:00:00', '11-06 01:00:00'),
    event('open', '11-06 19:00:00'),
    event('third', '11-06 20:00:00', '11-06 21:00:00', 'e2'),
    event('long', '09-01 09:00:00', '12-31 17:00:00'),
    event('after', '12-01 00:00:00', '12-01 10:00:00'),
  ];
  await put('centre', 'appointment', events);
  await put(
    'library',
    'appointment',
    events.map((item) => ({ ...item, columnId: '8103' })),
  );
});

const address = '/appointment?columnId=6113&view=calendar';
const open = (more = ''): Promise<Document> => portal.open(address + more);
const days = (page: Document): string[] =>
  [...page.querySelectorAll('td[data-day] a')].map(
    (link) => `${link.closest('td')?.getAttribute('data-day')?.slice(5)} ${words(link.querySelector('.month-table-count'))}`,
  );

describe('a calendar of a list', () => {
  test.each([
    ['centre', address, undefined],
    ['the library, whose list is fetched whole', '/appointment?columnId=8103&view=calendar', 'library.localhost'],
  ])('of %s has each day of the month with what has a part of it', async (_whose, url, host) => {
    const page = await portal.open(url, host);
    expect(days(page)).toEqual(['11-01 1项', '11-02 1项', '11-05 1项', '11-06 3项']);
    expect(words(page.querySelector('.list-calendar-lasting'))).toBe('长期进行 1项long');
    expect(words(page.querySelector('td[aria-current="date"]'))).toContain('11月24日 周二 今天');
    expect([...page.querySelectorAll('[data-day="2026-11-06"] .month-table-title')].map(words)).toHaveLength(2);
    expect(words(page.querySelector('[data-day="2026-11-06"] .month-table-more'))).toBe('还有1项');
  });

  test('a day leads to the list of that day, which keeps the other filters', async () => {
    const link = (await open('&types=e1')).querySelector('[data-day="2026-11-06"] a')?.getAttribute('href') ?? '';
    expect(link).toBe('/appointment?columnId=6113&types=e1&datesFrom=2026-11-06&datesTo=2026-11-06');
    const page = await portal.open(link);
    expect(listed(page).map(titleOf).sort()).toEqual(['long', 'night', 'open']);
    expect(page.querySelector('input[name="datesFrom"]')?.getAttribute('value')).toBe('2026-11-06');
  });

  test('days on which the institution is closed are marked', async () => {
    const page = await open();
    expect([...page.querySelectorAll('.month-table-rest')].map((mark) => mark.closest('td')?.getAttribute('data-day')?.slice(8))).toEqual([
      '02',
      '09',
      '16',
      '23',
      '30',
    ]);
  });

  test('the months before and after are linked, and the way back to that of today', async () => {
    const page = await open('&month=2026-12');
    expect(words(page.querySelector('.list-calendar-title'))).toBe('2026年12月');
    const links = [...page.querySelectorAll('.list-calendar-head a')].map((link) => link.getAttribute('href'));
    expect(links).toEqual([`${address}&month=2026-11`, `${address}&month=2027-01`, address]);
    expect(days(page)).toEqual(['12-01 1项']);
  });

  test.each(['2026-13', 'x', '<script>', '26-1'])('a month that is none, %j, is that of now', async (month) => {
    expect(words((await open(`&month=${encodeURIComponent(month)}`)).querySelector('.list-calendar-title'))).toBe('2026年11月');
  });

  test.each(['1900-01', '9999-12', '2026-08'])('a month without anything, %s, says so', async (month) => {
    const page = await open(`&month=${month}`);
    expect(days(page)).toEqual([]);
    expect(words(page.querySelector('.empty-state'))).toBe('这个月没有安排');
    expect(page.querySelector(`.list-calendar-head a[href="${address}"]`)).not.toBeNull();
  });

  test('a filter by periods has no part in it, another narrows it', async () => {
    expect(days(await open('&time=1'))).toEqual(days(await open()));
    expect(days(await open('&types=e2'))).toEqual(['11-06 1项']);
  });

  test('no more reaches the browser than is shown', async () => {
    const { data } = await portal.payload(address);
    const [row] = (data as { main: { rows: object[] } }).main.rows;
    expect(Object.keys(row ?? {}).sort()).toEqual(['beginTime', 'columnId', 'endTime', 'id', 'name']);
  });

  test.each([
    ['dateFrom=2026-11-06&dateTo=2026-11-06', ['long', 'night', 'open', 'third']],
    ['dateFrom=2026-12-02', ['long']],
    ['dateTo=2026-10-20', ['before', 'long']],
  ])('the call finds what has some time between two days: %s', async (query, expected) => {
    expect((await portal.ids(`/api/activity/web/page?page=1&limit=20&columnId=6113&${query}`, 'list', 'data', 'rows')).sort()).toEqual(
      expected,
    );
  });
});
