import { sql } from 'kysely';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { takeTurns, type TakeTurns } from '../../../../src/database/lines';
import { inTransaction } from '../../../../src/database/transaction';
import { putCaptcha } from '../../../../src/database/accounts/oneTimeCodes';
import { consumeCaptchaProofs } from '../../../../src/server/security/captcha';
import { openDatabase } from '../../../../src/database/connection';
import { accountPortal, type AccountPortal, at, inject, type Reply } from '../../accountPortal';
import { activity, addedContact, type Asker, enrolled } from '../../enrolments';

let portal: AccountPortal;
let other: FastifyInstance;
let [first, second]: Asker[] = [];
beforeAll(async () => {
  portal = await accountPortal();
  other = await portal.second();
  first = await portal.member('13600000100');
  second = await portal.member('13600000200');
}, 120_000);
afterAll(() => portal.close());
afterEach(async () => {
  await sql`truncate contact, enrolment, enrol_place, line_gate, line_ticket, inbox_message`.execute(portal.database.kysely);
});

const someone = (member: Asker | undefined): Asker => {
  if (!member) throw new Error('nobody');
  return member;
};

/** Lets so many turns be taken that the next one comes in `seconds`. */
async function crowd(id: string, seconds: number): Promise<void> {
  await sql`
    insert into line_gate values ('centre', 'appointment', ${id}, 'enrolled', ${new Date(portal.clock.now() + seconds * 1000)})
    on conflict (tenant, module, item_id, line) do update set next = excluded.next`.execute(portal.database.kysely);
}

const queuePage = (id: string, cookie: string | undefined, headers: Record<string, string> = {}): Promise<Reply> =>
  portal.ask({ url: `/portal/line/appointment/${id}`, cookies: cookie === undefined ? {} : { line: cookie }, headers });

describe('a line before an activity', () => {
  beforeEach(() => portal.put('centre', 'appointment', [activity(portal, 'a', { number: 30 })]));

  it('lets who comes alone through at once', async () => {
    const contact = await addedContact(portal, someone(first));
    const reply = await enrolled(portal, someone(first), 'a', [contact]);
    expect([reply.status, reply.body['line']]).toEqual([200, undefined]);
  });

  it('tells who comes when many do the place, when to ask again, and lets them through when it is their turn, without another captcha', async () => {
    await crowd('a', 60);
    const contact = await addedContact(portal, someone(first));
    const refused = await enrolled(portal, someone(first), 'a', [contact], {}, { headers: { 'idempotency-key': 'k'.repeat(32) } });
    expect(refused.status).toBe(429);
    expect(at(refused.body, 'line', 'place')).toBeGreaterThan(2900);
    expect(at(refused.body, 'line', 'wait')).toBeGreaterThan(55);
    expect(at(refused.body, 'line', 'again')).toBe(15);
    portal.clock.pass(61_000);
    const reply = await enrolled(
      portal,
      someone(first),
      'a',
      [contact],
      { verCode: 'used' },
      { headers: { 'idempotency-key': 'k'.repeat(32) } },
    );
    expect(reply.status).toBe(200);
    const { rows } = await sql`select 1 from line_ticket`.execute(portal.database.kysely);
    expect(rows).toEqual([]);
  });

  it('keeps the place of a member on every server, and gives those who come later a later one', async () => {
    await crowd('a', 30);
    const [own, theirs] = [await addedContact(portal, someone(first)), await addedContact(portal, someone(second))];
    const place = (reply: Reply): number => Number(at(reply.body, 'line', 'place'));
    const before = place(await enrolled(portal, someone(first), 'a', [own]));
    const later = place(await enrolled(portal, someone(second), 'a', [theirs]));
    const { token } = someone(first);
    const again = await inject(other, {
      method: 'PUT',
      url: '/api/activity/ta/signUp',
      token,
      body: JSON.stringify({ activityId: 'a', contactsId: own, verCode: 'other' }),
      headers: {},
      host: 'localhost',
    });
    expect(again.status).toBe(429);
    expect(place(again)).toBeLessThanOrEqual(before);
    expect(later).toBeGreaterThan(place(again));
  });

  it('is not entered without a captcha', async () => {
    await crowd('a', 30);
    const contact = await addedContact(portal, someone(first));
    const reply = await enrolled(portal, someone(first), 'a', [contact], { verCode: 'wrong' });
    expect(reply.status).toBe(400);
    expect((await sql`select 1 from line_ticket`.execute(portal.database.kysely)).rows).toEqual([]);
  });

  it('tells all who wait that the activity is full as soon as it is, also those who come anew', async () => {
    await portal.put('centre', 'appointment', [activity(portal, 'a', { number: 1 })]);
    await crowd('a', 60);
    const contact = await addedContact(portal, someone(first));
    const waiting = await enrolled(portal, someone(first), 'a', [contact]);
    await sql`insert into enrol_place values ('centre', 'appointment', 'a', '', 1, 1)`.execute(portal.database.kysely);
    const told = await enrolled(portal, someone(first), 'a', [contact]);
    expect([told.status, at(told.body, 'data')]).toEqual([409, '已报满']);
    const anew = await enrolled(portal, someone(second), 'a', [await addedContact(portal, someone(second))]);
    expect(anew.status).toBe(409);
    const page = await queuePage('a', waiting.cookies['line'], { accept: 'application/json' });
    expect(page.body).toMatchObject({ state: 'over', title: '已报满', again: 0 });
  });

  it('has a page that keeps the place over reloads, asks again by itself without scripts, and tells nothing to who has no cookie or made one up', async () => {
    await crowd('a', 30);
    const contact = await addedContact(portal, someone(first));
    const { cookies, setCookies } = await enrolled(portal, someone(first), 'a', [contact]);
    expect(setCookies.find((cookie) => cookie.startsWith('line='))).toMatch(/Path=\/portal\/line\/appointment\/a; HttpOnly; SameSite=Lax/);
    for (let turn = 0; turn < 2; turn += 1) {
      const page = await queuePage('a', cookies['line']);
      expect([page.status, page.type]).toEqual([200, 'text/html; charset=utf-8']);
      expect(page.text).toMatch(/<noscript><meta http-equiv="refresh" content="\d+"><\/noscript>/);
      expect(page.text).toMatch(/<p class="line-place">1[45]\d\d<\/p>/);
    }
    for (const cookie of [undefined, 'x', `${cookies['line'] ?? ''}x`])
      expect((await queuePage('a', cookie, { accept: 'application/json' })).body).toMatchObject({ state: 'gone' });
    await portal.put('centre', 'appointment', [activity(portal, 'b')]);
    expect((await queuePage('b', cookies['line'], { accept: 'application/json' })).body).toMatchObject({ state: 'gone' });
    portal.clock.pass(31_000);
    expect((await queuePage('a', cookies['line'], { accept: 'application/json' })).body).toMatchObject({ state: 'turn' });
  });

  it('does not let a turn be used by somebody else, nor again and again', async () => {
    await crowd('a', 30);
    const contact = await addedContact(portal, someone(first));
    const { cookies } = await enrolled(portal, someone(first), 'a', [contact]);
    portal.clock.pass(31_000);
    await crowd('a', 30);
    const theirs = await addedContact(portal, someone(second));
    const { text, cookies: captcha } = await portal.captcha(someone(second).phone);
    const body = JSON.stringify({ activityId: 'a', contactsId: theirs, verCode: text });
    const stolen = await portal.ask({
      method: 'PUT',
      url: '/api/activity/ta/signUp',
      token: someone(second).token,
      cookies: { ...captcha, line: cookies['line'] ?? '' },
      body,
    });
    expect(stolen.status).toBe(429);
    for (let use = 0; use < 5; use += 1) expect((await enrolled(portal, someone(first), 'a', ['nobody'])).status).toBe(404);
    expect((await enrolled(portal, someone(first), 'a', [contact])).status).toBe(429);
  });
});

describe('those who come to a line at the same time', () => {
  beforeEach(() => portal.put('centre', 'appointment', [activity(portal, 'a', { number: 30 })]));

  it('are each let in by a captcha of their own, and a member with two devices has one place', async () => {
    await crowd('a', 60);
    const [own, theirs] = [await addedContact(portal, someone(first)), await addedContact(portal, someone(second))];
    const replies = await Promise.all([
      enrolled(portal, someone(first), 'a', [own]),
      enrolled(portal, someone(first), 'a', [own]),
      enrolled(portal, someone(second), 'a', [theirs], { verCode: 'wrong' }),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([429, 429, 400]);
    const { rows } = await sql`select member_id as member from line_ticket`.execute(portal.database.kysely);
    expect(rows).toEqual([{ member: someone(first).id }]);
  });

  it('do not get in twice by one captcha', async () => {
    await crowd('a', 60);
    const { cookies, text: verCode } = await portal.captcha(someone(first).phone);
    const contacts = await Promise.all([first, second].map((member) => addedContact(portal, someone(member))));
    const ask = (member: Asker | undefined, contactsId: string | undefined): Promise<Reply> =>
      portal.ask({
        method: 'PUT',
        url: '/api/activity/ta/signUp',
        token: someone(member).token,
        cookies,
        body: JSON.stringify({ activityId: 'a', contactsId, verCode }),
      });
    const replies = await Promise.all([ask(first, contacts[0]), ask(second, contacts[1])]);
    expect(replies.map(({ status }) => status).sort()).toEqual([400, 429]);
  });

  it('do not get in twice by one captcha when they are asked together', async () => {
    const now = portal.clock.now();
    await putCaptcha(portal.database, 'centre', 'picture', 'right', now + 1000);
    const proof = { picture: 'picture', answer: 'right' };
    const proofs = [{ ...proof, picture: 'other' }, proof, proof];
    expect(await consumeCaptchaProofs(portal.database, 'centre', proofs, now)).toEqual([false, true, false]);
    expect(await consumeCaptchaProofs(portal.database, 'centre', [proof], now)).toEqual([false]);
  });

  it('are told again what they were told before, and that all places are gone though their turn has come', async () => {
    await portal.put('centre', 'appointment', [activity(portal, 'a', { number: 1 })]);
    const [own, theirs] = [await addedContact(portal, someone(first)), await addedContact(portal, someone(second))];
    const { cookies, text: verCode } = await portal.captcha(someone(first).phone);
    const ask = (): Promise<Reply> =>
      portal.ask({
        method: 'PUT',
        url: '/api/activity/ta/signUp',
        token: someone(first).token,
        cookies,
        body: JSON.stringify({ activityId: 'a', contactsId: own, verCode }),
        headers: { 'idempotency-key': 'r'.repeat(32) },
      });
    const before = await ask();
    await sql`
      insert into line_ticket (tenant, module, item_id, line, member_id, part, turn)
      values ('centre', 'appointment', 'a', 'enrolled', ${someone(second).id}, '', ${new Date(portal.clock.now() - 1000)})`.execute(
      portal.database.kysely,
    );
    await crowd('a', 60);
    const [again, full] = await Promise.all([ask(), enrolled(portal, someone(second), 'a', [theirs])]);
    expect([before.status, again.status, full.status, at(full.body, 'data')]).toEqual([200, 200, 409, '已报满']);
    expect(again.body).toEqual(before.body);
  });

  it('are served so many at once when their turn has come; the others keep it and ask again in a moment', async () => {
    const members: Asker[] = [];
    for (let index = 10; index < 22; index += 1) members.push(await portal.member(`136000003${index}`));
    const contacts: string[] = [];
    for (const member of members) contacts.push(await addedContact(portal, member));
    await sql`
      insert into line_ticket (tenant, module, item_id, line, member_id, part, turn)
      select 'centre', 'appointment', 'a', 'enrolled', member, '', ${new Date(portal.clock.now() - 1000)}
      from unnest(${members.map(({ id }) => id)}::text[]) as member`.execute(portal.database.kysely);
    let replies: Promise<Reply[]> | undefined;
    const [told, again]: [number[], unknown[]] = [[], []];
    await inTransaction(portal.database, async (tx) => {
      await sql`lock enrol_place in exclusive mode`.execute(tx.kysely);
      replies = Promise.all(
        members.map(async (member, index) => {
          const reply = await enrolled(portal, member, 'a', [contacts[index] ?? '']);
          told.push(reply.status);
          if (reply.status === 429) again.push(at(reply.body, 'line', 'place'), at(reply.body, 'line', 'again'));
          return reply;
        }),
      );
      await expect.poll(() => told).toEqual([429, 429]);
    });
    const statuses = (await replies)?.map(({ status }) => status) ?? [];
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    expect(again).toEqual([1, expect.toSatisfy(isSoon), 1, expect.toSatisfy(isSoon)]);
    const late = members.filter((_, index) => statuses[index] === 429);
    for (const [index, member] of members.entries())
      if (late.includes(member))
        expect((await enrolled(portal, member, 'a', [contacts[index] ?? ''], { verCode: 'used' })).status).toBe(200);
  });
});

const isSoon = (seconds: unknown): boolean => typeof seconds === 'number' && seconds >= 1 && seconds <= 3;

/** The same in two steps, without the lock on the row. */
const takeTurnsUnlocked: TakeTurns = async (db, { tenant, module, item, line }, { perSecond, now }) => {
  const { rows } = await sql<{ next: Date }>`
    select next from line_gate where tenant = ${tenant} and module = ${module} and item_id = ${item} and line = ${line}`.execute(db.kysely);
  const turn = Math.max(rows[0]?.next.getTime() ?? 0, now - 1000);
  await sql`
    insert into line_gate values (${tenant}, ${module}, ${item}, ${line}, ${new Date(turn + 1000 / perSecond)})
    on conflict (tenant, module, item_id, line) do update set next = excluded.next`.execute(db.kysely);
  return turn;
};

it.each([
  ['gives no turn twice, whichever server is asked', takeTurns, 60],
  ['would give turns twice without the lock on the row', takeTurnsUnlocked, undefined],
] as const)('%s', async (_what, take, different) => {
  const pools = await Promise.all(
    [1, 2, 3].map(() => openDatabase({ databaseUrl: portal.database.databaseUrl, dataDir: '', poolSize: 10 })),
  );
  const now = portal.clock.now();
  const key = { tenant: 'centre', module: 'appointment', item: 'r', line: 'enrolled' };
  const turns = await Promise.all(
    Array.from({ length: 60 }, (_, index) => take(pools[index % 3] ?? portal.database, key, { perSecond: 20, now }, 1)),
  );
  for (const pool of pools) await pool.close();
  if (different === undefined) expect(new Set(turns).size).toBeLessThan(60);
  else {
    expect(new Set(turns).size).toBe(different);
    expect(turns.filter((turn) => turn <= now)).toHaveLength(21);
  }
});
