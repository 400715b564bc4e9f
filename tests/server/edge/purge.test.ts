import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, expect, it } from 'vitest';
import { sql } from 'kysely';
import { enterSubjects, type StaleSubject } from '../../../src/database/changes/staleReplies';
import type { JsonObject } from '../../../src/model/json';
import { purgeDue, type Purging } from '../../../src/server/edge/purge';
import { testPortal, type TestPortal } from '../portal';
import { SharedCache } from './sharedCache';

interface Receiver {
  url: string;
  /** What arrived, and with which token. */
  arrivals: { keys: string[]; token: string | undefined }[];
  status: number;
}

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function receive(onKeys: (keys: string[]) => void = () => undefined): Promise<Receiver> {
  const receiver: Receiver = { url: '', arrivals: [], status: 200 };
  const server: Server = createServer((request, response) => {
    void text(request).then((body) => {
      const { keys } = JSON.parse(body) as { keys: string[] };
      receiver.arrivals.push({ keys, token: request.headers.authorization });
      if (receiver.status === 200) onKeys(keys);
      response.writeHead(receiver.status).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(async () => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  });
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/purge`;
  return receiver;
}

async function open(options: Parameters<typeof testPortal>[0]): Promise<TestPortal> {
  const portal = await testPortal(options);
  closing.push(() => portal.close());
  return portal;
}

const newsOf = (number: number, title = `T${number}`): JsonObject => ({
  id: `i${number}`,
  columnId: '6101',
  title,
  publishDate: '2026-11-01',
});
const page = '/information?columnId=6101';
const list = '/api/information/web/page?page=1&limit=5&columnId=6101';
const usual: Purging = { url: '', token: 'shared', keptMs: 600_000, againAfter: [] };

/** Enters what was noted in a database, as a server does that hears of it. */
async function enterNoted({ database }: TestPortal): Promise<void> {
  const { rows } = await sql<StaleSubject>`select id::text, tenant, module, item from change`.execute(database.kysely);
  await enterSubjects(database, rows);
  await enterSubjects(database, rows);
  await sql`delete from change`.execute(database.kysely);
}

it('a change of an item is seen once it was told, and not before; what does not show it stays', async () => {
  const clock = { now: Date.parse('2026-11-20T10:00:00+08:00') };
  const portal = await open({ clock: () => clock.now, watched: { edge: { maxAge: 300 } } });
  const cache = new SharedCache(portal.app, () => clock.now);
  const receiver = await receive((keys) => cache.purge(keys));
  const purging = { ...usual, url: receiver.url };
  await portal.put('centre', 'information', [newsOf(0), newsOf(1)]);
  await portal.put('museum', 'information', [newsOf(0)]);
  await enterNoted(portal);
  await purgeDue(portal.database, purging);
  const detail = '/informationdetail?columnId=6101&id=i0';
  const other = '/informationdetail?columnId=6101&id=i1';
  const all = [page, list, detail, other, '/delicacy'];
  for (const url of all) await cache.get({ url });
  await cache.get({ url: list, host: 'museum.localhost' });

  await portal.put('centre', 'information', [newsOf(0, 'Changed')]);
  clock.now += 2_000;
  for (const url of all) expect([url, (await cache.get({ url })).from]).toEqual([url, 'cache']);
  receiver.arrivals.length = 0;
  await enterNoted(portal);
  await purgeDue(portal.database, purging);
  expect(receiver.arrivals).toEqual([{ keys: ['entry-centre.information.i0', 'list-centre.information'], token: 'Bearer shared' }]);
  for (const url of [page, list, detail])
    expect([url, await cache.get({ url })]).toMatchObject([url, { from: 'server', text: expect.stringContaining('Changed') as string }]);
  expect((await cache.get({ url: '/delicacy' })).from).toBe('cache');
  expect((await cache.get({ url: list, host: 'museum.localhost' })).from).toBe('cache');
  await purgeDue(portal.database, purging);
  expect(receiver.arrivals).toHaveLength(1);
});

it('who cannot be told delays no change, and is told later; many changes are told as one', async () => {
  const portal = await open({ watched: { edge: { maxAge: 300 } } });
  const receiver = await receive();
  const purging = { ...usual, url: receiver.url, token: undefined, retryMs: 1 };
  receiver.status = 503;
  await portal.put(
    'centre',
    'information',
    Array.from({ length: 250 }, (_, number) => newsOf(number)),
  );
  expect((await portal.get(list)).body).toMatchObject({ list: { data: { total: 250 } } });
  await enterNoted(portal);
  await expect(purgeDue(portal.database, purging)).rejects.toThrow('503');
  receiver.status = 200;
  await expect.poll(() => purgeDue(portal.database, purging).then(() => receiver.arrivals.length)).toBe(2);
  expect(receiver.arrivals[1]).toEqual({ keys: ['module-centre.information'], token: undefined });
  const institutions = Array.from({ length: 250 }, (_, number) => ({ id: `${number}`, tenant: `t${number}`, module: '', item: '' }));
  await enterSubjects(portal.database, institutions);
  await purgeDue(portal.database, purging);
  expect(receiver.arrivals.slice(2).map(({ keys }) => keys.length)).toEqual([100, 100, 50]);
});

it('the same is told again, for replies that were under way', async () => {
  const portal = await open({ watched: { edge: { maxAge: 300 } } });
  const receiver = await receive();
  await portal.put('centre', 'information', [newsOf(0)]);
  await enterNoted(portal);
  const purging = { ...usual, url: receiver.url, againAfter: [1, 1] };
  await expect
    .poll(async () => {
      await purgeDue(portal.database, purging);
      return receiver.arrivals.length;
    })
    .toBe(3);
  await purgeDue(portal.database, purging);
  expect(receiver.arrivals).toHaveLength(3);
});

it('a server tells that it has started, of items and of definitions that change', async () => {
  const receiver = await receive();
  const portal = await open({ copy: true, watched: { edge: { maxAge: 300, purge: { url: receiver.url, token: 'shared' } } } });
  const told = (): string[] => receiver.arrivals.flatMap(({ keys }) => keys);
  await portal.app.listen({ port: 0, host: '127.0.0.1' });
  await expect.poll(told).toContain('portal');
  await portal.put('museum', 'information', [newsOf(0)]);
  await expect.poll(told).toContain('entry-museum.information.i0');
  const file = join(portal.root, 'tenants/museum/tenant.json');
  await writeFile(file, (await readFile(file, 'utf8')).replace('望舒博物馆', '望舒馆'));
  await expect.poll(told).toContain('institution-museum');
  expect(told()).not.toContain('institution-centre');
});
