// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import type { Page } from '../../../src/model/definitions.g';
import type { Payload } from '../../../src/model/payload';
import { listPayload, pageOf, patternsOf, rowsOf, shellOf, tileCard } from '../payloads';
import { htmlOf, hydratePage, type Taken } from '../rendered';

let taken: Taken | undefined;
afterEach(() => {
  taken?.close();
  taken = undefined;
});

const item = {
  id: 'a',
  title: '青瓷莲瓣碗',
  content: '<p>胎质细腻。</p><table><tbody><tr><td>口径</td><td>15厘米</td></tr></tbody></table>',
  images: ['/pictures/bowl/1.svg', '/pictures/bowl/2.svg', '/pictures/bowl/3.svg', '/pictures/bowl/4.svg'],
  text: '一段很长的文字，一段很长的文字',
};
const rows = rowsOf(4);
const loads = { more: { ok: true, rows, total: 4 } };

const detail: Page = {
  kind: 'detail',
  source: 'exhibit:detail',
  tools: { share: { tool: 'share' }, top: { tool: 'top' } },
  sections: {
    head: { section: 'heading', title: '/item/title', fontSizes: true, fields: { id: { value: '/item/id', label: '编号' } } },
    summary: {
      section: 'summary',
      images: '/item/images',
      title: '/item/title',
      text: { value: '/item/text', length: 5, expand: true },
      price: { value: { const: 20 }, format: 'price' },
      actions: {
        enrol: { label: '我要报名', requires: 'login', to: '/enrol{?id}', with: { id: '/item/id' } },
        full: { label: '已报满', disabled: true },
        tell: { label: '说明', notice: '请到服务台领取' },
      },
    },
    gallery: { section: 'gallery', images: '/item/images' },
    carousel: { section: 'carousel', images: '/item/images' },
    body: { section: 'richText', label: '介绍', value: '/item/content' },
    facts: { section: 'fields', fields: { id: { value: '/item/id', label: '编号' } } },
    tabs: {
      section: 'tabs',
      tabs: {
        one: { label: '其一', sections: { words: { section: 'text', text: '第一段\n第二段' } } },
        two: { label: '其二', sections: { words: { section: 'text', text: '另一段' } } },
      },
    },
    more: { section: 'list', label: '相关推荐', rows: '/more/rows', card: 'information:card', more: { to: '/information' } },
  },
  aside: { links: { section: 'actions', shape: 'panel', actions: { map: { label: '地图', icon: 'map', to: '/map.html' } } } },
};

const composed: Page = {
  kind: 'composed',
  sections: {
    hero: {
      section: 'hero',
      slides: {
        one: { image: { const: '/pictures/lake/1.svg' }, title: '今夜有戏', opens: { label: '查看', to: '/information' } },
        two: { image: { const: '/pictures/lake/2.svg' } },
      },
    },
    tiles: { section: 'actions', shape: 'tiles', actions: { one: { label: '活动', icon: 'calendar', to: '/a' } } },
    buttons: { section: 'actions', actions: { one: { label: '活动', to: '/a' } } },
    group: {
      section: 'group',
      widths: [2, 1],
      sections: {
        list: { section: 'list', label: '动态', rows: '/more/rows', card: 'information:card', lead: 'information:card' },
        none: { section: 'list', rows: '/none/rows', card: 'information:card', empty: '还没有' },
      },
    },
  },
};

const around = (page: Page): Payload => ({
  shell: shellOf(),
  page: pageOf(
    page,
    { loads, main: { ok: true, rows: [], total: 0, item } },
    { cards: { 'information:card': tileCard }, patterns: patternsOf() },
  ),
});

const pages: Record<string, Payload> = {
  list: listPayload(),
  empty: listPayload({ rows: [], total: 0 }),
  detail: around(detail),
  composed: around(composed),
  missing: { ...listPayload(), page: { ...listPayload().page, status: 404 } },
  broken: { ...listPayload(), page: { ...listPayload().page, status: 503 } },
};
for (const shape of ['row', 'line', 'overlay', 'stub'] as const)
  pages[`list of ${shape}`] = listPayload({
    card: {
      ...tileCard,
      shape,
      price: { value: { const: 5 }, format: 'price' },
      date: { value: '/row/publishDate', format: 'day' },
      actions: { book: { label: '预约', to: '/book' } },
    },
  });

test.each(Object.entries(pages))('%s: the browser takes over what the server wrote without a complaint', async (_name, payload) => {
  taken = await hydratePage(payload);
  expect(taken.complaints).toEqual([]);
  expect(taken.container.querySelector('#main')).not.toBeNull();
});

test.each(Object.entries(pages))('%s: the markup carries no style attribute and no script', (_name, payload) => {
  expect(htmlOf(payload)).not.toMatch(/ style=|<script|javascript:/);
});

test.each(Object.entries(pages))(
  '%s: there is a heading of the first level, and every picture has an alternative text',
  (_name, payload) => {
    const page = document.createElement('div');
    page.innerHTML = htmlOf(payload);
    expect(page.querySelectorAll('img:not([alt])')).toHaveLength(0);
    expect(page.querySelectorAll('h1').length).toBeGreaterThan(0);
  },
);
