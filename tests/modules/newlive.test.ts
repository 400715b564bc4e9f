import { describe, expect, test } from 'vitest';
import { at } from '../server/portal';
import { friday, openModules } from './harness';
import { resolveTarget } from '../../src/runtime/action';
import { cardOf, filterRows, listed, many, opens, titleOf, words } from './page';

const times = {
  soon: ['2026-11-21T09:00:00+08:00', '2026-11-21T11:00:00+08:00'],
  on: ['2026-11-20T09:00:00+08:00', '2026-11-20T11:00:00+08:00'],
  over: ['2026-11-19T09:00:00+08:00', '2026-11-19T11:00:00+08:00'],
};
const item = (id: string, when: keyof typeof times, more: Record<string, string | string[]> = {}) => ({
  id,
  menuId: '9401',
  name: `直播${id}`,
  insertTime: '2026-11-10T09:00:00+08:00',
  beginTime: times[when][0] ?? '',
  endTime: times[when][1] ?? '',
  ...more,
});

const portal = openModules({ now: friday }, async ({ put }) => {
  await put('centre', 'newlive', [
    item('stream', 'on', {
      pullPath: '/channels/river/index.m3u8',
      pcUrl: 'https://live.example.org/a',
      liveType: 'zb1',
      unitType: 'dw4',
      types: ['vt1'],
      imageUrl: '/pictures/river/a.svg',
      unitName: '水磨调昆曲团',
    }),
    item('page', 'soon', { pcUrl: 'https://live.example.org/b', liveType: 'zb2' }),
    item('silent', 'on', { liveType: 'zb2' }),
    item('mp4', 'over', { pcBackUrl: 'https://media.example.org/a.mp4?t=1', playbackFile: '/media/river/360p.mp4' }),
    item('site', 'over', {
      pcBackUrl: 'https://replay.example.org/a',
      playbackFile: '/media/river/360p.mp4',
      pullPath: '/channels/river/index.m3u8',
    }),
    item('file', 'over', { playbackFile: '/media/river/index.m3u8' }),
    item('gone', 'over', { pullPath: '/channels/river/index.m3u8', pcUrl: 'https://live.example.org/c' }),
    ...many(25, (number, day) => ({
      id: `many-${number}`,
      menuId: '9402',
      name: `连播${number}`,
      insertTime: day,
      beginTime: `${day}T09:00:00+08:00`,
      endTime: `${day}T10:00:00+08:00`,
    })),
  ]);
});

const ids = async (query: string): Promise<unknown> => {
  const { data } = (await portal.get(`/api/culture/newLive/web/9401/list?${query}`)).body;
  return Array.isArray(data) ? data.map((row) => at(row, 'id')).sort() : data;
};
/** What a click on a card does, by the definition that the page shows it with. */
async function click(id: string): Promise<Record<string, unknown>> {
  const { definition } = portal.definitions.portal('centre')?.modules['newlive'] ?? {};
  const { data } = (await portal.get('/api/culture/newLive/web/9401/list?limit=100')).body;
  const row = (Array.isArray(data) ? data : []).find((each) => at(each, 'id') === id) ?? null;
  const found = resolveTarget(
    definition?.cards?.['tile']?.opens,
    { row, query: { columnId: '9401' } },
    { patterns: {}, login: '/login', here: '/', signedIn: false },
    'new',
  );
  return {
    href: found?.href,
    newWindow: found?.href === undefined ? undefined : found.newWindow,
    toast: found?.toast,
    tone: found?.toast === undefined ? undefined : found.action.tone,
    asks: found?.asks?.text,
    cancelled: found?.asks?.cancelled,
  };
}

test('[NLIVE-01] back route id 29 in the menu leads to /newlive', async () => {
  expect(await portal.inMenu('文化直播')).toEqual(['6115', 29, '/newlive?columnId=6115']);
});

describe('calls', () => {
  test('[NLIVE-14] the list takes pageNum, limit, menuId, types, liveType, unitType and state, and answers data and totalSize', async () => {
    const { status, totalSize, data } = (
      await portal.get('/api/culture/newLive/web/9401/list?pageNum=1&limit=12&menuId=9401&types=vt1&liveType=zb1&unitType=dw4&state=1')
    ).body;
    expect([status, totalSize, at(data, 0, 'id'), Array.isArray(data) && data.length]).toEqual([0, 1, 'stream', 1]);
  });

  test.each([
    ['state=0', ['page']],
    ['state=1', ['silent', 'stream']],
    ['state=2', ['file', 'gone', 'mp4', 'site']],
    ['liveType=zb2', ['page', 'silent']],
    ['unitType=dw4', ['stream']],
    ['types=vt1', ['stream']],
    ['state=', ['file', 'gone', 'mp4', 'page', 'silent', 'site', 'stream']],
  ])('[NLIVE-14] %s finds %j', async (query, found) => expect(await ids(query)).toEqual(found));

  test('[NLIVE-14] a state that there is not is refused', async () =>
    expect((await portal.get('/api/culture/newLive/web/9401/list?state=7')).body).toMatchObject({ status: 400 }));

  test('[NLIVE-15, NLIVE-03] the detail answers one stream with its state as text', async () => {
    expect((await portal.get('/api/culture/newLive/web/page')).body).toMatchObject({
      status: 200,
      data: { id: 'page', pcUrl: 'https://live.example.org/b', state: '0' },
    });
  });
});

describe('the list', () => {
  test('[NLIVE-02] has the tabs all, upcoming, ongoing and ended', async () => {
    const page = await portal.open('/newlive?columnId=9401');
    const tabs = [...page.querySelectorAll('.list-controls a')].map((link) => [words(link), link.getAttribute('href') ?? '']).slice(0, 4);
    expect(tabs.map(([label]) => label)).toEqual(['全部', '预告中', '进行中', '已结束']);
    const shown = await Promise.all(
      tabs.map(async ([, href]) =>
        listed(await portal.open(href ?? ''))
          .map(titleOf)
          .sort(),
      ),
    );
    expect(shown).toEqual([
      ['直播file', '直播gone', '直播mp4', '直播page', '直播silent', '直播site', '直播stream'],
      ['直播page'],
      ['直播silent', '直播stream'],
      ['直播file', '直播gone', '直播mp4', '直播site'],
    ]);
  });

  test('[NLIVE-03] marks the state of each, an ongoing one with the video icon', async () => {
    const page = await portal.open('/newlive?columnId=9401');
    const mark = (title: string): unknown[] => {
      const badge = cardOf(page, title)?.querySelector('.badge');
      return [words(badge), badge?.querySelector('svg') !== null];
    };
    expect([mark('直播page'), mark('直播stream'), mark('直播mp4')]).toEqual([
      ['预告中', false],
      ['进行中', true],
      ['已结束', false],
    ]);
  });

  test('[NLIVE-04] has twelve on a page', async () => expect(await portal.cardsPerPage('/newlive?columnId=9402')).toEqual([12, 12, 1]));

  test('[NLIVE-16] filters by type and host, and shows cover, name, time and host', async () => {
    const page = await portal.open('/newlive?columnId=9401');
    expect(filterRows(page)).toMatchObject({
      类型: ['全部', '演出', '讲座', '展览', '慢直播'],
      主办: ['全部', '文化馆', '图书馆', '博物馆', '院团'],
    });
    expect(await portal.chosen(page, '类型', '演出')).toEqual(['直播stream']);
    const card = cardOf(page, '直播stream');
    expect([
      words(card).includes('11月20日 周五 09:00'),
      words(card).includes('水磨调昆曲团'),
      card?.querySelector('img')?.getAttribute('src'),
    ]).toEqual([true, true, '/pictures/river/a.svg']);
  });
});

describe('a click', () => {
  const nothing = { href: undefined, newWindow: undefined, toast: undefined, tone: undefined, asks: undefined, cancelled: undefined };
  const question = { asks: '直播已经结束，是否观看回放?', cancelled: '已取消' };
  const detail = (id: string) => ({ href: `/newlivedetail?columnId=9401&id=${id}`, newWindow: true });
  test.each<[string, string, Record<string, unknown>]>([
    ['[NLIVE-05] goes to the detail when there is a stream', 'stream', detail('stream')],
    ['[NLIVE-06] opens the page of another site when there is no stream', 'page', { href: 'https://live.example.org/b', newWindow: true }],
    ['[NLIVE-07] warns when there is neither', 'silent', { toast: '没有直播链接', tone: 'warning' }],
    ['[NLIVE-08, NLIVE-11] asks when it is over, and goes to the detail for a film', 'mp4', { ...question, ...detail('mp4') }],
    [
      '[NLIVE-08, NLIVE-12] asks when it is over, and opens a replay that is no film',
      'site',
      { ...question, href: 'https://replay.example.org/a', newWindow: true },
    ],
    ['[NLIVE-08, NLIVE-09] asks when it is over, and goes to the detail for a recording', 'file', { ...question, ...detail('file') }],
    [
      '[NLIVE-08, NLIVE-10] asks when it is over, and warns when nothing was recorded',
      'gone',
      { ...question, toast: '没有直播回放', tone: 'warning' },
    ],
  ])('%s', async (_what, id, does) => expect(await click(id)).toEqual({ ...nothing, ...does }));

  test('[NLIVE-05, NLIVE-06] leads there without scripts too', async () => {
    const page = await portal.open('/newlive?columnId=9401');
    expect([
      opens(cardOf(page, '直播stream'))?.href,
      opens(cardOf(page, '直播page'))?.href,
      opens(cardOf(page, '直播site'))?.href,
      opens(cardOf(page, '直播silent')),
    ]).toEqual(['/newlivedetail?columnId=9401&id=stream', 'https://live.example.org/b', 'https://replay.example.org/a', undefined]);
  });
});

test('[NLIVE-11] the detail plays what its card promised', async () => {
  const played = async (id: string): Promise<string | undefined> =>
    /<video[^>]* src="([^"]*)"/.exec(
      (await portal.open(`/newlivedetail?columnId=9401&id=${id}`)).querySelector('.player noscript')?.innerHTML ?? '',
    )?.[1];
  expect([await played('stream'), await played('mp4'), await played('file')]).toEqual([
    '/channels/river/index.m3u8',
    'https://media.example.org/a.mp4?t=1',
    '/media/river/index.m3u8',
  ]);
});
