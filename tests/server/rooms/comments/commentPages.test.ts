import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonObject } from '../../../../src/model/json';
import { testPortal, type TestPortal } from '../../portal';

let portal: TestPortal;
const url = '/informationdetail?columnId=6101&id=i1';
const comment = (id: string, parentId: string, content: string, more: JsonObject = {}): JsonObject => ({
  id,
  parentId,
  content,
  fid: '100001',
  menuId: '6101',
  dataId: 'i1',
  dataTitle: 'T',
  memberId: 'secret-member',
  mobilePhone: '136****0001',
  crtTime: `2026-11-01 10:00:${id.slice(1).padStart(2, '0')}`,
  hide: false,
  ...more,
});

beforeAll(async () => {
  portal = await testPortal();
  await portal.put('centre', 'information', [
    { id: 'i1', columnId: '6101', title: '一则消息', publishDate: '2026-11-01' },
    { id: 'i2', columnId: '6101', title: '另一则', publishDate: '2026-11-01' },
  ]);
  await portal.put('centre', 'comment', [
    ...Array.from({ length: 12 }, (_, index) => comment(`c${index}`, '-1', `<p>第${index}条</p>`)),
    comment('r40', 'c11', '<p>一条回复</p>'),
    comment('c50', '-1', '<p>别处的评论</p>', { dataId: 'i2' }),
  ]);
}, 60_000);
afterAll(() => portal.close());

test('[COM-01, COM-02, COM-03, COM-05] the first comments and their replies stand in the page itself', async () => {
  const { text, status } = await portal.get(url, 'localhost', { accept: 'text/html' });
  const html = text.slice(0, text.indexOf('<script id="payload"'));
  expect(status).toBe(200);
  expect(html.match(/class="comments-entry comments-top"/g)).toHaveLength(10);
  expect(html).toContain('共12条评论');
  expect(html).toContain('查看更多评论');
  for (const words of ['第11条', '第2条', '一条回复', '136****0001']) expect(html).toContain(words);
  for (const words of ['第1条', '别处的评论', '暂无数据']) expect(html).not.toContain(`<p>${words}</p>`);
  expect(text).not.toContain('secret-member');
  expect(text.match(/第11条/g)).toHaveLength(2);
});

test('[COM-04] an item without comments says so', async () => {
  await portal.put('centre', 'information', [{ id: 'i3', columnId: '6101', title: '第三则', publishDate: '2026-11-01' }]);
  const { text } = await portal.get('/informationdetail?columnId=6101&id=i3', 'localhost', { accept: 'text/html' });
  expect(text).toContain('<p class="comments-end">暂无数据</p>');
});

test('comments that cannot be had keep no page from being shown', async () => {
  const endpoint = portal.definitions.portal('centre')?.endpoints['comment:list'];
  if (!endpoint) throw new Error('no such call');
  const { service } = endpoint;
  endpoint.service = 'comments.none';
  try {
    const { text, status } = await portal.get('/informationdetail?columnId=6101&id=i2', 'localhost', { accept: 'text/html' });
    expect(status).toBe(200);
    expect(text).toContain('另一则');
    expect(text).not.toContain('class="comments-end"');
  } finally {
    endpoint.service = service;
  }
});
