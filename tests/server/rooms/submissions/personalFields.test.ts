import { randomBytes } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { runPrivacy } from '../../../../src/cli/privacy/command';
import { countSealed } from '../../../../src/database/accounts/sealedValues';
import { listWaitingItems } from '../../../../src/database/content/review';
import { decideItems } from '../../../database/decideItems';
import { putItems } from '../../../../src/database/content/writeItems';
import type { CompiledModule, CompiledPortal } from '../../../../src/model/compiled';
import type { JsonObject } from '../../../../src/model/json';
import { formatDate } from '../../../../src/runtime/time';
import { toRecord } from '../../../../src/server/items/record';
import { refreshShapes } from '../../../../src/server/items/storedShapes';
import { eraseIdNumbers } from '../../../../src/server/members/retention';
import { createRooms, listIdNumberFinders } from '../../../../src/server/rooms';
import { openKeyRing } from '../../../../src/server/security/keyRing';
import { deriveAccountKeys } from '../../../../src/server/security/keys';
import { rotateKeys } from '../../../../src/server/security/rotation';
import { accountPortal, at, type AccountPortal, type Reply } from '../../accountPortal';
import { type Asker, day, idNumber } from '../../enrolments';
import { copyOfDefinitions, findProblems, loadKnownDefinitions } from '../../projectDefinitions';

const text = (title: string, more: JsonObject = {}): JsonObject => ({ type: 'string', title, ...more });
const phone = '13812345678';
/** The key that keys are changed to. */
const next = randomBytes(32);
const masked = (number: string): string => `${number.slice(0, 4)}**********${number.slice(-4)}`;

/** An institution's own register, and a desk whose form makes items of it as well. */
const register = {
  title: '义工登记',
  item: {
    type: 'object',
    required: ['id'],
    properties: {
      id: text('编号'),
      title: text('姓名'),
      number: text('证件号码'),
      second: text('担保人证件号码'),
      phone: text('手机号'),
      contact: text('登记手机号'),
      copy: text('抄录'),
      until: text('结束日期'),
      madeAt: text('登记时间', { format: 'date-time' }),
      memberId: text('会员', { private: true }),
      state: { type: 'integer', title: '状态' },
    },
  },
  roles: { title: '/title', time: '/madeAt', end: '/until' },
  search: { type: 'register', page: 'registerdetail', text: ['/number', '/phone'] },
  endpoints: {
    list: {
      get: '/api/register/page{?number,phone}',
      params: { number: { field: '/number' }, phone: { field: '/phone', match: 'contains' } },
      ok: { '/status': 200 },
      rows: '/data',
    },
    detail: { get: '/api/register/one/{id}', params: { id: { field: '/id' } }, ok: { '/status': 200 }, item: '/data' },
    add: {
      post: '/api/register/add',
      form: 'add',
      viewer: true,
      creates: {
        set: { '/madeAt': '/now', '/copy': '/form/number', '/contact': '/viewer/phone' },
        message: { text: '{number}已登记', with: { number: '/form/number' } },
      },
      ok: { '/status': 200 },
      message: '/message',
    },
    once: {
      post: '/api/register/once',
      form: 'once',
      viewer: true,
      creates: { once: ['number'], set: { '/madeAt': '/now' } },
      ok: { '/status': 200 },
      message: '/message',
    },
    mine: { get: '/api/register/mine', viewer: true, own: '/state', ok: { '/status': 200 }, rows: '/data' },
  },
  forms: Object.fromEntries(
    ['add', 'once'].map((source) => [
      source,
      {
        fields: {
          title: { field: 'text', label: '姓名' },
          card: { field: 'idNumber', label: '身份证号', sendAs: 'number' },
          second: { field: 'idNumber', label: '担保人身份证号' },
          phone: { field: 'phone', label: '手机号' },
          until: { field: 'date', label: '结束日期' },
          agreed: { field: 'checkbox', label: '/texts/idNumberConsent', consent: 'idNumber', version: { const: '' } },
        },
        submit: { source, label: '提交' },
      },
    ]),
  ),
  cards: {},
  pages: { registerdetail: { kind: 'detail', source: 'detail', sections: { head: { section: 'heading', title: '/item/title' } } } },
};
const desk = {
  title: '服务台',
  endpoints: { add: { post: '/api/desk/add', form: 'add', creates: { module: 'register' }, ok: { '/status': 200 }, message: '/message' } },
  forms: {
    add: {
      fields: {
        second: { field: 'idNumber', label: '身份证号' },
        agreed: { field: 'checkbox', label: '/texts/idNumberConsent', consent: 'idNumber', version: { const: '' } },
      },
      submit: { source: 'add', label: '提交' },
    },
  },
  pages: {},
};

let folder: string;
let portal: AccountPortal;
let member: Asker;
beforeAll(async () => {
  folder = await copyOfDefinitions();
  for (const [name, definition] of Object.entries({ register, desk }))
    await writeFile(join(folder, `schemas/modules/${name}.json`), JSON.stringify(definition));
  portal = await accountPortal(folder);
}, 60_000);
afterAll(async () => {
  await portal.close();
  await rm(folder, { recursive: true, force: true });
});
let serial = 0;
const fresh = (): Promise<Asker> => portal.member(`1372000${String((serial += 1)).padStart(4, '0')}`);
afterEach(async () => {
  await sql`delete from item where module = 'register'`.execute(portal.database.kysely);
});

const rooms = createRooms(() => undefined);
const institutions = (): CompiledPortal[] => portal.definitions.tenants.flatMap((tenant) => portal.definitions.portal(tenant) ?? []);
const sweep = async (days: number): Promise<number> => {
  const erased = await eraseIdNumbers(portal.database, institutions(), listIdNumberFinders(rooms), portal.clock.now() + days * day);
  return erased.reduce((sum, { count }) => sum + count, 0);
};
const registerOf = (): CompiledModule => {
  const module = portal.definitions.portal('centre')?.modules['register'];
  if (!module) throw new Error('there is no register');
  return module;
};
const send = (call: string, body: JsonObject, token?: string): Promise<Reply> =>
  portal.ask({ method: 'POST', url: `/api/${call}`, token, body: { agreed: true, ...body } });
const add = async (who: Asker, body: JsonObject): Promise<Reply> => {
  const reply = await send('register/add', { title: '李四', phone, ...body }, who.token);
  expect(reply.status).toBe(200);
  return reply;
};
const mine = async (who: Asker): Promise<JsonObject[]> =>
  (await portal.ask({ url: '/api/register/mine', token: who.token })).body['data'] as JsonObject[];
const exported = async (who: Asker): Promise<unknown> =>
  (await portal.ask({ url: '/api/personal/web/profile/export', token: who.token })).body['submissions'];
const publish = async (): Promise<string[]> => {
  const ids = (await listWaitingItems(portal.database, 'centre')).map(({ id }) => id);
  return decideItems(portal.database, 'centre', ids, true);
};
/** Everything that the tables of items, entries, search and repeated submissions have, as text. */
const stored = async (): Promise<string> => {
  const tables = ['item', 'form_entry', 'search_entry', 'submission'].map((table) => sql`select t::text as row from ${sql.table(table)} t`);
  const { rows } = await sql<{ row: string }>`${sql.join(tables, sql` union all `)}`.execute(portal.database.kysely);
  return rows.map(({ row }) => row).join('\n');
};
const held = async (): Promise<string[]> =>
  (
    await sql<{ field: string }>`select field from form_entry where id_cipher <> '' order by field, ends`.execute(portal.database.kysely)
  ).rows.map(({ field }) => field);

describe('ID numbers that an institution asks for by a form of its own', () => {
  it('has definitions without a fault', async () => {
    expect((await findProblems(folder)).filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  it('are stored sealed alone, wherever they were put', async () => {
    member = await fresh();
    const [number, second] = [idNumber(), idNumber()];
    const reply = await add(member, { number, second });
    expect(reply.body['message']).toBe(`${masked(number)}已登记`);
    expect((await send('desk/add', { second })).status).toBe(200);
    const all = await stored();
    expect([all.includes(number), all.includes(second)]).toEqual([false, false]);
    expect(await held()).toEqual(['number', 'second', 'second']);
    const keys = deriveAccountKeys(portal.secret);
    const { rows } = await sql<{ cipher: string }>`select id_cipher as cipher from form_entry order by field, ends`.execute(
      portal.database.kysely,
    );
    expect(rows.map(({ cipher }) => keys.open('centre', cipher))).toEqual([number, second, second]);
  });

  it('leave masked, and phones too, also to the member', async () => {
    member = await fresh();
    const [number, second] = [idNumber(), idNumber()];
    await add(member, { number, second });
    const shown = {
      number: masked(number),
      second: masked(second),
      phone: '138****5678',
      contact: `${member.phone.slice(0, 3)}****${member.phone.slice(-4)}`,
    };
    expect(await mine(member)).toEqual([
      { ...shown, id: expect.anything(), title: '李四', madeAt: expect.anything(), memberId: member.id, state: 0 },
    ]);
    const [id] = await publish();
    expect((await portal.ask({ url: '/api/register/page' })).body['data']).toMatchObject([shown]);
    expect((await portal.ask({ url: `/api/register/one/${id}` })).body['data']).toMatchObject(shown);
    for (const sought of [number, masked(number), number.slice(0, 4)])
      expect((await portal.ask({ url: `/api/register/page?number=${encodeURIComponent(sought)}` })).body['data']).toEqual([]);
    for (const sought of [number, phone])
      expect(at((await portal.ask({ url: `/api/search/web/page?title=${sought}` })).body, 'data', 'rows') ?? []).toEqual([]);
  });

  it('are whole in the file of the member alone', async () => {
    const other = await fresh();
    member = await fresh();
    const number = idNumber();
    await add(member, { number });
    await add(other, { number: idNumber() });
    expect(await exported(member)).toEqual([expect.objectContaining({ module: 'register', number, phone, title: '李四' })]);
  });

  it('go with the item that is taken away, and with the account', async () => {
    member = await fresh();
    await add(member, { number: idNumber(), second: idNumber() });
    await add(await fresh(), { number: idNumber() });
    portal.clock.pass(61_000);
    await portal.ask({ url: `/api/auth/jwt/4/VERCode?unitName=x&phone=${member.phone}`, token: member.token });
    const body = { verCode: portal.codeOf(member.phone) };
    expect((await portal.ask({ method: 'POST', url: '/api/personal/web/profile/remove', token: member.token, body })).status).toBe(200);
    expect(await held()).toEqual(['number']);
  });

  it('are handed in once where the form says so, and no id tells which', async () => {
    member = await fresh();
    const number = idNumber();
    const first = await send('register/once', { number }, member.token);
    expect([first.status, (await send('register/once', { number }, member.token)).status]).toEqual([200, 409]);
    expect((await send('register/once', { number: idNumber() }, member.token)).status).toBe(200);
    const both = await portal.second('low', await openKeyRing(portal.database, [next, portal.secret]));
    const again = await both.inject({
      method: 'POST',
      url: '/api/register/once',
      headers: { host: 'localhost', authorization: member.token },
      payload: { number, agreed: true },
    });
    expect(again.statusCode).toBe(409);
  });
});

describe('the time for which they are kept', () => {
  const inDays = (days: number): string => formatDate(portal.clock.now() + days * day);
  it('counts from when they were handed in, or from the end that was told, within bounds', async () => {
    member = await fresh();
    const numbers = [idNumber(), idNumber(), idNumber(), idNumber()];
    for (const [index, until] of [undefined, inDays(30), inDays(-300), '9999-12-31'].entries())
      await add(member, { number: numbers[index] ?? '', title: `T${index}`, ...(until === undefined ? {} : { until }) });
    for (const [days, erased, left] of [
      [89.9, 0, ['T0', 'T1', 'T2', 'T3']],
      [90.1, 2, ['T1', 'T3']],
      [119.9, 0, ['T1', 'T3']],
      [121.1, 1, ['T3']],
      [800, 0, ['T3']],
      [900, 1, []],
    ] as const) {
      expect(await sweep(days), String(days)).toBe(erased);
      const kept = (await mine(member)).filter(({ number }) => number !== '').map(({ title }) => title);
      expect(kept.sort(), String(days)).toEqual(left);
    }
    expect(await exported(member)).toMatchObject(Array.from({ length: 4 }, () => ({ number: '', phone })));
    expect(await stored()).not.toContain('*****');
  });

  it('is over for all of an item at once, in batches', async () => {
    await Promise.all([1, 2, 3].map(async () => add(await fresh(), { number: idNumber(), second: idNumber() })));
    const erased = await Promise.all([sweep(91), sweep(91)]);
    expect(erased.reduce((sum, count) => sum + count)).toBe(6);
    const { rows } = await sql`select id from item where module = 'register' and doc->>'number' || (doc->>'second') <> ''`.execute(
      portal.database.kysely,
    );
    expect(rows).toEqual([]);
  });

  it('is told by the privacy command', async () => {
    const { argv, env } = process;
    await add(await fresh(), { number: idNumber() });
    await sql`update form_entry set ends = ends - interval '91 days'`.execute(portal.database.kysely);
    await add(await fresh(), { number: idNumber() });
    const printed: string[] = [];
    const run = async (word: string): Promise<string[]> => {
      printed.length = 0;
      process.argv = ['node', 'privacy', word];
      expect(await runPrivacy(folder, loadKnownDefinitions)).toBe(0);
      return printed.filter((line) => line.includes('form_entry'));
    };
    try {
      process.env = { ...env, DATABASE_URL: portal.database.databaseUrl, SECRET_KEY: portal.secret.toString('hex') };
      vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line));
      expect(await run('report')).toEqual([expect.stringMatching(/^centre\tform_entry id\t2\t.*\t1 due$/)]);
      expect(await run('sweep')).toContain('centre\tform_entry id\t1 erased');
      expect(await held()).toEqual(['number']);
    } finally {
      Object.assign(process, { argv, env });
      vi.restoreAllMocks();
    }
  });
});

describe('what was stored before it was sealed', () => {
  it('is masked at once, and sealed when stored fields are brought up to date', async () => {
    member = await fresh();
    const number = idNumber();
    const { personal: _personal, ...plain } = registerOf();
    const item = { id: 'old', title: '旧', number, phone, memberId: member.id, madeAt: formatDate(portal.clock.now() - 100 * day) };
    await putItems(portal.database, [toRecord('centre', plain, item, 0)]);
    expect(await mine(member)).toMatchObject([{ number: masked(number), phone: '138****5678' }]);
    expect(await stored()).toContain(number);
    await sql`delete from module_shape where module = 'register'`.execute(portal.database.kysely);
    const keys = deriveAccountKeys(portal.secret);
    for (const times of [1, 2]) {
      expect(await refreshShapes(portal.database, portal.definitions, keys)).toBe(times === 1 ? 1 : 0);
      expect(await stored()).not.toContain(number);
      expect(await exported(member)).toMatchObject([{ number }]);
    }
    await sql`delete from module_shape where module = 'register'`.execute(portal.database.kysely);
    await refreshShapes(portal.database, portal.definitions, keys);
    expect(await exported(member)).toMatchObject([{ number }]);
    expect(await sweep(0)).toBe(1);
  });

  it('is not kept of what is imported, for nobody consented to it', async () => {
    const number = idNumber();
    await portal.put('centre', 'register', [{ id: 'in', title: '导入', number }]);
    expect([await held(), (await stored()).includes(number)]).toEqual([[], false]);
  });

  it('is sealed with the new key when keys are changed', async () => {
    member = await fresh();
    const number = idNumber();
    await add(member, { number });
    const keys = deriveAccountKeys(await openKeyRing(portal.database, [next, portal.secret]));
    expect(await rotateKeys(portal.database, keys, portal.clock.now())).toEqual([]);
    const counts = (await countSealed(portal.database)).filter(({ table }) => table === 'form_entry');
    expect(counts).toEqual([{ table: 'form_entry', label: keys.label, count: 1 }]);
    const { rows } = await sql<{ cipher: string }>`select id_cipher as cipher from form_entry`.execute(portal.database.kysely);
    expect(deriveAccountKeys(next).open('centre', rows[0]?.cipher ?? '')).toBe(number);
  });
});
