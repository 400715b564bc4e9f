import { describe, expect, test } from 'vitest';
import { openModules } from './harness';
import { cardOf, fact, filterRows, listed, many, opens, panel, pictures, section, tabs, titlesIn, words } from './page';

const list = '/api/activity/web/brandActivity/page';
const full = {
  id: 'full',
  menuId: '9001',
  name: '民艺讲堂',
  synopsis: '<em>每月</em>两讲',
  image: '/pictures/plum/brand-full.svg',
  content: '<p>开讲于<strong>二〇一二年</strong>。</p>',
};
const lone = { id: 'lone', menuId: '9001', name: '独幕剧社' };

const portal = openModules({}, async ({ put }) => {
  await put('centre', 'brandactivity', [
    full,
    lone,
    { id: 'typed', menuId: '6102', name: '春分市集', types: ['b1'] },
    { id: 'other', menuId: '6102', name: '戏曲下乡', types: ['b2'] },
    ...many(17, (number) => ({ id: `many-${number}`, menuId: '9012', name: `品牌${number}` })),
  ]);
  await put('centre', 'information', [
    {
      id: 'linked',
      columnId: '6101',
      title: '媒体报道',
      link: 'https://news.example.org/1',
      brandActivityId: 'full',
      publishDate: '2026-11-30',
    },
    ...many(19, (number, day) => ({
      id: `info-${number}`,
      columnId: '6101',
      title: `讲堂消息${number}`,
      brandActivityId: 'full',
      publishDate: day,
    })),
    { id: 'elsewhere', columnId: '6176', title: '讲堂公告', brandActivityId: 'full', publishDate: '2026-01-01' },
    { id: 'stranger', columnId: '6101', title: '无关消息', publishDate: '2026-11-30' },
  ]);
  await put('centre', 'appointment', [
    ...many(5, (number, day) => ({
      id: `act-${number}`,
      columnId: '6113',
      name: `第${number}讲`,
      brandActivityId: 'full',
      beginTime: `${day} 14:00:00`,
      endTime: `${day} 16:00:00`,
    })),
    { id: 'act-stranger', columnId: '6113', name: '无关活动', beginTime: '2026-11-30 14:00:00', endTime: '2026-11-30 16:00:00' },
  ]);
});

const detail = (id: string): Promise<Document> => portal.open(`/brandactivitydetail?columnId=9001&id=${id}`);
const more = (root: Element | undefined): string[] =>
  [...(root?.querySelectorAll('a') ?? [])].filter((link) => words(link) === '更多').map((link) => link.getAttribute('href') ?? '');

describe('calls', () => {
  test('[BRAND-14, BRAND-15] the list answers data.total and data.rows', async () => {
    const { content: _content, ...row } = full;
    const { body } = await portal.get(`${list}?page=1&limit=10&menuId=9001&name=${encodeURIComponent('讲堂')}`);
    expect(body).toEqual({ status: 200, message: '操作成功', data: { total: 1, rows: [row] } });
  });

  test('[BRAND-14, BRAND-16, BRAND-17] the detail answers every field in data', async () => {
    expect((await portal.get('/api/activity/web/brandActivity/full')).body).toEqual({ status: 200, message: '操作成功', data: full });
  });

  test.each([
    ['menuId=6102&types=b1', ['typed']],
    ['menuId=6102&codes=b2', ['other']],
    ['menuId=6102&type=brand&types=b2', ['other']],
    [`menuId=6102&name=${encodeURIComponent('市集')}`, ['typed']],
  ])('[BRAND-15] %s finds %j', async (query, expected) => expect(await portal.ids(`${list}?${query}`, 'data', 'rows')).toEqual(expected));

  test.each([
    ['/api/information/web/page', '6176', ['elsewhere']],
    ['/api/information/web/page', '6199', []],
    ['/api/activity/web/page', '6113', ['act-1', 'act-2', 'act-3', 'act-4', 'act-5']],
  ])('[BRAND-16, BRAND-17] %s takes brandActivityId and columnId %s', async (url, columnId, expected) => {
    expect(await portal.ids(`${url}?brandActivityId=full&columnId=${columnId}`, 'list', 'data', 'rows')).toEqual(expected);
  });
});

describe('the list', () => {
  test('[BRAND-01] back route id 117 in the menu leads to /brandactivity', async () => {
    expect(await portal.inMenu('品牌活动')).toEqual(['6102', 117, '/brandactivity?columnId=6102']);
  });

  test('[BRAND-02] cards show image, name and synopsis as HTML, below the types of the column', async () => {
    const page = await portal.open('/brandactivity?columnId=6102');
    expect(filterRows(page)).toEqual({ 类型: ['全部', '节庆民俗', '文化惠民', '传承研习'] });
    expect(await portal.chosen(page, '类型', '文化惠民')).toEqual(['戏曲下乡']);
    const card = cardOf(await portal.open('/brandactivity?columnId=9001'), '民艺讲堂');
    expect(pictures(card)).toEqual(['/pictures/plum/brand-full.svg']);
    expect(card?.querySelector('em')?.textContent).toBe('每月');
    expect(words(card)).toBe('民艺讲堂每月两讲');
  });

  test('[BRAND-03] a card without synopsis says 暂无介绍', async () =>
    expect(words(cardOf(await portal.open('/brandactivity?columnId=9001'), '独幕剧社'))).toBe('独幕剧社暂无介绍'));

  test('[BRAND-04] a card opens the detail with columnId, id and subhomepage', async () => {
    const page = await portal.open('/brandactivity?columnId=9001&subhomepage=travel');
    expect(opens(cardOf(page, '民艺讲堂'))).toEqual({
      href: '/brandactivitydetail?columnId=9001&id=full&subhomepage=travel',
      newWindow: true,
    });
  });

  test('[BRAND-05] 8 are on a page', async () => expect(await portal.cardsPerPage('/brandactivity?columnId=9012')).toEqual([8, 8, 1]));
});

describe('the detail', () => {
  test('[BRAND-06, BRAND-07] it shows image, name and synopsis, and the body in the tab 图文介绍', async () => {
    const page = await detail('full');
    expect(words(page.querySelector('h1'))).toBe('民艺讲堂');
    expect(pictures(page.querySelector('main') ?? undefined)).toContain('/pictures/plum/brand-full.svg');
    expect([...page.querySelectorAll('main em')].map(words)).toContain('每月');
    expect(words(panel(page, '图文介绍')?.querySelector('.rich-text'))).toBe('开讲于二〇一二年。');
  });

  test('[BRAND-08, BRAND-09] the tabs 文化资讯 and 相关活动 are there when there is something in them', async () => {
    expect(tabs(await detail('full'))).toEqual(['图文介绍', '文化资讯', '相关活动']);
    expect(tabs(await detail('lone'))).toEqual(['图文介绍']);
  });

  test('[BRAND-08, BRAND-09] each of the two stands without the other', async () => {
    await portal.put('centre', 'information', [
      { id: 'for-news', columnId: '6101', title: '消息', brandActivityId: 'news', publishDate: '2025-01-01' },
    ]);
    await portal.put('centre', 'appointment', [
      {
        id: 'for-event',
        columnId: '6113',
        name: '活动',
        brandActivityId: 'event',
        beginTime: '2025-01-01 09:00:00',
        endTime: '2025-01-01 10:00:00',
      },
    ]);
    await portal.put('centre', 'brandactivity', [
      { id: 'news', menuId: '9001', name: '仅有资讯' },
      { id: 'event', menuId: '9001', name: '仅有活动' },
    ]);
    expect(tabs(await detail('news'))).toEqual(['图文介绍', '文化资讯']);
    expect(tabs(await detail('event'))).toEqual(['图文介绍', '相关活动']);
  });

  test('[BRAND-03] without synopsis it says 暂无介绍', async () => {
    expect(words((await detail('lone')).querySelector('h1')?.parentElement)).toContain('暂无介绍');
    expect(words((await detail('full')).querySelector('main'))).not.toContain('暂无介绍');
  });

  test('[BRAND-10] up to 18 articles and 3 activities are shown, its own alone', async () => {
    const page = await detail('full');
    const articles = titlesIn(panel(page, '文化资讯'));
    expect(articles).toHaveLength(18);
    expect(articles).not.toContain('无关消息');
    expect(titlesIn(panel(page, '相关活动'))).toEqual(['第1讲', '第2讲', '第3讲']);
  });

  test('[BRAND-11] 更多 leads to the columns of the articles and of the activities', async () => {
    const page = await detail('full');
    expect(more(panel(page, '文化资讯'))).toEqual(['/information?columnId=6101']);
    expect(more(panel(page, '相关活动'))).toEqual(['/appointment?columnId=6113']);
  });

  test('[BRAND-12] an article opens its external link, else its own page', async () => {
    const articles = panel(await detail('full'), '文化资讯');
    expect(articles && opens(cardOf(articles, '媒体报道'))).toEqual({ href: 'https://news.example.org/1', newWindow: true });
    expect(articles && opens(cardOf(articles, '讲堂消息1'))?.href).toBe('/informationdetail?columnId=6101&id=info-1');
  });

  test('[BRAND-13] an activity opens its page', async () => {
    const activities = panel(await detail('full'), '相关活动');
    expect(activities && opens(cardOf(activities, '第1讲'))?.href).toBe('/appointmentdetail?columnId=6113&id=act-1');
  });

  test('it counts its views', async () => expect(fact(await detail('full'), '浏览')).toBe('0'));
});

test('without items the list says 暂无数据', async () => {
  const page = await portal.open('/brandactivity?columnId=9099');
  expect(listed(page)).toEqual([]);
  expect(section(page, '文化资讯')).toBeUndefined();
  expect(words(page.querySelector('#list'))).toContain('暂无数据');
});
