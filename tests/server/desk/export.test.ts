import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { parse } from 'csv-parse/sync';
import exceljs from 'exceljs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listAudit, type KeptEntry } from '../../../src/database/desk/audit';
import type { JsonObject } from '../../../src/model/json';
import type { Cell } from '../../../src/server/exporting/cells';
import { writeCsv } from '../../../src/server/exporting/writeCsv';
import { writeXlsx } from '../../../src/server/exporting/writeXlsx';
import { accountPortal, type AccountPortal } from '../accountPortal';
import { book, dayAhead, venue } from '../bookings';
import { type DeskBrowser, deskOf } from './staffPortal';

let portal: AccountPortal;
let administrator: DeskBrowser;
let editor: DeskBrowser;
const rows = 1203;
beforeAll(async () => {
  portal = await accountPortal();
  administrator = await deskOf(portal, 'administrator');
  editor = await deskOf(portal, 'editor');
  await portal.put(
    'centre',
    'information',
    Array.from({ length: rows }, (_, index) => ({
      id: `n${String(index).padStart(4, '0')}`,
      title: index === 7 ? '=HYPERLINK("http://evil.example","点我")' : index === 8 ? '-2+3' : `消息, "第${index}条"\n次行`,
      columnId: '6101',
      publishDate: `2026-01-${String((index % 28) + 1).padStart(2, '0')}T09:30:00+08:00`,
      content: '<p>正文<b>一</b></p>',
    })),
  );
});
afterAll(() => portal.close());

const page = '/content/information';
/** Asks for a file; the body of a refusal is read as JSON. */
async function take(body: JsonObject, browser = administrator, headers: Record<string, string> = {}) {
  const reply = await portal.app.inject({
    method: 'POST',
    url: '/admin/portal/export',
    headers: { host: browser.host, 'x-organization-id': 'x', cookie: browser.cookie, ...headers },
    payload: body,
  });
  return reply;
}
const table = (payload: Buffer): string[][] => parse(payload, { bom: true });
async function sheetOf(payload: Buffer): Promise<exceljs.Worksheet> {
  const book = new exceljs.Workbook();
  await book.xlsx.load(payload as unknown as exceljs.Buffer);
  const [sheet] = book.worksheets;
  if (!sheet) throw new Error('there is no sheet');
  return sheet;
}
const noted = async (action: string): Promise<KeptEntry[]> =>
  (await listAudit(portal.database, { tenant: 'centre', action, limit: 100, offset: 0 })).rows;

describe('a list of the desk as a file', () => {
  it('has every row once, in the order of the page, with the fields of the items', async () => {
    const reply = await take({ page, query: { sort: 'title' }, format: 'csv' });
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
    expect([...reply.rawPayload.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const [heads = [], ...lines] = table(reply.rawPayload);
    expect(heads.slice(0, 2)).toEqual(['标题', '状态']);
    expect(heads).toContain('编号');
    const ids = lines.map((line) => line[heads.indexOf('编号')]);
    expect(new Set(ids).size).toBe(rows);
    // The page itself, a hundred at a time.
    const shown: string[] = [];
    for (let number = 1; shown.length < rows; number += 1) {
      const { body } = await administrator.call('GET', `/api/desk/information/items?page=${number}&size=100&sort=title`);
      shown.push(...((body['data'] as JsonObject)['rows'] as JsonObject[]).map(({ id }) => String(id)));
    }
    expect(ids).toEqual(shown);
  });

  it('has no column twice, and none of what pages of the desk tell of items', async () => {
    const heads = async (module: string): Promise<string[]> =>
      table((await take({ page: `/content/${module}`, query: {}, format: 'csv' })).rawPayload)[0] ?? [];
    for (const module of ['information', 'appointment', 'venue']) {
      const found = await heads(module);
      expect(
        found.filter((head) => /^(?:translations|publish|preview|barred|goTo|change[A-Z]|span[A-Z]|picked[A-Z]|desk[A-Z])/.test(head)),
      ).toEqual([]);
      expect(found.length).toBeGreaterThan(5);
    }
    const found = await heads('information');
    expect(found.filter((head) => head === '标题')).toEqual(['标题']);
  });

  it('has what spreadsheets would take for a formula as words', async () => {
    const lines = table((await take({ page, query: {}, format: 'csv' })).rawPayload);
    expect(lines.map(([title]) => title)).toEqual(
      expect.arrayContaining(['\'=HYPERLINK("http://evil.example","点我")', "'-2+3", '消息, "第9条"\n次行']),
    );
    const sheet = await sheetOf((await take({ page, query: { keyword: 'n0007' }, format: 'xlsx' })).rawPayload);
    expect(sheet.getRow(2).getCell(1).type).toBe(exceljs.ValueType.String);
  });

  it('has moments as such in a spreadsheet, and what the filters leave', async () => {
    const reply = await take({ page, query: { keyword: 'n0003' }, format: 'xlsx' });
    const sheet = await sheetOf(reply.rawPayload);
    expect(sheet.rowCount).toBe(2);
    const heads = (sheet.getRow(1).values as string[]).slice(1);
    const cell = sheet.getRow(2).getCell(heads.indexOf('发布时间') + 1);
    expect([cell.type, cell.value]).toEqual([exceljs.ValueType.Date, new Date('2026-01-04T09:30:00Z')]);
    const none = await sheetOf((await take({ page, query: { state: 'draft' }, format: 'xlsx' })).rawPayload);
    expect(none.rowCount).toBe(1);
  });

  it('is noted with how many and by what they were narrowed, not with what was looked for', async () => {
    await take({ page, query: { keyword: '第100' }, format: 'csv' });
    const [entry] = await noted('item.export');
    expect(entry).toMatchObject({ name: 'administrator', module: 'information', detail: { format: 'csv', filters: ['keyword'] } });
    expect(Number(entry?.detail['rows'])).toBeGreaterThan(0);
    expect(JSON.stringify(entry)).not.toContain('第100');
  });

  it('is for roles that may take lists out, and may see them', async () => {
    const before = (await noted('item.export')).length;
    expect((await take({ page, query: {}, format: 'csv' }, editor)).statusCode).toBe(403);
    expect((await take({ page: '/audit', query: {}, format: 'csv' }, editor)).statusCode).toBe(403);
    editor.cookie = '';
    expect((await take({ page, query: {}, format: 'csv' }, editor)).statusCode).toBe(401);
    const museum = await deskOf(portal, 'administrator', 'administrator', 'museum', 'museum.localhost');
    expect(table((await take({ page, query: {}, format: 'csv' }, museum)).rawPayload)).toHaveLength(1);
    museum.cookie = administrator.cookie;
    expect((await take({ page, query: {}, format: 'csv' }, museum)).statusCode).toBe(401);
    expect((await noted('item.export')).length).toBe(before);
  });

  it('is refused to pages of other sites, as a form, and for what is no list', async () => {
    const asked = { page, query: {}, format: 'csv' };
    expect((await take(asked, administrator, { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403);
    const plain = { method: 'POST', url: '/admin/portal/export', headers: { cookie: administrator.cookie }, payload: asked } as const;
    expect((await portal.app.inject(plain)).statusCode).toBe(403);
    expect((await take({ ...asked, page: '/account' })).statusCode).toBe(404);
    expect((await take({ ...asked, page: '/nowhere' })).statusCode).toBe(404);
    expect((await take({ ...asked, format: 'pdf' })).statusCode).toBe(400);
    const ofVisitors = { ...plain, url: '/portal/export', headers: { 'x-organization-id': 'x' } };
    expect((await portal.app.inject(ofVisitors)).statusCode).toBe(404);
  });
});

describe('a file of a list without end', () => {
  /** Rows for as long as somebody reads. */
  function endless() {
    const state = { parts: 0, ended: false };
    async function* parts(): AsyncGenerator<Cell[][]> {
      try {
        for (;;) {
          state.parts += 1;
          yield await Promise.resolve(Array.from({ length: 500 }, (_, index): Cell[] => [index, randomBytes(60).toString('hex')]));
        }
      } finally {
        state.ended = true;
      }
    }
    return { state, parts: parts() };
  }

  it.each([
    ['CSV', (parts: AsyncGenerator<Cell[][]>) => writeCsv(['a', 'b'], parts)],
    ['XLSX', (parts: AsyncGenerator<Cell[][]>) => writeXlsx('x', ['a', 'b'], parts)],
  ])('waits for who reads it, and ends when they leave: %s', async (_name, write) => {
    const { state, parts } = endless();
    const file = write(parts);
    await once(file, 'readable');
    // Nobody takes more: what is read ahead comes to a stand.
    let seen = -1;
    while (seen !== state.parts) {
      seen = state.parts;
      for (let turn = 0; turn < 200; turn += 1) await setImmediate();
    }
    expect(seen).toBeLessThan(100);
    file.destroy();
    await expect.poll(() => state.ended).toBe(true);
  });
});

describe('a list of who booked', () => {
  beforeAll(async () => {
    await portal.put('centre', 'venue', [venue('hall')]);
    const member = await portal.member('13900000021');
    expect((await book(portal, member, `${dayAhead(portal, 2)} 09:00-10:00`)).status).toBe(200);
  });
  const asked = { page: '/bookings', query: {}, format: 'csv' };

  it('is masked, unless a reason is given by who may see it, which is noted', async () => {
    const masked = (await take(asked)).body;
    expect(masked).toContain('136****0001');
    expect(masked).not.toMatch(/1\d{10}/);
    const whole = (await take({ ...asked, reason: '电话通知停电' })).body;
    expect(whole).toMatch(/136\d{4}0001/);
    expect((await noted('item.reveal'))[0]).toMatchObject({ name: 'administrator', detail: { reason: '电话通知停电', rows: 1 } });
  });

  it('is masked for who may not see it, whatever the reason', async () => {
    const front = await deskOf(portal, 'frontDesk');
    expect((await take({ ...asked, reason: '我想看' }, front)).statusCode).toBe(403);
  });
});
