import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../../../src/database/transaction';
import type { TenantSettings } from '../../../../src/model/definitions.g';
import { limitUnusedTickets } from '../../../../src/server/members/unusedTickets';
import { createEnrolmentRoom } from '../../../../src/server/rooms/enrolment/room';
import { createAccounts } from '../../../../src/server/security/accountServices';
import { accountPortal, type AccountPortal, at } from '../../accountPortal';
import { activity, addedContact, type Asker, day, enrolled, hour, inTime, listed, surplus } from '../../enrolments';

let portal: AccountPortal;
beforeAll(async () => {
  portal = await accountPortal();
}, 60_000);
afterAll(() => portal.close());

let people = 0;
const newMember = (): Promise<Asker> => portal.member(`1360000${String((people += 1) * 101).padStart(4, '0')}`);
const put = async (id: string, more: Record<string, string | number | null> = {}): Promise<string> => {
  await portal.put('centre', 'appointment', [activity(portal, id, more)]);
  return id;
};
const ended = (id: string, before: number): Promise<string> =>
  put(id, { beginTime: inTime(portal, -before - hour), endTime: inTime(portal, -before) });
const definition = () => {
  const found = portal.definitions.portal('centre');
  if (!found) throw new Error('no portal');
  return found;
};

describe('tickets that were not used', () => {
  it("[BOOK-08] ten within a year keep a member from new ones, as the institution's rules have it", async () => {
    const [member, other] = [await newMember(), await newMember()];
    const old = [];
    for (let number = 0; number < 10; number += 1) {
      const id = await put(`unused-${number}`);
      old.push(id);
      expect((await enrolled(portal, member, id, [await addedContact(portal, member)])).body).toMatchObject({ rel: true });
      await ended(id, number === 0 ? 366 * day : day);
    }
    const id = await put('unused-new');
    expect((await enrolled(portal, member, id, [await addedContact(portal, member)])).body).toMatchObject({ rel: true });
    await ended(old[0] ?? '', 364 * day);
    expect((await enrolled(portal, member, id, [await addedContact(portal, member)])).body).toMatchObject({
      rel: false,
      data: '一年内已有10次预约未使用，暂时不能预约',
    });
    expect((await enrolled(portal, other, id, [await addedContact(portal, other)])).body).toMatchObject({ rel: true });
    const code = (await listed(portal, member)).find((row) => at(row, 'activityInfo', 'id') === 'unused-new')?.['signCode'];
    expect(
      (await portal.ask({ method: 'PUT', url: '/api/activity/web/signIn/code', body: { activityId: id, signCode: code } })).body,
    ).toMatchObject({ rel: true });
  });

  it.each([
    ['no rule', undefined, 99, undefined],
    ['a limit that is not reached', { unusedLimit: 3 }, 2, undefined],
    ['a limit that is', { unusedLimit: 3 }, 3, { days: 365, count: 3 }],
    ['days of its own', { unusedLimit: 1, unusedDays: 30 }, 1, { days: 30, count: 1 }],
  ])('count over all kinds: %s', async (_what, rules: TenantSettings['rules'], count, values) => {
    const own = { ...definition(), settings: { ...definition().settings, rules } };
    const since: number[] = [];
    const counters = [
      async () => 0,
      async (_db: unknown, _portal: unknown, period: { since: number }) => {
        since.push(period.since);
        return count;
      },
    ];
    const asked = limitUnusedTickets(counters)(portal.database, own, { member: 'm', now: 1_000 * day });
    if (values) await expect(asked).rejects.toMatchObject({ status: 409, text: 'tooManyUnused', values });
    else await expect(asked).resolves.toBeUndefined();
    expect(since).toEqual(rules ? [(1_000 - (rules.unusedDays ?? 365)) * day] : []);
  });
});

describe('an account that is removed', () => {
  const kit = () => createAccounts(portal.database, { secret: portal.secret }, portal.clock.now);
  const [enrolmentData] = createEnrolmentRoom(async () => undefined).personalData ?? [];
  if (!enrolmentData) throw new Error('no data of enrolments');
  const forget = (member: Asker): Promise<void> =>
    inTransaction(portal.database, (tx) => enrolmentData.forget(tx, 'centre', member.id, definition(), kit()));

  it('hands out its enrolments whole', async () => {
    const member = await newMember();
    await enrolled(portal, member, await put('export'), [
      await addedContact(portal, member, { name: '李雷', phone: '13911112222', id: '110101199001011237' }),
    ]);
    expect(await enrolmentData.read(kit(), 'centre', member.id, definition())).toEqual([
      {
        activity: 'A export',
        session: '',
        name: '李雷',
        idNo: '110101199001011237',
        cellphone: '13911112222',
        status: 0,
        insertTime: expect.any(String),
      },
    ]);
  });

  it("gives the places of what is ahead back, to who waits, and leaves nobody's name on what was", async () => {
    const [member, other] = [await newMember(), await newMember()];
    const [ahead, past] = [await put('ahead', { number: 2, waiting: 1 }), await put('past')];
    await enrolled(portal, member, past, [await addedContact(portal, member)]);
    await enrolled(portal, member, ahead, [await addedContact(portal, member), await addedContact(portal, member)]);
    // Waits for an activity for which the same member has places: it must not move up into them.
    await enrolled(portal, member, ahead, [await addedContact(portal, member)], {}, { path: 'wait' });
    await enrolled(portal, other, ahead, [await addedContact(portal, other)], {}, { path: 'wait' });
    await ended(past, day);
    await forget(member);
    expect([await surplus(portal, ahead), await surplus(portal, past)]).toEqual([1, 29]);
    expect(await listed(portal, other)).toMatchObject([{ status: { code: 0 } }]);
    const { rows } = await sql<
      Record<string, unknown>
    >`select member_id, contact_id, name_cipher, phone_cipher, id_cipher, sign_hash, sign_cipher, status, id_hash = id as anonymous from enrolment where member_id <> ${other.id} and activity_id in ('ahead', 'past') order by place`.execute(
      portal.database.kysely,
    );
    const nobody = {
      member_id: '',
      contact_id: '',
      name_cipher: '',
      phone_cipher: '',
      id_cipher: '',
      sign_hash: null,
      sign_cipher: null,
      anonymous: true,
    };
    expect(rows).toEqual(['enrolled', 'cancelled', 'cancelled', 'cancelled'].map((status) => ({ ...nobody, status })));
    expect(await listed(portal, member)).toEqual([]);
  });

  it('is done by the call that removes an account', async () => {
    const member = await newMember();
    const id = await put('removed', { number: 1 });
    await enrolled(portal, member, id, [await addedContact(portal, member)]);
    portal.clock.pass(61_000);
    await portal.ask({ url: `/api/auth/jwt/4/VERCode?unitName=x&phone=${member.phone}`, token: member.token });
    expect(
      (
        await portal.ask({
          method: 'POST',
          url: '/api/personal/web/profile/remove',
          token: member.token,
          body: { verCode: portal.codeOf(member.phone) },
        })
      ).status,
    ).toBe(200);
    expect(await surplus(portal, id)).toBe(1);
  });
});
