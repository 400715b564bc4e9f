import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { removeUnused } from '../../../src/database/content/uploadUses';
import { addVersion } from '../../../src/database/desk/versions';
import { listAudit } from '../../../src/database/desk/audit';
import type { JsonObject } from '../../../src/model/json';
import { accountPortal, type AccountPortal, at } from '../accountPortal';
import { type DeskBrowser, type DeskReply, deskOf } from './staffPortal';

let portal: AccountPortal;
let editor: DeskBrowser;
beforeAll(async () => {
  portal = await accountPortal();
  editor = await deskOf(portal, 'editor');
});
afterAll(() => portal.close());

const act = async (module: string, what: string, id: string, browser = editor): Promise<DeskReply> => {
  const { body } = await editor.call('GET', `/api/desk/${module}/item/${id}`);
  return browser.call('POST', `/api/desk/${module}/${what}`, { id, revision: at(body, 'data', 'deskRevision') ?? '' });
};
/** Puts an item there and into the bin. */
async function remove(module: string, item: JsonObject & { id: string }): Promise<void> {
  await portal.put('centre', module, [item]);
  for (const what of ['withdraw', 'remove']) expect((await act(module, what, item.id)).body, what).toMatchObject({ status: 200 });
}

/** What belongs to an item, by table: its row, given the institution, the module and the item. */
const belongings: Readonly<Record<string, (module: string, id: string) => ReturnType<typeof sql>>> = {
  counter: (_module, id) => sql`insert into counter (tenant, column_id, data_id, pv) values ('centre', '6101', ${id}, 5)`,
  member_flag: (_module, id) =>
    sql`insert into member_flag (tenant, member_id, column_id, data_id, kind, active, changed)
      values ('centre', 'm', '6101', ${id}, 'star', true, now())`,
  vote: (module, id) =>
    sql`insert into vote (tenant, member_id, module, subject, item_id, period, votes, cast_at)
      values ('centre', 'm', ${module}, '', ${id}, '', 1, now())`,
  vote_tally: (module, id) => sql`insert into vote_tally (tenant, module, item_id, votes) values ('centre', ${module}, ${id}, 1)`,
  item_reminder: (module, id) =>
    sql`insert into item_reminder (tenant, member_id, module, item_id, created) values ('centre', 'm', ${module}, ${id}, now())`,
  line_gate: (module, id) =>
    sql`insert into line_gate (tenant, module, item_id, line, next) values ('centre', ${module}, ${id}, 'l', now())`,
  line_ticket: (module, id) =>
    sql`insert into line_ticket (tenant, module, item_id, line, member_id, turn) values ('centre', ${module}, ${id}, 'l', 'm', now())`,
  search_due: (module, id) => sql`insert into search_due (tenant, module, id) values ('centre', ${module}, ${id})`,
  enrol_place: (module, id) => sql`insert into enrol_place (tenant, module, activity_id) values ('centre', ${module}, ${id})`,
  blocked_time: (module, id) =>
    sql`insert into blocked_time (tenant, id, module, venue_id, begins, ends, staff, created)
      values ('centre', ${`b${id}`}, ${module}, ${id}, 0, 60, 's', now())`,
  item_draft: (module, id) =>
    sql`insert into item_draft (tenant, module, item_id, doc, base, at, staff, name)
      values ('centre', ${module}, ${id}, '{}', '{}', now(), 's', 's')`,
  decision: (module, id) =>
    sql`insert into decision (tenant, module, item_id, id, move, staff, name, made, due)
      values ('centre', ${module}, ${id}, ${`d${id}`}, 'x', 's', 's', now(), now() + interval '1 day')`,
};
/** How many rows of each table are of an item. */
async function count(id: string): Promise<Record<string, number>> {
  const names = { counter: 'data_id', member_flag: 'data_id', search_due: 'id', enrol_place: 'activity_id', blocked_time: 'venue_id' };
  const tables = [...Object.keys(belongings), 'item', 'item_version', 'version_upload', 'upload_use', 'search_entry'];
  const counted = tables.map(async (table): Promise<[string, number]> => {
    const name = table in names ? names[table as keyof typeof names] : table === 'item' || table === 'search_entry' ? 'id' : 'item_id';
    const { rows } = await sql<{ rows: number }>`
      select count(*)::int as rows from ${sql.table(table)} where tenant = 'centre' and ${sql.ref(name)} = ${id}`.execute(
      portal.database.kysely,
    );
    return [table, rows[0]?.rows ?? 0];
  });
  return Object.fromEntries((await Promise.all(counted)).filter(([, rows]) => rows > 0));
}
/** A finished file that nobody has put into the media library. */
async function upload(mark: string): Promise<string> {
  const id = mark.padEnd(22, 'u');
  await sql`insert into upload (tenant, id, owner, name, status, extension, created)
    values ('centre', ${id}, 'o', 'a.png', 1, 'png', now() - interval '9 days')`.execute(portal.database.kysely);
  return id;
}
async function belong(id: string): Promise<string> {
  const file = await upload(id);
  const content = `<img src="/files/${file}.png" alt="">`;
  await remove('information', { id, columnId: '6101', title: id, publishDate: '2026-11-01', content });
  const by = { at: new Date(), staff: 's', name: 's', state: 'draft' };
  await addVersion(portal.database, { tenant: 'centre', module: 'information', id }, { ...by, doc: { content } });
  for (const insert of Object.values(belongings)) await insert('information', id).execute(portal.database.kysely);
  await portal.put('centre', 'comment', [
    { id: `c${id}`, menuId: '6101', dataId: id, dataTitle: id, content: '好', crtTime: '2026-11-02' },
  ]);
  await belongings['decision']?.('comment', `c${id}`).execute(portal.database.kysely);
  return file;
}
const commentOf = async (id: string): Promise<number[]> => Object.values(await count(`c${id}`));

it('what is erased is gone with all that belongs to it, and nothing else; that it was there is still on record', async () => {
  const [file, other] = [await belong('gone'), await belong('stays')];
  const before = await count('stays');
  expect(Object.keys(before).sort()).toEqual(Object.keys(await count('gone')).sort());
  for (const table of [...Object.keys(belongings), 'item_version', 'version_upload', 'upload_use'])
    expect(before, table).toHaveProperty(table);
  expect((await act('information', 'erase', 'gone')).body).toMatchObject({ status: 200, message: '已彻底删除' });
  expect([await count('gone'), await commentOf('gone')]).toEqual([{}, []]);
  expect([await count('stays'), await commentOf('stays')]).toEqual([before, [1, 1]]);
  expect((await editor.call('GET', '/api/desk/information/item/gone')).body).toMatchObject({ status: 404 });
  await removeUnused(portal.database, Date.now());
  const { rows } = await sql<{ id: string }>`select id from upload where id in (${file}, ${other})`.execute(portal.database.kysely);
  expect(rows).toEqual([{ id: other }]);
  const kept = await listAudit(portal.database, { tenant: 'centre', module: 'information', limit: 50, offset: 0 });
  expect(kept.rows.filter(({ item }) => item === 'gone').map(({ action }) => action)).toEqual([
    'item.erase',
    'item.remove',
    'item.withdraw',
  ]);
  const administrator = await deskOf(portal, 'administrator');
  const record = at((await administrator.call('GET', '/api/desk/audit?keyword=gone')).body, 'data', 'rows') as JsonObject[];
  expect(record[0]).toMatchObject({ action: '彻底删除', title: 'gone' });
});

const held: readonly { what: string; module: string; item: JsonObject; says: string; rows: (id: string) => ReturnType<typeof sql> }[] = [
  {
    what: 'an enrolment, taken back too',
    module: 'appointment',
    item: { columnId: '6113', name: '活动' },
    says: '有访客报过名',
    rows: (id) =>
      sql`insert into enrolment (tenant, id, module, activity_id, member_id, contact_id, name_cipher, phone_cipher, id_cipher, id_hash, status, created)
        values ('centre', ${id}, 'appointment', ${id}, 'm', 'c', '', '', '', '', 'cancelled', now())`,
  },
  {
    what: 'a booking',
    module: 'venue',
    item: { columnId: '6140', name: '排练厅' },
    says: '有访客预订过',
    rows: (id) =>
      sql`insert into booking (tenant, id, module, venue_id, member_id, name_cipher, phone_cipher, id_cipher, id_hash, purpose, status, day,
          venue_time, minutes, starts, ends)
        values ('centre', ${id}, 'venue', ${id}, 'm', '', '', '', '', '', 1, '2026-01-01', '', '{}', now(), now() + interval '1 hour')`,
  },
  {
    what: 'what was handed in for it',
    module: 'managementdeclaration',
    item: { columnId: '6170', declareName: '申报' },
    says: '有访客提交的内容和它连在一起',
    rows: (id) =>
      sql`insert into item (tenant, module, id, doc) values ('centre', 'declarerecord', ${id}, ${JSON.stringify({ declareId: id })}::jsonb)`,
  },
  {
    what: 'an ID number that a form asked for',
    module: 'information',
    item: { columnId: '6101', title: '表' },
    says: '有访客提交的内容和它连在一起',
    rows: (id) =>
      sql`insert into form_entry (tenant, id, module, item_id, field, id_cipher, created, ends)
        values ('centre', ${id}, 'information', ${id}, 'f', 'x', now(), now())`,
  },
];
it.each(held.map((row, index) => ({ ...row, id: `held${index}` })))(
  'is refused while there is $what',
  async ({ module, item, says, rows, id }) => {
    await remove(module, { ...item, id });
    await rows(id).execute(portal.database.kysely);
    const reply = await act(module, 'erase', id);
    expect(reply.body).toMatchObject({ status: 409 });
    expect(reply.body['message']).toContain(says);
    expect((await count(id))['item']).toBeGreaterThan(0);
  },
);

const naming: readonly { how: string; module: string; item: JsonObject; says: string; draft?: JsonObject }[] = [
  { how: 'an entry', module: 'information', item: { columnId: '6101', title: '说它的', digitalPavilionId: '#' }, says: '资讯“说它的”' },
  {
    how: 'a change that nobody published',
    module: 'venue',
    item: { columnId: '6140', name: '排演厅' },
    says: '场馆“排演厅”',
    draft: { digitalPavilionId: '#' },
  },
];
it.each(naming.map((row, index) => ({ ...row, id: `named${index}` })))(
  'is refused while $how of the staff names it, and says which; it is erased once nothing does',
  async ({ module, item, says, draft, id }) => {
    const fill = (fields: JsonObject): JsonObject =>
      Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value === '#' ? id : value]));
    const other = { ...fill(item), id: `by${id}` };
    await remove('digitalpavilion', { id, menuId: '6180', title: '数字展厅' });
    await portal.put('centre', module, [other]);
    if (draft)
      await sql`insert into item_draft (tenant, module, item_id, doc, base, at, staff, name)
        values ('centre', ${module}, ${other.id}, ${JSON.stringify({ ...other, ...fill(draft) })}::jsonb, '{}', now(), 's', 's')`.execute(
        portal.database.kysely,
      );
    const refused = await act('digitalpavilion', 'erase', id);
    expect(refused.body).toMatchObject({ status: 409 });
    expect(refused.body['message']).toContain(says);
    await sql`delete from item where tenant = 'centre' and id = ${other.id}`.execute(portal.database.kysely);
    expect((await act('digitalpavilion', 'erase', id)).status).toBe(200);
  },
);

it('where another module has an item of the same id, what lies in its column stays', async () => {
  await belong('twin');
  await portal.put('centre', 'appointment', [{ id: 'twin', columnId: '6113', name: '同号' }]);
  await sql`insert into counter (tenant, column_id, data_id, pv) values ('centre', '6113', 'twin', 7)`.execute(portal.database.kysely);
  expect((await act('information', 'erase', 'twin')).status).toBe(200);
  const { rows } = await sql`select column_id, pv::int from counter where data_id = 'twin'`.execute(portal.database.kysely);
  expect(rows).toEqual([{ column_id: '6113', pv: 7 }]);
});

it('only what lies in the bin is erased, as it was seen, by who may publish', async () => {
  await portal.put('centre', 'information', [{ id: 'seen', columnId: '6101', title: '在线', publishDate: '2026-11-01' }]);
  expect((await act('information', 'erase', 'seen')).status).toBe(400);
  await remove('information', { id: 'binned', columnId: '6101', title: '箱', publishDate: '2026-11-01' });
  expect((await editor.call('POST', '/api/desk/information/erase', { id: 'binned', revision: 'old' })).status).toBe(409);
  expect((await act('information', 'erase', 'binned', await deskOf(portal, 'reviewer'))).status).toBe(403);
  expect((await count('binned'))['item']).toBe(1);
});
