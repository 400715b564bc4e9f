import { rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkAll, type Definitions, fingerprint, loadDefinitions } from '../../src/definitions/load';
import { formatProblem } from '../../src/definitions/problems/problemText';
import { books, patch, project, sound, write, type Files } from './project';

describe('loading', () => {
  it('knows tenants and hosts before anything is compiled', async () => {
    const definitions = await loadDefinitions(await project(sound()));
    expect(definitions.tenants).toEqual(['north', 'south']);
    expect([...definitions.hosts]).toEqual([
      ['north.test', 'north'],
      ['south.test', 'south'],
    ]);
    expect(definitions.portal('north')).toBe(definitions.portal('north'));
  });

  it('finds the Problems of a tenant when it is asked for, those of settings and base at once', async () => {
    const definitions = await loadDefinitions(
      await project({
        ...sound(),
        'tenants/north/modules/books.json': patch({ pages: { books: { pageSize: 0 } } }),
        'tenants/south/tenant.json': patch({ hosts: ['south.test'], code: 3, fid: '2' }),
      }),
    );
    expect(definitions.problems.map(({ path }) => path)).toEqual(['/code']);
    definitions.portal('north');
    expect(definitions.problems.map(({ path }) => path)).toEqual(['/pages/books/pageSize', '/code']);
  });

  it('sorts Problems by file, line and column and tells each once', async () => {
    const problems = await checkAll(
      await project({ ...sound(), 'schemas/modules/books.json': patch({ ...books, titel: 1, zzz: 2 }), 'schemas/modules/a.json': '{' }),
    );
    const lines = problems.map((problem) => formatProblem(problem));
    expect(new Set(lines).size).toBe(lines.length);
    expect(problems.map(({ file, line }) => `${file} ${String(line).padStart(5)}`)).toEqual(
      problems.map(({ file, line }) => `${file} ${String(line).padStart(5)}`).sort(),
    );
    expect(lines[0]).toMatch(/^schemas\/modules\/a\.json:1:2 error not-json This is not JSON: /);
  });

  it('uses again what has not changed', async () => {
    const root = await project(sound());
    const first = await loadDefinitions(root);
    const before = first.portal('south');
    await write(root, { 'tenants/north/modules/books.json': patch({ pages: { books: { pageSize: 5 } } }) });
    const second = await loadDefinitions(root, first);
    expect(second.portal('south')?.modules['books']).toBe(before?.modules['books']);
    expect(second.portal('north')?.pages.get('/books')?.definition).toMatchObject({ pageSize: 5 });
    await write(root, { 'schemas/modules/books.json': patch({ ...books, title: 'Tomes' }) });
    expect((await loadDefinitions(root, second)).portal('south')?.modules['books']?.definition.title).toBe('Tomes');
  });

  it('leaves the portals of all others as they are when files of one institution change', async () => {
    const root = await project(sound());
    const first = await loadDefinitions(root);
    const before = ['north', 'south'].map((tenant) => first.portal(tenant));
    await write(root, { 'tenants/north/modules/books.json': patch({ pages: { books: { pageSize: 5 } } }) });
    const second = await loadDefinitions(root, first);
    expect(['north', 'south'].map((tenant) => second.portal(tenant) === before[['north', 'south'].indexOf(tenant)])).toEqual([false, true]);
    expect(['north', 'south'].map((tenant) => second.madeOf(tenant) === first.madeOf(tenant))).toEqual([false, true]);
    await write(root, { 'schemas/texts.json': patch({ more: 'More of it', none: 'Nothing' }) });
    const third = await loadDefinitions(root, second);
    expect(third.madeOf('south')).not.toBe(second.madeOf('south'));
    expect(third.portal('south')?.texts.more).toBe('More of it');
  });

  it('tells the Problems of a portal again after others have changed, though it is not compiled anew', async () => {
    const root = await project({ ...sound(), 'tenants/north/modules/books.json': patch({ pages: { books: { pageSize: 0 } } }) });
    const first = await loadDefinitions(root);
    first.portal('north');
    await write(root, { 'tenants/south/modules/books.json': patch({ pages: { books: { pageSize: 5 } } }) });
    expect((await loadDefinitions(root, first)).problems.map(({ path }) => path)).toEqual(['/pages/books/pageSize']);
  });

  it('holds the changes of no institution back while a file that all share cannot be read, but that file alone', async () => {
    const root = await project(sound());
    const first = await loadDefinitions(root);
    first.portal('north');
    await write(root, {
      'schemas/modules/books.json': '{ "title": "Tomes",, }',
      'tenants/north/modules/books.json': patch({ pages: { books: { pageSize: 5 } } }),
      'tenants/north/modules/start.json': patch({ title: 'Hall' }),
    });
    const second = await loadDefinitions(root, first);
    expect(second.portal('north')?.modules['start']?.definition.title).toBe('Hall');
    expect(second.portal('north')?.modules['books']?.definition.title).toBe('Books');
    expect(second.portal('north')?.pages.get('/books')?.definition).toMatchObject({ pageSize: 5 });
    expect(second.isSound('north')).toBe(true);
    expect(second.problems.map(({ file, code }) => `${file} ${code}`)).toEqual(['schemas/modules/books.json not-json']);
    await write(root, { 'schemas/modules/books.json': patch({ ...books, title: 'Tomes' }) });
    const third = await loadDefinitions(root, second);
    expect(third.portal('north')?.modules['books']?.definition.title).toBe('Tomes');
    expect(third.problems).toEqual([]);
    await write(root, { 'schemas/modules/books.json': patch({ ...books, cards: {} }) });
    const fourth = await loadDefinitions(root, third);
    fourth.portal('north');
    await write(root, { 'schemas/modules/books.json': '{' });
    expect((await loadDefinitions(root, fourth)).portal('north')?.modules['books']?.definition.title).toBe('Tomes');
  });

  it.each<[string, Files]>([
    [
      'a module with an error',
      { 'schemas/modules/books.json': patch({ ...books, cards: { tile: { ...books.cards.tile, title: '/row/nmae' } } }) },
    ],
    ['a module that is no longer what others refer to', { 'schemas/modules/books.json': patch({ ...books, title: 'Tomes', cards: {} }) }],
    ['a new module with an error', { 'schemas/modules/discs.json': patch({ ...books, title: '', pages: { discs: { kind: 'lsit' } } }) }],
    ['texts with an error', { 'schemas/texts.json': patch({ more: 5 }) }],
  ])('holds the changes of no institution back while there is %s', async (_, change) => {
    const root = await project(sound());
    const before = await loadDefinitions(root);
    for (const tenant of before.tenants) before.portal(tenant);
    await write(root, { ...change, 'tenants/north/modules/books.json': patch({ pages: { books: { pageSize: 7 } } }) });
    const after = await loadDefinitions(root, before);
    expect(after.portal('north')?.pages.get('/books')?.definition).toMatchObject({ pageSize: 7 });
    expect(after.portal('north')?.modules['books']?.definition.title).toBe(books.title);
    expect(after.problems.map(({ file }) => file)).toContain(Object.keys(change)[0]);
    expect(after.isSound('north')).toBe(true);
    await write(root, { 'tenants/south/modules/books.json': patch({ pages: { books: { pageSize: 8 } } }) });
    const later = await loadDefinitions(root, after);
    expect(later.portal('south')?.pages.get('/books')?.definition).toMatchObject({ pageSize: 8 });
    await write(root, { ...sound(), 'schemas/modules/books.json': patch({ ...books, title: 'Tomes' }) });
    await rm(join(root, 'schemas/modules/discs.json'), { force: true });
    const mended = await loadDefinitions(root, later);
    expect(mended.portal('north')?.modules['books']?.definition.title).toBe('Tomes');
  });

  it('sees new and removed tenants', async () => {
    const root = await project(sound());
    const first = await loadDefinitions(root);
    await write(root, { 'tenants/west/tenant.json': patch({ hosts: ['west.test'], code: 'w', fid: '3' }) });
    const second = await loadDefinitions(root, first);
    expect(second.hosts.get('west.test')).toBe('west');
    expect(second.portal('west')?.pages.has('/books')).toBe(true);
  });
});

describe('more institutions than are at hand', () => {
  const names = Array.from({ length: 230 }, (_, index) => `t${index}`);
  const settings = (index: number): string => patch({ hosts: [`t${index}.test`], code: `c${index}`, fid: String(index + 10) });
  const many = (): Files => ({
    ...sound(),
    ...Object.fromEntries(names.map((name, index) => [`tenants/${name}/tenant.json`, settings(index)])),
    'tenants/t0/modules/books.json': patch({ pages: { books: { pageSize: 5 } } }),
  });
  const sizeOf = (definitions: Definitions, tenant: string): unknown => {
    const page = definitions.portal(tenant)?.pages.get('/books')?.definition;
    return page?.kind === 'list' ? page.pageSize : undefined;
  };
  const broken = '{ "pages": ';

  it('are compiled again when visitors come back, and are the same', { timeout: 120_000 }, async () => {
    const definitions = await loadDefinitions(await project(many()));
    const before = definitions.portal('t0');
    for (const name of names.slice(1)) definitions.portal(name);
    expect([definitions.isAtHand('t0'), definitions.isAtHand('t229')]).toEqual([false, true]);
    expect(names.filter((name) => definitions.isAtHand(name)).length).toBeLessThan(names.length);
    const after = definitions.portal('t0');
    expect(after).not.toBe(before);
    expect(after?.version).toBe(before?.version);
    expect(definitions.problems).toEqual([]);
  });

  it('drive none out of its place when work passes by all of them', { timeout: 120_000 }, async () => {
    const definitions = await loadDefinitions(await project(many()));
    const before = definitions.portal('t0');
    for (const name of names) expect(definitions.glance(name)?.tenant).toBe(name);
    expect(names.filter((name) => definitions.isAtHand(name))).toEqual(['t0']);
    expect(definitions.portal('t0')).toBe(before);
  });

  it('are served as they were before a fault, though they were not at hand when it came', { timeout: 120_000 }, async () => {
    const root = await project(many());
    const first = await loadDefinitions(root);
    expect(sizeOf(first, 't0')).toBe(5);
    for (const name of names.slice(1)) first.portal(name);
    expect(first.isAtHand('t0')).toBe(false);
    await write(root, { 'tenants/t0/modules/books.json': broken });
    const second = await loadDefinitions(root, first);
    await write(root, { 'tenants/t0/modules/books.json': `${broken} ` });
    const third = await loadDefinitions(root, second);
    // One that nobody ever came to as well.
    await write(root, { 'tenants/t1/modules/books.json': broken });
    const fourth = await loadDefinitions(root, third);
    for (const definitions of [second, third, fourth]) expect(sizeOf(definitions, 't0')).toBe(5);
    expect(fourth.portal('t1')?.pages.has('/books')).toBe(true);
    expect(fourth.problems.map(({ file }) => file)).toEqual(['tenants/t0/modules/books.json', 'tenants/t1/modules/books.json']);
    await write(root, { 'tenants/t0/modules/books.json': patch({ pages: { books: { pageSize: 6 } } }) });
    expect(sizeOf(await loadDefinitions(root, fourth), 't0')).toBe(6);
  });
});

describe('the fingerprint', () => {
  it('changes with a file that is written, added, or given another time, and with nothing else', async () => {
    const root = await project({ ...sound(), 'tenants/north/content/books.ndjson': '{}' });
    const seen = [await fingerprint(root)];
    const changed = async (): Promise<boolean> => {
      seen.push(await fingerprint(root));
      return seen.at(-1) !== seen.at(-2);
    };
    expect(await changed()).toBe(false);
    await write(root, { 'tenants/north/content/books.ndjson': '{} {}' });
    expect(await changed()).toBe(false);
    await write(root, { 'tenants/north/modules/books.json': patch({ title: 'B' }) });
    expect(await changed()).toBe(true);
    await write(root, { 'schemas/texts.json': patch({ more: 'M' }) });
    expect(await changed()).toBe(true);
    await utimes(join(root, 'schemas/tenant.json'), 1, 1);
    expect(await changed()).toBe(true);
  });
});

describe('a thousand tenants', () => {
  // Thirty modules, a thousand institutions, each with its own settings and a patch on one module.
  const many = (): Files => {
    const modules = Array.from({ length: 30 }, (_, index) => [
      `schemas/modules/books${index}.json`,
      patch({
        ...books,
        backRouteId: 100 + index,
        endpoints: {
          list: { ...books.endpoints.list, get: books.endpoints.list.get.replace('/books', `/books${index}`) },
          detail: { ...books.endpoints.detail, get: `/api/books${index}/{id}` },
        },
        cards: { ...books.cards, tile: { ...books.cards.tile, opens: { to: `/book${index}{?id}` } } },
        pages: { [`list${index}`]: books.pages.books, [`book${index}`]: books.pages.book },
      }),
    ]);
    const tenants = Array.from(
      { length: 1000 },
      (_, index) =>
        [
          [
            `tenants/t${index}/tenant.json`,
            patch({
              hosts: [`t${index}.test`],
              code: `c${index}`,
              fid: String(index + 10),
              site: { title: `Library ${index}`, description: 'x'.repeat(2000) },
            }),
          ],
          [
            `tenants/t${index}/modules/books${index % 30}.json`,
            patch({ pages: { [`list${index % 30}`]: { pageSize: 1 + (index % 50) } } }),
          ],
        ] as [string, string][],
    );
    return {
      ...Object.fromEntries(Object.entries(sound()).filter(([file]) => !file.includes('/modules/'))),
      'schemas/tenant.json': patch({ site: { title: 'L' }, theme: { color: '#123456' }, shell: {}, menu: {} }),
      ...Object.fromEntries([...modules, ...tenants.flat()]),
    };
  };

  it('start in seconds, compile on demand, reload quickly and stay small', { timeout: 120_000 }, async () => {
    const root = await project(many());
    const started = performance.now();
    const definitions = await loadDefinitions(root);
    const start = performance.now() - started;
    expect(definitions.tenants).toHaveLength(1002);
    expect(definitions.problems).toEqual([]);
    const one = performance.now();
    expect(definitions.portal('t999')?.settings.site.title).toBe('Library 999');
    const first = performance.now() - one;
    const before = process.memoryUsage().heapUsed;
    for (const tenant of definitions.tenants) expect(definitions.portal(tenant)?.pages.size).toBe(60);
    const grown = (process.memoryUsage().heapUsed - before) / 1024 / 1024;
    const again = performance.now();
    const reloaded = await loadDefinitions(root, definitions);
    const reload = performance.now() - again;
    expect(reloaded.portal('t5')?.modules['books7']).toBe(definitions.portal('t6')?.modules['books7']);
    // Far above what it takes (bench/start measures that), far below what compiling all of them at once would take on any machine.
    expect(start).toBeLessThan(20_000);
    expect(first).toBeLessThan(2000);
    expect(reload).toBeLessThan(15_000);
    // A quarter of a megabyte each, most of it the one module that each of them has for itself.
    expect(grown).toBeLessThan(250);
    expect(definitions.problems).toEqual([]);
    process.stdout.write(
      `1,000 tenants: start ${Math.round(start)} ms, one portal ${Math.round(first)} ms, all portals ${Math.round(grown)} MB, reload ${Math.round(reload)} ms\n`,
    );
  });
});
