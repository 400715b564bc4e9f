import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { putItems } from '../../../../src/database/content/writeItems';
import { removeItems } from '../../../database/removeItems';
import { decideItems } from '../../../database/decideItems';
import type { JsonObject } from '../../../../src/model/json';
import { toRecord } from '../../../../src/server/items/record';
import { keepShapes, refreshShapes } from '../../../../src/server/items/storedShapes';
import { deriveAccountKeys } from '../../../../src/server/security/keys';
import { at, testPortal, type TestPortal } from '../../portal';

const keys = deriveAccountKeys(randomBytes(32));
let portal: TestPortal;
let time = Date.now();
beforeAll(async () => {
  portal = await testPortal({ copy: true, clock: () => time });
  await portal.put('centre', 'information', [
    {
      id: 'i1',
      columnId: '6101',
      title: '昆曲讲座开讲',
      remark: '<em>周末</em>来听',
      content: '<p>从<b>水磨</b>腔说起&lt;script&gt;</p>',
      image: '/pictures/lotus/a.svg',
      publishDate: '2026-11-01T09:00:00+08:00',
      auther: '沈砚',
    },
    { id: 'i2', columnId: '6102', title: '夜间开放', content: '<p>一楼展厅夜里可看昆曲戏衣。</p>', publishDate: '2026-10-01' },
  ]);
  await portal.put('centre', 'appointment', [
    {
      id: 'a1',
      columnId: '6113',
      name: '昆曲工作坊',
      content: '<p>学一段</p>',
      businessTypeList: [{ name: '戏曲' }],
      beginTime: '2026-12-01 10:00:00',
      phone: '0571-00001022',
    },
  ]);
  await portal.put('centre', 'venue', [
    { id: 'v1', columnId: '6140', name: '小剧场', content: '<p>可演昆曲。</p>', address: '临河路66号', insertTime: '2026-01-01' },
  ]);
  await portal.put('museum', 'information', [{ id: 'm1', columnId: '7102', title: '昆曲与青瓷', publishDate: '2026-11-01' }]);
});
afterAll(() => portal.close());

const search = async (query: Record<string, string>, host?: string) =>
  portal.get(`/api/portal/web/search?${new URLSearchParams(query).toString()}`, host);
const rows = async (query: Record<string, string>, host?: string): Promise<JsonObject[]> =>
  (at((await search(query, host)).body, 'data', 'rows') ?? []) as JsonObject[];
const found = async (query: Record<string, string>, host?: string): Promise<unknown[]> =>
  (await rows(query, host)).map((row) => row['entityId']);

describe('the call', () => {
  it('[SRCH-06, SRCH-08] answers results with all their fields', async () => {
    expect((await search({ title: '水磨腔' })).body).toEqual({
      status: 200,
      message: '操作成功',
      data: {
        total: 1,
        rows: [
          {
            id: 'information-i1',
            entityId: 'i1',
            menuId: '6101',
            title: '昆曲讲座开讲',
            moduleType: 'info',
            fid: '100001',
            label: '资讯',
            link: '/informationdetail?columnId=6101&id=i1',
            image: '/pictures/lotus/a.svg',
            date: '2026-11-01T09:00:00+08:00',
            markedTitle: '昆曲讲座开讲',
            snippet: '从<mark>水磨腔</mark>说起&lt;script&gt; … 周末来听',
          },
        ],
      },
    });
  });

  it('[SRCH-03, SRCH-04] names the kind of each and where it leads', async () => {
    expect((await rows({ title: '昆曲' })).map(({ moduleType, label, link }) => [moduleType, label, link])).toEqual([
      ['activity', '活动', '/appointmentdetail?columnId=6113&id=a1'],
      ['info', '资讯', '/informationdetail?columnId=6101&id=i1'],
      ['info', '资讯', '/informationdetail?columnId=6102&id=i2'],
      ['venue', '场馆', '/venuedetail?columnId=6140&id=v1'],
    ]);
  });

  it.each([
    [{ title: '昆曲', moduleType: 'info' }, ['i1', 'i2']],
    [{ title: '昆曲', moduleType: 'activity' }, ['a1']],
    [{ title: '昆曲', moduleType: 'venue' }, ['v1']],
    [{ title: '昆曲', moduleType: 'all' }, ['a1', 'i1', 'i2', 'v1']],
    [{ title: '昆曲', moduleType: '' }, ['a1', 'i1', 'i2', 'v1']],
    [{ title: '昆曲', moduleType: 'made-up' }, []],
    [{ title: '昆曲', page: '2', limit: '3' }, ['v1']],
    [{ title: '昆曲', fid: '100001', page: '1', limit: '2' }, ['a1', 'i1']],
    [{ title: '昆曲', page: '900', limit: '100' }, []],
    [{}, []],
    [{ title: '' }, []],
    [{ title: '戏曲' }, ['a1']],
    [{ title: '临河路66号' }, ['v1']],
    [{ title: '沈砚' }, ['i1']],
    [{ title: '0571' }, []],
    [{ title: '00001022' }, []],
  ])('[SRCH-02, SRCH-05, SRCH-07] %j finds %j', async (query, expected) => expect(await found(query)).toEqual(expected));

  it('tells the total of all pages', async () => {
    for (const page of ['1', '2', '3']) expect(at((await search({ title: '昆曲', page, limit: '2' })).body, 'data', 'total')).toBe(4);
  });

  it('finds what belongs to the host alone, whatever fid says', async () => {
    expect(await found({ title: '昆曲', fid: '100001' }, 'museum.localhost')).toEqual(['m1']);
    expect(await found({ title: '昆曲' }, 'library.localhost')).toEqual([]);
  });

  it.each([
    '&',
    "'",
    '"',
    '\\',
    '%',
    '_',
    '100%',
    'a:*',
    '!a',
    '(',
    '<->',
    '昆曲 & | !',
    "'); drop table item; --",
    '<script>alert(1)</script>',
    '🎉',
    '👨‍👩‍👧',
    '茶',
    'x',
    '的',
    '昆'.repeat(1000),
    'é',
    '\u202e',
    '\ud800',
    '１２３',
    '昆曲\n讲座',
    '{{x}}',
    '${x}',
    '../..',
    'null',
    '0',
  ])('answers %j', async (title) => {
    const reply = await search({ title });
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({ status: 200, data: { rows: expect.any(Array) } });
  });

  it('[SRCH-02] counts the kinds where it is asked to, whichever is chosen', async () => {
    const counts = async (query: Record<string, string>): Promise<unknown> => at((await search(query)).body, 'data', 'counts');
    for (const moduleType of ['all', 'venue', 'made-up'])
      expect(await counts({ title: '昆曲', moduleType, counts: 'moduleType' })).toEqual({ moduleType: { activity: 1, info: 2, venue: 1 } });
    expect(await counts({ title: '京剧', counts: 'moduleType' })).toEqual({ moduleType: {} });
    expect(await counts({ title: '昆曲' })).toBeUndefined();
    expect(await counts({ counts: 'moduleType' })).toBeUndefined();
  });

  it.each([
    ['counts', 'title'],
    ['page', '0'],
    ['page', 'x'],
    ['limit', '101'],
    ['limit', '-1'],
    ['title', 'x'.repeat(2001)],
    ['other', '1'],
  ])('refuses %s=%s', async (name, value) => expect((await search({ title: '昆曲', [name]: value })).status).toBe(400));
});

describe('what visitors are offered', () => {
  const titles = async (path: string, host?: string): Promise<unknown> =>
    ((at((await portal.get(`/api/portal/web/search/${path}`, host)).body, 'data') ?? []) as JsonObject[]).map(({ title }) => title);
  const suggest = (title: string, host?: string): Promise<unknown> => titles(`suggest?${new URLSearchParams({ title }).toString()}`, host);
  const record = (title: string, address: string) =>
    portal.app.inject({
      method: 'PUT',
      url: '/api/portal/web/search/record',
      headers: { host: 'localhost' },
      remoteAddress: address,
      payload: { title },
    });

  it('titles by what was typed so far, with their kind and address, of this institution alone', async () => {
    expect(at((await portal.get('/api/portal/web/search/suggest?title=kqg')).body, 'data')).toEqual([
      { id: 'appointment-a1', title: '昆曲工作坊', label: '活动', link: '/appointmentdetail?columnId=6113&id=a1' },
    ]);
    for (const typed of ['昆', 'kq', 'kunqu']) {
      expect(await suggest(typed)).toEqual(['昆曲工作坊', '昆曲讲座开讲']);
      expect(await suggest(typed, 'museum.localhost')).toEqual(['昆曲与青瓷']);
    }
  });

  it.each(['', '%', '_', "'", '\\', '🎉', '!a & (', 'x'.repeat(100), '昆'.repeat(100), '\ud800'])('nothing for %j', async (typed) =>
    expect(await suggest(typed)).toEqual([]),
  );

  it('words near one that nothing has', async () => {
    const near = (title: string): Promise<unknown> => titles(`near?${new URLSearchParams({ title }).toString()}`);
    expect(await near('坤曲')).toEqual(['昆曲']);
    expect(await near('昆曲滑雪板')).toContain('昆曲');
    for (const title of ['昆曲', 'zzzz', '', '%']) expect(await near(title)).toEqual([]);
  });

  it('words that the institution recommends, then those that several visitors searched for and that tell nothing about anybody', async () => {
    const own = portal.definitions.portal('centre')?.settings.shell.hotWords ?? [];
    for (const [word, visitors] of [
      ['夜间开放', 3],
      ['讲座', 2],
      ['zzzz', 3],
      ['13800000001', 3],
      ['临河路66号 12345', 3],
    ] as const)
      for (let visitor = 1; visitor <= visitors; visitor += 1) expect((await record(word, `10.0.0.${visitor}`)).statusCode).toBe(200);
    for (let again = 0; again < 3; again += 1) await record('讲座', '10.0.0.1');
    time += 61_000;
    expect(await titles('hot')).toEqual([...own, '夜间开放']);
    const { rows: kept } = await sql<{ row: string }>`select t::text as row from search_term t`.execute(portal.database.kysely);
    expect(kept.map(({ row }) => row).filter((row) => /10\.0\.0|13800000001|12345|zzzz/.test(row))).toEqual([]);
    expect(new Set(kept.map(({ row }) => row.split(',').at(-1))).size).toBe(kept.length);
  });
});

describe('highlights', () => {
  it.each([
    ['昆曲', '<mark>昆曲</mark>讲座开讲'],
    ['昆曲讲座', '<mark>昆曲讲座</mark>开讲'],
    ['讲座 开讲', '昆曲<mark>讲座开讲</mark>'],
  ])('of %s: %s', async (title, markedTitle) => expect((await rows({ title, moduleType: 'info' }))[0]).toMatchObject({ markedTitle }));

  it('are an excerpt of the text that has the words, and safe', async () => {
    await portal.put('library', 'information', [
      {
        id: 'long',
        columnId: '8101',
        title: '<b>&"标题"',
        remark: '摘要在前',
        content: `<p>${'前文很长。'.repeat(60)}这一句说到汝窑<img src=x onerror=alert(1)>的釉色。${'后文也长。'.repeat(60)}</p>`,
        publishDate: '2026-11-01',
      },
    ]);
    const [row] = await rows({ title: '汝窑' }, 'library.localhost');
    expect(row).toMatchObject({
      markedTitle: expect.not.stringMatching(/<(?!mark>|\/mark>)/),
      snippet: expect.stringMatching(/^…这一句说到<mark>汝窑<\/mark>.{0,3}的釉色。(后文也长。)+.*…$/),
    });
    expect(String(row?.['snippet']).length).toBeLessThan(150);
    expect((await rows({ title: '标题' }, 'library.localhost'))[0]).toMatchObject({ snippet: '摘要在前' });
  });
});

describe('what is searched', () => {
  const information = () => portal.definitions.portal('centre')?.modules['information'];

  it('is what was published: not what awaits review or was rejected', async () => {
    const module = information();
    if (!module) throw new Error('no such module');
    await putItems(portal.database, [
      toRecord('centre', module, { id: 'w1', columnId: '6101', title: '皮影一', publishDate: '2026-11-01' }, 0),
      toRecord('centre', module, { id: 'w2', columnId: '6101', title: '皮影二', publishDate: '2026-11-01' }, 0),
    ]);
    expect(await found({ title: '皮影' })).toEqual([]);
    await decideItems(portal.database, 'centre', ['w1'], true);
    await decideItems(portal.database, 'centre', ['w2'], false);
    expect(await found({ title: '皮影' })).toEqual(['w1']);
    await removeItems(portal.database, 'centre', 'information', ['w1']);
    expect(await found({ title: '皮影' })).toEqual([]);
  });

  it('follows the definitions: a module of the menu is in, its line says otherwise, or takes it out', async () => {
    await portal.put('centre', 'scenicspot', [{ id: 's1', menuId: '6150', spotName: '听雨亭', content: '<p>雨声入画。</p>' }]);
    const file = join(portal.root, 'schemas/modules/scenicspot.json');
    const before = await readFile(file, 'utf8');
    const written = async (line: string): Promise<number> => {
      await writeFile(file, before.replace('"roles":', `${line}"roles":`));
      time += 1000;
      await portal.definitions.refresh();
      return refreshShapes(portal.database, portal.definitions, keys);
    };
    await refreshShapes(portal.database, portal.definitions, keys);
    const result = {
      entityId: 's1',
      menuId: '6150',
      label: '风景名胜',
      link: '/scenicspotdetail?columnId=6150&id=s1',
      snippet: '雨声入画。',
    };
    expect(await rows({ title: '听雨亭' })).toMatchObject([{ ...result, moduleType: 'scenicspot' }]);
    expect(await written('"search": { "type": "spot", "text": ["/content"] },\n  ')).toBe(1);
    expect(await rows({ title: '听雨亭' })).toMatchObject([{ ...result, moduleType: 'spot' }]);
    expect(await found({ title: '雨声', moduleType: 'spot' })).toEqual(['s1']);
    expect(await refreshShapes(portal.database, portal.definitions, keys)).toBe(0);
    expect(await written('"search": { "found": false },\n  ')).toBe(1);
    expect(await found({ title: '听雨亭' })).toEqual([]);
    expect((await sql`select 1 from search_entry where module = 'scenicspot'`.execute(portal.database.kysely)).rows).toEqual([]);
  });

  it('follows them while the server runs', async () => {
    const failures: unknown[] = [];
    keepShapes(portal.database, portal.definitions, keys, (error) => failures.push(error));
    const file = join(portal.root, 'schemas/modules/information.json');
    const before = await readFile(file, 'utf8');
    await writeFile(file, before.replace('"/auther", "/source"]', '"/source"]'));
    time += 1000;
    await portal.definitions.refresh();
    await expect.poll(() => found({ title: '沈砚' }), { timeout: 10_000 }).toEqual([]);
    expect(failures).toEqual([]);
  });
});
