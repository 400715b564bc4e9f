import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Json, JsonObject } from '../../src/model/json';
import { at, testPortal, type TestPortal } from '../server/portal';
import { cardOf, chosen, control, fact, filterRows, linkTo, open, pictures, words } from '../modules/page';
import { changeTenant, objectIn } from './changed';

let portal: TestPortal;
let time = Date.parse('2026-11-20T10:00:00+08:00');
const answered = { status: 200, message: '操作成功' };

beforeAll(async () => {
  portal = await testPortal({ copy: true, clock: () => time });
});
afterAll(() => portal.close());
// Pages of an earlier state are kept for a minute.
beforeEach(() => {
  time += 120_000;
});

describe('menu call', () => {
  test('[SHELL-19, SHELL-20] it answers the tree, each node with id, title, children, href, backRouteId and description', async () => {
    const { status, body } = await portal.get('/api/admin/front/menu/department/QLWHG01');
    expect(status).toBe(200);
    expect(body).toMatchObject(answered);
    expect(at(body, 'data', 1)).toMatchObject({
      id: '6101',
      title: '资讯动态',
      href: '',
      backRouteId: 32,
      description: '馆里的新鲜事、政策法规与非遗保护的进展',
      children: [
        { id: '6176', title: '公告招募', href: '', backRouteId: 32, description: '通知、公示与招募', children: [] },
        { id: '6197', title: '志愿招募', href: '', backRouteId: 32, description: 'mobilenav', children: [] },
      ],
    });
    expect(at(body, 'data', 0)).toMatchObject({ title: '首页', href: '/', children: [] });
  });

  test('[SHELL-20] the code of another institution finds nothing', async () => {
    const { status, body } = await portal.get('/api/admin/front/menu/department/WSBWG02');
    expect(status).toBe(404);
    expect(body).toEqual({ status: 404, message: '没有这个机构' });
    expect(at((await portal.get('/api/admin/front/menu/department/WSBWG02', 'museum.localhost')).body, 'data', 1, 'title')).toBe(
      '馆藏珍品',
    );
  });
});

describe('ad slots', () => {
  const slot = '/api/portal/front/slot';
  const season = {
    adName: 'season',
    adCode: 'autumn',
    adDesc: '秋季',
    adLink: '/information?columnId=6101',
    imgPath: '/pictures/lotus/season.svg',
  };

  test('[TENANT-09, TENANT-10, TENANT-11] a slot has its name, code, description, picture and adverts with five fields', async () => {
    await changeTenant(portal, 'centre', (settings) => ({
      slots: {
        ...objectIn(settings, 'slots'),
        seasonal: {
          slotName: '季节',
          slotCode: 'season01',
          slotDesc: '首页底部',
          imgPath: '/pictures/lotus/slot.svg',
          adDetails: { autumn: season },
        },
      },
    }));
    const expected = {
      ...answered,
      data: {
        rows: [{ slotName: '季节', slotCode: 'season01', slotDesc: '首页底部', imgPath: '/pictures/lotus/slot.svg', adDetails: [season] }],
      },
    };
    for (const query of [
      'slotName=seasonal',
      `slotName=${encodeURIComponent('季节')}`,
      'slotCode=season01',
      'museumCode=QLWHG01&slotName=seasonal&slotCode=season01',
    ])
      expect((await portal.get(`${slot}?${query}`)).body).toEqual(expected);
  });

  test('[TENANT-10] names and codes that no slot has find nothing, without them all are answered', async () => {
    expect(at((await portal.get(`${slot}?slotName=nothing`)).body, 'data', 'rows')).toEqual([]);
    expect(at((await portal.get(`${slot}?slotName=information&slotCode=scenicspot`)).body, 'data', 'rows')).toEqual([]);
    const rows = at((await portal.get(slot)).body, 'data', 'rows') as Json[];
    expect(rows.map((row) => at(row, 'slotCode'))).toEqual(
      expect.arrayContaining(['pcinnerbanner', 'information', 'subhomepage', 'scenicspot']),
    );
  });

  test('[TENANT-10, TENANT-06] each institution has adverts of its own; the code of another finds nothing', async () => {
    expect(at((await portal.get(`${slot}?slotName=information`, 'library.localhost')).body, 'data', 'rows', 0, 'adDetails')).toEqual([
      { adName: '8101', adDesc: 'model2' },
    ]);
    expect((await portal.get(`${slot}?museumCode=WSBWG02&slotName=information`)).status).toBe(404);
  });
});

describe('[TENANT-13] the eight ad slots are in use', () => {
  const wordsOf = (selector: string) => (page: Document) => words(page.querySelector(selector));
  const qr = (page: Document): unknown => [
    page.querySelector('.qr-block img')?.getAttribute('src') ?? undefined,
    words(page.querySelector('.qr-block-words')),
  ];
  const builtIn = '手机上也能看';
  beforeAll(async () => {
    const event = { id: 'event', columnId: '9001', name: '皮影工作坊', number: 30, surplus: 12, price: 20 };
    await portal.put('centre', 'appointment', [{ ...event, beginTime: '2026-12-01 09:00:00', endTime: '2026-12-01 11:00:00' }]);
    await portal.put('centre', 'venue', [{ id: 'hall', columnId: '9001', name: '听澜剧场', sectionDataList: [{ pnum: 20 }] }]);
    await portal.put('centre', 'information', [{ id: 'piece', columnId: '9001', title: '剪纸进校园', publishDate: '2026-11-02' }]);
  });

  test.each<[slot: string, url: string, shown: (page: Document) => unknown, without: unknown, settings: JsonObject, changed: unknown]>([
    [
      'ticketText',
      '/appointmentdetail?columnId=9001&id=event',
      (page) => ['余票（张）', '余座（席）', '总票数（张）', '座位（席）', '票价', '费用'].map((label) => fact(page, label)),
      ['12', undefined, '30', undefined, '¥20', undefined],
      {
        adDetails: Object.fromEntries(
          Object.entries({ surplus: '余座', allname: '座位', unit: '席', feename: '费用' }).map(([adCode, adName]) => [
            adCode,
            { adCode, adName, adLink: '9001' },
          ]),
        ),
      },
      [undefined, '12', undefined, '30', undefined, '¥20'],
    ],
    [
      'venueEnrollbtn',
      '/venuedetail?columnId=9001&id=hall',
      (page) => control(page, '立即预定') !== undefined,
      true,
      { slotCode: '1' },
      false,
    ],
    [
      'pcinnerbanner',
      '/information?columnId=9001',
      (page) => pictures(page.querySelector('main') ?? undefined)[0],
      '/pictures/river/centre-inner.svg?size=1600x200',
      { imgPath: '/pictures/lotus/season.svg' },
      '/pictures/lotus/season.svg',
    ],
    [
      'mailboxconfig',
      '/mailbox?columnId=6175',
      (page) => [words(page.querySelector('h1')), page.querySelector('textarea')?.placeholder],
      ['馆长信箱', '说说您的想法，限50字'],
      {
        adDetails: {
          title: { adCode: 'mailtitle', adName: '写给我们' },
          placeholder: { adCode: 'placeholder', adName: '想说的话，限50字' },
        },
      },
      ['写给我们', '想说的话，限50字'],
    ],
    ['messagename', '/login', wordsOf('.qr-block-words'), builtIn, { slotName: 'messagename', slotDesc: '登录后可预约' }, '登录后可预约'],
    [
      'downloadconfig',
      '/forget',
      qr,
      [undefined, builtIn],
      { slotName: '下载客户端', slotCode: 'downloadconfig', imgPath: '/pictures/lantern/app.svg' },
      ['/pictures/lantern/app.svg', '下载客户端'],
    ],
    [
      'subhomepage',
      '/information?columnId=9001&subhomepage=season',
      (page) => linkTo(page.querySelector('.crumbs') ?? undefined, '首页'),
      '/',
      { adDetails: { season: { adName: 'season', adLink: '/scenicspot?columnId=6105' } } },
      '/scenicspot?columnId=6105',
    ],
    [
      'information',
      '/information?columnId=9001',
      (page) => control(cardOf(page, '剪纸进校园'), '查看详情') !== undefined,
      false,
      { adDetails: { own: { adName: '9001', adDesc: 'model2' } } },
      true,
    ],
  ])('%s changes %s', async (slot, url, shown, without, settings, changed) => {
    expect(shown(await open(portal, url))).toEqual(without);
    await changeTenant(portal, 'centre', (tenant) => ({ slots: { ...objectIn(tenant, 'slots'), [slot]: settings } }));
    time += 120_000;
    expect(shown(await open(portal, url))).toEqual(changed);
    expect(portal.problems).toEqual([]);
  });
});

test('[TENANT-16] domain, site information, areas and slots answer in data', async () => {
  expect((await portal.get('/api/admin/front/group/web?domain=localhost')).body).toEqual({
    ...answered,
    data: { f: '100001', c: 'QLWHG01', g: 0 },
  });
  expect((await portal.get('/api/admin/front/app/QLWHG01')).body).toEqual({
    ...answered,
    data: {
      appLogo: '/pictures/logo/ripple.svg',
      title: '青澜市文化馆',
      appKeyword: expect.stringContaining('非遗'),
      description: expect.any(String),
      museumCode: 'QLWHG01',
    },
  });
});

describe('types, dictionaries and areas', () => {
  const choices = '/api/communal/web/dict/searchType';

  test('[CONV-15, CONV-16] the types of a column have id, name, parentId, sort and children', async () => {
    const { body } = await portal.get(`${choices}?menuId=6103`);
    expect(body).toMatchObject(answered);
    expect(at(body, 'data', 'dictType')).toEqual([]);
    expect(at(body, 'data', 'customType', 0)).toEqual({
      id: 'a10',
      name: '纸上布上',
      parentId: '-1',
      sort: 1,
      children: ['年画', '剪纸', '刺绣'].map((name, index) => ({
        id: `a${index + 1}`,
        name,
        parentId: 'a10',
        sort: index + 1,
        children: [],
      })),
    });
    expect(at(body, 'data', 'customType', 1)).toMatchObject({ id: 'a20', sort: 2 });
  });

  test('[CONV-15, CONV-17] the entries of a dictionary have dictCode, dictName, description and image; both lists come at once', async () => {
    await changeTenant(portal, 'centre', () => ({
      dictionaries: { jdbq: { entries: { driving: { description: '自己开车', image: '/pictures/river/driving.svg' } } } },
    }));
    const { body } = await portal.get(`${choices}?menuId=6104&dictParentCode=jdbq`);
    expect(at(body, 'data', 'customType')).toHaveLength(3);
    expect(at(body, 'data', 'dictType', 0)).toEqual({ dictCode: 't1', dictName: '亲子', description: '', image: '' });
    expect(at(body, 'data', 'dictType', 5)).toEqual({
      dictCode: 't6',
      dictName: '自驾',
      description: '自己开车',
      image: '/pictures/river/driving.svg',
    });
  });

  test.each([
    ['/information?columnId=6101', '资讯类型', 'wlzxzxlx'],
    ['/appointment?columnId=6113', '活动类型', 'hdbmhdlx'],
  ])(
    '[CONV-20] %s filters by the dictionary behind %s (%s) once the institution fills it, and not before',
    async (url, label, dictionary) => {
      expect(filterRows(await open(portal, url))).not.toHaveProperty(label);
      await changeTenant(portal, 'centre', (settings) => ({
        dictionaries: { ...objectIn(settings, 'dictionaries'), [dictionary]: { entries: { one: { dictCode: 'z1', dictName: '专题一' } } } },
      }));
      time += 120_000;
      expect(filterRows(await open(portal, url))).toMatchObject({ [label]: ['全部', '专题一'] });
    },
  );

  test.each([
    ['/travelguide?columnId=6104', 'travelTags', '自驾'],
    ['/homestayhotel?columnId=6106', 'areaType', '湖滨片区'],
    ['/homestayhotel?columnId=6106', 'hotelType', '客栈'],
    ['/homestayhotel?columnId=6106', 'hotelLabel', '湖景'],
    ['/homestayhotel?columnId=6106', 'facilityService', '茶室'],
    ['/scenicspot?columnId=6105', 'subject', '红色旅游'],
    ['/scenicspot?columnId=6105', 'areaType', '西南'],
    ['/delicacy?columnId=6146', 'foodType', '汤羹'],
    ['/delicacy?columnId=6146', 'areaType', '西南'],
    ['/culturalcommodity?columnId=6112', 'productType', '玩具'],
    ['/culture?columnId=6110', 'type', '线上展厅'],
  ])('[CONV-20, CONV-21] %s sends %s for the choice %s', async (url, param, choice) => {
    expect(Object.values(filterRows(await open(portal, url))).flat()).toContain(choice);
    const { body } = await portal.get(`/portal/page?url=${encodeURIComponent(url)}`);
    const filters = Object.values((at(body, 'definition', 'filters') ?? {}) as Record<string, Json>);
    const row = filters.findIndex((filter) => at(filter, 'param') === param);
    const name = Object.keys((at(body, 'definition', 'filters') ?? {}) as object)[row] ?? '';
    const groups = at(body, 'data', 'groups', name) as Json[];
    expect(groups.flatMap((group) => (at(group, 'choices') as Json[]).map((entry) => at(entry, 'label')))).toContain(choice);
  });

  test('[CONV-18, CONV-19, CONV-32, TENANT-12, TENANT-16] the area call takes the museum code and answers groups with id, name, code and groupList', async () => {
    const { body } = await portal.get('/api/admin/front/area/QLWHG01');
    expect(body).toMatchObject(answered);
    expect(at(body, 'data', 0)).toEqual({
      id: 'area-city',
      name: '城区',
      code: 'QL01',
      groupList: [
        { id: 'area-wenlan', name: '文澜区', code: 'QL0101' },
        { id: 'area-linhe', name: '临河区', code: 'QL0102' },
        { id: 'area-qixia', name: '栖霞区', code: 'QL0103' },
      ],
    });
    expect((await portal.get('/api/admin/front/area/WSBWG02')).status).toBe(404);
  });

  test('[CONV-19] area groups feed the filter of an institution that asks for areas', async () => {
    const folder = join(portal.root, 'tenants/centre/modules');
    await mkdir(folder, { recursive: true });
    // Others look at the filter as it is without.
    onTestFinished(() => rm(join(folder, 'delicacy.json')));
    await writeFile(
      join(folder, 'delicacy.json'),
      JSON.stringify({ pages: { delicacy: { filters: { area: { dictionary: null, areas: true } } } } }),
    );
    await portal.put('centre', 'delicacy', [
      { id: 'here', menuId: '6146', name: '临河藕', areaType: 'QL0102' },
      { id: 'there', menuId: '6146', name: '松溪笋', areaType: 'QL0202' },
    ]);
    const page = await open(portal, '/delicacy?columnId=6146');
    expect(filterRows(page)).toMatchObject({ 城区: ['全部', '文澜区', '临河区', '栖霞区'], 县域: ['全部', '柳湾县', '松溪县'] });
    expect(await chosen(portal, page, '县域', '松溪县')).toEqual(['松溪笋']);
    expect(portal.problems).toEqual([]);
  });
});
