import { describe, expect, test } from 'vitest';
import { at, demoItems } from '../server/portal';
import { friday, openModules } from './harness';
import { cardOf, control, fact, linkTo, listed, many, opens, section, titleOf, words } from './page';

const stream = {
  id: 'on',
  menuId: '9301',
  name: '慢直播',
  imageUrl: '/pictures/river/on.svg',
  insertTime: '2026-11-18T09:00:00+08:00',
  beginTime: '2026-11-19T09:00:00+08:00',
  endTime: '2026-11-30T09:00:00+08:00',
  pullPath: '/channels/river/index.m3u8',
  unitName: '青澜市文化馆',
  content: '<p>江声。</p>',
  types: ['vt1'],
};
const over = { beginTime: '2026-11-01T09:00:00+08:00', endTime: '2026-11-01T11:00:00+08:00', insertTime: '2026-10-30T09:00:00+08:00' };

const portal = openModules({ now: friday }, async ({ put, count }) => {
  await put('centre', 'live', [
    stream,
    {
      id: 'soon',
      menuId: '9301',
      name: '预告',
      insertTime: '2026-11-17T09:00:00+08:00',
      beginTime: '2026-11-20T10:00:01+08:00',
      endTime: '2026-11-20T12:00:00+08:00',
      pullPath: '/channels/none/index.m3u8',
    },
    {
      id: 'film',
      menuId: '9301',
      name: '影片回放',
      ...over,
      pullPath: '/channels/river/index.m3u8',
      pcBackUrl: '/media/river/360p.mp4',
      playbackFile: '/media/river/index.m3u8',
    },
    { id: 'file', menuId: '9301', name: '文件回放', ...over, playbackFile: '/media/river/index.m3u8' },
    { id: 'site', menuId: '9301', name: '站外回放', ...over, pcBackUrl: 'https://replay.example.org/a' },
    { id: 'none', menuId: '9301', name: '没有回放的', ...over, pullPath: '/channels/river/index.m3u8' },
    { id: 'given', menuId: '9301', name: '没有时间', state: '2', insertTime: '2026-10-01T09:00:00+08:00' },
    ...many(25, (number, day) => ({
      id: `many-${number}`,
      menuId: '9302',
      name: `直播${number}`,
      insertTime: day,
      beginTime: `${day}T09:00:00+08:00`,
      endTime: `${day}T10:00:00+08:00`,
    })),
  ]);
  await count('9301', 'on', { pv: 41 });
});

const list = '/api/culture/cultureDistribution/web/liveData/page';
const ids = async (query: string): Promise<unknown> => {
  const { data } = (await portal.get(`${list}?${query}`)).body;
  return Array.isArray(data) ? data.map((row) => at(row, 'id')) : data;
};
const detail = (id: string): Promise<Document> => portal.open(`/livedetail?columnId=9301&id=${id}`);
/** What the player of a detail page plays, as a browser without scripts is given it; else what it says. */
const played = async (id: string): Promise<string | null | undefined> => {
  const player = (await detail(id)).querySelector('.player');
  return (
    /<video[^>]* src="([^"]*)"/.exec(player?.querySelector('noscript')?.innerHTML ?? '')?.[1] ??
    player?.querySelector('[role="status"]')?.textContent
  );
};

test('[LIVE-01, LIVE-10] back route id 52 in the menu leads to /live', async () => {
  expect(await portal.inMenu('剧场直播')).toEqual(['6116', 52, '/live?columnId=6116']);
});

describe('calls', () => {
  test('[LIVE-08, LIVE-09, LIVE-03] the detail answers data with every field of the stream, its state as text', async () => {
    expect((await portal.get('/api/culture/cultureDistribution/web/liveData/on')).body).toEqual({
      status: 200,
      message: '操作成功',
      data: { ...stream, state: '1' },
    });
  });

  test('[LIVE-09] the list answers status 0, totalSize and data, what is on first and then what comes, without bodies', async () => {
    const { content: _content, ...row } = stream;
    const { status, totalSize, data } = (await portal.get(`${list}?menuId=9301&pageNum=1&limit=2`)).body;
    expect([status, totalSize, at(data, 1, 'id'), at(data, 0)]).toEqual([0, 7, 'soon', { ...row, state: '1' }]);
  });

  test.each([
    ['menuId=9301&state=0', ['soon']],
    ['menuId=9301&state=1', ['on']],
    ['menuId=9301&types=vt1', ['on']],
    ['menuId=9301&name=%E7%AB%99%E5%A4%96', ['site']],
  ])('[LIVE-09] %s finds %j', async (query, found) => expect(await ids(query)).toEqual(found));

  test('[LIVE-03] a state of its own stays where there are no times, and follows the clock where there are', async () => {
    const { data } = (await portal.get(`${list}?menuId=9301`)).body;
    expect(Object.fromEntries((Array.isArray(data) ? data : []).map((row) => [at(row, 'id'), at(row, 'state')]))).toEqual({
      soon: '0',
      on: '1',
      film: '2',
      file: '2',
      site: '2',
      none: '2',
      given: '2',
    });
  });

  test('an id that is not there is refused', async () =>
    expect((await portal.get('/api/culture/cultureDistribution/web/liveData/nobody')).body).toMatchObject({ status: 404 }));
});

describe('the list', () => {
  test('[LIVE-10] shows cover, state, name, time, host and views, and opens the detail', async () => {
    const card = cardOf(await portal.open('/live?columnId=9301'), '慢直播');
    expect([words(card?.querySelector('.badge')), fact(card, '浏览')]).toEqual(['进行中', '41']);
    expect(words(card)).toMatch(/11月19日 周四 09:00.*青澜市文化馆/);
    expect(opens(card)).toEqual({ href: '/livedetail?columnId=9301&id=on', newWindow: true });
  });

  test('[LIVE-10] has twelve on a page, and tabs by state', async () => {
    expect(await portal.cardsPerPage('/live?columnId=9302')).toEqual([12, 12, 1]);
    expect(listed(await portal.open('/live?columnId=9301&tab=upcoming')).map(titleOf)).toEqual(['预告']);
  });
});

describe('the detail', () => {
  test('[LIVE-02] shows name, publish time, views, font sizes, player, comments and the sidebar', async () => {
    const page = await detail('on');
    expect([words(page.querySelector('h1')), fact(page, '发布时间'), fact(page, '浏览')]).toEqual(['慢直播', '11月18日 09:00', '41']);
    expect([...page.querySelectorAll('.font-sizes-size')].map(words)).toEqual(['超大', '大', '标准', '小']);
    expect(control(page, '播放：慢直播')).toBeDefined();
    expect(section(page, '评论')).toBeDefined();
    const others = [...page.querySelectorAll('aside article')].map(titleOf);
    expect([others.includes('影片回放'), others.includes('慢直播')]).toEqual([true, false]);
  });

  test.each([
    ['[LIVE-04] the stream while it is not over', 'on', '/channels/river/index.m3u8'],
    ['[LIVE-04] the stream before it begins', 'soon', '/channels/none/index.m3u8'],
    ['[LIVE-04] the film of one that is over', 'film', '/media/river/360p.mp4'],
    ['[LIVE-04] the recording of one that is over', 'file', '/media/river/index.m3u8'],
    ['nothing, which is said', 'none', '没有直播回放'],
    ['nothing of one without addresses', 'given', '没有直播回放'],
  ])('plays %s', async (_what, id, expected) => expect(await played(id)).toBe(expected));

  test('leads to a replay on another site', async () => {
    const page = await detail('site');
    expect(linkTo(page, '观看回放')).toBe('https://replay.example.org/a');
    expect(await played('site')).toContain('观看回放');
    expect(linkTo(await detail('film'), '观看回放')).toBeUndefined();
  });

  test('[COUNT-17] sends likes with the type live', async () => {
    const { definition } = await portal.payload('/livedetail?columnId=9301&id=on');
    expect(JSON.stringify(definition)).toContain('"type":{"const":"live"}');
  });
});

test.each([
  ['centre', 'live'],
  ['museum', 'live'],
  ['centre', 'newlive'],
  ['library', 'newlive'],
])('%s has streams of every state, and films that are there, in %s', async (tenant, module) => {
  const items = await demoItems(tenant, module);
  const state = (item: (typeof items)[number]): number =>
    friday < Date.parse(String(item['beginTime'])) ? 0 : friday > Date.parse(String(item['endTime'])) ? 2 : 1;
  expect(new Set(items.map(state))).toEqual(new Set([0, 1, 2]));
  for (const address of items.flatMap((item) => [
    item['pcBackUrl'],
    item['playbackFile'],
    item['captions'],
    ...(state(item) === 1 ? [item['pullPath']] : []),
  ])) {
    if (typeof address === 'string' && address.startsWith('/'))
      expect([address, (await portal.get(address, `${tenant}.localhost`)).status]).toEqual([address, 200]);
  }
});
