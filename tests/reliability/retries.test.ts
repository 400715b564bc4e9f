import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../src/database/connection';
import { buildApp } from '../../src/server/app';
import { accountPortal, type AccountPortal, at, inject, type Reply } from '../server/accountPortal';
import { dayAhead, venue } from '../server/bookings';
import { activity, addedContact, type Asker } from '../server/enrolments';
import { type Gate, openGate } from './gate';

/** Shorter than visitors have, so that what waits in vain costs little time; long enough to come to the commit on a busy machine. */
const deadlineMs = 2_000;
const people = 24;
const cuts = 6;

let portal: AccountPortal;
let gate: Gate;
let behind: Database;
let app: FastifyInstance;
const members: Asker[] = [];
beforeAll(async () => {
  portal = await accountPortal();
  gate = await openGate(portal.database.databaseUrl);
  behind = await openDatabase({ databaseUrl: gate.url, dataDir: '', poolSize: 6 });
  app = await buildApp({
    definitions: portal.definitions,
    database: behind,
    accounts: { secret: portal.secret },
    clock: portal.clock.now,
    commonTexts: {},
    logLevel: 'silent',
    deadlineMs,
    render: () => {
      throw new Error('no pages here');
    },
    themeStyles: () => '',
    assets: { scripts: [], parts: {} },
  });
  for (let number = 0; number < 4; number += 1) members.push(await portal.member(`1360000${String(number).padStart(2, '0')}00`));
  await portal.put('centre', 'venue', [venue('hall')]);
  await portal.put('centre', 'appointment', [activity(portal, 'cut', { number: people })]);
}, 120_000);
afterAll(async () => {
  await gate.open();
  await app.close();
  await behind.close();
  await portal.close();
  await gate.close();
});
afterEach(async () => {
  await gate.open();
  await sql`truncate booking, booking_slot, enrolment, enrol_place`.execute(portal.database.kysely);
});

const count = async (table: 'booking' | 'enrolment'): Promise<number> =>
  (await sql`select id from ${sql.table(table)}`.execute(portal.database.kysely)).rows.length;
const member = (index = 0): Asker => members[index % members.length] as Asker;

describe('a booking of which the answer got lost after it was stored', () => {
  /** Books while the answer to its commit does not come; then says what came of trying again, which is done by another server. */
  const tryTwice = async (headers: Record<string, string>): Promise<{ first: Reply; second: Reply }> => {
    const captchas = [await portal.captcha(member().phone), await portal.captcha(member().phone)];
    const ask = (on: FastifyInstance, attempt: 0 | 1): Promise<Reply> =>
      inject(on, {
        method: 'POST',
        url: '/api/onlinevenues/wt/venue/scheduled',
        token: member().token,
        cookies: captchas[attempt]?.cookies,
        headers,
        body: {
          name: '王小明',
          mobilePhone: '13600000001',
          identityCard: '110101199001011237',
          idNumberConsent: true,
          purpose: '排练',
          venueId: 'hall',
          menuId: '6140',
          verCode: captchas[attempt]?.text,
          venueTime: `${dayAhead(portal, 1)} 09:00-10:30`,
        },
      });
    gate.loseReplyTo('commit');
    const first = await ask(app, 0);
    await expect.poll(() => count('booking')).toBe(1);
    return { first, second: await ask(portal.app, 1) };
  };

  it('is answered as stored when it is sent again under its Idempotency-Key, and is stored once', async () => {
    const { first, second } = await tryTwice({ 'idempotency-key': 'lost' });
    expect(first.status).toBe(503);
    expect([second.status, second.body['message']]).toEqual([200, '预订成功']);
    const { rows } = await sql<{ id: string }>`select id from booking`.execute(portal.database.kysely);
    expect(rows.map(({ id }) => id)).toEqual([at(second.body, 'data', 'id')]);
  });

  it('control: without a key its member is told that somebody else has the times', async () => {
    const { first, second } = await tryTwice({});
    expect([first.status, second.status, await count('booking')]).toEqual([503, 409, 1]);
  });
});

describe(`${people} enrolments while connections to the database are cut ${cuts} times`, () => {
  /** Sends each until it is answered otherwise than with a failure of the server. @returns the last answers, and how many were given before */
  const persist = async (keyOf: (index: number) => Record<string, string>): Promise<{ replies: Reply[]; failures: number }> => {
    const visits = [];
    for (let index = 0; index < people; index += 1) {
      const { id } = member(index);
      const [captcha, contact] = [await portal.captcha(member(index).phone), await addedContact(portal, { id })];
      visits.push({ captcha, contact, token: member(index).token, headers: keyOf(index) });
    }
    let failures = 0;
    let answered = 0;
    const enrolling = visits.map(async ({ captcha: { cookies, text }, contact, token, headers }) => {
      const body = { activityId: 'cut', verCode: text, contactsId: contact };
      for (;;) {
        const reply = await inject(app, { method: 'PUT', url: '/api/activity/ta/signUp', token, cookies, body, headers });
        if (reply.status < 500) {
          answered += 1;
          return reply;
        }
        failures += 1;
      }
    });
    for (let cut = 0; cut < cuts && answered < people; cut += 1) {
      await expect.poll(() => answered, { interval: 1, timeout: 30_000 }).toBeGreaterThanOrEqual(Math.floor((cut * people) / cuts));
      await gate.close();
      await gate.open();
    }
    return { replies: await Promise.all(enrolling), failures };
  };

  it('each is acknowledged in the end and stored once, sent again under its Idempotency-Key', async () => {
    const { replies, failures } = await persist((index) => ({ 'idempotency-key': `cut-${index}` }));
    expect(failures).toBeGreaterThan(0);
    expect(replies.filter(({ body }) => body['rel'] !== true)).toEqual([]);
    const { rows } = await sql<{ taken: number }>`select taken from enrol_place`.execute(portal.database.kysely);
    expect([await count('enrolment'), rows]).toEqual([people, [{ taken: people }]]);
  }, 120_000);
});
