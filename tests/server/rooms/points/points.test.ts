import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { deriveAccountKeys } from '../../../../src/server/security/keys';
import { addOldOrder, setCredit } from '../../../database/points';
import { accountPortal, at, type AccountPortal } from '../../accountPortal';

type Member = { token: string; id: string; phone: string };
let portal: AccountPortal;
let member: Member;
let other: Member;
beforeAll(async () => {
  portal = await accountPortal();
  member = await portal.member('13600000001');
  other = await portal.member('13600000002');
  for (let number = 0; number < 14; number += 1) await order(member, number, { state: ((number % 3) + 1) as 1 | 2 | 3 });
  await order(other, 99);
}, 60_000);
afterAll(() => portal.close());

async function order(who: Member, number: number, extra: { state?: 1 | 2 | 3 } = {}): Promise<void> {
  const { seal } = deriveAccountKeys(portal.secret);
  await addOldOrder(portal.database, 'centre', {
    id: `o${number}`,
    member: who.id,
    commodityName: `杯子${number}`,
    userNameCipher: seal('centre', '张三'),
    contactCipher: seal('centre', '13812345678'),
    addressCipher: seal('centre', '柳湾路1号'),
    remark: '周末送',
    state: 1,
    created: new Date(Date.parse('2026-11-01T00:00:00Z') + number * 1000),
    ...extra,
  });
}
const credit = ({ token }: { token?: string } = member, fid = '100001', host?: string) =>
  portal.ask({ url: `/api/personal/credit/web/credit/${fid}`, token, host });
const orders = (query = '', { token }: { token?: string } = member, fid = '100001') =>
  portal.ask({ url: `/api/personal/credit/web/creditrOrder/${fid}/page${query}`, token });

describe('points', () => {
  it('[PC-32, PC-33, PC-34] are those of the registration and the first login at first, and what there is afterwards', async () => {
    const visitor = await portal.member('13600000003', {}, 'museum.localhost');
    expect((await credit()).body).toMatchObject({ rel: true, data: { credit: 21 }, message: '操作成功' });
    await setCredit(portal.database, 'centre', member.id, 20);
    await setCredit(portal.database, 'museum', visitor.id, 5);
    expect((await credit()).body).toMatchObject({ rel: true, data: { credit: 20 } });
    expect((await credit(other)).body).toMatchObject({ data: { credit: 21 } });
    expect((await credit(visitor, '100002', 'museum.localhost')).body).toMatchObject({ data: { credit: 5 } });
  });

  it('are never fewer than none', async () => {
    await expect(setCredit(portal.database, 'centre', other.id, -1)).rejects.toThrow(/not as many points/);
    await expect(sql`update point_account set credit = -1`.execute(portal.database.kysely)).rejects.toThrow(/point_account/);
  });

  it("[PC-34] are told to the member alone; another institution's fid is refused", async () => {
    expect((await credit({})).body).toMatchObject({ rel: false, status: 40101, message: '请先登录' });
    expect(await credit(member, '100002')).toMatchObject({ status: 400, body: { rel: false, message: '机构信息不正确' } });
    expect((await credit(member, '100002', 'museum.localhost')).body).toMatchObject({ status: 40101 });
  });
});

describe('orders for points', () => {
  it('[CORD-02, CORD-03, CORD-05, CORD-06, CORD-07, CONV-34] are listed twelve a page, the newest first, the contact masked', async () => {
    const { body, text } = await orders('?pageNum=1&limit=12&state=');
    expect(body).toMatchObject({ status: 0, totalSize: 14 });
    expect(at(body, 'data')).toHaveLength(12);
    expect(at(body, 'data', '0')).toEqual({
      id: 'o13',
      may: { withdraw: false },
      commodityName: '杯子13',
      userName: '张三',
      contact: '138****5678',
      address: '柳湾路1号',
      remark: '周末送',
      price: 0,
      state: '2',
      crtTime: '2026-11-01T08:00:13+08:00',
    });
    expect(text).not.toContain('13812345678');
    expect(at((await orders('?pageNum=2&limit=12')).body, 'data')).toMatchObject([{ id: 'o1' }, { id: 'o0' }]);
  });

  it.each([
    ['1', 5],
    ['2', 5],
    ['3', 4],
    ['', 14],
  ])('[CORD-04] of state %j there are %i', async (state, count) => {
    expect((await orders(`?pageNum=1&limit=12&state=${state}`)).body).toMatchObject({ status: 0, totalSize: count });
  });

  it.each(['state=4', 'state=x', 'state=1,2', 'state=-1', 'limit=13', 'pageNum=0', 'member=1'])(
    '[CORD-04, CORD-05] ?%s is refused',
    async (query) => {
      expect(await orders(`?${query}`)).toMatchObject({ status: 400, body: { status: 400 } });
    },
  );

  it("are the member's alone", async () => {
    expect((await orders('', other)).body).toMatchObject({ totalSize: 1, data: [{ id: 'o99' }] });
    expect((await orders('', {})).body).toMatchObject({ status: 40101 });
    expect((await orders('', member, '100002')).status).toBe(400);
  });

  it('keep who gets what only enciphered', async () => {
    const { rows } = await sql`select * from point_order`.execute(portal.database.kysely);
    expect(JSON.stringify(rows)).not.toMatch(/张三|13812345678|柳湾路/);
  });
});
