import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { safeLink } from '../../../../src/server/api/sanitize';
import { accountPortal, type AccountPortal, at } from '../../accountPortal';

type Member = { token: string; id: string; phone: string };
let portal: AccountPortal;
let member: Member;
let other: Member;
beforeAll(async () => {
  portal = await accountPortal();
  await portal.put(
    'centre',
    'information',
    Array.from({ length: 12 }, (_, number) => ({ id: `i${number}`, columnId: '6101', title: `T${number}`, publishDate: '2026-11-01' })),
  );
  member = await portal.member('13600000001');
  other = await portal.member('13600000002');
}, 60_000);
afterAll(() => portal.close());
beforeEach(() => sql`truncate member_flag`.execute(portal.database.kysely));

const collect = (id: string, extra: object = {}, { token } = member) =>
  portal.ask({
    method: 'PUT',
    url: '/api/personal/web/personal/updateCollect',
    token,
    body: {
      menuId: '6101',
      businessId: id,
      title: `T${id}`,
      image: '/pictures/a.svg',
      url: `/informationdetail?id=${id}`,
      type: 'infor',
      ...extra,
    },
  });
const list = (query = '', { token }: { token?: string } = member, host?: string) =>
  portal.ask({ url: `/api/personal/web/personal/collect/selectByWebUserId${query}`, token, host });
const ids = async (query = '', who = member): Promise<unknown[]> =>
  (at((await list(query, who)).body, 'data', 'rows') as { dataId: string }[]).map(({ dataId }) => dataId);

describe('what a member has collected', () => {
  it('[PC-20, PC-22, PC-24] is listed with its address, the newest first, and gone when taken back', async () => {
    await collect('i0');
    await collect('i1');
    await portal.ask({
      method: 'PUT',
      url: '/api/personal/web/personal/updateStar',
      token: member.token,
      body: { menuId: '6101', businessId: 'i2' },
    });
    expect((await list(`?webUserId=${member.phone}&page=1&limit=10`)).body).toMatchObject({
      status: 200,
      data: {
        total: 2,
        rows: [
          { title: 'Ti1', image: '/pictures/a.svg', url: '/informationdetail?id=i1', type: 'infor', dataId: 'i1', columnId: '6101' },
          { dataId: 'i0' },
        ],
      },
    });
    await collect('i1');
    expect(await ids()).toEqual(['i0']);
    await collect('i1');
    expect(await ids()).toEqual(['i1', 'i0']);
    expect(await ids('', other)).toEqual([]);
  });

  it('[PC-21] ten a page', async () => {
    for (let number = 0; number < 12; number += 1) await collect(`i${number}`, {}, other);
    const first = await list('?page=1&limit=10', other);
    expect(at(first.body, 'data', 'total')).toBe(12);
    expect(await ids('?page=1&limit=10', other)).toEqual(['i11', 'i10', 'i9', 'i8', 'i7', 'i6', 'i5', 'i4', 'i3', 'i2']);
    expect(await ids('', other)).toHaveLength(10);
    expect(await ids('?page=2&limit=10', other)).toEqual(['i1', 'i0']);
    expect(await ids('?page=3&limit=10', other)).toEqual([]);
  });

  it.each([
    ['limit=11', 400],
    ['limit=0', 400],
    ['page=-1', 400],
    ['page=x', 400],
    ['kind=star', 400],
    ['page=1&page=2', 400],
    ['webUserId=13600000002', 403],
  ])('?%s is refused', async (query, status) => {
    expect((await list(`?${query}`)).status).toBe(status);
  });

  it('is told to the member alone, in this institution alone, and kept nowhere', async () => {
    expect((await list('', {})).body).toMatchObject({ status: 40101, message: '请先登录' });
    expect((await list('', member, 'museum.localhost')).body).toMatchObject({ status: 40101 });
    const reply = await portal.app.inject({
      url: '/api/personal/web/personal/collect/selectByWebUserId',
      headers: { host: 'localhost', authorization: member.token },
    });
    expect(reply.headers['cache-control']).toBe('no-store');
  });

  it.each(['javascript:alert(1)', '//evil.example/x', 'data:text/html,x'])('[PC-20] the address %s does not leave', async (url) => {
    const who = await portal.member(`1370000000${['j', '/', 'd'].indexOf(url.charAt(0))}`);
    await collect('i3', { url, image: url }, who);
    expect((await list('', who)).body).toMatchObject({ data: { rows: [{ url: '', image: '' }] } });
  });
});

describe('an address that may be linked to', () => {
  it.each([
    ['/a?b=1#c', true],
    ['/', true],
    ['https://x.example/a', true],
    ['http://x.example', true],
    ['HTTPS://x.example', true],
    ['', false],
    ['a', false],
    ['//x.example', false],
    ['/\\x.example', false],
    ['/\t/x.example', false],
    ['\t/a', false],
    ['https://', false],
    ['https:\\\\x.example', false],
    ['javascript:alert(1)', false],
    ['JAVASCRIPT:x', false],
    ['mailto:x@x.example', false],
  ])('%j: %s', (address, safe) => {
    expect(safeLink(address)).toBe(safe ? address : '');
  });
});
