import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { beforeEach, describe, expect, it } from 'vitest';
import { findPortal } from '../../../src/server/api/tenant';
import { DefinitionStore } from '../../../src/server/config/definitionStore';
import { KeptDefinitions } from '../../../src/server/config/keptDefinitions';
import { errorHandler } from '../../../src/server/plugins/errorHandler';
import { books, patch, project, sound, write } from '../../definitions/project';

let root: string;
let folder: string;
let notes: string[];
let told: string[];
beforeEach(async () => {
  root = await project({ ...sound(), 'tenants/north/modules/books.json': shows(5) });
  folder = join(await mkdtemp(join(process.env.TEST_FOLDER ?? '', 'kept-')), 'definitions');
  notes = [];
  told = [];
});

/** A patch of an institution that shows so many books on a page. */
const shows = (pageSize: number): string => patch({ pages: { books: { pageSize } } });
const broken = '{ "pages": ';

interface Process {
  store: DefinitionStore;
  source: KeptDefinitions;
  /** Looks at the files anew, and keeps what is to be kept. */
  look(): Promise<void>;
}

/** Starts a program over the definitions, as a server does. */
async function start({ program = '1.0.0', build }: { program?: string; build?: string } = {}): Promise<Process> {
  const source = new KeptDefinitions({ root, folder, program, build, note: (line) => notes.push(line) });
  let now = 0;
  const store = await DefinitionStore.open(
    source,
    (found) => told.push(...found.map(({ file, path }) => `${file} ${path}`)),
    () => (now += 1_000),
  );
  source.watch(store);
  await source.settle();
  return {
    store,
    source,
    async look() {
      await store.refresh();
      await source.settle();
    },
  };
}

const sizeOf = ({ store }: Process, tenant: string): unknown => {
  const page = store.portal(tenant)?.pages.get('/books')?.definition;
  return page?.kind === 'list' ? page.pageSize : undefined;
};

describe('the last good definitions', () => {
  it.each<[string, () => Promise<void>]>([
    ['a broken patch', () => write(root, { 'tenants/north/modules/books.json': broken })],
    ['a patch with an error', () => write(root, { 'tenants/north/modules/books.json': shows(0) })],
    ['broken settings', () => write(root, { 'tenants/north/tenant.json': '{' })],
    ['settings that are gone', () => rm(join(root, 'tenants/north/tenant.json'))],
    ['a broken base', () => write(root, { 'schemas/modules/books.json': '{' })],
    ['broken texts', () => write(root, { 'schemas/texts.json': '{' })],
    ['a base that is gone', () => rm(join(root, 'schemas'), { recursive: true })],
    ['all institutions gone', () => rm(join(root, 'tenants'), { recursive: true })],
  ])('are served after %s, also by the next program and the one after it', async (_what, harm) => {
    const first = await start();
    await harm();
    await first.look();
    expect(sizeOf(first, 'north')).toBe(5);
    for (const next of [await start(), await start({ program: '2.0.0' })]) {
      expect(sizeOf(next, 'north')).toBe(5);
      expect(next.store.portalOfHost('north.test')?.tenant).toBe('north');
      expect(next.store.portalOfHost('south.test')?.pages.has('/books')).toBe(true);
    }
    expect(notes).toEqual([]);
  });

  it('of one institution stay while another changes, before and after a restart', async () => {
    const first = await start();
    await write(root, { 'tenants/north/modules/books.json': broken, 'tenants/south/modules/books.json': shows(7) });
    await first.look();
    expect([sizeOf(first, 'north'), sizeOf(first, 'south')]).toEqual([5, 7]);
    const second = await start();
    await write(root, { 'tenants/south/modules/books.json': shows(8) });
    await second.look();
    expect([sizeOf(second, 'north'), sizeOf(second, 'south')]).toEqual([5, 8]);
    const third = await start();
    await write(root, { 'tenants/south/modules/books.json': broken });
    await third.look();
    expect([sizeOf(third, 'north'), sizeOf(third, 'south')]).toEqual([5, 8]);
  });

  it('of a shared file stand in for it in the next program, and what institutions change counts there', async () => {
    await start();
    await write(root, { 'schemas/modules/books.json': '{', 'tenants/north/modules/books.json': shows(6) });
    const second = await start();
    expect(sizeOf(second, 'north')).toBe(6);
    await write(root, { 'tenants/south/modules/books.json': shows(7) });
    await second.look();
    expect(sizeOf(second, 'south')).toBe(7);
    expect(told).toContain('schemas/modules/books.json ');
    await write(root, { 'schemas/modules/books.json': patch({ ...books, title: 'Tomes' }) });
    await second.look();
    expect(second.store.portal('south')?.modules['books']?.definition.title).toBe('Tomes');
  });

  it('are those that the files are mended to', async () => {
    await start();
    await write(root, { 'tenants/north/modules/books.json': broken });
    const second = await start();
    await write(root, { 'tenants/north/modules/books.json': shows(6) });
    await second.look();
    expect(sizeOf(second, 'north')).toBe(6);
    await write(root, { 'tenants/north/modules/books.json': broken });
    expect(sizeOf(await start(), 'north')).toBe(6);
  });

  it('hold with what institutions shared when each was kept', async () => {
    const first = await start();
    await write(root, { 'tenants/north/modules/books.json': broken });
    await first.look();
    await write(root, { 'schemas/modules/books.json': patch({ ...books, title: 'Tomes' }) });
    await first.look();
    await write(root, { 'tenants/south/modules/books.json': broken });
    const next = await start();
    expect(['north', 'south'].map((tenant) => next.store.portal(tenant)?.modules['books']?.definition.title)).toEqual(['Books', 'Tomes']);
  });

  it('go with the folder of an institution', async () => {
    const first = await start();
    await rm(join(root, 'tenants/north'), { recursive: true });
    await first.look();
    for (const one of [first, await start()])
      expect([one.store.tenants, one.store.portalOfHost('north.test')]).toEqual([['south'], undefined]);
  });

  it('are kept by several processes at once, whole', async () => {
    const processes = await Promise.all([start(), start(), start()]);
    await write(root, { 'tenants/north/modules/books.json': shows(9) });
    await Promise.all(processes.map((one) => one.look()));
    await write(root, { 'tenants/north/modules/books.json': broken });
    expect(sizeOf(await start(), 'north')).toBe(9);
    expect((await readdir(join(folder, 'tenants'))).sort()).toEqual(['north.json', 'south.json']);
  });

  it.each<[string, (text: string) => string]>([
    ['of another form', (text) => text.replace('"format":1', '"format":2')],
    ['cut off', (text) => text.slice(0, 40)],
  ])('are left aside with a line when they are %s, and kept anew', async (_what, change) => {
    await start();
    const file = join(folder, 'tenants/north.json');
    const text = await readFile(file, 'utf8');
    await writeFile(file, change(text));
    await start();
    expect(notes).toEqual(['tenants/north: left aside, this program cannot read it']);
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(JSON.parse(text));
  });

  it('are left aside with a line when they have errors for a newer program', async () => {
    await start();
    const file = join(folder, 'tenants/north.json');
    await writeFile(file, (await readFile(file, 'utf8')).replace('pageSize', 'sizeOfPage'));
    await write(root, { 'tenants/north/modules/books.json': broken });
    const next = await start({ program: '2.0.0' });
    expect(next.store.portal('north')?.pages.has('/books')).toBe(false);
    expect(next.store.portal('north')?.pages.has('/')).toBe(false);
    expect(notes).toEqual(['What was kept of tenants/north by version 1.0.0 has errors for this one and is left aside.']);
  });

  it('that cannot be written stop nothing', async () => {
    await writeFile(folder, 'in the way');
    expect(sizeOf(await start(), 'north')).toBe(5);
    expect(notes).toHaveLength(1);
    expect(notes[0]).toContain('could not be kept');
  });

  it('have the words for every host', async () => {
    await write(root, { 'schemas/texts.json': patch({ more: 'More', none: 'Nothing', unknownHost: 'Nobody' }) });
    const { source } = await start();
    await write(root, { 'schemas/texts.json': '{' });
    expect(await source.readCommonTexts()).toMatchObject({ unknownHost: 'Nobody' });
  });
});

describe('what was found sound', () => {
  const readSound = async (): Promise<{ keys: string[] }> =>
    JSON.parse(await readFile(join(folder, 'sound.json'), 'utf8')) as { keys: string[] };

  it('is known to the next program of the same build, and checked again once a letter of it changed', async () => {
    await start({ build: 'a' });
    const { keys } = await readSound();
    expect(keys.length).toBeGreaterThan(0);
    await start({ build: 'a' });
    expect((await readSound()).keys.sort()).toEqual(keys.sort());
    await write(root, { 'tenants/north/tenant.json': patch({ hosts: ['north.test'], code: 'n', fid: '1', gray: 'yes' }) });
    const third = await start({ build: 'a' });
    expect(told).toEqual(['tenants/north/tenant.json /gray']);
    expect(third.store.portalOfHost('north.test')?.pages.has('/books'), 'the last good one').toBe(true);
    await start({ build: 'a' });
    expect(told, 'what is wrong is said by each program').toHaveLength(2);
  });

  it('is checked again by another build, and by one that has none', async () => {
    await start({ build: 'a' });
    const before = (await readSound()).keys;
    await start({ build: 'b' });
    const after = (await readSound()).keys;
    expect(after.filter((key) => !before.includes(key)).length).toBeGreaterThan(2);
    await rm(join(folder, 'sound.json'));
    await start();
    expect(await readdir(folder)).not.toContain('sound.json');
  });

  it('is checked again where what is known of it cannot be read', async () => {
    await start({ build: 'a' });
    await writeFile(join(folder, 'sound.json'), '{');
    await start({ build: 'a' });
    expect(notes).toEqual(['sound: left aside, this program cannot read it']);
    expect((await readSound()).keys.length).toBeGreaterThan(2);
  });
});

describe('an institution that cannot be shown', () => {
  async function serve(): Promise<FastifyInstance> {
    const { store: definitions } = await start();
    const app = fastify();
    await app.register(errorHandler, { commonTexts: { portalMissing: '网站正在维护', unknownHost: '没有网站' } });
    app.get('/*', async (request) => (await findPortal({ definitions }, request)).tenant);
    return app;
  }

  it.each<[string, string, () => Promise<void>, number]>([
    ['broken settings', 'north.test', () => write(root, { 'tenants/north/tenant.json': '{' }), 503],
    ['no institution at all', 'north.test', () => rename(join(root, 'tenants'), join(root, 'elsewhere')), 503],
    ['another host than any', 'nobody.test', async () => undefined, 404],
  ])('with %s: %s', async (_what, host, harm, status) => {
    await harm();
    const app = await serve();
    const page = await app.inject({ url: '/books', headers: { host, accept: 'text/html' } });
    expect([page.statusCode, page.headers['content-type']]).toEqual([status, 'text/html; charset=utf-8']);
    expect(page.headers['retry-after']).toBe(status === 503 ? '3' : undefined);
    expect(page.body).toContain(status === 503 ? '网站正在维护' : '没有网站');
    const call = await app.inject({ url: '/api/books', headers: { host, accept: 'text/html' } });
    expect([call.statusCode, call.json()]).toEqual([status, { status, message: status === 503 ? '网站正在维护' : '没有网站' }]);
    const bare = await app.inject({ url: '/books', headers: { host } });
    expect(String(bare.headers['content-type']).startsWith('text/html')).toBe(status === 503);
    await app.close();
  });

  it('takes nothing from the others', async () => {
    await write(root, { 'tenants/north/tenant.json': '{' });
    const app = await serve();
    expect((await app.inject({ url: '/books', headers: { host: 'south.test' } })).body).toBe('south');
    await app.close();
  });
});
