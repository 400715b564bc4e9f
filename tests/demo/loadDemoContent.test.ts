import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../src/database/connection';
import { getItem, listItems, streamItems } from '../../src/database/content/items';
import { putItems } from '../../src/database/content/writeItems';
import { readCounters } from '../../src/database/content/counters';
import { readShape } from '../../src/database/content/rewriteItems';
import type { Definitions } from '../../src/definitions/load';
import type { CompiledModule, CompiledPortal } from '../../src/model/compiled';
import { toRecord } from '../../src/server/items/record';
import { loadDemoContent } from '../../src/demo/loadDemoContent';
import { findLiveStream } from '../../src/server/liveStream';
import type { Portals } from '../../src/server/config/walkPortals';
import { refreshShapes } from '../../src/server/items/storedShapes';
import { deriveAccountKeys } from '../../src/server/security/keys';
import { type TestDatabase, testDatabase } from '../database/harness';
import { loadKnownDefinitions } from '../server/projectDefinitions';

const root = resolve(import.meta.dirname, '../..');
const keys = deriveAccountKeys(randomBytes(32));
let database: TestDatabase;
let other: Database;
let definitions: Definitions;
beforeAll(async () => {
  definitions = await loadKnownDefinitions(root);
  database = await testDatabase();
  other = await openDatabase({ databaseUrl: database.databaseUrl, dataDir: '', poolSize: 4 });
});
afterAll(async () => {
  await other.close();
  await database.close();
});

/** The definitions with one module of one tenant changed. */
function changed(tenant: string, name: string, change: (module: CompiledModule) => Partial<CompiledModule>): Portals {
  const portal = definitions.portal(tenant);
  const module = portal?.modules[name];
  if (!portal || !module) throw new Error(`${tenant} has no module ${name}`);
  const other: CompiledPortal = { ...portal, modules: { ...portal.modules, [name]: { ...module, ...change(module) } } };
  return { tenants: [tenant], portal: () => other };
}

describe('demo content', () => {
  it('is loaded once by two processes that start together, without a bad row, and its times are moved to today', async () => {
    const now = Date.parse('2027-02-28T17:00:00Z'); // The first of March in Shanghai: 101 days after the 20th of November.
    const begin = performance.now();
    const lines = await Promise.all([loadDemoContent(database, definitions, root, now), loadDemoContent(other, definitions, root, now)]);
    process.stdout.write(`demo content in ${((performance.now() - begin) / 1000).toFixed(1)} s\n`);
    expect(lines.flat()).toEqual([]);
    expect((await getItem(database, 'centre', 'information', 'info-0001'))?.doc['publishDate']).toBe('2027-02-27T09:30:00+08:00');
    const { rows } = await sql<{
      tenant: string;
      items: number;
    }>`select tenant, count(*) as items from item group by tenant order by tenant`.execute(database.kysely);
    expect(rows.map(({ tenant }) => tenant)).toEqual(definitions.tenants);
    expect(rows.every(({ items }) => items > 50)).toBe(true);
    expect(await loadDemoContent(other, definitions, root, now + 86_400_000)).toEqual([]);
    expect((await getItem(database, 'centre', 'information', 'info-0001'))?.doc['publishDate']).toBe('2027-02-27T09:30:00+08:00');
  });

  it('[LIVE-02] has a stream of each institution that is on the air whatever the date, and none before it has begun', async () => {
    const loaded = Date.parse('2027-02-28T17:00:00Z');
    const years = 365 * 86_400_000;
    for (const tenant of definitions.tenants) {
      const portal = definitions.portal(tenant);
      if (!portal) throw new Error(`${tenant} has no portal`);
      for (const now of [loaded, loaded + 10 * years])
        expect(await findLiveStream(database, portal, now)).toEqual({
          page: expect.stringMatching(/^\/\w+\?columnId=\d+&id=[\w-]+$/),
          playlist: expect.stringMatching(/^\/channels\/\w+\/index\.m3u8$/),
        });
      expect(await findLiveStream(database, portal, loaded - years)).toBeUndefined();
      const settings = { ...portal.settings, backend: { base: 'https://api.example.org' } };
      expect(await findLiveStream(database, { ...portal, settings }, loaded)).toBeUndefined();
    }
  });

  it.each(['live', 'newlive'])('[LIVE-02] has a stream of the first institution in %s that is on the air years later', async (name) => {
    const portal = definitions.portal('centre');
    const pages = new Map([...(portal?.pages ?? [])].filter(([, page]) => page.module === name));
    expect(portal && (await findLiveStream(database, { ...portal, pages }, Date.parse('2036-06-01T00:00:00Z')))).toBeDefined();
  });

  it('comes with numbers of views that depend on the id alone', async () => {
    const { rows } = await listItems(database, { tenant: 'centre', module: 'information', filters: [], order: [], limit: 20, offset: 0 });
    const views = await Promise.all(
      rows.map(async ({ id, column }) => (await readCounters(database, 'centre', column, [id])).get(id)?.pv ?? 0),
    );
    expect(views.every((count) => count >= 40 && count <= 4000)).toBe(true);
    expect(new Set(views).size).toBeGreaterThan(10);
    const fresh = await testDatabase();
    try {
      await loadDemoContent(fresh, definitions, root, Date.now());
      const again = await Promise.all(rows.map(async ({ id, column }) => (await readCounters(fresh, 'centre', column, [id])).get(id)?.pv));
      expect(again).toEqual(views);
    } finally {
      await fresh.close();
    }
  });

  it('is reported where it is bad and loaded where it is good', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'portal-demo-'));
    const fresh = await testDatabase();
    try {
      await cp(join(root, 'tenants/library/content/content.json'), join(folder, 'tenants/library/content/content.json'), {
        recursive: true,
      });
      const content = join(folder, 'tenants/library/content');
      await writeFile(join(content, 'information.ndjson'), '{"id":"a","columnId":"8101","title":"A"}\n{"id":"b"}\n');
      await writeFile(join(content, 'nosuch.ndjson'), '{"id":"a"}\n');
      await writeFile(join(content, 'mailbox.waiting.ndjson'), '{"id":"w","menuId":"8175","title":"W"}\n');
      await writeFile(join(content, 'mailbox.nostate.ndjson'), '{"id":"n","menuId":"8175","title":"N"}\n');
      await writeFile(join(content, 'exhibit.ndjson'), '');
      await mkdir(join(folder, 'tenants/ghost/content'), { recursive: true });
      await writeFile(join(folder, 'tenants/ghost/content/information.ndjson'), '{}');
      const lines = await loadDemoContent(
        fresh,
        { tenants: ['ghost', 'library'], portal: (tenant) => definitions.portal(tenant) },
        folder,
        Date.now(),
      );
      expect(lines).toEqual([
        'tenants/ghost: the demo content is not loaded, as the settings have errors',
        'tenants/library/content/exhibit.ndjson:1: the file is empty',
        'tenants/library/content/information.ndjson:2: /columnId is required: expected a text, found nothing; /title is required: expected a text, found nothing',
        'tenants/library/content/mailbox.nostate.ndjson: there is no such module with items, or no such state; the file is passed over',
        'tenants/library/content/nosuch.ndjson: there is no such module with items, or no such state; the file is passed over',
      ]);
      expect(await getItem(fresh, 'library', 'information', 'a')).toBeDefined();
      expect(await getItem(fresh, 'library', 'mailbox', 'w')).toMatchObject({ state: 'waiting', status: 0 });
    } finally {
      await fresh.close();
      await rm(folder, { recursive: true });
    }
  });
});

describe('stored shapes', () => {
  it('are those of the definitions after the demo content was loaded', async () => {
    expect(await refreshShapes(database, definitions, keys)).toBe(0);
  });

  it('are brought up to date when they changed, by two processes, keeping status and items that are written meanwhile', async () => {
    const module = definitions.portal('centre')?.modules['information'];
    if (!module) throw new Error('no module');
    const items = Array.from({ length: 1200 }, (_, number) =>
      toRecord('centre', module, { id: `r${String(number).padStart(4, '0')}`, columnId: '6101', title: `t${number}` }, number % 3),
    );
    await putItems(database, items);
    const next = changed('centre', 'information', () => ({ slots: { s1: '/title' }, shapeHash: 'next' }));
    const written = Promise.all([refreshShapes(database, next, keys), refreshShapes(other, next, keys)]);
    await putItems(database, [toRecord('centre', module, { id: 'r0700', columnId: '6101', title: 'meanwhile' }, 2)]);
    expect((await written).some((count) => count >= 1200)).toBe(true);
    expect(await readShape(database, 'centre', 'information')).toBe('next');
    expect(await getItem(database, 'centre', 'information', 'r0700')).toMatchObject({ title: 'meanwhile', status: 2 });
    expect(await getItem(database, 'centre', 'information', 'r0001')).toMatchObject({ title: 't1', status: 1 });
    const { rows } = await sql<{
      slot: string;
    }>`select s1 as slot from item where tenant = 'centre' and module = 'information' and id = 'r0001'`.execute(database.kysely);
    expect(rows[0]?.slot).toContain('t1');
    expect(await refreshShapes(database, next, keys)).toBe(0);
    let count = 0;
    for await (const _item of streamItems(database, 'centre', 'information')) count += 1;
    expect(count).toBeGreaterThanOrEqual(1200);
  });
});
