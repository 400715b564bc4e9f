import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/model/json';
import { at, testPortal, type TestPortal } from '../server/portal';
import { control, fact, filterRows, linkTo, listed, many, open, opens, pictures, section, words } from '../modules/page';

/** A content module: its page, its column, the fields of its items, and the list of others on its detail. */
interface Content {
  page: string;
  column: string;
  title: string;
  in: 'columnId' | 'menuId';
  size: number;
  time?: string;
  detail?: string;
  others?: string;
  extra?: JsonObject;
}

const contents: Content[] = [
  { page: 'information', column: '6101', in: 'columnId', title: 'title', time: 'publishDate', size: 12, detail: 'informationdetail' },
  {
    page: 'appointment',
    column: '6113',
    in: 'columnId',
    title: 'name',
    time: 'beginTime',
    size: 12,
    detail: 'appointmentdetail',
    others: '推荐活动',
    extra: { endTime: '2026-12-31 10:00:00' },
  },
  { page: 'brandactivity', column: '6102', in: 'menuId', title: 'name', size: 8, detail: 'brandactivitydetail' },
  {
    page: 'exhibit',
    column: '6103',
    in: 'menuId',
    title: 'title',
    time: 'insertTime',
    size: 12,
    detail: 'exhibitdetail',
    others: '更多藏品',
  },
  {
    page: 'travelguide',
    column: '6104',
    in: 'menuId',
    title: 'title',
    time: 'insertTime',
    size: 10,
    detail: 'travelguidedetail',
    others: '更多攻略',
  },
  { page: 'scenicspot', column: '6105', in: 'menuId', title: 'spotName', time: 'insertTime', size: 10, detail: 'scenicspotdetail' },
  { page: 'homestayhotel', column: '6106', in: 'menuId', title: 'name', time: 'insertTime', size: 10, detail: 'homestayhoteldetail' },
  {
    page: 'delicacy',
    column: '6146',
    in: 'menuId',
    title: 'name',
    time: 'insertTime',
    size: 12,
    detail: 'delicacydetail',
    others: '推荐美食',
  },
  {
    page: 'culturalcommodity',
    column: '6112',
    in: 'menuId',
    title: 'name',
    time: 'insertTime',
    size: 6,
    detail: 'culturalcommoditydetail',
    others: '热门推荐',
  },
  {
    page: 'touristmarket',
    column: '6111',
    in: 'menuId',
    title: 'title',
    time: 'insertTime',
    size: 12,
    detail: 'touristmarketdetail',
    others: '更多好物',
  },
  { page: 'enterprise', column: '6108', in: 'menuId', title: 'title', time: 'publishTime', size: 12, detail: 'enterprisedetail' },
  { page: 'ticket', column: '6109', in: 'menuId', title: 'title', time: 'insertTime', size: 10 },
  { page: 'culture', column: '6110', in: 'menuId', title: 'title', time: 'insertTime', size: 12 },
];
const details = contents.filter((content) => content.detail !== undefined);
const typed = contents.filter(({ page }) => !['enterprise', 'touristmarket', 'culturalcommodity'].includes(page));

let portal: TestPortal;
beforeAll(async () => {
  // The time stands on pages: two that are compared are made at the same one, however long that takes.
  const now = Date.now();
  portal = await testPortal({ clock: () => now, stopwatch: () => now });
  for (const content of contents) {
    const itemOf = (column: string, id: string, time: string): JsonObject => ({
      id,
      [content.in]: column,
      [content.title]: `条目${id}`,
      ...(content.time === undefined ? {} : { [content.time]: time }),
      ...content.extra,
    });
    await portal.put('centre', content.page, [
      ...many(content.size + 1, (number, day) => itemOf(content.column, `n-${number}`, day)),
      itemOf('5555', 'elsewhere', '2026-11-01'),
    ]);
  }
});
afterAll(() => portal.close());

/** The picture that the ad slot of banners has for a column. */
const bannerOf = (column: string): string | undefined =>
  Object.values(portal.definitions.portal('centre')?.settings.slots?.['pcinnerbanner']?.adDetails ?? {}).find(
    ({ adName }) => adName === column,
  )?.imgPath;

const payload = async (url: string): Promise<JsonObject> => (await portal.get(`/portal/page?url=${encodeURIComponent(url)}`)).body;

describe('lists', () => {
  test.each(contents)(
    '[CONV-01, CONV-29] /$page has banner, breadcrumbs, cards of its column alone and a pager',
    async ({ page, column, size }) => {
      const list = await open(portal, `/${page}?columnId=${column}`);
      expect(pictures(list.querySelector('main') ?? undefined)[0]).toBe(bannerOf(column));
      expect(list.querySelectorAll('[aria-label="当前位置"] a')).toHaveLength(2);
      expect(listed(list)).toHaveLength(size);
      expect(linkTo(list, '下一页')).toBe(`/${page}?columnId=${column}&page=2`);
      expect(
        listed(await open(portal, `/${page}?columnId=5555`))
          .map(words)
          .join(),
      ).toContain('条目elsewhere');
      expect(listed(await open(portal, `/${page}?columnId=5555`))).toHaveLength(1);
    },
  );

  test.each(typed)('[CONV-29, CONV-05] /$page filters by the types of its column, from its first page', async ({ page, column }) => {
    const list = await open(portal, `/${page}?columnId=${column}&page=2`);
    const { body } = await portal.get(`/api/communal/web/dict/searchType?menuId=${column}`);
    const tree = at(body, 'data', 'customType', 0);
    const first = at(tree, 'children', 0) ?? tree;
    const name = String(at(first, 'name'));
    expect(Object.values(filterRows(list)).flat()).toContain(name);
    const chip = [...list.querySelectorAll('[aria-label="筛选条件"] a')].find((link) => words(link) === name)?.getAttribute('href');
    expect(chip).toBe(`/${page}?columnId=${column}&types=${String(at(first, 'id'))}`);
  });

  test.each(contents)(
    '[CONV-01] /$page keeps subhomepage in its own addresses and in those of its cards',
    async ({ page, column, detail }) => {
      const list = await open(portal, `/${page}?columnId=${column}&subhomepage=travel`);
      expect(linkTo(list, '下一页')).toBe(`/${page}?columnId=${column}&subhomepage=travel&page=2`);
      if (detail !== undefined)
        expect(opens(listed(list)[0])?.href).toMatch(new RegExp(`^/${detail}\\?columnId=${column}&id=[^&]+&subhomepage=travel$`));
    },
  );

  test.each(details)('[CONV-03] cards of /$page open in a new window', async ({ page, column }) => {
    expect(listed(await open(portal, `/${page}?columnId=${column}`)).map((card) => opens(card)?.newWindow)).not.toContain(false);
  });

  test.each(contents)('[CONV-06] /$page without items says 暂无数据', async ({ page }) => {
    const list = await open(portal, `/${page}?columnId=9999`);
    expect(words(list.querySelector('#list'))).toContain('暂无数据');
    expect(list.querySelector('[aria-label="翻页"]')).toBeNull();
  });
});

describe('details', () => {
  test.each(details)('[CONV-02, COUNT-01] /$detail reads id and columnId, and counts for the column', async ({ detail, column }) => {
    // No other test opens it: a page is kept for seconds.
    const url = `/${String(detail)}?columnId=${column}&id=n-2`;
    await portal.app.inject({
      method: 'PUT',
      url: '/api/communal/web/amount',
      headers: { host: 'localhost', 'content-type': 'application/json' },
      payload: JSON.stringify({ menuId: column, dataId: 'n-2', pv: 1 }),
    });
    const { data, heading } = (await payload(url)) as { data: JsonObject; heading: string };
    expect(at(data, 'main', 'item', 'counts')).toMatchObject({ pv: 1, star: 0, collect: 0, share: 0, isStar: 'false', isCollect: 'false' });
    expect(heading).not.toBe('');
    const html = await open(portal, url);
    expect(words(html.querySelector('h1'))).toBe('条目n-2');
    expect(fact(html, '浏览')).toBe('1');
    expect((await portal.get(`/${String(detail)}?columnId=${column}`, 'localhost', { accept: 'text/html' })).status).toBe(404);
  });

  test.each(details)(
    '[CONV-25] [COM-01] /$detail has an editor and the list of comments, views, and a sidebar with like, collect, share and the way to the top',
    async ({ detail, column }) => {
      const url = `/${String(detail)}?columnId=${column}&id=n-1`;
      const { definition } = await payload(url);
      expect(at(definition, 'tools')).toMatchObject({
        like: { tool: 'toggle', toggle: { source: 'interaction:star', count: '/item/counts/star' } },
        collect: { tool: 'toggle', toggle: { source: 'interaction:collect', count: '/item/counts/collect' } },
        share: { tool: 'share' },
        top: { tool: 'top' },
      });
      expect(at(definition, 'below', 'comments')).toMatchObject({ section: 'comments', source: 'comment:list', add: 'comment:add' });
      const html = await open(portal, url);
      const rail = html.querySelector('[aria-label="页面工具"]');
      expect(control(rail ?? undefined, '分享')).toBeDefined();
      expect([...(rail?.querySelectorAll('.rail-toggle') ?? [])].map((tool) => words(tool).replace(/[\d\s]/g, ''))).toEqual([
        '点赞',
        '收藏',
        '评论',
      ]);
      expect(fact(html, '浏览')).toMatch(/^\d+$/);
      const comments = section(html, '评论');
      expect(comments?.querySelectorAll('.comments-editor textarea')).toHaveLength(1);
      expect(comments?.querySelectorAll('#comments [role="status"]')).toHaveLength(1);
    },
  );

  test.each(details)('[COUNT-17] likes of /$detail tell their type, where the documents have one', async ({ detail, column }) => {
    const types: Record<string, string> = {
      informationdetail: 'infor',
      travelguidedetail: 'guice',
      delicacydetail: 'delicary',
      homestayhoteldetail: 'homestayHotel',
      scenicspotdetail: 'scenicspot',
    };
    const type = types[String(detail)];
    const { definition: page } = await payload(`/${String(detail)}?columnId=${column}&id=n-1`);
    expect(at(page, 'tools', 'like', 'toggle', 'with', 'type')).toEqual(type === undefined ? undefined : { const: type });
  });

  test.each(details)(
    '/$detail declares one view, and one share where the address says so, a second after it was opened',
    async ({ detail, column }) => {
      const records = at(await payload(`/${String(detail)}?columnId=${column}&id=n-1`), 'definition', 'records');
      expect(records).toMatchObject({
        view: { source: 'amount:record', delay: 1000, with: { menuId: '/query/columnId', dataId: '/query/id', pv: { const: 1 } } },
        share: { delay: 1000, with: { share: { const: 1 } }, when: { '/query/share': { present: true } } },
      });
      expect(Object.keys(records as object)).toHaveLength(2);
    },
  );

  test.each(details.filter(({ others }) => others !== undefined))(
    '[CONV-14] /$detail recommends four others',
    async ({ detail, column, others }) => {
      for (const id of ['n-1', 'n-3']) {
        const cards = [
          ...(section(await open(portal, `/${String(detail)}?columnId=${column}&id=${id}`), others ?? '')?.querySelectorAll('article') ??
            []),
        ];
        expect(cards).toHaveLength(4);
        expect(cards.map((card) => opens(card)?.href)).not.toContain(`/${String(detail)}?columnId=${column}&id=${id}`);
      }
    },
  );

  test.each(['exhibitdetail', 'travelguidedetail', 'informationdetail'])(
    '[CONV-31, CONV-26] /%s of an item that is not there hands the message of the server to the error toast',
    async (page) => {
      expect(at(await payload(`/${page}?columnId=6103&id=none`), 'data', 'failures')).toEqual(['内容不存在或已下线']);
    },
  );
});

describe('anonymous visitors', () => {
  test.each(contents)('[SESSION-02] browse /$page and its items without a login, by page and by call', async ({ page, column, detail }) => {
    const module = portal.definitions.portal('centre')?.modules[page];
    const guarded = Object.entries(module?.endpoints ?? {})
      .filter(([, endpoint]) => endpoint.method === 'GET' && endpoint.viewer)
      .map(([name]) => name);
    expect(guarded).toEqual([]);
    for (const url of [`/${page}?columnId=${column}`, ...(detail === undefined ? [] : [`/${detail}?columnId=${column}&id=n-1`])]) {
      const { status, text } = await portal.get(url, 'localhost', { accept: 'text/html' });
      expect(status).toBe(200);
      expect(text.includes('条目n-')).toBe(true);
      const member = await portal.get(url, 'localhost', { accept: 'text/html', cookie: 'token=x; wlymobilephone=13800000000' });
      expect(member.text === text).toBe(true);
    }
  });
});
