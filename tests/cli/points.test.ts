import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runPoints } from '../../src/cli/points/command';
import { addMember } from '../../src/database/accounts/members';
import { inTransaction } from '../../src/database/transaction';
import { placeOrder } from '../../src/server/rooms/points/exchange';
import { loadKeyRing } from '../../src/server/security/keyRing';
import { type AccountKeys, deriveAccountKeys } from '../../src/server/security/keys';
import { testDatabase, type TestDatabase } from '../database/harness';
import { setCredit } from '../database/points';
import { loadKnownDefinitions, projectRoot } from '../server/projectDefinitions';
import { type Run, runAlone, runTyped } from './shell';

const phone = '13600000001';
let db: TestDatabase;
let keys: AccountKeys;
let id: string;
let code: string;
beforeAll(async () => {
  db = await testDatabase();
  keys = deriveAccountKeys(await loadKeyRing(db, { databaseUrl: db.databaseUrl, dataDir: '', production: false }));
  const sealed = { phoneHash: keys.phoneHash('centre', phone), phoneCipher: keys.seal('centre', phone), nameCipher: '' };
  await addMember(db, 'centre', { id: 'm1', ...sealed, sex: '2', image: '', passwordHash: '' });
}, 60_000);
afterAll(() => db.close());
beforeEach(async () => {
  await sql`truncate point_account, point_entry, point_order, inbox_message`.execute(db.kysely);
  await setCredit(db, 'centre', 'm1', 100);
  const whom = { userName: '\u001b[31m林晓', contact: '13812345678', address: '柳湾路1号', remark: '' };
  const goods = { module: 'pointsmall', id: 'cup', name: '杯子', price: 60, stock: null, phase: 1 };
  id = await inTransaction(db, (tx) => placeOrder(tx, { keys }, { tenant: 'centre', member: 'm1', goods, ...whom, now: Date.now() }));
  const { rows } = await sql<{ cipher: string }>`select code_cipher as cipher from point_order`.execute(db.kysely);
  code = keys.open('centre', rows[0]?.cipher ?? '');
});

const points = (...args: string[]): Promise<Run> =>
  runTyped(() => runPoints(projectRoot, loadKnownDefinitions), ['points', ...args], { DATABASE_URL: db.databaseUrl });
const credit = async (): Promise<unknown> => (await sql`select credit from point_account`.execute(db.kysely)).rows;

describe('the points command', () => {
  it('lists orders that wait with whom they are for, without control characters and without codes', async () => {
    const { printed, code: exit } = await points('list', 'centre');
    expect(printed).toMatch(new RegExp(`^${id}\t.*\t杯子\t60 points\t.*林晓\t13812345678\t柳湾路1号\t-\n1 wait$`));
    expect([printed.includes('\u001b'), printed.includes(code), exit]).toEqual([false, false, 0]);
  });

  it('handles an order by its code, once', async () => {
    expect(await points('handle', 'centre', code, '1')).toEqual({ printed: `${code}\thandled\n1\tno such order`, code: 1 });
    expect(await points('handle', 'centre', code)).toEqual({ printed: `${code}\twas handled or taken back before`, code: 1 });
    expect((await points('list', 'centre')).printed).toBe('0 wait');
  });

  it('takes an order back with a reason', async () => {
    expect(await points('withdraw', 'centre', id, '缺货')).toEqual({ printed: `${id}\ttaken back`, code: 0 });
    expect(await credit()).toEqual([{ credit: 100 }]);
  });

  it.each([
    [['grant', 'centre', phone, '5', '帮忙'], 'done', 45],
    [['grant', 'centre', phone, 'volunteered', '河道清理'], 'done', 55],
    [['grant', 'centre', phone, 'login', '登录'], 'no rule of this name grants points', 40],
    [['grant', 'centre', '13699999999', '5', '帮忙'], 'there is no such member', 40],
    [['deduct', 'centre', phone, '40', '更正'], 'done', 0],
    [['deduct', 'centre', phone, '41', '更正'], 'the member has not as many points', 40],
  ])('%j: %s', async (args, printed, left) => {
    expect(await points(...args)).toEqual({ printed, code: printed === 'done' ? 0 : 1 });
    expect(await credit()).toEqual([{ credit: left }]);
  });

  it('finds a balance that is not the sum of its entries', async () => {
    expect(await points('check', 'centre')).toEqual({ printed: 'every balance is the sum of its entries', code: 0 });
    await sql`update point_account set credit = 41`.execute(db.kysely);
    expect(await points('check', 'centre')).toEqual({ printed: 'm1\tbalance 41, entries 40, unspent 40\n1 balances are wrong', code: 1 });
  });

  it.each([
    [],
    ['give', 'centre'],
    ['list'],
    ['list', 'centre', 'a'],
    ['handle', 'centre'],
    ['grant', 'centre', phone, '5'],
    ['deduct', 'centre', phone, 'login', 'x'],
  ])('says how it is used: %j', async (...args: string[]) => {
    const { printed, code: exit } = await points(...args);
    expect([printed.includes('Usage: npm run points'), exit]).toEqual([true, 2]);
  });

  it('knows no other institution', async () => {
    expect(await points('list', 'nowhere')).toEqual({
      printed: 'There is no institution nowhere. Known are centre, library, museum.',
      code: 2,
    });
  });
});

it('the program ends with the exit code of the command', async () => {
  const { code: exit, printed } = await runAlone('points', () => import('../../src/cli/points'));
  expect([exit, printed.includes('Usage: npm run points')]).toEqual([2, true]);
});
