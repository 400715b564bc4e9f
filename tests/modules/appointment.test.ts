import { beforeEach, describe, expect, test } from 'vitest';
import { startCounters } from '../../src/database/content/counters';
import type { JsonObject } from '../../src/model/json';
import { resolve } from '../../src/model/pointer';
import { resolveTarget } from '../../src/runtime/action';
import { formatIso } from '../../src/runtime/time';
import { friday, openModules } from './harness';
import { cardOf, control, fact, filterRows, linkTo, many, opens, pictures, section, titleOf, words } from './page';
import { changeTenant, objectIn } from '../shell/changed';

const event = {
  id: 'event',
  name: '皮影工作坊',
  image: '/pictures/lantern/event.svg',
  businessTypeList: [{ name: '培训' }, { name: '亲子' }],
  number: 30,
  surplus: 12,
  price: 20,
  address: '三楼排练厅',
  phone: '0571-00001000',
  enrollBeginTime: '2026-11-01 09:00:00',
  enrollEndTime: '2026-11-19 18:00:00',
  beginTime: '2026-11-20 00:00:00',
  endTime: '2026-11-20 16:30:00',
  organizer: '青澜市文化馆',
  coOrganizer: '临河街道',
  contractor: '皮影剧社',
  sponsor: '松溪竹器社',
  tip1Name: '材料',
  tip1Value: '请自带剪刀',
  content: '<p>人人<strong>动手</strong>。</p>',
};
const at = (id: string, beginTime: string, endTime: string): JsonObject => ({ id, columnId: '6113', name: id, beginTime, endTime });

const portal = openModules({ copy: true, now: friday }, async ({ put }) => {
  await put('centre', 'appointment', [
    { ...event, columnId: '9001' },
    {
      id: 'free',
      columnId: '9001',
      name: '免费讲座',
      number: 0,
      surplus: 0,
      price: 0,
      beginTime: '2026-11-21 10:00:00',
      endTime: '2026-11-21 11:00:00',
    },
    at('过去', '2026-11-02 10:00:00', '2026-11-02 11:00:00'),
    at('正在', '2026-11-20 08:00:00', '2026-11-20 20:00:00'),
    at('周末', '2026-11-22 10:00:00', '2026-11-22 11:00:00'),
    at('长展', '2026-11-05 09:00:00', '2027-01-31 17:00:00'),
    { ...at('下月', '2026-12-10 10:00:00', '2026-12-10 11:00:00'), types: ['e4'] },
    ...many(25, (number, day) => ({ id: `many-${number}`, columnId: '9012', name: `活动${number}`, beginTime: day, endTime: day })),
  ]);
  await put('library', 'appointment', [{ ...event, columnId: '8103' }]);
});
// Pages of an earlier state are kept for a minute; the day stays the same.
beforeEach(() => portal.pass(120_000));

test.each([
  ['the page of an event, for its places', '/appointmentdetail?columnId=9001&id=event', true],
  ['not the form in which somebody enrols', '/appointmentenroll?columnId=9001&id=event', undefined],
  ['not the list', '/appointment?columnId=9001', undefined],
])('what is fetched anew when the visitor comes back: %s', async (_what, url, revalidated) => {
  expect((await portal.payload(url))['revalidate']).toBe(revalidated);
});

describe('the list', () => {
  test('[ACT-01, ACT-02] back route id 28 leads to /appointment with columnId', async () => {
    expect(portal.definitions.portal('centre')?.routeIds[28]).toBe('/appointment');
    expect(linkTo(await portal.open('/'), '文化活动')).toBe('/appointment?columnId=6113');
  });

  test('[ACT-04, ACT-05, ACT-06] it filters by time, status and the types of the column; what is on comes first, then what is next', async () => {
    const page = await portal.open('/appointment?columnId=6113');
    expect(filterRows(page)).toEqual({
      时间: ['全部', '今天', '本周', '本月'],
      状态: ['全部', '未开始', '进行中', '已结束'],
      类型: ['全部', '演出', '展览', '讲座', '培训', '亲子'],
    });
    const titles = await Promise.all(
      [
        ['时间', '今天'],
        ['时间', '本周'],
        ['时间', '本月'],
        ['状态', '未开始'],
        ['状态', '进行中'],
        ['状态', '已结束'],
        ['类型', '培训'],
      ].map(([row = '', choice = '']) => portal.chosen(page, row, choice)),
    );
    expect(titles).toEqual([
      ['正在', '长展'],
      ['正在', '长展', '周末'],
      ['正在', '长展', '周末', '过去'],
      ['周末', '下月'],
      ['正在', '长展'],
      ['过去'],
      ['下月'],
    ]);
  });

  test('[ACT-08] 12 are on a page', async () => expect(await portal.cardsPerPage('/appointment?columnId=9012')).toEqual([12, 12, 1]));

  test('[ACT-13] an institution in offline mode says 加载中，请稍后 when there is nothing', async () => {
    expect(words((await portal.open('/appointment?columnId=9099', 'library.localhost')).querySelector('#list'))).toContain(
      '加载中，请稍后',
    );
    expect(words((await portal.open('/appointment?columnId=9099')).querySelector('#list'))).toContain('暂无数据');
  });
});

describe('the detail', () => {
  const detail = (id = 'event'): Promise<Document> => portal.open(`/appointmentdetail?columnId=9001&id=${id}`);

  test('[ACT-16, ACT-17, ACT-18] it shows labels, tickets, price, place, telephone, times and who stands behind it', async () => {
    const page = await detail();
    for (const text of ['皮影工作坊', '培训', '亲子']) expect(words(page.querySelector('main section'))).toContain(text);
    expect(page.querySelector('main section img')?.getAttribute('src')).toBe('/pictures/lantern/event.svg');
    expect(['余票（张）', '总票数（张）', '票价', '地点', '咨询电话'].map((label) => fact(page, label))).toEqual([
      '12',
      '30',
      '¥20',
      '三楼排练厅',
      '0571-00001000',
    ]);
    expect(['报名时间', '活动时间'].map((label) => fact(page, label))).toEqual([
      '11月1日 周日 09:00 – 11月19日 周四 18:00',
      '11月20日 周五',
    ]);
    expect(['主办单位', '协办单位', '承办单位', '赞助单位'].map((label) => fact(page, label))).toEqual([
      '青澜市文化馆',
      '临河街道',
      '皮影剧社',
      '松溪竹器社',
    ]);
  });

  test('[ACT-19] it shows the tip and the rich content', async () => {
    const page = await detail();
    expect(words(page.querySelector('main'))).toContain('材料请自带剪刀');
    expect([...page.querySelectorAll('main strong')].map(words)).toContain('动手');
  });

  test('[CONV-22] a time at 00:00 is the date alone on the card', async () => {
    expect(words(cardOf(await portal.open('/appointment?columnId=9001'), '皮影工作坊'))).toMatch(/11月20日 周五(?! ?\d)/);
  });
});

describe('the card', () => {
  test('[ACT-07] it shows picture, status, name, date, address, organizer, tickets, and opens the detail in a new window', async () => {
    const card = cardOf(await portal.open('/appointment?columnId=9001'), '皮影工作坊');
    expect(pictures(card)).toEqual(['/pictures/lantern/event.svg']);
    expect(words(card?.querySelector('.badge'))).toBe('进行中');
    for (const text of ['11月20日 周五', '三楼排练厅', '青澜市文化馆']) expect(words(card)).toContain(text);
    expect([fact(card, '余票'), fact(card, '总票数')]).toEqual(['12', '30']);
    expect(opens(card)).toEqual({ href: '/appointmentdetail?columnId=9001&id=event', newWindow: true });
  });

  test('[ACT-07, ACT-14] it has a mark to collect with the number of the counts of the column; not where nobody counts', async () => {
    await startCounters(portal.database, 'centre', [{ column: '9001', id: 'event', pv: 40, share: 1 }]);
    expect(words(control(cardOf(await portal.open('/appointment?columnId=9001'), '皮影工作坊'), '收藏0'))).toBe('收藏0');
    const strip = section(await portal.open('/'), '近期活动');
    expect(strip?.querySelectorAll('article').length).toBeGreaterThan(0);
    expect(control(strip, '收藏0')).toBeUndefined();
  });
});

describe('the button of the detail', () => {
  const state = (id: string, values: JsonObject): JsonObject => ({
    id,
    columnId: '9002',
    name: id,
    number: 10,
    beginTime: '2027-03-01 10:00:00',
    endTime: '2027-03-01 12:00:00',
    enrollBeginTime: '2026-11-01 09:00:00',
    enrollEndTime: '2027-02-20 18:00:00',
    address: '二楼讲堂',
    ...values,
  });
  const later = '2027-01-05 09:00:00';
  const cases: [title: string, values: JsonObject, label: string, look: string, goesTo: string | undefined][] = [
    ['[ACT-22] sign-up that has not begun warns', { enrollBeginTime: later }, '报名未开始', 'warning', undefined],
    [
      '[ACT-23, ACT-28] sign-up that is open leads visitors to the login and on to the form',
      {},
      '我要报名',
      'primary',
      '/login?redirect=%2Fappointmentenroll%3Fid%3Dopen%26columnId%3D9002',
    ],
    ['[ACT-25, ACT-29] a full one is grey and does nothing', { surplus: 0 }, '已报满', 'muted', undefined],
    ['[ACT-25] so is a full one that keeps a waiting list', { surplus: 0, waiting: 1 }, '已报满', 'muted', undefined],
    ['[ACT-24] sign-up that is over is grey and does nothing', { enrollEndTime: '2026-11-10 18:00:00' }, '报名已结束', 'muted', undefined],
    [
      '[ACT-24] so it is when nothing is left besides',
      { enrollEndTime: '2026-11-10 18:00:00', surplus: 0 },
      '报名已结束',
      'muted',
      undefined,
    ],
    [
      '[ACT-22] sign-up that has not begun comes before being full',
      { enrollBeginTime: later, surplus: 0 },
      '报名未开始',
      'warning',
      undefined,
    ],
  ];
  const ids = ['early', 'open', 'full', 'waiting', 'over', 'overFull', 'earlyFull'];
  const badges = ['即将开始报名', '报名中', '已报满', '可候补', '未开始', '未开始', '即将开始报名'];

  test.each(cases.map((row, index) => [...row, ids[index] ?? '', badges[index] ?? ''] as const))(
    '%s',
    async (_, values, label, look, goesTo, id, badge) => {
      await portal.put('centre', 'appointment', [state(id, values)]);
      const page = await portal.open(`/appointmentdetail?columnId=9002&id=${id}`);
      const button = page.querySelector('.summary-section-actions > *');
      // The card and the page say what a visitor can do.
      expect([
        words(page.querySelector('.badge')),
        words(cardOf(await portal.open('/appointment?columnId=9002'), id)?.querySelector('.badge')),
      ]).toEqual([badge, badge]);
      expect(words(button)).toBe(label);
      expect(button?.classList.contains(`button-${look}`)).toBe(true);
      expect(button?.getAttribute('href') ?? undefined).toBe(goesTo);
      expect(button?.getAttribute('aria-disabled') ?? undefined).toBe(goesTo === undefined ? 'true' : undefined);
    },
  );

  test('beside a full one is the way to its waiting list', async () => {
    await portal.put('centre', 'appointment', [state('waiting', { surplus: 0, waiting: 1 })]);
    const page = await portal.open('/appointmentdetail?columnId=9002&id=waiting');
    expect(
      [...page.querySelectorAll('.summary-section-actions > *')].map((button) => [words(button), button.getAttribute('href')]),
    ).toEqual([
      ['已报满', null],
      ['候补报名', '/login?redirect=%2Fappointmentwait%3Fid%3Dwaiting%26columnId%3D9002'],
    ]);
  });

  const closings: [title: string, values: JsonObject, reason: string | undefined, ways: string[]][] = [
    ['[ACT-22] before sign-up', { enrollBeginTime: later }, '报名未开始', ['/appointmentdetail?columnId=9002&id=f0']],
    [
      '[ACT-24] after sign-up',
      { enrollEndTime: '2026-11-10 18:00:00' },
      '报名已结束',
      ['/appointmentdetail?columnId=9002&id=f1', '/appointment?columnId=9002'],
    ],
    ['[ACT-25] when it is full', { surplus: 0 }, '已报满', ['/appointmentdetail?columnId=9002&id=f2', '/appointment?columnId=9002']],
    [
      '[ACT-25] when it is full and keeps a waiting list',
      { surplus: 0, waiting: 1 },
      '已报满',
      ['/appointmentdetail?columnId=9002&id=f3', '/appointmentwait?id=f3&columnId=9002'],
    ],
    ['[ACT-26] where nobody needs to sign up', { number: 0 }, '无需报名', ['/appointmentdetail?columnId=9002&id=f4']],
    ['[ENR-01] that is open', {}, undefined, []],
  ];

  test.each(closings.map((row, index) => [...row, `f${index}`] as const))(
    '%s the form itself says so instead of being filled in for nothing',
    async (_, values, reason, ways, id) => {
      await portal.put('centre', 'appointment', [state(id, values)]);
      const page = await portal.open(`/appointmentenroll?columnId=9002&id=${id}`);
      expect(words(page.querySelector('.form-view-intro'))).toBe(id);
      expect([words(page.querySelector('.last-step-title')), page.querySelector('form.form-view-fields') !== null]).toEqual([
        reason ?? '',
        reason === undefined,
      ]);
      expect([...page.querySelectorAll('.last-step a')].map((link) => link.getAttribute('href'))).toEqual(ways);
    },
  );

  test('[CONV-02] a form for an activity that is not there is a page that is not there', async () => {
    for (const address of [
      '/appointmentenroll?columnId=9002&id=nowhere',
      '/appointmentenroll',
      '/appointmentwait?id=nowhere',
      '/activitysignin?id=nowhere',
    ])
      expect((await portal.get(address, 'localhost', { accept: 'text/html' })).status).toBe(404);
  });

  test('a waiting list is not offered while there are places', async () => {
    await portal.put('centre', 'appointment', [state('places', { waiting: 1, surplus: 3 })]);
    const page = await portal.open('/appointmentwait?columnId=9002&id=places');
    expect([words(page.querySelector('.last-step-title')), linkTo(page.querySelector('.last-step') ?? undefined, '我要报名')]).toEqual([
      '还有名额',
      '/appointmentenroll?id=places&columnId=9002',
    ]);
  });

  test('[ACT-27] members get to the form with the query of the page', async () => {
    const page = portal.definitions.portal('centre')?.modules['appointment']?.definition.pages['appointmentdetail'];
    const enrol =
      page?.kind === 'detail' && page.sections['summary']?.section === 'summary' ? page.sections['summary'].actions?.['enrol'] : undefined;
    const scope = {
      item: { id: 'event', columnId: '9001', number: 30, surplus: 12, enrollStatus: { code: 1 } },
      query: { id: 'event', columnId: '9001', subhomepage: 'travel' },
    };
    expect(resolveTarget(enrol, scope, { patterns: {}, login: '/login', here: '/', signedIn: true })?.href).toBe(
      '/appointmentenroll?id=event&columnId=9001&subhomepage=travel',
    );
  });

  test.each([
    ['[ACT-26] without tickets', { number: 0 }],
    ['[ACT-26] with a number of tickets that nobody gave', { number: null }],
  ])('%s visitors go there directly', async (_, values) => {
    await portal.put('centre', 'appointment', [state('direct', values)]);
    const button = (await portal.open('/appointmentdetail?columnId=9002&id=direct')).querySelector('.summary-section-actions > *');
    const address = new URL(button?.getAttribute('href') ?? '', 'http://localhost');
    expect([words(button), address.pathname, address.searchParams.get('title')]).toEqual(['直接前往', '/map.html', 'direct']);
    expect(address.searchParams.get('address')).toBe('二楼讲堂');
  });
});

describe('what stands below', () => {
  test('[ACT-20, ACT-21, ACT-38] four other activities of the column, each leading to its own detail; else 暂无数据', async () => {
    const coming = [1, 2, 3, 4, 5, 6].map((number) => ({
      id: `coming-${number}`,
      columnId: '9006',
      name: `将来${number}`,
      beginTime: `2026-12-0${number} 09:00:00`,
      endTime: `2026-12-0${number} 11:00:00`,
      number: 10,
      enrollBeginTime: '2026-11-01 09:00:00',
      enrollEndTime: '2026-11-30 18:00:00',
    }));
    await portal.put('centre', 'appointment', coming);
    const recommended = async (url: string): Promise<Element | undefined> => section(await portal.open(url), '推荐活动');
    const cards = [...((await recommended('/appointmentdetail?columnId=9006&id=coming-3'))?.querySelectorAll('article') ?? [])];
    expect(cards.map(titleOf)).toEqual(['将来1', '将来2', '将来4', '将来5']);
    expect(opens(cards[0])?.href).toBe('/appointmentdetail?columnId=9006&id=coming-1');
    expect(cards.map((card) => words(card.querySelector('.badge')))).toEqual(['报名中', '报名中', '报名中', '报名中']);
    // What is over is recommended to nobody.
    expect(words(await recommended('/appointmentdetail?columnId=9012&id=many-3'))).toContain('暂无数据');
    await portal.put('centre', 'appointment', [{ id: 'alone', columnId: '9003', name: '独一份' }]);
    expect(words(section(await portal.open('/appointmentdetail?columnId=9003&id=alone'), '推荐活动'))).toContain('暂无数据');
  });

  test('the others are those of its kind first, nearest first, and none that is over', async () => {
    const others = ['过去', '演出今晚', '讲座', '远期演出', '演出'].map((name, place) => ({
      id: `kind-${place}`,
      columnId: '9005',
      name,
      types: [name.includes('演出') ? 'e1' : 'e3'],
      beginTime: ['2026-11-02', '2026-11-20', '2026-11-21', '2027-03-01', '2026-11-25'][place] + ' 19:00:00',
      endTime: ['2026-11-02', '2026-11-20', '2026-11-21', '2027-03-01', '2026-11-25'][place] + ' 21:00:00',
    }));
    await portal.put('centre', 'appointment', others);
    const { body } = await portal.get('/api/activity/web/kind-4');
    expect((resolve('/data/recommendList', body) as JsonObject[]).map(({ name }) => name)).toEqual(['演出今晚', '远期演出', '讲座']);
  });

  test('what is over by the status that its card shows comes last, also where that is the one of its enrolment', async () => {
    // The preset offline, which the library has, takes the status from the time of enrolment (ACT-12).
    const at = (hours: number): string => formatIso(friday + hours * 3_600_000);
    const closed = { enrollBeginTime: at(-48), enrollEndTime: at(-1) };
    const open = { enrollBeginTime: at(-48), enrollEndTime: at(100) };
    const talk = (id: string, hours: number, more: object): JsonObject => ({
      id,
      columnId: '8113',
      types: ['x'],
      name: id,
      number: 9,
      beginTime: at(hours),
      endTime: at(hours + 2),
      ...more,
    });
    await portal.put('library', 'appointment', [
      talk('asked', 5, open),
      ...[1, 2, 3, 4].map((hours) => talk(`closed-${hours}`, hours, closed)),
      ...[20, 30].map((hours) => talk(`open-${hours}`, hours, open)),
      talk('other-40', 40, { ...open, types: ['y'] }),
    ]);
    const { body } = await portal.get('/api/activity/web/asked', 'library.localhost');
    expect((resolve('/data/recommendList', body) as JsonObject[]).map(({ id }) => id)).toEqual([
      'open-20',
      'open-30',
      'other-40',
      'closed-1',
    ]);
  });

  test('[ENR-26] the sessions with the places left in each; none without sessions', async () => {
    await portal.put('centre', 'appointment', [
      {
        id: 'sessions',
        columnId: '9004',
        name: '两场',
        number: 20,
        sessionList: [
          { id: 'am', sessionName: '上午场', countLimit: 8, startTime: '2026-12-01 09:00:00', endTime: '2026-12-01 11:00:00' },
          { id: 'pm', sessionName: '下午场', startTime: '2026-12-01 14:00:00' },
        ],
      },
    ]);
    const rows = [
      ...(section(await portal.open('/appointmentdetail?columnId=9004&id=sessions'), '场次')?.querySelectorAll('tbody tr') ?? []),
    ];
    expect(rows.map((row) => [...row.querySelectorAll('th, td')].map((cell) => words(cell).replace(/^(时间|名额|剩余)/, '')))).toEqual([
      ['上午场', '12月1日 周二 09:00–11:00', '8', '8'],
      ['下午场', '12月1日 周二 14:00', '20', '20'],
    ]);
    expect(section(await portal.open('/appointmentdetail?columnId=9001&id=event'), '场次')).toBeUndefined();
  });

  test('[ENR-16, ENR-17, ENR-11] who may come is told where it is limited', async () => {
    const limits = {
      ageSet: { code: 1 },
      minAge: 6,
      maxAge: 12,
      sexSet: { code: 1 },
      sex: { code: 2 },
      multipleSet: { code: 1 },
      multipleNumber: 2,
    };
    await portal.put('centre', 'appointment', [
      { id: 'limited', columnId: '9005', name: '有限', number: 9, ...limits },
      {
        id: 'unlimited',
        columnId: '9005',
        name: '不限',
        number: 9,
        ...limits,
        ageSet: { code: 0 },
        sexSet: { code: 0 },
        multipleSet: { code: 0 },
      },
    ]);
    const told = async (id: string): Promise<(string | undefined)[]> => {
      const page = await portal.open(`/appointmentdetail?columnId=9005&id=${id}`);
      return ['参加对象', '最小年龄', '最大年龄', '报名限额'].map((label) => fact(page, label));
    };
    expect(await told('limited')).toEqual(['仅限女性', '6周岁', '12周岁', '每个账户2人']);
    expect(await told('unlimited')).toEqual([undefined, undefined, undefined, undefined]);
    expect(section(await portal.open('/appointmentdetail?columnId=9005&id=unlimited'), '参加要求')).toBeUndefined();
  });
});

describe('the words of tickets', () => {
  test('[ACT-30] without adverts they are 余票, 总票数, 张 and 票价', async () => {
    const page = await portal.open('/appointmentdetail?columnId=9001&id=event');
    expect(['余票（张）', '总票数（张）', '票价'].map((label) => fact(page, label))).not.toContain(undefined);
    const card = cardOf(await portal.open('/appointment?columnId=9001'), '皮影工作坊');
    expect([fact(card, '余票'), fact(card, '总票数')]).toEqual(['12', '30']);
  });

  test('[ACT-31] the adverts of ticketText with the column as their link replace them', async () => {
    const page = await portal.open('/appointmentdetail?columnId=8103&id=event', 'library.localhost');
    expect(['余座（席）', '座位（席）', '费用'].map((label) => fact(page, label))).toEqual(['12', '30', '¥20']);
    expect(words(page.querySelector('main'))).not.toMatch(/余票|总票数|票价/);
  });

  test('[ACT-31] adverts of another column do not count', async () => {
    await portal.put('library', 'appointment', [{ ...event, id: 'second', columnId: '8199' }]);
    const page = await portal.open('/appointmentdetail?columnId=8199&id=second', 'library.localhost');
    expect(['余票（张）', '总票数（张）', '票价'].map((label) => fact(page, label))).toEqual(['12', '30', '¥20']);
  });

  test('[ACT-32] an advert named nosurplus hides what remains, on card and detail', async () => {
    await changeTenant(portal, 'centre', (settings) => ({
      slots: { ...objectIn(settings, 'slots'), ticketText: { adDetails: { hidden: { adName: 'nosurplus', adLink: '9001' } } } },
    }));
    const page = await portal.open('/appointmentdetail?columnId=9001&id=event');
    expect([fact(page, '余票（张）'), fact(page, '总票数（张）')]).toEqual([undefined, '30']);
    expect(fact(cardOf(await portal.open('/appointment?columnId=9001'), '皮影工作坊'), '余票')).toBeUndefined();
    expect(portal.problems).toEqual([]);
  });
});
