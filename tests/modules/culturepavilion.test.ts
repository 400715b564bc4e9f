import { expect, test } from 'vitest';
import { at } from '../server/portal';
import { openModules } from './harness';
import { cardOf, control, fact, filterRows, listed, many, opens, pictures, titleOf, words } from './page';

const list = '/api/culture/web/pavilion/page';
const full = {
  id: 'full',
  menuId: '9001',
  title: '老码头记忆馆',
  link: 'https://wharf.example.org/',
  openTime: '周二至周日 9:00—17:00',
  area: '2100 平方米',
  phone: '0571-00001215',
  address: '码头街1号',
  attachImage: ['/pictures/boat/one.svg', '/pictures/boat/two.svg', '/pictures/boat/three.svg'],
  createTime: '2026-10-01 10:00:00',
  content: '<p>三层<strong>青砖</strong>仓库。</p>',
  image: '/pictures/boat/cover.svg',
};

const portal = openModules({}, async ({ put }) => {
  await put('centre', 'culturepavilion', [
    full,
    { id: 'bare', menuId: '9001', title: '只有名称的馆', createTime: '2026-09-01' },
    { id: 'theatre', menuId: '6251', title: '听澜剧场', types: ['f2'], createTime: '2026-09-03' },
    { id: 'hall', menuId: '6251', title: '柳湾礼堂', types: ['f6'], createTime: '2026-09-02' },
    ...many(19, (number, day) => ({ id: `many-${number}`, menuId: '9012', title: `场馆${number}`, createTime: day })),
  ]);
});

const detail = (id: string): Promise<Document> => portal.open(`/paviliondetail?columnId=9001&id=${id}`);

test('[PAV-01, SHELL-18] back route id 79 in the menu leads to /pavilion', async () => {
  expect(await portal.inMenu('文化场馆')).toEqual(['6251', 79, '/pavilion?columnId=6251']);
});

test('[PAV-05] the list answers without bodies and pictures, the newest first', async () => {
  const { content: _content, attachImage: _attachImage, ...row } = full;
  expect((await portal.get(`${list}?page=1&limit=1&menuId=9001`)).body).toEqual({
    status: 200,
    message: '操作成功',
    data: { total: 2, rows: [row] },
  });
  expect(await portal.ids(`${list}?page=1&limit=2&menuId=9012`, 'data', 'rows')).toEqual(['many-1', 'many-2']);
});

test('[PAV-04, CONV-08] the detail answers every field, its pictures joined by |', async () => {
  expect((await portal.get('/api/culture/web/pavilion/full')).body).toEqual({
    status: 200,
    message: '操作成功',
    data: { ...full, attachImage: full.attachImage.join('|') },
  });
});

test('[PAV-05] the list page has types, a search, nine cards with address and hours, and a pager', async () => {
  const page = await portal.open('/pavilion?columnId=6251');
  expect(filterRows(page)['类型']).toEqual(['全部', '文化馆站', '剧场', '美术馆', '图书与书院', '非遗与记忆', '乡村礼堂', '青少年与科普']);
  expect(await portal.chosen(page, '类型', '剧场')).toEqual(['听澜剧场']);
  expect(listed(await portal.open(`/pavilion?columnId=6251&keyword=${encodeURIComponent('礼堂')}`)).map(titleOf)).toEqual(['柳湾礼堂']);
  const card = cardOf(await portal.open('/pavilion?columnId=9001'), '老码头记忆馆');
  expect(words(card)).toMatch(/码头街1号.*周二至周日 9:00—17:00/);
  expect(opens(card)).toEqual({ href: '/paviliondetail?columnId=9001&id=full', newWindow: true });
  expect(await portal.cardsPerPage('/pavilion?columnId=9012')).toEqual([9, 9, 1]);
  expect(words((await portal.open('/pavilion?columnId=9099')).querySelector('#list'))).toContain('暂无数据');
});

test('[PAV-02] the detail shows title, link button, open time, area, phone and address', async () => {
  const page = await detail('full');
  expect(words(page.querySelector('h1'))).toBe('老码头记忆馆');
  expect(['开放时间', '面积', '电话', '地址'].map((label) => fact(page, label))).toEqual([
    '周二至周日 9:00—17:00',
    '2100 平方米',
    '0571-00001215',
    '码头街1号',
  ]);
  const button = control(page, '进入官网');
  expect([button?.getAttribute('href'), button?.getAttribute('target')]).toEqual(['https://wharf.example.org/', '_blank']);
});

test('[PAV-02] without a link there is no button, without facts no labels', async () => {
  const page = await detail('bare');
  expect(control(page, '进入官网')).toBeUndefined();
  expect(['开放时间', '面积', '电话', '地址'].map((label) => fact(page.querySelector('main') ?? undefined, label))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test('[PAV-03] it shows its pictures one after the other, rich text and comments', async () => {
  const page = await detail('full');
  expect(pictures(page.querySelector('[aria-roledescription="轮播图"]') ?? undefined)).toEqual(full.attachImage);
  expect([...page.querySelectorAll('main strong')].map(words)).toContain('青砖');
  expect(at(await portal.payload('/paviliondetail?columnId=9001&id=full'), 'definition', 'below', 'comments', 'section')).toBe('comments');
});
