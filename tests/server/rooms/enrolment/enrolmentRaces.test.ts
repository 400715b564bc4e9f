import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase, type Queryable } from '../../../../src/database/connection';
import { inTransaction } from '../../../../src/database/transaction';
import { findEnrolments } from '../../../../src/database/enrolments/enrolments';
import type { TakePlaces } from '../../../../src/database/enrolments/places';
import type { JsonObject } from '../../../../src/model/json';
import { createAccounts } from '../../../../src/server/security/accountServices';
import { type Activity, toActivity } from '../../../../src/server/rooms/enrolment/activity';
import { cancelOwnEnrolment, releasePlace } from '../../../../src/server/rooms/enrolment/cancel';
import { enrol, type Keys, queueUp } from '../../../../src/server/rooms/enrolment/enrol';
import { RequestError } from '../../../../src/server/api/errors';
import { accountPortal, type AccountPortal, type Ask, at, inject, type Reply } from '../../accountPortal';
import { raceUntilBroken } from '../../controls';
import { activity, addedContact, type Asker, enrolled, idNumber, inTime, listed, surplus } from '../../enrolments';

let portal: AccountPortal;
let keys: Keys;
const members: Asker[] = [];
const pools: Database[] = [];
beforeAll(async () => {
  portal = await accountPortal();
  keys = createAccounts(portal.database, { secret: portal.secret }, portal.clock.now);
  for (let number = 0; number < 10; number += 1) members.push(await portal.member(`1360000${String(number).padStart(2, '0')}00`));
  for (let number = 0; number < 3; number += 1)
    pools.push(await openDatabase({ databaseUrl: portal.database.databaseUrl, dataDir: '', poolSize: 10 }));
}, 120_000);
afterAll(async () => {
  for (const pool of pools) await pool.close();
  await portal.close();
});
afterEach(async () => {
  await sql`truncate contact, enrolment, enrol_place, inbox_message`.execute(portal.database.kysely);
});

const times = <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));
const poolOf = (index: number): Queryable => pools[index % pools.length] ?? portal.database;
const definition = () => {
  const found = portal.definitions.portal('centre');
  if (!found) throw new Error('no portal');
  return found;
};

async function put(id: string, more: JsonObject): Promise<Activity> {
  const doc = activity(portal, id, more);
  await portal.put('centre', 'appointment', [doc]);
  const module = definition().modules['appointment'];
  if (!module) throw new Error('no module');
  return toActivity('centre', module, doc, portal.clock.now());
}

/** Somebody of whom nothing is known but an ID number. */
const stranger = (index: number) => {
  const person = { id: `c${index}`, name: 'x', idNumber: String(index), phone: '1', sex: 'male' as const, birth: '1990-01-01' };
  const cipher = keys.keys.seal('centre', idNumber());
  return {
    person,
    stored: {
      id: `c${index}`,
      member: `m${index}`,
      nameCipher: cipher,
      idCipher: cipher,
      idHash: 'x',
      phoneCipher: cipher,
      idType: '0',
      created: new Date(0),
    },
  };
};

/** Enrols strangers at once, each in a transaction over one of several pools. @returns how many were given a place, and the refusals */
async function rush(target: Activity, count: number, take?: TakePlaces): Promise<{ given: number; refusals: string[] }> {
  const sessions = target.sessions.length > 0 ? target.sessions : [undefined];
  const outcomes = await times(count, (index) =>
    inTransaction(poolOf(index), (tx) =>
      enrol(
        tx,
        keys,
        {
          activity: target,
          session: sessions[index % sessions.length],
          member: `m${index}`,
          people: [stranger(index)],
          now: portal.clock.now(),
        },
        take,
      ),
    ).then(() => 'given', refusalOf),
  );
  return {
    given: outcomes.filter((outcome) => outcome === 'given').length,
    refusals: [...new Set(outcomes.filter((outcome) => outcome !== 'given'))],
  };
}
const refusalOf = (error: unknown): string => {
  if (error instanceof RequestError) return error.text;
  throw error;
};
const count = async (where: string): Promise<number> =>
  (await sql<{ count: number }>`select count(*)::integer as count from enrolment where ${sql.raw(where)}`.execute(portal.database.kysely))
    .rows[0]?.count ?? -1;
const taken = async (session = ''): Promise<number> =>
  (await sql<{ taken: number }>`select taken from enrol_place where session_id = ${session}`.execute(portal.database.kysely)).rows[0]
    ?.taken ?? -1;

/** What somebody would write who forgot that others do the same at the same time. */
const takeNaively: TakePlaces = async (tx, { tenant, module, activity: id, session }, capacity, places) => {
  await sql`insert into enrol_place (tenant, module, activity_id, session_id) values (${tenant}, ${module}, ${id}, ${session}) on conflict do nothing`.execute(
    tx.kysely,
  );
  const { rows } = await sql<{
    taken: number;
  }>`select taken from enrol_place where tenant = ${tenant} and activity_id = ${id} and session_id = ${session}`.execute(tx.kysely);
  const after = (rows[0]?.taken ?? 0) + places;
  if (capacity !== null && after > capacity) return false;
  await sql`update enrol_place set taken = ${after} where tenant = ${tenant} and activity_id = ${id} and session_id = ${session}`.execute(
    tx.kysely,
  );
  return true;
};

describe('1,000 enrolments for 100 places at once', () => {
  it('give exactly 100', async () => {
    expect(await rush(await put('rush', { number: 100 }), 1_000)).toEqual({ given: 100, refusals: ['enrolFull'] });
    expect([await count("status = 'enrolled'"), await taken(), await surplus(portal, 'rush')]).toEqual([100, 100, 0]);
  }, 60_000);

  it('give each session its own, and the activity no more than all of its places', async () => {
    const target = await put('sessions', {
      number: 70,
      sessionList: [
        { id: 's1', countLimit: 30 },
        { id: 's2', countLimit: 60 },
      ],
    });
    expect(await rush(target, 300)).toEqual({ given: 70, refusals: ['enrolFull'] });
    const [first, second] = [await taken('s1'), await taken('s2')];
    expect([first + second, first <= 30, second <= 60, await count("session_id = 's1'"), await count("session_id = 's2'")]).toEqual([
      70,
      true,
      true,
      first,
      second,
    ]);
  }, 60_000);

  it('control: read first and written later, they oversell', async () => {
    let round = 0;
    const given = async (): Promise<number> => (await rush(await put(`naive${(round += 1)}`, { number: 100 }), 400, takeNaively)).given;
    expect(await raceUntilBroken(100, given)).toBeGreaterThan(100);
  }, 60_000);

  it('the database itself refuses a place too many, however it is written', async () => {
    await rush(await put('constraint', { number: 1 }), 1);
    await expect(sql`update enrol_place set taken = taken + 1`.execute(portal.database.kysely)).rejects.toThrow(/enrol_place/);
    await expect(sql`update enrol_place set taken = -1`.execute(portal.database.kysely)).rejects.toThrow(/enrol_place/);
  });

  it('[ACT-25] by visitors on two servers: 100 submissions of ten members for 25 places', async () => {
    await put('portal', { number: 25 });
    const other = await portal.second();
    const servers = [portal, { ...portal, ask: (call: Ask) => inject(other, call) }];
    const contacts = await times(100, (index) => addedContact(portal, members[index % 10] as Asker));
    // Who comes too fast waits in the line and asks again, as the form does.
    const submit = async (index: number): ReturnType<typeof enrolled> => {
      const reply = await enrolled(servers[index % 2] as AccountPortal, members[index % 10] as Asker, 'portal', [contacts[index] ?? '']);
      if (reply.status !== 429) return reply;
      portal.clock.pass(1_000);
      return submit(index);
    };
    const replies = await times(100, submit);
    const told = new Map<string, number>();
    for (const { status, body } of replies)
      told.set(`${status} ${String(body['message'])}`, (told.get(`${status} ${String(body['message'])}`) ?? 0) + 1);
    expect(told).toEqual(
      new Map([
        ['200 报名成功', 25],
        ['409 已报满', 75],
      ]),
    );
    expect([await count("status = 'enrolled'"), await taken()]).toEqual([25, 25]);
  }, 60_000);
});

describe('one enrolment taken back 100 times at once', () => {
  const fill = async (): Promise<string> => {
    await rush(await put('back', { number: 50 }), 50);
    await sql`update enrolment set member_id = ${members[0]?.id ?? ''} where member_id = 'm0'`.execute(portal.database.kysely);
    return String((await listed(portal, members[0] as Asker))[0]?.['id']);
  };

  it('[PC-12] gives one place back', async () => {
    const id = await fill();
    const replies = await times(100, () =>
      portal.ask({ method: 'PUT', url: `/api/activity/ta/unsubscribe/${id}`, token: members[0]?.token }),
    );
    expect(replies.filter(({ body }) => body['rel'] === true)).toHaveLength(1);
    expect(replies.filter(({ body }) => body['data'] === '已退订，请勿重复操作')).toHaveLength(99);
    expect([await taken(), await surplus(portal, 'back')]).toEqual([49, 1]);
  }, 60_000);

  it('control: without asking whether it was taken back already, many', async () => {
    const id = await fill();
    await times(40, (index) =>
      inTransaction(poolOf(index), async (tx) => {
        const [enrolment] = await findEnrolments(tx, 'centre', members[0]?.id ?? '', { ids: [id] });
        if (enrolment && enrolment.status !== 'cancelled')
          await releasePlace(tx, keys, definition(), enrolment, portal.clock.now(), async () => true);
      }),
    );
    expect(await taken()).toBeLessThan(49);
  }, 60_000);
});

describe('50 repeats of one submission at once', () => {
  const repeat = async (headers: Record<string, string>): Promise<Reply[]> => {
    await put('repeat', { number: 50 });
    const who = members[1] as Asker;
    const other = await portal.second();
    const { cookies, text } = await portal.captcha(who.phone);
    const body = { activityId: 'repeat', verCode: text, contactsId: await addedContact(portal, who, { name: '李雷' }) };
    return times(50, (index) =>
      inject(index % 2 === 0 ? portal.app : other, {
        method: 'PUT',
        url: '/api/activity/ta/signUp',
        token: who.token,
        cookies,
        body,
        headers,
      }),
    );
  };

  it('[ENR-13] under one Idempotency-Key make one record and 50 equal answers', async () => {
    const replies = await repeat({ 'idempotency-key': 'one' });
    expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(replies[0]).toMatchObject({ status: 200, body: { rel: true, data: { name: '李雷' } } });
    expect([await count('true'), await taken()]).toEqual([1, 1]);
  }, 60_000);

  it('control: without a key they are answered in more than one way', async () => {
    const replies = await repeat({});
    expect(new Set(replies.map(({ text }) => text)).size).toBeGreaterThan(1);
    expect(replies.filter(({ body }) => body['rel'] === true)).toHaveLength(1);
  }, 60_000);
});

describe('at the same time', () => {
  it('[ENR-11] submissions of one member keep to the limit together', async () => {
    await put('limit', { number: 50, multipleSet: { code: 1 }, multipleNumber: 3 });
    const who = members[2] as Asker;
    const contacts = await times(20, () => addedContact(portal, who));
    const replies = await times(20, (index) => enrolled(portal, who, 'limit', [contacts[index] ?? '']));
    expect(replies.filter(({ body }) => body['rel'] === true)).toHaveLength(3);
    expect(new Set(replies.filter(({ body }) => body['rel'] === false).map(({ body }) => at(body, 'data')))).toEqual(
      new Set(['该活动限制3人参加']),
    );
  }, 60_000);

  it('one person is enrolled once, by whomever', async () => {
    await put('person', { number: 50 });
    const id = idNumber();
    const contacts = await times(10, (index) => addedContact(portal, members[index] as Asker, { id }));
    const replies = await times(10, (index) => enrolled(portal, members[index] as Asker, 'person', [contacts[index] ?? '']));
    expect(replies.filter(({ body }) => body['rel'] === true)).toHaveLength(1);
    expect([await count('true'), await taken()]).toEqual([1, 1]);
  }, 60_000);

  it('places that come back go to those who wait, each to one; enrolling, waiting and taking back never block each other for good', async () => {
    const target = await put('queue', {
      number: 20,
      waiting: 1,
      beginTime: inTime(portal, 5 * 86_400_000),
      sessionList: [
        { id: 's1', countLimit: 12 },
        { id: 's2', countLimit: 12 },
      ],
    });
    const session = (index: number) => target.sessions[index % 2];
    const now = portal.clock.now();
    const order = (index: number) => ({ activity: target, session: session(index), member: `m${index}`, people: [stranger(index)], now });
    await times(20, (index) => inTransaction(poolOf(index), (tx) => enrol(tx, keys, order(index))));
    await times(20, (index) => inTransaction(poolOf(index), (tx) => queueUp(tx, keys, order(100 + index))));
    const back = await Promise.all(
      (await times(15, (index) => findEnrolments(portal.database, 'centre', `m${index}`)))
        .flat()
        .map(({ member, id }, index) => inTransaction(poolOf(index), (tx) => cancelOwnEnrolment(tx, keys, definition(), member, id, now))),
    );
    const others = await times(30, (index) =>
      inTransaction(poolOf(index), (tx) => enrol(tx, keys, order(200 + index))).then(() => 'given', refusalOf),
    );
    expect([back.length, new Set(others)]).toEqual([15, new Set(['enrolFull'])]);
    expect([
      await taken(),
      await count("status = 'enrolled'"),
      await count("status = 'waiting'"),
      await count("status = 'cancelled'"),
    ]).toEqual([20, 20, 5, 15]);
    expect([await taken('s1'), await taken('s2')]).toEqual([
      await count("status = 'enrolled' and session_id = 's1'"),
      await count("status = 'enrolled' and session_id = 's2'"),
    ]);
    expect((await sql`select 1 from inbox_message`.execute(portal.database.kysely)).rows).toHaveLength(15);
    const codes = await sql<{
      hashes: number;
    }>`select count(distinct sign_hash)::integer as hashes from enrolment where status = 'enrolled'`.execute(portal.database.kysely);
    expect(codes.rows[0]?.hashes).toBe(20);
  }, 60_000);
});
