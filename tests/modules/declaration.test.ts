import { describe, expect, test } from 'vitest';
import { at } from '../server/portal';
import { friday, openModules } from './harness';
import { cardOf, control, fact, filterRows, linkTo, listed, many, opens, pictures, section, titleOf, words } from './page';

const list = '/api/culture/management/web/management';
const records = '/api/culture/management/web/declareContent';
const full = {
  id: 'full',
  menuId: '9001',
  declareName: '第六批项目申报',
  image: '/pictures/textile/full.svg',
  content: '<p>面向<strong>全市</strong>。</p>',
  attachment: '/media/forms/declaration.docx',
  attachmentName: '样表.docx',
  additionalContent: '<p>先登录。</p>',
  startTime: '2026-10-15 09:00:00',
  endTime: '2026-12-31 17:00:00',
  types: ['d1'],
  recommend: 1,
};
const record = {
  id: 'r1',
  menuId: '9001',
  declareId: 'full',
  projectName: '水乡渔歌',
  insertTime: '2026-11-18 10:00:00',
  territorial: '文澜区',
  protectionUnit: '渔歌传习所',
  mailingAddress: '文澜区示范路1号',
  email: 'unit@example.org',
  workPhone: '13900001234',
  attachment: '/media/forms/record.docx',
  rejectFlag: 0,
};

const portal = openModules({ now: friday }, async ({ put }) => {
  await put('centre', 'managementdeclaration', [
    full,
    { id: 'early', menuId: '9001', declareName: '传承人申报', startTime: '2026-12-10 09:00:00', endTime: '2027-02-28 17:00:00' },
    {
      id: 'over',
      menuId: '9001',
      declareName: '2021年度申报',
      startTime: '2021-03-01 09:00:00',
      endTime: '2021-06-30 17:00:00',
      types: ['d2'],
    },
    { id: 'older', menuId: '9001', declareName: '2020年度申报', startTime: '2020-03-01 09:00:00', endTime: '2020-06-30 17:00:00' },
    { id: 'oldest', menuId: '9001', declareName: '2019年度申报', startTime: '2019-03-01 09:00:00', endTime: '2019-06-30 17:00:00' },
    ...many(17, (number, day) => ({
      id: `many-${number}`,
      menuId: '9012',
      declareName: `申报${number}`,
      startTime: `${day} 09:00:00`,
      endTime: '2026-12-31 17:00:00',
    })),
  ]);
  await put('centre', 'declarerecord', [
    { ...record, legalPerson: '某人', userId: 'u1' },
    {
      id: 'r2',
      menuId: '9001',
      declareId: 'full',
      projectName: '柳湾竹编',
      insertTime: '2026-11-17 10:00:00',
      rejectFlag: 1,
      reject: '传承谱系不完整',
    },
    ...many(23, (number, day) => ({
      id: `h${number}`,
      menuId: '9012',
      declareId: 'many-1',
      projectName: `项目${number}`,
      insertTime: `${day} 10:00:00`,
    })),
  ]);
});

const ids = (url: string): Promise<unknown[]> => portal.ids(url, 'data');
const detail = (id: string): Promise<Document> => portal.open(`/managementdeclarationDetail?columnId=9001&id=${id}`);

describe('calls', () => {
  test('[DECL-35, DECL-40] the list answers data and totalSize, the detail one declaration', async () => {
    const { body } = await portal.get(`${list}/9001/list?page=1&limit=8`);
    expect(body).toMatchObject({ status: 0, totalSize: 5 });
    const { content: _content, additionalContent: _additional, ...row } = full;
    expect(at(body, 'data', 0)).toEqual({ ...row, status: { code: 2, description: '进行中' } });
    expect((await portal.get(`${list}/full/detail`)).body).toEqual({
      status: 200,
      message: '操作成功',
      data: { ...full, status: { code: 2, description: '进行中' } },
    });
  });

  test.each([
    ['[DECL-05] status=1', ['early']],
    ['[DECL-05] status=2', ['full']],
    ['[DECL-05] status=3', ['over', 'older', 'oldest']],
    ['[DECL-04, DECL-39] time=2021', ['over']],
    ['[DECL-04] time=2020', ['older']],
    ['[DECL-04] time=2019', ['oldest']],
    ['[DECL-39] types=d1,d2', ['full', 'over']],
    ['[DECL-39] recommend=1', ['full']],
    ['[DECL-39, DECL-42] page=1&limit=3&menuId=9001&types=d1&time=2026&status=2&recommend=1', ['full']],
  ])('%s finds %j', async (row, found) => expect(await ids(`${list}/9001/list?${row.replace(/^\[[^\]]*\] /, '')}`)).toEqual(found));

  test.each(['0', '4', 'x'])('[DECL-05] status %s is none', async (status) =>
    expect((await portal.get(`${list}/9001/list?status=${status}`)).status).toBe(400),
  );

  test('[DECL-36, DECL-41] records are asked for by column and declaration; telephones are masked, who sent them stays here', async () => {
    const { body } = await portal.get(`${records}/9001/uploadList?menuId=9001&page=1&limit=3&declareId=full`);
    expect(body).toMatchObject({ status: 0, totalSize: 2 });
    expect(at(body, 'data', 0)).toEqual({ ...record, workPhone: '139****1234' });
    expect(await ids(`${records}/9001/uploadList?declareId=none`)).toEqual([]);
  });
});

describe('the list', () => {
  test('[DECL-01] back route id 69 in the menu leads to /managementdeclaration', async () => {
    expect(await portal.inMenu('申报管理')).toEqual(['6169', 69, '/managementdeclaration?columnId=6169']);
  });

  test('[DECL-02, DECL-06] a card opens the detail with id and columnId', async () => {
    const card = cardOf(await portal.open('/managementdeclaration?columnId=9001'), '第六批项目申报');
    expect(opens(card)).toEqual({ href: '/managementdeclarationDetail?id=full&columnId=9001', newWindow: true });
    expect(words(card)).toContain('进行中');
  });

  test('[DECL-03] 8 are on a page', async () =>
    expect(await portal.cardsPerPage('/managementdeclaration?columnId=9012')).toEqual([8, 8, 1]));

  test('[DECL-04, DECL-05] it narrows by time and status', async () => {
    const page = await portal.open('/managementdeclaration?columnId=9001');
    expect(filterRows(page)).toMatchObject({
      时间: ['全部', '2026', '2021', '2020', '2019'],
      状态: ['全部', '未开始', '进行中', '已结束'],
    });
    expect(await portal.chosen(page, '时间', '2021')).toEqual(['2021年度申报']);
    expect(await portal.chosen(page, '状态', '未开始')).toEqual(['传承人申报']);
  });

  test.each([
    ['columnId=9001&status=3', ['全部', '2021', '2020', '2019'], '全部'],
    ['columnId=9001&status=2&time=2020', ['全部', '2026', '2020'], '2020'],
    ['columnId=9099', undefined, undefined],
  ])('[DECL-04] with ?%s it offers the years %j that there are declarations of, and the chosen one', async (query, years, now) => {
    const page = await portal.open(`/managementdeclaration?${query}`);
    expect(filterRows(page)['时间']).toEqual(years);
    const row = [...page.querySelectorAll('[role="group"]')].find(
      (group) => words(page.getElementById(group.getAttribute('aria-labelledby') ?? '')) === '时间',
    );
    expect(row && words(row.querySelector('[aria-current="true"]'))).toBe(now);
  });

  test.each(['/managementdeclaration?columnId=9099', '/managementdeclaration'])('[CONV-06] %s says 暂无数据', async (address) =>
    expect(words((await portal.open(address)).querySelector('#list'))).toContain('暂无数据'),
  );
});

describe('the detail', () => {
  test('it shows name, picture, content and comments', async () => {
    const page = await detail('full');
    expect(words(page.querySelector('h1'))).toBe('第六批项目申报');
    expect(pictures(page.querySelector('main') ?? undefined)).toContain('/pictures/textile/full.svg');
    expect(words(page.querySelector('.rich-text'))).toBe('面向全市。');
    expect(section(page, '评论')).toBeDefined();
  });

  test('[CONV-28] 附件下载 saves the attachment, and says 没有可下载附件 without one', async () => {
    const link = control(await detail('full'), '附件下载');
    expect([link?.tagName, link?.getAttribute('href'), link?.getAttribute('download')]).toEqual([
      'A',
      '/media/forms/declaration.docx',
      '样表.docx',
    ]);
    expect(control(await detail('early'), '附件下载')?.tagName).toBe('BUTTON');
    const page = await portal.payload('/managementdeclarationDetail?columnId=9001&id=early');
    expect(JSON.stringify(page['definition'])).toContain('没有可下载附件');
  });

  test('[DECL-09, DECL-11, DECL-12] beside it 3 records open to what they have, and 更多> leads to all', async () => {
    const aside = section(await detail('full'), '申报记录');
    expect([...(aside?.querySelectorAll('article') ?? [])].map(titleOf)).toEqual(['水乡渔歌', '柳湾竹编']);
    const card = aside && cardOf(aside, '水乡渔歌');
    expect(['项目名称', '所属地区', '保护单位', '通讯地址', '电子邮箱', '单位电话'].map((label) => fact(card, label))).toEqual([
      '水乡渔歌',
      '文澜区',
      '渔歌传习所',
      '文澜区示范路1号',
      'unit@example.org',
      '139****1234',
    ]);
    expect(linkTo(card, '附件下载')).toBe('/media/forms/record.docx');
    expect(words(aside?.querySelector('.list-section-more'))).toBe('更多>');
    expect(linkTo(aside, '更多> 申报记录')).toBe('/declerahistorydetail?declareId=full&columnId=9001');
    expect(section(await detail('many-1'), '申报记录')?.querySelectorAll('article')).toHaveLength(3);
  });

  test('[DECL-10, DECL-11] below them 3 others of the column, and 更多> leads to the column', async () => {
    const aside = section(await detail('full'), '相关申报');
    expect([...(aside?.querySelectorAll('article') ?? [])].map(titleOf)).toEqual(['传承人申报', '2021年度申报', '2020年度申报']);
    expect(linkTo(aside, '更多> 相关申报')).toBe('/managementdeclaration?columnId=9001');
  });

  test('without records it says so', async () => expect(words(section(await detail('early'), '申报记录'))).toContain('暂无申报记录'));
});

describe('the history', () => {
  test('[DECL-13, DECL-14] is an accordion of 10 records a page, the newest first', async () => {
    const address = '/declerahistorydetail?columnId=9012&declareId=many-1';
    expect(await portal.cardsPerPage(address)).toEqual([10, 10, 3]);
    const page = await portal.open(address);
    expect(listed(page).map(titleOf).slice(0, 2)).toEqual(['项目1', '项目2']);
    expect(page.querySelectorAll('#list details:not([open]) > summary')).toHaveLength(10);
  });

  test.each(['declareId=full', 'id=full', ''])('[DECL-46] columnId=9001&%s shows its records', async (query) => {
    expect(listed(await portal.open(`/declerahistorydetail?columnId=9001&${query}`)).map(titleOf)).toEqual(['水乡渔歌', '柳湾竹编']);
  });

  test('[DECL-46] another declaration has none of them', async () =>
    expect(listed(await portal.open('/declerahistorydetail?columnId=9001&declareId=early&id=full'))).toEqual([]));

  test('[DECL-15] a rejected record is marked and tells its reason', async () => {
    const page = await portal.open('/declerahistorydetail?columnId=9001&declareId=full');
    const rejected = cardOf(page, '柳湾竹编');
    expect([words(rejected?.querySelector('summary .badge')), fact(rejected, '驳回原因')]).toEqual(['已驳回', '传承谱系不完整']);
    expect([cardOf(page, '水乡渔歌')?.querySelector('.badge'), fact(cardOf(page, '水乡渔歌'), '驳回原因')]).toEqual([null, undefined]);
  });
});

test('a document of an institution is saved, not shown', async () => {
  const { status, headers } = await portal.get('/media/forms/declaration.docx');
  expect([status, headers['content-disposition'], headers['content-type']]).toEqual([
    200,
    'attachment',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  ]);
});
