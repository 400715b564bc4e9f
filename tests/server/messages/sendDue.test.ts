import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addLetter, type Channel, sweepLetters } from '../../../src/database/messages/outbox';
import { type Courier, type Letter, LetterRefused } from '../../../src/server/messages/couriers';
import { createMailCourier } from '../../../src/server/messages/mail';
import { sendDue, type SendingKit } from '../../../src/server/messages/sendDue';
import { deriveAccountKeys } from '../../../src/server/security/keys';
import { createMemoryOutbox } from '../../../src/server/security/outbox';
import { createSmsGateway } from '../../../src/server/security/sms';
import { testDatabase, type TestDatabase } from '../../database/harness';
import { receiveMail, receiveTexts } from './receivers';

const keys = deriveAccountKeys(randomBytes(32));
const minute = 60_000;
let database: TestDatabase;
let now = 0;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  now = Date.parse('2026-11-20T10:00:00+08:00');
  await sql`truncate message_outbox, throttle`.execute(database.kysely);
});

const add = async (count: number, tenant = 'centre', channel: Channel = 'sms'): Promise<void> => {
  for (let number = 0; number < count; number += 1) {
    const to = `1360000${String(number).padStart(4, '0')}`;
    const sealed = {
      addressCipher: keys.seal(tenant, to),
      titleCipher: keys.seal(tenant, '题'),
      wordsCipher: keys.seal(tenant, `致${to}`),
    };
    await addLetter(database, { tenant, member: to, deed: 'test 1', channel, kind: 'test.news', ...sealed }, now);
  }
};
const kit = (sms: Courier, more: Partial<SendingKit> = {}): SendingKit => ({
  db: database,
  keys,
  couriers: { sms },
  clock: () => now,
  perMinuteOf: () => 1000,
  ...more,
});
const rows = async (): Promise<Record<string, unknown>[]> =>
  (
    await sql<Record<string, unknown>>`
      select attempts, failure, sent is not null as sent, given_up is not null as "givenUp", due,
        address_cipher || title_cipher || words_cipher as sealed
      from message_outbox order by member_id`.execute(database.kysely)
  ).rows;

describe('what is due', () => {
  it('is sent once, whoever sends at the same time, and its words are forgotten', async () => {
    await add(30);
    const sent: Letter[] = [];
    const courier: Courier = async (letter) => void sent.push(letter);
    for (let round = 0; round < 3; round += 1) await Promise.all([1, 2, 3].map(() => sendDue(kit(courier))));
    expect(sent.map(({ to, title, text }) => [to, title, text]).sort()).toEqual(
      Array.from({ length: 30 }, (_, number) => `1360000${String(number).padStart(4, '0')}`).map((to) => [to, '题', `致${to}`]),
    );
    expect(new Set((await rows()).map((row) => JSON.stringify([row['sent'], row['sealed']])))).toEqual(new Set(['[true,""]']));
    expect(await sendDue(kit(courier))).toBe(0);
  });

  it('is tried later and later when it fails, under the same id, and given up in the end', async () => {
    await add(1);
    const ids: string[] = [];
    const rests: number[] = [];
    const courier: Courier = async ({ id, to }) => {
      ids.push(id);
      throw new TypeError(`no way to ${to}`);
    };
    for (let tries = 0; tries < 20; tries += 1) {
      await sendDue(kit(courier));
      const [row = {}] = await rows();
      if (row['givenUp'] === true) break;
      const due = (row['due'] as Date).getTime();
      rests.push(due - now);
      now = due - 1;
      expect(await sendDue(kit(courier))).toBe(0);
      now += 1;
    }
    expect([ids.length, new Set(ids).size]).toEqual([12, 1]);
    for (const [index, rest] of rests.entries()) {
      const least = Math.min(30_000 * 2 ** index, 4 * 60 * minute);
      expect(rest).toBeGreaterThanOrEqual(least);
      expect(rest).toBeLessThanOrEqual(least * 1.25);
    }
    expect(await rows()).toMatchObject([{ failure: 'TypeError', givenUp: true, sent: false, sealed: '' }]);
  });

  it('is given up at once when it was refused for ever', async () => {
    await add(1);
    await sendDue(kit(() => Promise.reject(new LetterRefused('HTTP 422'))));
    expect(await rows()).toMatchObject([{ attempts: 1, failure: 'HTTP 422', givenUp: true, sealed: '' }]);
  });

  it('is left alone while somebody is at it, and taken over when that one says nothing for a minute', async () => {
    await add(1);
    const tried: string[] = [];
    // Its process ends before it can say what became of it.
    await sendDue(
      kit(async () => undefined),
      async (_kit, _courier, { id }) => void tried.push(id),
    );
    const courier: Courier = async ({ id }) => void tried.push(id);
    now += minute - 1;
    expect(await sendDue(kit(courier))).toBe(0);
    now += 1;
    expect(await sendDue(kit(courier))).toBe(1);
    expect([tried.length, new Set(tried).size]).toEqual([2, 1]);
  });

  it('waits when an institution has sent so many in a minute, while others go on', async () => {
    await add(12);
    await add(2, 'museum');
    const sent: string[] = [];
    const courier: Courier = async ({ to }) => void sent.push(to);
    const bound = kit(courier, { perMinuteOf: (tenant) => (tenant === 'centre' ? 5 : 1000) });
    const round = async (): Promise<number> => {
      sent.length = 0;
      await Promise.all([1, 2, 3].map(() => sendDue(bound)));
      await sendDue(bound);
      return sent.length;
    };
    expect(await round()).toBe(5 + 2);
    now += minute - 1;
    expect(await round()).toBe(0);
    now += 1;
    expect(await round()).toBe(5);
  });

  it('by a channel that is off waits for two days, and is given up; what is old is forgotten', async () => {
    await add(1, 'centre', 'mail');
    expect(await sendDue(kit(async () => undefined))).toBe(0);
    const days = (count: number): Date => new Date(now - count * 24 * 60 * minute);
    await sweepLetters(database, { now: days(0), late: days(2), old: days(90) });
    expect(await rows()).toMatchObject([{ givenUp: false }]);
    await sweepLetters(database, { now: days(0), late: days(-1), old: days(90) });
    expect(await rows()).toMatchObject([{ givenUp: true, failure: 'late', sealed: '' }]);
    await sweepLetters(database, { now: days(0), late: days(2), old: days(-1) });
    expect(await rows()).toEqual([]);
  });
});

const letter: Letter = { id: 'a-1', to: '13600000001', title: '题', text: '正文' };

describe('the text-message server of the operator', () => {
  it('gets the id by which it knows what comes twice, and who is calling', async () => {
    const receiver = await receiveTexts();
    const gateway = createSmsGateway({ SMS_DRIVER: 'http', SMS_URL: receiver.url, SMS_TOKEN: 'abc' }, createMemoryOutbox(), true);
    await gateway.sendNews?.(letter);
    expect(receiver.arrivals).toMatchObject([{ id: 'a-1', to: letter.to, text: '正文', headers: { authorization: 'Bearer abc' } }]);
    await receiver.close();
  });

  it.each([
    [422, true],
    [400, true],
    [408, false],
    [429, false],
    [503, false],
  ])('%d is refused for ever: %j', async (status, forEver) => {
    const receiver = await receiveTexts(() => status);
    const { sendNews } = createSmsGateway({ SMS_DRIVER: 'http', SMS_URL: receiver.url }, createMemoryOutbox(), true);
    const failure = await sendNews?.(letter).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Error);
    expect(failure instanceof LetterRefused).toBe(forEver);
    await receiver.close();
  });

  it('must be named', () => {
    expect(() => createSmsGateway({ SMS_DRIVER: 'http' }, createMemoryOutbox(), true)).toThrow(/SMS_URL/);
    expect(() => createSmsGateway({ SMS_DRIVER: 'http', SMS_URL: 'ftp://x' }, createMemoryOutbox(), true)).toThrow(/https:/);
  });
});

describe('mail', () => {
  const from = '文化馆 <news@centre.example>';
  const mail = { ...letter, to: 'li@example.org' };

  it('carries its id, its words and who sends it', async () => {
    const receiver = await receiveMail();
    await createMailCourier({ SMTP_URL: receiver.url, MAIL_FROM: from })?.(mail);
    expect(receiver.arrivals).toMatchObject([{ id: 'a-1', to: 'li@example.org', text: expect.stringContaining('news@centre.example') }]);
    expect(receiver.arrivals[0]?.text).toMatch(/^Message-ID: <a-1@centre\.example>$/m);
    await receiver.close();
  });

  it.each([
    [550, true],
    [451, false],
  ])('%d is refused for ever: %j', async (status, forEver) => {
    const receiver = await receiveMail(() => status);
    const failure = await createMailCourier({ SMTP_URL: receiver.url, MAIL_FROM: from })?.(mail).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Error);
    expect(failure instanceof LetterRefused).toBe(forEver);
    await receiver.close();
  });

  it('is off without a server, and wants to know which one and from whom', () => {
    expect(createMailCourier({})).toBeUndefined();
    expect(() => createMailCourier({ SMTP_URL: 'x', MAIL_FROM: from })).toThrow(/smtp:/);
    expect(() => createMailCourier({ SMTP_URL: 'smtp://x' })).toThrow(/MAIL_FROM/);
  });
});
