import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runImport } from '../../src/cli/import/command';
import type { JsonObject } from '../../src/model/json';
import { convertCoordinate } from '../../src/runtime/convertCoordinate';
import { parseCoordinate } from '../../src/runtime/coordinate';
import { at, testPortal, type TestPortal } from '../server/portal';
import { loadKnownDefinitions, projectRoot } from '../server/projectDefinitions';

/*
 * Whole sets of open data, brought in by the command and seen through calls and pages. They are read where they lie; without them there
 * is nothing to prove, and the tests are skipped.
 */
const data = join(projectRoot, '../shared/data');
const missing = ['ich-national-3610/ich.ndjson', 'paintings-labels/labels.csv', 'books-siku'].filter(
  (path) => !existsSync(join(data, path)),
);
if (missing.length > 0) process.stdout.write(`Whole sets are not imported, as there is no ${missing.join(', no ')} in ${data}\n`);

/** Seconds that a set may take on a slow, busy machine. */
const patience = 120;
const kinds = ['民间文学', '传统音乐', '传统舞蹈', '传统戏剧', '曲艺', '传统体育、游艺与杂技', '传统美术', '传统技艺', '传统医药', '民俗'];

let portal: TestPortal;
let folder: string;
beforeAll(async () => {
  if (missing.length > 0) return;
  folder = await mkdtemp(join(tmpdir(), 'portal-sets-'));
  portal = await testPortal({ copy: true });
  const file = join(portal.root, 'tenants/centre/tenant.json');
  const settings = JSON.parse(await readFile(file, 'utf8')) as { menu: JsonObject; types: JsonObject };
  settings.menu['heritagemap'] = { id: '6131', title: '非遗地图', module: 'culturemap' };
  settings.types['6131'] = Object.fromEntries(kinds.map((name, index) => [`kind${index + 1}`, { id: `ich${index + 1}`, name }]));
  await writeFile(file, JSON.stringify(settings));
});
afterAll(async () => {
  await portal?.close();
  if (folder) await rm(folder, { recursive: true, force: true });
});

interface Told {
  code: number;
  out: string;
  err: string[];
  seconds: number;
  progress: string[];
}

/** Runs the command as on a terminal. */
async function run(tenant: string, module: string, file: string, map: string, ...more: string[]): Promise<Told> {
  const texts: { out: string; err: string[] } = { out: '', err: [] };
  const code = await runImport(
    ['--tenant', tenant, '--module', module, '--map', join(projectRoot, 'tests/import/maps', `${map}.json`), ...more, file],
    {
      root: portal.root,
      loadDefinitions: loadKnownDefinitions,
      folder,
      env: { DATABASE_URL: portal.database.databaseUrl },
      stdin: Readable.from([]),
      isTerminal: true,
      signal: new AbortController().signal,
      out: (text) => {
        texts.out += text;
      },
      err: (text) => {
        texts.err.push(text);
      },
    },
  );
  const isProgress = (text: string): boolean => text.includes('rows/s');
  return {
    code,
    out: texts.out,
    progress: texts.err.filter(isProgress),
    err: texts.err.filter((text) => !isProgress(text) && text !== '\r\x1b[K').map((text) => text.trimEnd()),
    seconds: Number(/ in (\d+\.\d) s/.exec(texts.out)?.[1] ?? Number.NaN),
  };
}

const total = async (url: string, host: string, ...path: string[]): Promise<unknown> => at((await portal.get(url, host)).body, ...path);
const search = async (words: string, host: string, type: string): Promise<JsonObject> =>
  (await portal.get(`/api/portal/web/search?title=${encodeURIComponent(words)}&moduleType=${type}&page=1&limit=10`, host)).body;
const page = async (address: string, host: string): Promise<string> => (await portal.get(address, host, { accept: 'text/html' })).text;

describe.skipIf(missing.length > 0)('the national list of heritage on the cultural map', () => {
  let told: Told;
  let source: JsonObject[];
  const bad = [
    '{"Proj_num":"X-1","Name_CN":"a","CategoryCN":"民俗","Place_CN":"b","Unit_CN":"c","X":30.25,"Y":120.15}',
    '{"Proj_num":"X-2","Name_CN":"a","CategoryCN":"戏法","Place_CN":"b","Unit_CN":"c"}',
    '{"Proj_num":"X-3",',
  ];
  beforeAll(async () => {
    const text = await readFile(join(data, 'ich-national-3610/ich.ndjson'), 'utf8');
    source = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as JsonObject);
    await writeFile(join(folder, 'ich.ndjson'), `${text.trim()}\n${bad.join('\n')}\n`);
    told = await run('centre', 'culturemap', 'ich.ndjson', 'heritageplaces', '--column', '6131');
  });

  test('all 3,610 are taken, and each row that cannot be is named with its line and the reason', () => {
    expect(told.out).toMatch(/^imported 3610, updated 0, failed 3 of 3613 rows in /);
    expect(told.code).toBe(1);
    expect(told.err).toEqual([
      'line 3611: /coordinate expects degrees east and north such as 120.15 and 30.25, found 30.25 and 120.15; are they the other way round?',
      expect.stringMatching(/^line 3612: \/siteType expects one of "民间文学", .*found "戏法"$/),
      expect.stringMatching(/^line 3613: expected a JSON object, found text that is not JSON/),
    ]);
    expect(told.progress.length).toBeGreaterThan(0);
    expect(told.seconds).toBeLessThan(patience);
  });

  test('[MAP-04] the list pages through all of them', async () => {
    const list = (number: number): Promise<unknown> =>
      total(`/api/culture/cultureDistribution/web/page?nodeId=6131&page=${number}&limit=10`, 'localhost', 'data', 'rows');
    expect(await total('/api/culture/cultureDistribution/web/page?nodeId=6131&page=1&limit=10', 'localhost', 'data', 'total')).toBe(3610);
    expect([await list(361), await list(362)]).toEqual([expect.objectContaining({ length: 10 }), []]);
    expect(
      await total('/api/culture/cultureDistribution/web/page?nodeId=6131&siteType=ich4&page=1&limit=10', 'localhost', 'data', 'total'),
    ).toBe(source.filter(({ CategoryCN }) => CategoryCN === kinds[3]).length);
    const html = await page('/map.html?columnId=6131&siteType=ich4', 'localhost');
    expect(html).toContain('共473处');
    expect(html).toContain('查看更多');
  });

  test("[MAP-13, MAP-15] every one has a mark, where the institution's system puts it", async () => {
    const places = (await total('/api/culture/cultureDistribution/web/map?nodeId=6131', 'localhost', 'data')) as JsonObject[];
    expect(places.length).toBe(3610);
    expect(places.filter(({ coordinate }) => parseCoordinate(coordinate) === undefined)).toEqual([]);
    const [first] = source;
    const found = parseCoordinate(
      places.find(
        ({ id }) =>
          id ===
          `ich-${String(first?.['Proj_num'])}-${String(first?.['Name_CN'])}-${String(first?.['Place_CN'])}-${String(first?.['Unit_CN'])}`,
      )?.['coordinate'],
    );
    const expected = convertCoordinate({ lng: Number(first?.['X']), lat: Number(first?.['Y']) }, 'wgs84', 'gcj02');
    expect([found?.lng, found?.lat]).toEqual([expect.closeTo(expected.lng, 5), expect.closeTo(expected.lat, 5)]);
  });

  test('the search of the site finds them, and its results open the map', async () => {
    const found = await search('苗族古歌', 'localhost', 'place');
    const [hit] = at(found, 'data', 'rows') as JsonObject[];
    expect(Number(at(found, 'data', 'total'))).toBeGreaterThan(0);
    expect(hit).toMatchObject({ title: '苗族古歌', label: '文化地图', menuId: '6131' });
    const opened = await page(String(hit?.['link']), 'localhost');
    expect(String(hit?.['link'])).toMatch(/^\/map\.html\?columnId=6131&id=ich-/);
    expect(opened).toContain('保护单位：');
  });
});

describe.skipIf(missing.length > 0)('the titles of the classical library as recommended books', () => {
  let told: Told;
  beforeAll(async () => {
    await writeFile(
      join(folder, 'books.ndjson'),
      classicalBooks()
        .map((book) => JSON.stringify(book))
        .join('\n'),
    );
    told = await run('library', 'recommendbook', 'books.ndjson', 'books', '--column', '8253');
  });
  const list = (query: string): Promise<unknown> =>
    total(`/api/culture/web/recommendBook/page?menuId=8253&page=1&limit=10&${query}`, 'library.localhost', 'data', 'total');

  test('all 3,535 are taken', () => {
    expect([told.err, told.code]).toEqual([[], 0]);
    expect(told.out).toMatch(/^imported 3535, updated 0, failed 0 of 3535 rows in /);
    expect(told.progress.length).toBeGreaterThan(0);
    expect(told.seconds).toBeLessThan(patience);
  });

  test('[BOOKS-02] the list pages through them', async () => {
    expect(await list('')).toBe(3535);
    const html = await page('/recommendbook?columnId=8253&page=354', 'library.localhost');
    expect(html).toContain('第354页，共354页');
    expect(html.match(/class="card row-card/g)?.length).toBe(5);
  });

  test('[BOOKS-05] the search by field finds a title, and an author', async () => {
    expect(await list(`bookName=${encodeURIComponent('世說新語')}`)).toBe(1);
    expect(await list(`author=${encodeURIComponent('劉義慶')}`)).toBe(1);
    expect(
      await page(`/recommendbook?columnId=8253&field=bookName&keyword=${encodeURIComponent('世說新語')}`, 'library.localhost'),
    ).toContain('〔劉宋〕劉義慶');
  });

  test('the search of the site finds a title', async () => {
    expect(at(await search('世說新語', 'library.localhost', 'book'), 'data', 'rows', 0, 'title')).toBe('世說新語');
  });
});

describe.skipIf(missing.length > 0)('ten thousand paintings as exhibits', () => {
  let told: Told;
  beforeAll(async () => {
    told = await run('museum', 'exhibit', join(data, 'paintings-labels/labels.csv'), 'paintings');
  });

  test('all 10,166 are taken', () => {
    expect([told.err, told.code]).toEqual([[], 0]);
    expect(told.out).toMatch(/^imported 10166, updated 0, failed 0 of 10166 rows in /);
    expect(told.progress.length).toBeGreaterThan(0);
    expect(told.seconds).toBeLessThan(patience);
  });

  test('[EXH-02] the list pages through them, and its types count them', async () => {
    const calls = '/api/portal/web/exhibit/page?menuId=7101&page=1&limit=12';
    expect([
      await total(calls, 'museum.localhost', 'data', 'data', 'total'),
      await total(`${calls}&types=p1`, 'museum.localhost', 'data', 'data', 'total'),
    ]).toEqual([10_166, mountains()]);
    const html = await page('/exhibit?columnId=7101&page=1130', 'museum.localhost');
    expect(html).toContain('第1130页，共1130页');
    expect(html.match(/class="card tile-card/g)?.length).toBe(10_166 % 9);
  });

  test('the search of the site finds one', async () => {
    expect(at(await search('任仁发 100005', 'museum.localhost', 'exhibit'), 'data', 'rows', 0, 'title')).toBe('元·任仁发·第100005号');
  });

  const mountains = (): number =>
    readFileSync(join(data, 'paintings-labels/labels.csv'), 'utf8')
      .split('\n')
      .filter((line) => line.split(',')[3] === '山水').length;
});

/** The books of a tree of YAML files, with their number and the part, class and subclass that they stand in. Values are plain or double-quoted. */
function classicalBooks(): JsonObject[] {
  const books: JsonObject[] = [];
  const notes = (): JsonObject[] => (books.at(-1)?.['資料'] ?? []) as JsonObject[];
  for (const part of readdirSync(join(data, 'books-siku'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()) {
    for (const file of readdirSync(join(data, 'books-siku', part))
      .filter((name) => name.endsWith('.yaml'))
      .sort()) {
      const path: string[] = [];
      for (const line of readFileSync(join(data, 'books-siku', part, file), 'utf8').split('\n')) {
        const [, indent = '', item = '', key = '', written = ''] = /^( *)(- )?([^ :]+):(?: (.*))?$/.exec(line) ?? [];
        const value = valueOf(written);
        if (key === '題目')
          books.push({
            序: books.length + 1,
            部: part,
            類: file.replace('.yaml', ''),
            屬: path
              .slice(0, indent.length / 2 + 1)
              .filter((name) => name !== 'null')
              .join('·'),
            題目: value,
            資料: [],
          });
        else if (['朝代', '作者', '維基'].includes(key) && books.length > 0) books[books.length - 1] = { ...books.at(-1), [key]: value };
        else if (key === '標題' && item !== '') notes().push({ 標題: value });
        else if (key === '網址') Object.assign(notes().at(-1) ?? {}, { 網址: value });
        else if (written === '' && key !== '' && key !== '資料') path.splice(indent.length / 2, path.length, key);
      }
    }
  }
  return books;
}

function valueOf(written: string): string | null {
  if (written === '' || written === 'null') return null;
  return written.startsWith('"')
    ? (JSON.parse(
        written.replace(/\\U([0-9A-F]{8})/g, (_whole, code: string) => String.fromCodePoint(Number.parseInt(code, 16))),
      ) as string)
    : written;
}
