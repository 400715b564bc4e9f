import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/model/payload';
import { testPortal, type TestPortal } from '../server/portal';
import { cardOf, cardsPerPage, chosen, fact, filterRows, linkTo, many, open, words } from './page';
import { changeTenant, objectIn } from '../shell/changed';

let portal: TestPortal;
/** A Friday, on Shanghai's clocks. */
let time = Date.parse('2026-11-20T10:00:00+08:00');
const event = {
  id: 'event', name: '皮影工作坊', image: '/pictures/lantern/event.svg', businessTypeList: [{ name: '培训' }, { name: '亲子' }], number: 30, surplus: 12, price: 20, address: '三楼排练厅', phone: '0571-00001000',
  enrollBeginTime: '2026-11-01 09:00:00', enrollEndTime: '2026-11-19 18:00:00', beginTime: '2026-11-20 00:00:00', endTime: '2026-11-20 16:30:00', organizer: '青澜市文化馆', coOrganizer: '临河街道', contractor: '皮影剧社', sponsor: '松溪竹器社',
  tip1Name: '材料', tip1Value: '请自带剪刀', content: '<p>人人<strong>动手</strong>。</p>',
};
const at = (id: string, beginTime: string, endTime: string): JsonObject => ({ id, columnId: '6113', name: id, beginTime, endTime });

beforeAll(async () => {
  portal = await testPortal({ copy: true, clock: () => time });
  await portal.put('centre', 'appointment', [
    { ...event, columnId: '9001' }, { id: 'free', columnId: '9001', name: '免费讲座', number: 0, surplus: 0, price: 0, beginTime: '2026-11-21 10:00:00', endTime: '2026-11-21 11:00:00' },
    at('过去', '2026-11-02 10:00:00', '2026-11-02 11:00:00'), at('正在', '2026-11-20 08:00:00', '2026-11-20 20:00:00'), at('周末', '2026-11-22 10:00:00', '2026-11-22 11:00:00'), { ...at('下月', '2026-12-10 10:00:00', '2026-12-10 11:00:00'), types: ['e4'] },
    ...many(25, (number, day) => ({ id: `many-${number}`, columnId: '9012', name: `活动${number}`, beginTime: day, endTime: day })),
  ]);
  await portal.put('library', 'appointment', [{ ...event, columnId: '8103' }]);
});
afterAll(() => portal.close());
// Pages of an earlier state are kept for a minute; the day stays the same.
beforeEach(() => { time += 120_000; });

describe('the list', () => {
  test('[ACT-01, ACT-02] back route id 28 leads to /appointment with columnId', async () => {
    expect(portal.definitions.portal('centre')?.routeIds[28]).toBe('/appointment');
    expect(linkTo(await open(portal, '/'), '文化活动')).toBe('/appointment?columnId=6113');
  });

  test('[ACT-04, ACT-05, ACT-06] it filters by time, status and the types of the column', async () => {
    const page = await open(portal, '/appointment?columnId=6113');
    expect(filterRows(page)).toEqual({ 时间: ['全部', '今天', '本周', '本月'], 状态: ['全部', '未开始', '进行中', '已结束'], 类型: ['全部', '演出', '展览', '讲座', '培训', '亲子'] });
    const titles = await Promise.all([['时间', '今天'], ['时间', '本周'], ['时间', '本月'], ['状态', '未开始'], ['状态', '进行中'], ['状态', '已结束'], ['类型', '培训']].map(async ([row = '', choice = '']) => (await chosen(portal, page, row, choice)).sort()));
    expect(titles).toEqual([['正在'], ['周末', '正在'], ['周末', '正在', '过去'], ['下月', '周末'], ['正在'], ['过去'], ['下月']].map((names) => names.sort()));
  });

  test('[ACT-08] 12 are on a page', async () => expect(await cardsPerPage(portal, '/appointment?columnId=9012')).toEqual([12, 12, 1]));

  test('[ACT-13] an institution in offline mode says 加载中，请稍后 when there is nothing', async () => {
    expect(words((await open(portal, '/appointment?columnId=9099', 'library.localhost')).querySelector('#list'))).toContain('加载中，请稍后');
    expect(words((await open(portal, '/appointment?columnId=9099')).querySelector('#list'))).toContain('暂无数据');
  });
});

describe('the detail', () => {
  const detail = (id = 'event'): Promise<Document> => open(portal, `/appointmentdetail?columnId=9001&id=${id}`);

  test('[ACT-16, ACT-17, ACT-18] it shows labels, tickets, price, place, telephone, times and who stands behind it', async () => {
    const page = await detail();
    for (const text of ['皮影工作坊', '培训', '亲子']) expect(words(page.querySelector('main section'))).toContain(text);
    expect(page.querySelector('main section img')?.getAttribute('src')).toBe('/pictures/lantern/event.svg');
    expect(['余票（张）', '总票数（张）', '票价', '地点', '咨询电话'].map((label) => fact(page, label))).toEqual(['12', '30', '¥20', '三楼排练厅', '0571-00001000']);
    expect(['报名开始', '报名结束', '活动开始', '活动结束'].map((label) => fact(page, label))).toEqual(['2026-11-01 09:00', '2026-11-19 18:00', '2026-11-20', '2026-11-20 16:30']);
    expect(['主办单位', '协办单位', '承办单位', '赞助单位'].map((label) => fact(page, label))).toEqual(['青澜市文化馆', '临河街道', '皮影剧社', '松溪竹器社']);
  });

  test('[ACT-19] it shows the tip and the rich content', async () => {
    const page = await detail();
    expect(words(page.querySelector('main'))).toContain('材料请自带剪刀');
    expect([...page.querySelectorAll('main strong')].map(words)).toContain('动手');
  });

  test('[CONV-22] a time at 00:00 is the date alone on the card', async () => {
    expect(words(cardOf(await open(portal, '/appointment?columnId=9001'), '皮影工作坊'))).toMatch(/2026-11-20(?! 00:00)/);
  });
});

describe('the words of tickets', () => {
  test('[ACT-30] without adverts they are 余票, 总票数, 张 and 票价', async () => {
    const page = await open(portal, '/appointmentdetail?columnId=9001&id=event');
    expect(['余票（张）', '总票数（张）', '票价'].map((label) => fact(page, label))).not.toContain(undefined);
    const card = cardOf(await open(portal, '/appointment?columnId=9001'), '皮影工作坊');
    expect([fact(card, '余票'), fact(card, '总票数')]).toEqual(['12', '30']);
  });

  test('[ACT-31] the adverts of ticketText with the column as their link replace them', async () => {
    const page = await open(portal, '/appointmentdetail?columnId=8103&id=event', 'library.localhost');
    expect(['余座（席）', '座位（席）', '费用'].map((label) => fact(page, label))).toEqual(['12', '30', '¥20']);
    expect(words(page.querySelector('main'))).not.toMatch(/余票|总票数|票价/);
  });

  test('[ACT-31] adverts of another column do not count', async () => {
    await portal.put('library', 'appointment', [{ ...event, id: 'second', columnId: '8199' }]);
    expect(fact(await open(portal, '/appointmentdetail?columnId=8199&id=second', 'library.localhost'), '余票（张）')).toBe('12');
  });

  test('[ACT-32] an advert named nosurplus hides what remains, on card and detail', async () => {
    await changeTenant(portal, 'centre', (settings) => ({ slots: { ...objectIn(settings, 'slots'), ticketText: { adDetails: { hidden: { adName: 'nosurplus', adLink: '9001' } } } } }));
    const page = await open(portal, '/appointmentdetail?columnId=9001&id=event');
    expect([fact(page, '余票（张）'), fact(page, '总票数（张）')]).toEqual([undefined, '30']);
    expect(fact(cardOf(await open(portal, '/appointment?columnId=9001'), '皮影工作坊'), '余票')).toBeUndefined();
    expect(portal.problems).toEqual([]);
  });
});
