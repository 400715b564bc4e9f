import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, test } from 'vitest';
import { addPoints, findUnequalAccounts, lockPoints, putPointsBack, readCredit, takePoints } from '../../../../src/database/points/entries';
import { openBalances } from '../../../../src/database/migrations/pointEntries';
import { settleExpired } from '../../../../src/database/points/expiry';
import { inTransaction } from '../../../../src/database/transaction';
import type { TenantSettings } from '../../../../src/model/definitions.g';
import { computeExpiry, creditDeed, type Deed, nameLogin, type PointInstitution, takeBackDeed } from '../../../../src/server/members/deeds';
import { undoSignIn } from '../../../../src/server/rooms/enrolment/signIn';
import { grantByRule, grantPoints } from '../../../../src/server/rooms/points/grant';
import { deriveAccountKeys } from '../../../../src/server/security/keys';
import { completeIdNumber } from '../../../idNumbers';
import { accountPortal, type AccountPortal } from '../../accountPortal';
import { activity, addedContact, type Asker, enrolled, listed } from '../../enrolments';
import { moveByStaff } from '../../moveByStaff';
import { creditOf, entriesOf } from '../../points';

const day = 86_400_000;
/** Noon in Shanghai. */
const noon = Date.parse('2026-11-20T12:00:00+08:00');
let portal: AccountPortal;
let phones = 13_600_000_000;
beforeAll(async () => {
  portal = await accountPortal();
}, 60_000);
afterEach(async () => expect(await findUnequalAccounts(portal.database, 'centre')).toEqual([]));
afterAll(async () => {
  await portal.close();
});

const newMember = (): Promise<Asker> => portal.member(String((phones += 1)));
const institution = () => {
  const found = portal.definitions.portal('centre');
  if (!found) throw new Error('no portal');
  return found;
};
/** The institution with these rules alone. */
const ruled = (points: TenantSettings['points'] = {}): PointInstitution => ({
  tenant: 'centre',
  settings: { ...institution().settings, points },
});
const credited = (
  who: Asker,
  deed: Omit<Deed, 'member'> & { member?: string },
  now = noon,
  by: PointInstitution = institution(),
): Promise<number> => inTransaction(portal.database, (tx) => creditDeed(tx, by, { member: who.id, ...deed }, now));
const takenBack = (who: Asker, deed: Omit<Deed, 'member'>, now = noon): Promise<void> =>
  inTransaction(portal.database, (tx) => takeBackDeed(tx, institution(), { ...deed, member: who.id }, now));
const comment = (key: string): Omit<Deed, 'member'> => ({ name: 'approved', module: 'comment', key, about: `评${key}` });

describe('what members do', () => {
  test('registration and the first login of a day earn, a second one does not', async () => {
    const who = await newMember();
    const renew = () => portal.ask({ method: 'POST', url: '/api/auth/jwt/renew', token: who.token, body: {} });
    const first = [
      ['每日登录', '', 1],
      ['注册成为会员', '', 20],
    ];
    expect((await renew()).body).toMatchObject({ rel: true });
    expect(await entriesOf(portal, who)).toEqual(first);
    await inTransaction(portal.database, (tx) => creditDeed(tx, institution(), nameLogin(who.id, portal.clock.now() + day), noon));
    expect(await entriesOf(portal, who)).toEqual([['每日登录', '', 1], ...first]);
  });

  test('the first contact earns, the second does not', async () => {
    const who = await newMember();
    for (const sequence of ['001', '003']) {
      const person = { name: '张三', cellphone: '13812345678', idNo: completeIdNumber(`11010119900307${sequence}`), idNumberConsent: true };
      const body = { ...person, guardianConsent: true, userName: who.phone, departmentCode: 'QLWHG01' };
      const reply = await portal.ask({ method: 'POST', url: '/api/activity/ta/contacts/add', token: who.token, body });
      expect(reply.body).toMatchObject({ status: 200 });
    }
    expect((await entriesOf(portal, who)).filter(([title]) => title === '首次添加联系人')).toEqual([['首次添加联系人', '', 5]]);
  });

  test('who is checked in earns; a check-in that is undone is taken back by an entry of its own, and earns again when it is done again', async () => {
    const who = await newMember();
    await portal.put('centre', 'appointment', [activity(portal, 'show', { name: '社戏' })]);
    await enrolled(portal, who, 'show', [await addedContact(portal, who)]);
    const [{ signCode } = {}] = await listed(portal, who);
    const checkIn = () =>
      portal.ask({ method: 'PUT', url: '/api/activity/web/signIn/code', body: { activityId: 'show', signCode: String(signCode) } });
    const undo = () => {
      const keys = deriveAccountKeys(portal.secret);
      return undoSignIn({ db: portal.database, keys }, institution(), 'show', String(signCode), portal.clock.now());
    };
    expect((await checkIn()).body).toMatchObject({ rel: true });
    expect([await undo(), await undo()]).toEqual([true, false]);
    expect((await checkIn()).body).toMatchObject({ rel: true });
    const title = '报名活动并签到（每日最多三次）';
    expect((await entriesOf(portal, who)).slice(0, 3)).toEqual([
      [title, '社戏', 10],
      [`撤销：${title}`, '社戏', -10],
      [title, '社戏', 10],
    ]);
  });

  test('what is published earns its member, what is withdrawn is taken back', async () => {
    const who = await newMember();
    const [ids, now] = [['c1', 'c2'], noon];
    await portal.put(
      'centre',
      'comment',
      ids.map((id) => ({ id, menuId: '6101', dataId: 'x', dataTitle: '文章', content: id, memberId: who.id })),
    );
    await sql`update item set status = 0 where id = any(${ids})`.execute(portal.database.kysely);
    const review = (move: string, id: string): Promise<string> =>
      moveByStaff(portal, { module: 'comment', id, move, now }).then(
        () => 'done',
        (error: unknown) => (error instanceof Error ? error.message : ''),
      );
    expect([await review('approve', 'c1'), await review('reject', 'c2'), await review('approve', 'c1')]).toEqual([
      'done',
      'done',
      '409 moveLate',
    ]);
    const before = await creditOf(portal, who);
    expect([await review('withdraw', 'c1'), await review('withdraw', 'c2')]).toEqual(['done', '409 moveLate']);
    expect([before, await creditOf(portal, who)]).toEqual([24, 21]);
  });
});

describe('a deed', () => {
  test('counts once, whatever is sent again', async () => {
    const who = await newMember();
    expect([await credited(who, comment('a')), await credited(who, comment('a')), await credited(who, comment('b'))]).toEqual([3, 0, 3]);
  });

  test('counts as often as a day of Shanghai allows', async () => {
    const who = await newMember();
    const earned = [];
    for (let number = 0; number < 7; number += 1) earned.push(await credited(who, comment(`d${number}`)));
    const midnight = Date.parse('2026-11-21T00:00:00+08:00');
    expect(earned).toEqual([3, 3, 3, 3, 3, 0, 0]);
    expect([await credited(who, comment('late'), midnight - 1), await credited(who, comment('new'), midnight)]).toEqual([0, 3]);
  });

  test.each([
    ['in the module of the rule alone', { name: 'approved', module: 'work', key: 'x' }, 0],
    ['when a rule says so', comment('y'), 3],
    ['of nobody: not', { ...comment('z'), member: '' }, 0],
  ] as const)('counts %s', async (_what, deed, points) => expect(await credited(await newMember(), { ...deed })).toBe(points));

  test('counts by the settings of the institution: other points, and rules that are taken out', async () => {
    const rules = { praised: { label: '好评', deed: 'approved', points: 7 } } as const;
    const who = await newMember();
    expect(await credited(who, comment('a'), noon, ruled({ rules }))).toBe(7);
    expect(await credited(who, comment('b'), noon, ruled({}))).toBe(0);
  });

  test('is taken back no further than there are points, and earns no more again than was taken', async () => {
    const who = await newMember();
    await credited(who, comment('a'));
    await grantPoints(portal.database, institution(), { member: who.id, points: -22, reason: '测试', now: noon });
    await takenBack(who, comment('a'));
    await takenBack(who, comment('a'));
    expect(await creditOf(portal, who)).toBe(0);
    expect(await credited(who, comment('a'))).toBe(2);
  });
});

describe('points', () => {
  const cause = (deed: string) => ({ deed, created: new Date(noon) });
  const inDays = (days: number): Date => new Date(noon + days * day);

  test.each([
    ['2026-11-20T12:00:00+08:00', 3, '2027-02-20T16:00:00.000Z'],
    ['2026-11-30T23:59:59+08:00', 3, '2027-02-28T16:00:00.000Z'],
    ['2026-12-31T16:30:00Z', 12, '2028-01-01T16:00:00.000Z'],
  ])('that came in at %s expire %i months later, at the end of the day', (time, expireMonths, end) => {
    expect(computeExpiry(ruled({ expireMonths }), Date.parse(time))?.toISOString()).toBe(end);
    expect(computeExpiry(ruled({}), Date.parse(time))).toBeNull();
  });

  test('expire the soonest first; what was spent does not, and what comes back expires as it would have', async () => {
    const who = await newMember();
    const holder = { tenant: 'centre', member: who.id };
    await inTransaction(portal.database, async (tx) => {
      await lockPoints(tx, holder);
      await addPoints(tx, holder, 50, { ...cause('late'), kind: 'granted', expires: inDays(20) });
      await addPoints(tx, holder, 30, { ...cause('soon'), kind: 'granted', expires: inDays(10) });
      await takePoints(tx, holder, 40, { ...cause('spent'), kind: 'deducted' });
    });
    const sums = async (days: number) => [
      await readCredit(portal.database, holder, inDays(days)),
      (await sql<{ credit: number }>`select credit from point_account where member_id = ${who.id}`.execute(portal.database.kysely)).rows[0]
        ?.credit,
    ];
    // 21 are there since the registration; of the 80 the 30 that expire first were spent, and 10 more.
    expect(await sums(15)).toEqual([61, 61]);
    expect(await sums(25)).toEqual([21, 61]);
    await settleExpired(portal.database, inDays(25));
    expect(await sums(25)).toEqual([21, 21]);
    await inTransaction(portal.database, async (tx) => {
      await lockPoints(tx, holder);
      await putPointsBack(tx, holder, 'spent', { ...cause('back'), kind: 'returned' });
    });
    expect(await sums(25)).toEqual([21, 61]);
    await settleExpired(portal.database, inDays(25));
    await settleExpired(portal.database, inDays(25));
    expect(await sums(25)).toEqual([21, 21]);
    expect((await entriesOf(portal, who)).slice(0, 4)).toEqual([
      ['积分到期', '', -10],
      ['积分到期', '', -30],
      ['撤销兑换，积分退回', '', 40],
      ['积分到期', '', -40],
    ]);
  });

  test('are given and taken by staff with a reason, by rule too, never below zero', async () => {
    const who = await newMember();
    const given = { member: who.id, reason: '河道清理', now: noon };
    const outcomes = [
      await grantPoints(portal.database, institution(), { ...given, points: 5 }),
      await grantPoints(portal.database, institution(), { ...given, points: -27 }),
      await grantPoints(portal.database, institution(), { ...given, member: 'nobody', points: 5 }),
      await grantByRule(portal.database, institution(), { ...given, rule: 'volunteered' }),
      await grantByRule(portal.database, institution(), { ...given, rule: 'login' }),
    ];
    expect(outcomes).toEqual(['done', 'short', 'noMember', 'done', 'noRule']);
    expect((await entriesOf(portal, who)).slice(0, 2)).toEqual([
      ['参加志愿服务', '河道清理', 15],
      ['工作人员发放', '河道清理', 5],
    ]);
  });

  it('that were there before there were entries become the first one', async () => {
    const who = await newMember();
    await sql`delete from point_entry where member_id = ${who.id}`.execute(portal.database.kysely);
    expect(await findUnequalAccounts(portal.database, 'centre')).toEqual([
      { tenant: 'centre', member: who.id, credit: 21, amounts: 0, unspent: 0 },
    ]);
    // The migration's own statement, on a database that has its table already.
    await openBalances(sql`true`).execute(portal.database.kysely);
    expect(await entriesOf(portal, who)).toEqual([['原有积分', '', 21]]);
  });
});
