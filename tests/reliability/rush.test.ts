import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countAttempt, countUse } from '../../src/database/accounts/throttle';
import type { Queryable } from '../../src/database/connection';
import { addToCounter } from '../../src/database/content/counters';
import { findObstacle } from '../../src/database/failures';
import { inTransaction } from '../../src/database/transaction';
import { TooManyWriters, Writers } from '../../src/database/writers';
import { buildApp } from '../../src/server/app';
import { DiskSpace } from '../../src/server/config/diskSpace';
import { accountPortal, type AccountPortal, inject } from '../server/accountPortal';
import { activity, type Asker } from '../server/enrolments';

let portal: AccountPortal;
let member: Asker;
beforeAll(async () => {
  portal = await accountPortal();
  member = await portal.member('13600000000');
  await portal.put('centre', 'appointment', [activity(portal, 'wanted')]);
  await portal.put('centre', 'information', [{ id: 'i0', columnId: '6101', title: 'T', publishDate: '2026-11-01' }]);
}, 120_000);
afterAll(() => portal.close());

/** Work that holds a connection each until `release`. */
function hold(count: number, transact: (work: (tx: Queryable) => Promise<unknown>) => Promise<unknown>) {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let inside = 0;
  const all = Promise.all(
    Array.from({ length: count }, () =>
      transact(async (tx) => {
        await sql`select 1`.execute(tx.kysely);
        inside += 1;
        await released;
      }),
    ),
  );
  const end = async (): Promise<void> => {
    release();
    await all;
  };
  return { held: () => inside, end };
}

/** On any machine; who waits for a connection waits until others give theirs back, which they do after this. */
const soonMs = 10_000;
const within = <T>(milliseconds: number, work: Promise<T>): Promise<T | 'late'> =>
  Promise.race([work, new Promise<'late'>((resolve) => setTimeout(resolve, milliseconds, 'late'))]);
const read = (): Promise<number> => portal.ask({ url: '/api/activity/web/wanted' }).then(({ status }) => status);
const ready = (): Promise<number> => portal.ask({ url: '/readyz' }).then(({ status }) => status);
const starring = {
  method: 'PUT',
  url: '/api/personal/web/personal/updateStar',
  body: {
    menuId: '6101',
    businessId: 'i0',
    fid: '100001',
    webUserId: '13600000000',
    title: 'T',
    image: '',
    url: '/informationdetail',
    type: 'infor',
  },
} as const;
const star = () => portal.ask({ ...starring, token: member.token });

describe('while more want to write than there are connections', () => {
  it('a third of the connections is left to readers, and the server is ready', async () => {
    const writers = hold(30, (work) => inTransaction(portal.database, work));
    await expect.poll(writers.held).toBe(7);
    expect(await Promise.all([within(soonMs, read()), within(soonMs, ready())])).toEqual([200, 200]);
    await writers.end();
    expect(writers.held()).toBe(30);
  });

  it('control: transactions that nobody counts keep readers waiting, though the server knows that it is ready', async () => {
    const writers = hold(30, (work) =>
      portal.database.kysely.transaction().execute((kysely) => work({ kysely, pool: portal.database.pool })),
    );
    await expect.poll(writers.held).toBe(10);
    const reading = read();
    expect(await Promise.all([within(300, reading), within(soonMs, ready())])).toEqual(['late', 200]);
    await writers.end();
    expect(await reading).toBe(200);
  });

  it('those who come beyond what can be answered in good time are told so at once, and when to come again', async () => {
    const writers = hold(7, (work) => inTransaction(portal.database, work));
    await expect.poll(writers.held).toBe(7);
    let answered = 0;
    const calls = Array.from({ length: 200 }, () =>
      star().finally(() => {
        answered += 1;
      }),
    );
    await expect.poll(() => answered).toBe(100);
    await writers.end();
    const replies = await Promise.all(calls);
    const told = new Map<string, number>();
    for (const { status, body } of replies) {
      const said = `${status} ${String(body['message'])}`;
      told.set(said, (told.get(said) ?? 0) + 1);
    }
    expect(told).toEqual(
      new Map([
        ['503 服务器繁忙，请稍候', 100],
        ['200 操作成功', 100],
      ]),
    );
  });
});

describe('who is turned away in a rush', () => {
  const arrivalMs = 300;
  let app: FastifyInstance;
  let port = 0;
  beforeAll(async () => {
    app = await buildApp({
      definitions: portal.definitions,
      database: portal.database,
      accounts: { secret: portal.secret },
      commonTexts: {},
      logLevel: 'silent',
      arrivalMs,
      render: () => {
        throw new Error('no pages here');
      },
      themeStyles: () => '',
      assets: { scripts: [], parts: {} },
    });
    port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
  });
  afterAll(() => app.close());

  it('is told so before the body is there, and keeps no connection by sending it slowly', async () => {
    const writers = hold(7, (work) => inTransaction(portal.database, work));
    await expect.poll(writers.held).toBe(7);
    const { body: payload, ...call } = starring;
    let turnedAway = 0;
    const calls = Promise.all(
      Array.from({ length: 101 }, async () => {
        const { statusCode } = await app.inject({ ...call, payload, headers: { host: 'localhost', authorization: member.token } });
        if (statusCode === 503) turnedAway += 1;
      }),
    );
    await expect.poll(() => turnedAway).toBe(1);
    let [text, closed] = ['', false];
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`PUT ${starring.url} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{"`),
    );
    const drip = setInterval(() => socket.write('a'), 50);
    socket
      .on('data', (bytes) => (text += String(bytes)))
      .on('error', () => undefined)
      .on('close', () => (closed = true));
    try {
      await expect.poll(() => text).toMatch(/^HTTP\/1\.1 503 [^]*retry-after: 3\r\n[^]*服务器繁忙，请稍候/i);
      await expect.poll(() => closed, { timeout: 10 * arrivalMs }).toBe(true);
    } finally {
      clearInterval(drip);
      socket.destroy();
      await writers.end();
      await calls;
    }
  });
});

describe('while many want to change the same row', () => {
  const changes: [string, () => Promise<unknown>][] = [
    ['the views of an item', () => addToCounter(portal.database, { tenant: 'centre', column: '6101', id: 'i0' }, { pv: 1 })],
    ['the uses of one address', () => countUse(portal.database, { tenant: 'centre', key: 'a' }, 60_000, 0)],
    ['the attempts of one address', () => countAttempt(portal.database, { tenant: 'centre', key: 'a' }, 5, 60_000, 0)],
  ];
  it.each(changes)('%s, connections are left to readers', async (_row, change) => {
    await change();
    // Somebody has changed it and does not come to an end.
    const slow = hold(1, (work) =>
      inTransaction(portal.database, (tx) => sql`lock counter, throttle`.execute(tx.kysely).then(() => work(tx))),
    );
    await expect.poll(slow.held).toBe(1);
    const changing = Promise.all(Array.from({ length: 30 }, change));
    try {
      await expect.poll(() => portal.database.pool.totalCount - portal.database.pool.idleCount).toBeGreaterThanOrEqual(7);
      expect(await within(soonMs, read())).toBe(200);
    } finally {
      await slow.end();
      await changing;
    }
  });
});

describe('Writers', () => {
  it('refuses who waited too long, lets in who came first first, and gives places of failures back', async () => {
    const writers = new Writers(2, 50);
    let release = (): void => undefined;
    const first = writers.run(
      () =>
        new Promise<void>((resolve) => {
          release = resolve;
        }),
    );
    const late = await writers.run(async () => 'in').catch((error: unknown) => error);
    expect([late instanceof TooManyWriters, findObstacle(late)]).toEqual([true, 'busy']);
    const order: number[] = [];
    const others = [1, 2, 3].map((number) =>
      writers.run(async () => {
        order.push(number);
        if (number === 2) throw new Error('failed');
      }),
    );
    release();
    await first;
    expect((await Promise.allSettled(others)).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(order).toEqual([1, 2, 3]);
  });

  it('lets in first what is done for many', async () => {
    const writers = new Writers(2);
    const order: string[] = [];
    const note = (name: string, ahead = false): Promise<unknown> => writers.run(async () => order.push(name), ahead);
    await Promise.all([note('inside'), note('one'), note('another'), note('many', true)]);
    expect(order).toEqual(['inside', 'many', 'one', 'another']);
  });
});

describe('while the disk is nearly full', () => {
  let app: FastifyInstance;
  beforeAll(async () => {
    app = await buildApp({
      definitions: portal.definitions,
      database: portal.database,
      disk: new DiskSpace(tmpdir(), Number.MAX_SAFE_INTEGER),
      accounts: { secret: portal.secret },
      commonTexts: {},
      logLevel: 'silent',
      render: () => {
        throw new Error('no pages here');
      },
      themeStyles: () => '',
      assets: { scripts: [], parts: {} },
    });
  });
  afterAll(() => app.close());

  it('nothing is stored, and why is said; everything is read; the server is not ready but alive', async () => {
    const { body: payload, ...call } = starring;
    const write = await app.inject({ ...call, payload, headers: { host: 'localhost', authorization: member.token } });
    expect([write.statusCode, write.json(), write.headers['retry-after']]).toEqual([
      507,
      expect.objectContaining({ message: '存储空间不足，暂时无法提交，浏览不受影响，请稍后再试' }),
      '60',
    ]);
    expect((await inject(app, { url: '/api/activity/web/wanted' })).status).toBe(200);
    const { status, body: parts } = await inject(app, { url: '/readyz' });
    expect([status, parts]).toEqual([503, { status: 'unavailable', database: true, definitions: true, disk: false, staying: true }]);
    expect((await inject(app, { url: '/healthz' })).status).toBe(200);
  });
});
