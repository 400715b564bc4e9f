import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '../../../../src/database/transaction';
import { addMessage } from '../../../../src/database/accounts/inbox';
import { accountPortal, at, type AccountPortal } from '../../accountPortal';

type Member = { token: string; id: string; phone: string };
let portal: AccountPortal;
let member: Member;
let other: Member;
beforeAll(async () => {
  portal = await accountPortal();
  member = await portal.member('13600000001');
  other = await portal.member('13600000002');
}, 60_000);
afterAll(() => portal.close());
beforeEach(async () => {
  await sql`truncate inbox_message`.execute(portal.database.kysely);
  for (let number = 0; number < 3; number += 1)
    await message(member, `t${number}`, { at: Date.parse('2026-11-01T00:00:00Z') + number * 1000 });
  await message(other, 'other');
});

const message = ({ id }: Member, title: string, extra: object = {}): Promise<boolean> =>
  inTransaction(portal.database, (tx) =>
    addMessage(tx, {
      tenant: 'centre',
      member: id,
      kind: 'enrolment',
      title,
      text: '有名额了',
      link: '/appointmentdetail?id=a',
      at: 0,
      ...extra,
    }),
  );
const list = (query = '', { token }: { token?: string } = member, host?: string) =>
  portal.ask({ url: `/api/personal/web/inbox/page${query}`, token, host });
const read = (path: string, { token }: { token?: string } = member, body: unknown = {}) =>
  portal.ask({ method: 'PUT', url: `/api/personal/web/inbox/${path}`, token, body });
const unread = async (who = member): Promise<unknown> =>
  at((await portal.ask({ url: '/api/personal/web/inbox/unread', token: who.token })).body, 'data', 'unread');
const idOf = async (index: number, who = member): Promise<string> =>
  String(at((await list('', who)).body, 'data', 'rows', String(index), 'id'));

describe('the inbox', () => {
  it('lists the newest first, a page at a time', async () => {
    expect((await list('?page=1&limit=2')).body).toMatchObject({
      status: 200,
      data: {
        total: 3,
        rows: [
          {
            kind: 'enrolment',
            title: 't2',
            text: '有名额了',
            link: '/appointmentdetail?id=a',
            crtTime: '2026-11-01T08:00:02+08:00',
            read: false,
          },
          { title: 't1' },
        ],
      },
    });
    expect((await list('?page=2&limit=2')).body).toMatchObject({ data: { total: 3, rows: [{ title: 't0' }] } });
    for (const query of ['limit=51', 'page=0', 'kind=x']) expect((await list(`?${query}`)).status).toBe(400);
  });

  it('notes what was read: one, then all', async () => {
    expect(await unread()).toBe(3);
    expect(await read(`${await idOf(1)}/read`)).toMatchObject({ status: 200, body: { status: 200 } });
    expect((await read(`${await idOf(1)}/read`)).status).toBe(200);
    expect((await list()).body).toMatchObject({ data: { rows: [{ read: false }, { read: true }, { read: false }] } });
    expect(await unread()).toBe(2);
    expect((await read('read')).status).toBe(200);
    expect(await unread()).toBe(0);
    expect(await unread(other)).toBe(1);
    expect((await read('read')).status).toBe(200);
  });

  it("is the member's alone, in this institution alone", async () => {
    const id = await idOf(0, other);
    expect(await read(`${id}/read`)).toMatchObject({ status: 404, body: { status: 404, message: '消息不存在' } });
    for (const wrong of ['made-up', '%00', 'x'.repeat(400)]) expect([400, 404]).toContain((await read(`${wrong}/read`)).status);
    expect((await list('', {})).body).toMatchObject({ status: 40101, message: '请先登录' });
    expect((await list('', member, 'museum.localhost')).body).toMatchObject({ status: 40101 });
    expect((await read('read', {})).body).toMatchObject({ status: 40101 });
    expect(await unread(other)).toBe(1);
  });

  it.each([[[1]], [{ read: true }], ['{'], [null]])('a body of %j is refused', async (body) => {
    expect((await read('read', member, body)).status).toBe(400);
  });

  it('a link that leads elsewhere does not leave, and what is told of goes with its transaction', async () => {
    await message(other, 'bad', { link: 'javascript:alert(1)', at: Date.now() });
    expect((await list('', other)).body).toMatchObject({ data: { rows: [{ title: 'bad', link: '' }, {}] } });
    await inTransaction(portal.database, async (tx) => {
      await addMessage(tx, { tenant: 'centre', member: other.id, kind: 'x', title: 'undone', text: '', link: '', at: Date.now() });
      throw new Error('undo');
    }).catch(() => undefined);
    expect((await list('', other)).body).toMatchObject({ data: { total: 2 } });
  });
});
