import { describe, expect, test } from 'vitest';
import { at } from '../server/portal';
import { friday, openModules } from './harness';
import { cardOf, control, fact, filterRows, linkTo, listed, many, opens, pictures, section, titleOf, words } from './page';

const calls = '/api/works/front/web/collect';
const works = '/api/works/front/web/wk';
const full = {
  id: 'full',
  menuId: '9001',
  activityName: '市民摄影征集',
  cover: '/pictures/river/full.svg',
  startDate: '2026-11-18 09:00:00',
  endDate: '2026-12-20 23:59:59',
  sponsorUnit: '青澜市文化馆',
  actNumber: 120,
  actNumLimit: 1,
  surplusWorksCount: 98,
  content: '<p>记下<strong>街巷</strong>。</p>',
  activityType: 'wa1',
  tips: '每人三幅',
};

const portal = openModules({ now: friday }, async ({ put, count }) => {
  await put('centre', 'workcollect', [
    full,
    {
      id: 'early',
      menuId: '9001',
      activityName: '短片征集',
      startDate: '2026-12-15 09:00:00',
      endDate: '2027-02-10 23:59:59',
      activityType: 'wa4',
      actNumLimit: 0,
      surplusWorksCount: 7,
    },
    { ...full, id: 'taken', menuId: '9013', surplusWorksCount: 0 },
    { id: 'over', menuId: '9001', activityName: '夏季摄影', startDate: '2026-06-10 09:00:00', endDate: '2026-08-31 23:59:59' },
    { id: 'month', menuId: '9001', activityName: '十一月征文', startDate: '2026-11-02 09:00:00', endDate: '2026-11-30 23:59:59' },
    { id: 'today', menuId: '9001', activityName: '今天开始', startDate: '2026-11-20 09:00:00', endDate: '2026-11-30 23:59:59' },
    ...many(13, (number, day) => ({
      id: `many-${number}`,
      menuId: '9012',
      activityName: `征集${number}`,
      startDate: `${day} 09:00:00`,
      endDate: '2026-12-01 00:00:00',
    })),
  ]);
  await put('centre', 'work', [
    ...many(19, (number, day) => ({
      id: `w${number}`,
      menuId: '9001',
      activityId: 'full',
      worksTitle: `作品${number}`,
      author: `作者${number}`,
      authorNo: `N-${100 + number}`,
      phone: '13700000000',
      userId: 'u1',
      voteCount: number * 10,
      crtTime: `${day} 08:00:00`,
      cover: `/pictures/boat/w${number}.svg`,
      content: '<p>正文</p>',
    })),
    { id: 'late', menuId: '9001', activityId: 'over', worksTitle: '夏荷', voteCount: 5, crtTime: '2026-07-01 08:00:00' },
    {
      id: 'strange',
      menuId: '9001',
      activityId: 'other',
      worksTitle: '别处的作品',
      author: '别人',
      voteCount: 9999,
      crtTime: '2026-11-01 08:00:00',
    },
  ]);
  for (const [id, pv] of [
    ['w3', 30],
    ['w7', 70],
    ['w5', 50],
  ] as const)
    await count('9001', id, { pv });
});

const ids = (url: string): Promise<unknown[]> => portal.ids(url, 'data', 'rows');
const detail = (id: string, more = ''): Promise<Document> => portal.open(`/workCollectDetail?columnId=9001&id=${id}${more}`);
const showcase = (page: Document): Element => page.querySelector('#list-works') ?? page.createElement('p');
const shown = (page: Document): string[] => [...showcase(page).querySelectorAll('article')].map(titleOf);

describe('calls', () => {
  test('[WORK-41, WORK-48] a call for works has its fields, and a status by its times', async () => {
    expect((await portal.get(`${calls}/full`)).body).toEqual({
      status: 200,
      message: '操作成功',
      data: { ...full, status: { code: 1, description: '进行中' } },
    });
    const { content: _content, ...row } = full;
    expect(at((await portal.get(`${calls}/page?page=1&limit=6&menuId=9001&activityType=wa1`)).body, 'data')).toEqual({
      total: 1,
      rows: [{ ...row, status: { code: 1, description: '进行中' } }],
    });
  });

  test.each([
    ['[WORK-05] status=0', ['early']],
    ['[WORK-05] status=1', ['today', 'full', 'month']],
    ['[WORK-05] status=2', ['over']],
    ['[WORK-04] dateType=1', ['today', 'full', 'month']],
    ['[WORK-04] dateType=2', ['today', 'full', 'month']],
    ['[WORK-04] dateType=3', ['today', 'full', 'month']],
    ['[WORK-46] activityType=wa1,wa4&status=0&dateType=', ['early']],
  ])('%s finds %j', async (row, found) => expect(await ids(`${calls}/page?menuId=9001&${row.replace(/^\[[^\]]*\] /, '')}`)).toEqual(found));

  test('[WORK-42, WORK-49] a work has its fields and its views; who sent it stays on the server', async () => {
    const { body } = await portal.get(`${works}/page?activityId=full&worksTitle=${encodeURIComponent('作品7')}`);
    expect(at(body, 'data')).toEqual({
      total: 1,
      rows: [
        {
          id: 'w7',
          menuId: '9001',
          activityId: 'full',
          worksTitle: '作品7',
          author: '作者7',
          authorNo: 'N-107',
          voteCount: 70,
          pv: 70,
          crtTime: '2026-10-24 08:00:00',
          cover: '/pictures/boat/w7.svg',
        },
      ],
    });
  });

  test.each([
    ['', ['w19', 'w18', 'w17']],
    ['voteCountSort=desc', ['w19', 'w18', 'w17']],
    ['voteCountSort=asc', ['w1', 'w2', 'w3']],
    ['pvSort=desc', ['w7', 'w5', 'w3']],
    [`author=${encodeURIComponent('作者12')}`, ['w12']],
    ['authorNo=N-10', ['w9', 'w8', 'w7']],
    ['page=2&limit=3', ['w16', 'w15', 'w14']],
  ])('[WORK-44] %s finds %j', async (query, found) =>
    expect((await ids(`${works}/page?activityId=full&${query}`)).slice(0, 3)).toEqual(found),
  );

  test('[WORK-24] as many as 1000 works are answered at once', async () => {
    expect(await ids(`${works}/page?activityId=full&limit=1000`)).toHaveLength(19);
    expect((await portal.get(`${works}/page?limit=1001`)).status).toBe(400);
  });

  test('[WORK-49] a work is answered to members alone', async () => {
    const { body, status } = await portal.get(`${works}/w7`);
    expect([status, at(body, 'status'), at(body, 'data')]).toEqual([200, 40101, undefined]);
  });

  test('[WORK-47] the dictionaries watlx and wwplx are asked for with menuId', async () => {
    const names = async (code: string): Promise<unknown> =>
      at(
        (await portal.get(`/api/communal/web/dict/searchType?dictParentCode=${code}&menuId=6188`)).body,
        'data',
        'dictType',
        0,
        'dictName',
      );
    expect([await names('watlx'), await names('wwplx')]).toEqual(['摄影', '单幅']);
  });
});

describe('the list', () => {
  test('[WORK-01] back route id 108 in the menu leads to /workCollect', async () => {
    expect(await portal.inMenu('作品征集')).toEqual(['6188', 108, '/workCollect?columnId=6188']);
  });

  test('[WORK-02, WORK-03, WORK-04, WORK-05] has filters by type, time and status', async () => {
    const page = await portal.open('/workCollect?columnId=9001');
    expect(filterRows(page)).toEqual({
      类型: ['全部', '摄影', '书画', '征文', '短片', '手工'],
      时间: ['全部', '今天', '本周', '本月'],
      状态: ['全部', '未开始', '进行中', '已结束'],
    });
    expect(await portal.chosen(page, '类型', '短片')).toEqual(['短片征集']);
    expect(await portal.chosen(page, '时间', '今天')).toEqual(['今天开始', '市民摄影征集', '十一月征文']);
    expect(await portal.chosen(page, '状态', '已结束')).toEqual(['夏季摄影']);
  });

  test('[WORK-06] 6 are on a page', async () => expect(await portal.cardsPerPage('/workCollect?columnId=9012')).toEqual([6, 6, 1]));

  test('[WORK-07] a card opens the detail with what it knows of the status and the places', async () => {
    expect(opens(cardOf(await portal.open('/workCollect?columnId=9001'), '市民摄影征集'))?.href).toBe(
      `/workCollectDetail?columnId=9001&id=full&surplusWorksCount=98&actNumLimit=1&code=1&description=${encodeURIComponent('进行中')}`,
    );
  });

  test('[CONV-06] an empty column says 暂无数据', async () =>
    expect(words((await portal.open('/workCollect?columnId=9099')).querySelector('#list'))).toContain('暂无数据'));
});

describe('the detail', () => {
  test('[WORK-08] shows status, title, views, type, cover, start and sponsor', async () => {
    const page = await detail('full');
    expect([words(page.querySelector('h1')), words(page.querySelector('.summary-section .badge'))]).toEqual(['市民摄影征集', '进行中']);
    expect(['类型', '征集时间', '主办单位', '浏览'].map((label) => fact(page, label))).toEqual([
      '摄影',
      '11月18日 周三 – 12月20日 周日',
      '青澜市文化馆',
      '0',
    ]);
    expect(pictures(page.querySelector('.summary-section') ?? undefined)).toEqual(['/pictures/river/full.svg']);
  });

  test('[WORK-09] the remaining count is there only when actNumLimit is 1, whatever the address says', async () => {
    expect(fact(await detail('full', '&actNumLimit=0&surplusWorksCount=1'), '剩余数量')).toBe('98');
    expect(fact(await detail('early', '&actNumLimit=1&surplusWorksCount=1'), '剩余数量')).toBeUndefined();
  });

  test('[WORK-10] has tabs, comments, the controls at the side and the way back to the top', async () => {
    const page = await detail('full');
    expect([...page.querySelectorAll('[role=tab]')].map(words)).toEqual(['活动详情', '作品展示']);
    expect(words(page.querySelector('#tab-introduction'))).toBe('活动详情记下街巷。温馨提示每人三幅');
    expect([section(page, '评论') !== undefined, page.querySelectorAll('.rail-button').length >= 4]).toEqual([true, true]);
  });

  test('[WORK-11] recommends 3 others of the column', async () => {
    expect([...(section(await detail('full'), '推荐活动')?.querySelectorAll('article') ?? [])].map(titleOf)).toEqual([
      '今天开始',
      '十一月征文',
      '短片征集',
    ]);
  });
});

describe('joining', () => {
  const joining = async (id: string): Promise<(string | undefined)[]> => {
    const found = (await detail(id)).querySelector('.summary-section .button') ?? undefined;
    return [words(found), found?.getAttribute('href') ?? undefined];
  };

  test('[WORK-12] there is a button until the end date is over, then it says so', async () => {
    for (const id of ['full', 'early']) expect((await joining(id))[0]).toBe('我要参加');
    expect(await joining('over')).toEqual(['活动已结束', undefined]);
  });

  test('[WORK-15] a stranger is led to the login page, and back to the page for handing in', async () =>
    expect((await joining('full'))[1]).toBe(`/login?redirect=${encodeURIComponent('/addNew?columnId=9001&activityId=full')}`));

  test('without a place left the button leads nowhere', async () => expect(await joining('taken')).toEqual(['我要参加', undefined]));
});

describe('the showcase', () => {
  test('[WORK-16, WORK-19] shows 8 a page, by votes, by views or in the default order', async () => {
    const page = await detail('full');
    expect([...showcase(page).querySelectorAll('.sort-links-link')].map(words)).toEqual(['默认', '票数', '浏览量']);
    expect(shown(page)).toEqual(['作品19', '作品18', '作品17', '作品16', '作品15', '作品14', '作品13', '作品12']);
    expect(shown(await detail('full', '&worksPage=3'))).toEqual(['作品3', '作品2', '作品1']);
    expect(shown(await portal.open(linkTo(showcase(page), '浏览量') ?? '')).slice(0, 3)).toEqual(['作品7', '作品5', '作品3']);
    expect(shown(await portal.open(linkTo(showcase(page), '票数') ?? '')).slice(0, 2)).toEqual(['作品19', '作品18']);
  });

  test.each([
    ['author', '作者12', ['作品12']],
    ['authorNo', 'N-119', ['作品19']],
    ['worksTitle', '作品4', ['作品4']],
    ['worksTitle', '没有', []],
  ])('[WORK-17] searches by %s for %s', async (field, keyword, found) => {
    const page = await detail('full', `&worksField=${field}&worksKeyword=${encodeURIComponent(keyword)}`);
    expect(shown(page)).toEqual(found);
    expect([...showcase(page).querySelectorAll('option')].map(words)).toEqual(['请选择', '作者', '作者编号', '作品名称']);
  });

  test('a keyword without a condition searches for nothing', async () =>
    expect(shown(await detail('full', `&worksKeyword=${encodeURIComponent('没有')}`))).toHaveLength(8));

  test('[WORK-20] the first three of the first page carry ranks 1 to 3 in the default order alone', async () => {
    const ranks = async (more: string): Promise<string[]> =>
      [...showcase(await detail('full', more)).querySelectorAll('.badge')].map(words);
    expect(await ranks('')).toEqual(['第1名', '第2名', '第3名']);
    for (const more of ['&worksPage=2', '&worksSort=views', `&worksField=author&worksKeyword=${encodeURIComponent('作者')}`])
      expect(await ranks(more)).toEqual([]);
  });

  test('[WORK-42] a work shows its author, number, votes and views', async () => {
    const card = cardOf(showcase(await detail('full', '&worksSort=views')), '作品7');
    expect(['作者', '编号', '票数', '浏览'].map((label) => fact(card, label))).toEqual(['作者7', 'N-107', '70', '70']);
  });

  test.each([
    ['full', '作品19', 'w19', 'true'],
    ['over', '夏荷', 'late', 'false'],
  ])('[WORK-21, SESSION-05] a work of %s leads a stranger to the login page and back', async (id, title, worksId, voteType) => {
    const link = opens(cardOf(showcase(await detail(id)), title));
    expect(link).toEqual({
      href: `/login?redirect=${encodeURIComponent(`/worksItemDetail?worksId=${worksId}&columnId=9001&activityId=${id}&voteType=${voteType}`)}`,
      newWindow: false,
    });
  });

  test('a call without works says so', async () => expect(words(showcase(await detail('early')))).toContain('暂无作品'));
});

test('the page of a work has nothing of it for strangers, and is in no sitemap', async () => {
  const page = await portal.open('/worksItemDetail?worksId=w7&columnId=9001&activityId=full');
  expect([words(page.querySelector('main')).includes('作品7'), control(page, '上一件'), words(page.querySelector('noscript'))]).toEqual([
    false,
    undefined,
    expect.stringContaining('登录后才能查看'),
  ]);
  expect((await portal.get('/sitemap.xml')).text).toMatch(/sitemap-workcollect-1\.xml/);
  expect((await portal.get('/sitemap.xml')).text).not.toMatch(/sitemap-work-/);
});

test('without columnId the list shows all columns', async () => expect(listed(await portal.open('/workCollect'))).toHaveLength(6));
