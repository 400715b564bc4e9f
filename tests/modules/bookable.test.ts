import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../src/model/json';
import { at, demoItems } from '../server/portal';
import { friday, openModules } from './harness';
import { filterRows, listed, titleOf, words } from './page';

const events: JsonObject[] = Array.from({ length: 15 }, (_, index) => ({
  id: `a${index}`,
  columnId: '6113',
  name: `活动${index}`,
  number: 10,
  beginTime: `2026-11-${String(index + 10)} 09:00:00`,
  endTime: `2026-11-${String(index + 10)} 11:00:00`,
  types: [index % 2 === 0 ? 'e1' : 'e4'],
  activityType: index % 3 === 0 ? 'x' : 'y',
}));
const rooms: JsonObject[] = Array.from({ length: 14 }, (_, index) => ({
  id: `v${index}`,
  columnId: '6140',
  name: `场馆${index}`,
  types: [index % 2 === 0 ? 'u1' : 'u2'],
  images: ['/pictures/a.svg', '/pictures/b.svg'],
  content: '<p>字</p>',
}));

const portal = openModules({ copy: true, now: friday }, async ({ put }) => {
  await put('centre', 'appointment', events);
  await put('centre', 'venue', rooms);
});

const rowsAt = async (url: string, ...path: string[]): Promise<JsonObject[]> => at((await portal.get(url)).body, ...path) as JsonObject[];
const ids = (rows: readonly Json[]): Json[] => rows.map((row) => at(row, 'id') ?? null);

describe('activities', () => {
  test('[ACT-03] the list has banner, crumbs, two groups of filters, those of types, cards and a pager', async () => {
    const page = await portal.open('/appointment?columnId=6113');
    expect(page.querySelector('.banner')).not.toBeNull();
    expect(words(page.querySelector('nav[aria-label="当前位置"]'))).toMatch(/^首页/);
    expect(Object.keys(filterRows(page)).slice(0, 3)).toEqual(['时间', '状态', '类型']);
    expect([listed(page).length, page.querySelector('nav[aria-label="翻页"]') !== null]).toEqual([12, true]);
  });

  test('[ACT-09] [ACT-37] the call takes what the documents send and answers list.data.rows and total', async () => {
    const { body } = await portal.get(
      '/api/activity/web/page?page=1&limit=12&columnId=6113&types=e4&activityType=y&beginTimeSegment=3&codes=e4&phone=13800000000&status=2',
    );
    expect([at(body, 'list', 'status'), at(body, 'list', 'data', 'total')]).toEqual([200, 3]);
    expect(ids(at(body, 'list', 'data', 'rows') as Json[])).toEqual(['a7', 'a5', 'a1']);
    expect(at((await portal.get('/api/activity/web/a3')).body, 'data', 'name')).toBe('活动3');
  });

  test('[ACT-10] the other paths of the documents answer the same', async () => {
    expect(ids(await rowsAt('/api/activity/web/list?page=1&limit=3&columnId=6113', 'list', 'data', 'rows'))).toEqual(['a10', 'a11', 'a12']);
    expect(at((await portal.get('/api/activity/web/secKill/a3')).body, 'data', 'name')).toBe('活动3');
    expect(at((await portal.get('/api/activity/web/session/a3')).body, 'status')).toBe(200);
  });

  test('[ACT-15] the detail is at /appointmentdetail with columnId and id', async () => {
    expect(words((await portal.open('/appointmentdetail?columnId=6113&id=a3')).querySelector('main section'))).toContain('活动3');
    expect((await portal.get('/appointmentdetail?columnId=6113&id=nowhere')).status).toBe(404);
  });

  const fields = [
    'id',
    'columnId',
    'name',
    'image',
    'businessTypeList',
    'number',
    'surplus',
    'price',
    'address',
    'enrollBeginTime',
    'enrollEndTime',
    'beginTime',
    'endTime',
    'phone',
    'organizer',
    'coOrganizer',
    'contractor',
    'sponsor',
    'tip1Id',
    'tip1Name',
    'tip1Value',
    'content',
    'enrollStatus',
    'status',
    'typeList',
    'recommendList',
  ];
  const enrolling = [
    'museumCode',
    'ageSet',
    'sexSet',
    'sex',
    'minAge',
    'maxAge',
    'maleMinAge',
    'maleMaxAge',
    'femaleMinAge',
    'femaleMaxAge',
    'multipleSet',
    'multipleNumber',
    'tip2Name',
    'tip2Value',
  ];
  test.each([
    ['ACT-33', fields],
    ['ACT-34', enrolling],
    ['ACT-35', ['id', 'columnId', 'name', 'image', 'address', 'beginTime']],
  ])('[%s] its item has the fields of the documents [ACT-33, ACT-34, ACT-35]', (_row, names) => {
    expect(Object.keys(portal.definitions.portal('centre')?.modules['appointment']?.definition.item?.properties ?? {})).toEqual(
      expect.arrayContaining([...names]),
    );
  });

  test('[ACT-11] in offline mode everything comes with one call and is narrowed without further ones', async () => {
    await portal.put(
      'library',
      'appointment',
      events.map((event) => ({ ...event, columnId: '8103' })),
    );
    const { body } = await portal.get(`/portal/page?url=${encodeURIComponent('/appointment?columnId=8103')}`, 'library.localhost');
    expect(body).toMatchObject({ definition: { paging: 'whole' } });
    expect(listed(await portal.open('/appointment?columnId=8103&page=2', 'library.localhost')).map(titleOf)).toHaveLength(3);
  });

  test('[ENR-37] two calls enrol: one with ids of contacts, one with entries of contacts', () => {
    const endpoints = portal.definitions.portal('centre')?.modules['appointment']?.endpoints;
    expect([endpoints?.['signUp']?.template, endpoints?.['apply']?.template].map((template) => template?.split('/').pop())).toEqual([
      'signUp',
      'apply',
    ]);
    expect([endpoints?.['signUp']?.method, endpoints?.['apply']?.method]).toEqual(['PUT', 'PUT']);
  });
});

describe('venues', () => {
  test.each([
    ['VEN-08', 'venuePage'],
    ['VEN-10', 'page'],
  ])('[%s] [VEN-08, VEN-10, VEN-18] GET api/onlinevenues/web/%s lists them', async (_row, path) => {
    const { body } = await portal.get(`/api/onlinevenues/web/${path}?page=2&limit=12&types=&moduleCode=&columnId=6140`);
    expect([at(body, 'data', 'list', 'total'), (at(body, 'data', 'list', 'list') as Json[]).length]).toEqual([14, 2]);
    expect(ids(await rowsAt(`/api/onlinevenues/web/${path}?page=1&limit=12&types=u2&codes=u2`, 'data', 'list', 'list'))).toHaveLength(7);
  });

  test.each([
    ['VEN-09', 'venueDetails'],
    ['VEN-10', 'preview'],
  ])('[%s] [VEN-09, VEN-10, VEN-17] GET api/onlinevenues/web/%s/{id} answers one, its pictures joined by |', async (_row, path) => {
    const { body } = await portal.get(`/api/onlinevenues/web/${path}/v3`);
    expect(at(body, 'data')).toMatchObject({ id: 'v3', name: '场馆3', images: '/pictures/a.svg|/pictures/b.svg', content: '<p>字</p>' });
  });

  test('[VEN-17] the venues of the demo have what the documents name', async () => {
    const [first] = await demoItems('centre', 'venue');
    expect(Object.keys(first ?? {})).toEqual(
      expect.arrayContaining([
        'id',
        'name',
        'image',
        'images',
        'phone',
        'equipments',
        'size',
        'address',
        'sectionDataList',
        'cost',
        'remarks',
        'content',
      ]),
    );
  });
});
