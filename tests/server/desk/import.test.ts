import exceljs from 'exceljs';
import { buffer } from 'node:stream/consumers';
import { PassThrough } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listAudit } from '../../../src/database/desk/audit';
import { listVersions } from '../../../src/database/desk/versions';
import { countDeskItems, findDeskItem } from '../../../src/database/desk/items';
import { beginImport } from '../../../src/database/desk/imports';
import type { JsonObject } from '../../../src/model/json';
import { importRows } from '../../../src/server/importing/importRows';
import { openRows } from '../../../src/server/importing/rows';
import { accountPortal, type AccountPortal, at } from '../accountPortal';
import { type DeskBrowser, deskOf } from './staffPortal';

let portal: AccountPortal;
let editor: DeskBrowser;
beforeAll(async () => {
  portal = await accountPortal();
  editor = await deskOf(portal, 'editor');
});
afterAll(() => portal.close());

const calls = '/api/desk/information/imports';

/** Sends a file as browsers do. */
async function send(name: string, content: string | Uint8Array, browser = editor, url = calls) {
  const boundary = 'x-import-x';
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`;
  const payload = Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from(`\r\n--${boundary}--\r\n`)]);
  const reply = await portal.app.inject({
    method: 'POST',
    url: `/admin${url}`,
    headers: {
      host: browser.host,
      'x-organization-id': 'x',
      cookie: browser.cookie,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    payload,
  });
  return { status: reply.statusCode, body: JSON.parse(reply.body) as JsonObject };
}

const told = (body: unknown): JsonObject => at(body, 'data', 'deskImport') as JsonObject;

/** Asks how far an import is until nobody is at it. */
async function settled(id: string, browser = editor): Promise<JsonObject> {
  let found: JsonObject = {};
  await expect
    .poll(
      async () => {
        found = told((await browser.call('GET', `${calls}/${id}`)).body);
        return ['reading', 'checking', 'running'].includes(String(found['state']));
      },
      { timeout: 15_000, interval: 30 },
    )
    .toBe(false);
  return found;
}

/** Sends a file and waits until it was read. */
async function read(name: string, content: string | Uint8Array): Promise<{ id: string; job: JsonObject }> {
  const { status, body } = await send(name, content);
  expect(status, JSON.stringify(body)).toBe(200);
  const id = String(at(body, 'data', 'id'));
  return { id, job: await settled(id) };
}

const order = (id: string, step: string, job: JsonObject, more: JsonObject = {}) =>
  editor.call('POST', `${calls}/run`, { id, step, map: JSON.stringify(job['map']), ...more });

/** Checks or stores, and says what became of it. */
async function act(id: string, step: string, job: JsonObject, more: JsonObject = {}): Promise<JsonObject> {
  const { http, text } = await order(id, step, job, more);
  expect(http, text).toBe(200);
  return settled(id);
}

const stored = (id: string) => findDeskItem(portal.database, 'centre', 'information', id);
const table = (rows: string[][]): string => rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\r\n');
const heads = ['编号', '标题', '栏目', '发布时间', '正文'];

describe('a file of rows at the desk', () => {
  it('tells its columns and first rows, and what they probably are', async () => {
    const { job } = await read('消息.csv', `\uFEFF${table([heads, ['d1', '第一条', '6101', '2026-11-18 09:30:00', '正文']])}`);
    expect(job).toMatchObject({ state: 'ready', columns: heads, file: '消息.csv', by: 'editor' });
    expect(at(job['sample'], '0', '1')).toBe('第一条');
    expect(job['map']).toMatchObject({ '/id': { column: '编号' }, '/title': { column: '标题' }, '/columnId': { column: '栏目' } });
  });

  it('is checked without storing anything, and says row by row what is wrong, where, and what to write instead', async () => {
    const { id, job } = await read(
      'a.csv',
      table([heads, ['c1', '好的\n两行', '6101', '2026-11-18', ''], ['c2', '', '6101', '昨天', ''], ['c3', '题', '没有的栏目', '', '']]),
    );
    const checked = await act(id, 'check', job);
    expect(checked).toMatchObject({ state: 'ready', result: { dry: true, total: 3, failed: 2, imported: 1 } });
    const faults = checked['faults'] as JsonObject[];
    expect(faults.map(({ row, column }) => [row, column])).toContainEqual([3, '标题']);
    expect(faults.find(({ column }) => column === '发布时间')).toMatchObject({
      row: 3,
      words: '应为时间，例如 2026-11-18 09:30:00，现在是"昨天"',
    });
    expect(String(faults.find(({ row }) => row === 4)?.['words'])).toMatch(/^应为其中之一：.+现在是"没有的栏目"$/);
    expect(await stored('c1')).toBeUndefined();
    const file = await editor.call('GET', `${calls}/${id}/faults`);
    expect(file.text).toMatch(/^\uFEFF行,列,内容,问题和改法\r\n3,标题,标题,/);
  });

  it('tells of rows that have the id of an earlier one, of which the last counts', async () => {
    const { id, job } = await read(
      'twice.csv',
      table([heads, ['t1', '先写的\n两行', '6101', '', ''], ['t2', '二', '6101', '', ''], ['t1', '后写的', '6101', '', '']]),
    );
    const done = await act(id, 'run', job);
    expect(done).toMatchObject({ state: 'done', result: { total: 3, failed: 0 } });
    expect(done['faults']).toEqual([
      { row: 4, column: '编号', field: '编号', words: '编号与第2行相同，以这一行为准；如果是两条内容，请改成不同的编号' },
    ]);
    expect(await stored('t1')).toMatchObject({ title: '后写的' });
  });

  it('is stored but for wrong rows, or not at all, and noted', async () => {
    const rows = table([heads, ['s1', '一', '6101', '2026-11-18', ''], ['s2', '', '6101', '', ''], ['s3', '三', '6101', '', '']]);
    const all = await read('all.csv', rows);
    const none = await act(all.id, 'run', all.job, { bad: 'nothing' });
    expect(none).toMatchObject({ state: 'done', result: { failed: 1, imported: 0, rolledBack: true } });
    expect(await stored('s1')).toBeUndefined();
    const others = await read('others.csv', rows);
    const some = await act(others.id, 'run', others.job, { bad: 'skip' });
    expect(some).toMatchObject({ state: 'done', result: { dry: false, failed: 1, imported: 2, rolledBack: false } });
    expect(await stored('s1')).toMatchObject({ status: 1, title: '一' });
    // What has no time is published now.
    expect(Math.abs(Number((await stored('s3'))?.pub) - portal.clock.now())).toBeLessThan(60_000);
    const { rows: noted } = await listAudit(portal.database, { tenant: 'centre', action: 'item.bringIn', limit: 2, offset: 0 });
    expect(noted[0]).toMatchObject({ name: 'editor', module: 'information', title: 'others.csv：新增2条，更新0条，错误1行' });
    expect((await order(others.id, 'run', others.job)).http).toBe(409);
  });

  it('fills in, replaces or leaves alone what is there already, and keeps versions of it', async () => {
    await portal.put('centre', 'information', [
      { id: 'e1', title: '原题', columnId: '6101', content: '<p>原文</p>', publishDate: '2026-01-01T00:00:00+08:00' },
    ]);
    const rows = table([
      ['编号', '标题', '栏目'],
      ['e1', '新题', '6101'],
      ['e2', '另一条', '6101'],
    ]);
    const kept = await read('k.csv', rows);
    expect(await act(kept.id, 'run', kept.job, { existing: 'keep', state: 'draft' })).toMatchObject({
      result: { imported: 1, kept: 1, updated: 0 },
    });
    expect(await stored('e1')).toMatchObject({ title: '原题' });
    expect(await stored('e2')).toMatchObject({ state: 'draft' });
    const filled = await read('f.csv', rows);
    expect(await act(filled.id, 'run', filled.job)).toMatchObject({ result: { imported: 0, updated: 2 } });
    expect(await stored('e1')).toMatchObject({ title: '新题', doc: { content: '<p>原文</p>' } });
    expect(await stored('e2')).toMatchObject({ state: 'draft' });
    const key = { tenant: 'centre', module: 'information', id: 'e1' };
    expect((await listVersions(portal.database, key)).map(({ doc, name }) => [doc['title'], name])).toEqual([
      ['新题', 'editor'],
      ['原题', ''],
    ]);
    const replaced = await read('r.csv', rows);
    await act(replaced.id, 'run', replaced.job, { existing: 'replace' });
    expect((await stored('e1'))?.doc['content']).toBeUndefined();
    expect(await listVersions(portal.database, key)).toHaveLength(3);
  });

  it('is remembered by module: which columns filled which fields, and the same value for all', async () => {
    const first = await read(
      'm.csv',
      table([
        ['甲', '乙'],
        ['第一', 'x'],
      ]),
    );
    expect(first.job['map']).not.toHaveProperty('/title');
    expect((await order(first.id, 'run', first.job)).text).toContain('请先为这些内容选择一列');
    const map = { '/title': { column: '甲' }, '/columnId': { const: '6101' } };
    expect(await act(first.id, 'run', { map })).toMatchObject({ result: { imported: 1 } });
    const second = await read(
      'm.csv',
      table([
        ['乙', '甲'],
        ['y', '第二'],
      ]),
    );
    expect(second.job['map']).toEqual(map);
    expect((await order(second.id, 'check', { map: { '/title': { column: '丙' } } })).http).toBe(400);
  });
});

describe('files of other kinds', () => {
  it('are read: GB 18030, a spreadsheet with dates and formulas, JSON', async () => {
    const gbk = await read('国标.csv', Buffer.from('b1e0bac52cb1eacce20d0a67312cd6d0b9fa', 'hex'));
    expect(gbk.job).toMatchObject({ columns: ['编号', '标题'], sample: [['g1', '中国']] });
    const out = new PassThrough();
    const bytes = buffer(out);
    const book = new exceljs.Workbook();
    const sheet = book.addWorksheet('一');
    sheet.addRow(heads);
    sheet.addRow(['x1', '表格里的', '6101', new Date('2026-01-04T09:30:00Z')]);
    sheet.addRow(['x2', { formula: '"a"&"b"', result: 'ab' }, '6101', new Date('2026-01-05T00:00:00Z')]);
    await book.xlsx.write(out);
    const { id, job } = await read('表.xlsx', await bytes);
    expect(job).toMatchObject({
      columns: heads,
      sample: [
        ['x1', '表格里的', '6101', '2026-01-04 09:30:00', ''],
        ['x2', 'ab', '6101', '2026-01-05', ''],
      ],
    });
    expect(await act(id, 'run', job)).toMatchObject({ result: { imported: 2, failed: 0 } });
    expect((await stored('x1'))?.doc['publishDate']).toBe('2026-01-04T09:30:00+08:00');
    const json = await read('a.json', JSON.stringify({ list: [{ id: 'j1', title: 'J', columnId: '6101' }] }));
    expect(await act(json.id, 'run', json.job)).toMatchObject({ result: { imported: 1 } });
    expect(await stored('j1')).toMatchObject({ title: 'J' });
  });

  it.each([
    ['a.xls', Buffer.from('d0cf11e0a1b11ae1', 'hex'), '旧版 .xls 或有密码'],
    ['a.csv', '', '文件是空的'],
    ['a.csv', Buffer.from([0xff, 0xfe, 0x61, 0]), '认不出文字编码'],
    ['a.csv', Buffer.from([0x61, 0x2c, 0xff, 0xff, 0x0a]), '认不出文字编码'],
    ['a.pdf', '%PDF-1.7', '这不是表格文件'],
  ])('are refused in words: %s', async (name, content, words) => {
    const { status, body } = await send(name, content);
    expect(status).toBe(400);
    expect(body['message']).toContain(words);
  });

  it.each([
    ['a.csv', 'a,a\n1,2', '第一行里“a”出现了两次'],
    ['a.csv', '标题', '表头下面没有内容'],
    ['a.json', '{"a":', '不是 JSON'],
    ['a.xlsx', Buffer.from('504b030400000000', 'hex'), '表格打不开'],
  ])('are told in words once they were read: %s', async (name, content, words) => {
    const { job } = await read(name, content);
    expect(job['state']).toBe('refused');
    expect(job['words']).toContain(words);
  });
});

describe('who may import', () => {
  it('is who may edit the module, at the own institution', async () => {
    const reader = await deskOf(portal, 'frontDesk');
    expect((await send('a.csv', 'a\n1', reader)).status).toBe(403);
    const { id, job } = await read('a.csv', table([heads, ['w1', '题', '6101', '', '']]));
    expect((await reader.call('GET', `${calls}/${id}`)).http).toBe(403);
    const museum = await deskOf(portal, 'administrator', 'administrator', 'museum', 'museum.localhost');
    for (const step of ['check', 'run', 'cancel'])
      expect((await museum.call('POST', `${calls}/run`, { id, step, map: JSON.stringify(job['map']) })).http).toBe(404);
    expect((await museum.call('GET', `${calls}/${id}`)).http).toBe(404);
    expect((await museum.call('GET', `${calls}/${id}/faults`)).http).toBe(404);
    expect((await editor.call('GET', `/api/desk/volunteer/imports/${id}`)).http).toBe(404);
    expect((await museum.call('GET', calls)).body['data']).toMatchObject({ total: 0 });
    const leads = async (browser: DeskBrowser) =>
      Object.keys(Object(at((await browser.call('GET', '/portal/page?url=/content/information')).body, 'definition', 'actions')));
    expect(await leads(editor)).toEqual(['add', 'import']);
    expect(await leads(reader)).toEqual([]);
  });
});

describe('an import that takes its time', () => {
  const many = 40_000;
  const long = (name: string): string =>
    ['编号,标题,栏目', ...Array.from({ length: many }, (_, index) => `${name}-${index},${name}第${index}条,6101`)].join('\n');
  const count = (name: string): Promise<number> =>
    countDeskItems(portal.database, { tenant: 'centre', module: 'information', keyword: `${name}第`, equals: {} });
  /** Waits until rows were read that are not all. */
  const underWay = (id: string) =>
    expect
      .poll(async () => at(told((await editor.call('GET', `${calls}/${id}`)).body), 'progress', 'rows'), { timeout: 15_000, interval: 30 })
      .toBeGreaterThan(0);

  it('is stopped with what was stored till then, while another one of the institution has to wait', async () => {
    const { id, job } = await read('long.csv', long('甲'));
    const other = await read('b.csv', table([heads, ['b1', '题', '6101', '', '']]));
    expect((await order(id, 'run', job)).http).toBe(200);
    await underWay(id);
    expect(await order(other.id, 'check', other.job)).toMatchObject({
      http: 409,
      body: { message: expect.stringContaining('另一次导入') },
    });
    expect((await order(id, 'cancel', job)).http).toBe(200);
    const done = await settled(id);
    expect(done).toMatchObject({ state: 'done', result: { stopped: true, rolledBack: false } });
    const imported = Number(at(done['result'], 'imported'));
    expect(imported).toBeGreaterThan(0);
    expect(imported).toBeLessThan(many);
    expect(await count('甲')).toBe(imported);
    expect((await order(id, 'cancel', job)).http).toBe(409);
    expect(await act(other.id, 'check', other.job)).toMatchObject({ result: { imported: 1 } });
  });

  it('is stopped with nothing stored where it is all or nothing', async () => {
    const { id, job } = await read('long.csv', long('乙'));
    await order(id, 'run', job, { bad: 'nothing' });
    await underWay(id);
    await order(id, 'cancel', job);
    expect(await settled(id)).toMatchObject({ state: 'done', result: { stopped: true, rolledBack: true, imported: 0 } });
    expect(await count('乙')).toBe(0);
    // Whoever writes meanwhile is not held up by what is left of it.
    expect(
      (await listAudit(portal.database, { tenant: 'centre', action: 'item.bringIn', limit: 1, offset: 0 })).rows[0]?.detail,
    ).toMatchObject({
      stopped: true,
    });
  });

  it('comes to its end when the server closes, and is lost with a server that is gone', async () => {
    const { id, job } = await read('long.csv', long('丙'));
    const server = await portal.second();
    const body = { id, step: 'run', map: JSON.stringify(job['map']) };
    const headers = { host: editor.host, 'x-organization-id': 'x', cookie: editor.cookie };
    expect((await server.inject({ method: 'POST', url: `/admin${calls}/run`, headers, payload: body })).statusCode).toBe(200);
    await underWay(id);
    await server.close();
    const done = told((await editor.call('GET', `${calls}/${id}`)).body);
    expect(done).toMatchObject({ state: 'done', result: { stopped: true } });
    expect(await count('丙')).toBe(at(done['result'], 'imported'));

    const gone = await read('c.csv', table([heads, ['c9', '题', '6101', '', '']]));
    const key = { tenant: 'centre', id: gone.id };
    await beginImport(portal.database, key, 'running', {}, new Date(portal.clock.now() - 120_000));
    expect(await settled(gone.id)).toMatchObject({ state: 'lost', words: expect.stringContaining('导入中断了') });
    const next = await read('c.csv', table([heads, ['c9', '题', '6101', '', '']]));
    expect(await act(next.id, 'run', next.job)).toMatchObject({ state: 'done', result: { imported: 1 } });
  });
});

/** What is held in memory is what is left after everything else was collected. */
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

describe('a long file', () => {
  it.each([
    ['CSV', 'csv' as const, linesOf],
    ['the text of a spreadsheet', 'sheetText' as const, cellsOf],
  ])('of %s is read in memory that does not grow with it', async (_what, format, write) => {
    const site = portal.definitions.portal('centre');
    const module = site?.modules['information'];
    if (!module) throw new Error('there is no module information');
    const peak = async (rows: number): Promise<number> => {
      let most = 0;
      const watch = async function* (): AsyncGenerator<Buffer> {
        let number = 0;
        for await (const chunk of write(rows)) {
          number += 1;
          if (number % 25 === 0) {
            collect();
            most = Math.max(most, process.memoryUsage().heapUsed);
          }
          yield chunk;
        }
      };
      const map = { item: { '/title': 'title', '/columnId': { const: '6101' }, '/content': 'content' } };
      const source = await openRows(format, watch());
      const result = await importRows({ tenant: 'centre', module }, source, { map }, async (records) => records.length);
      expect(result).toMatchObject({ total: rows, failed: 0 });
      return most;
    };
    const short = await peak(5_000);
    expect((await peak(15_000)) - short).toBeLessThan(10 * 1024 * 1024);
  });
});

/** A file in chunks of a thousand rows, made as they are asked for. */
async function* linesOf(rows: number): AsyncGenerator<Buffer> {
  yield Buffer.from('title,content\n');
  yield* chunksOf(rows, (index) => `第${index}条,${'正文'.repeat(60)}${index}\n`);
}

async function* cellsOf(rows: number): AsyncGenerator<Buffer> {
  yield Buffer.from('[1,"title","content"]\n');
  yield* chunksOf(rows, (index) => `${JSON.stringify([index + 2, `第${index}条`, `${'正文'.repeat(60)}${index}`])}\n`);
}

async function* chunksOf(rows: number, write: (index: number) => string): AsyncGenerator<Buffer> {
  for (let start = 0; start < rows; start += 100)
    yield await Promise.resolve(
      Buffer.from(Array.from({ length: Math.min(100, rows - start) }, (_, index) => write(start + index)).join('')),
    );
}
