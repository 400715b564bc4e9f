import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Queryable } from '../../../src/database/connection';
import { addEnrolments, countUnused, type NewEnrolment } from '../../../src/database/enrolments/enrolments';
import { inTransaction } from '../../../src/database/transaction';
import { type TestDatabase, testDatabase } from '../harness';

const scope = { tenant: 'museum', module: 'lectures', activity: 'wanted', session: '' };
const crowd = 1000;
let db: TestDatabase;
let serial = 0;

function makeEnrolment(): NewEnrolment {
  const id = `e${(serial += 1)}`;
  const ciphers = { nameCipher: 'n', phoneCipher: 'p', idCipher: 'i' };
  return { id, contact: id, ...ciphers, idHash: id, otherIdHashes: [], status: 'enrolled', signHash: id, signCipher: 's' };
}

const enrol = (tx: Queryable, count: number, member = `m${serial}`): Promise<Set<string>> =>
  addEnrolments(tx, scope, member, Array.from({ length: count }, makeEnrolment), new Date());

const statements = {
  'an enrolment is added': (tx: Queryable) => enrol(tx, 1),
  'what a member left unused is counted': (tx: Queryable) => countUnused(tx, scope.tenant, 'm', []),
};

/** Returns how many rows a statement reads of all enrolments. */
const countRead = (work: (tx: Queryable) => Promise<unknown>): Promise<number> =>
  inTransaction(db, async (tx) => {
    await sql`set local plan_cache_mode = force_generic_plan`.execute(tx.kysely);
    const before = await askRead(tx);
    await work(tx);
    return (await askRead(tx)) - before;
  });

/** Returns how many rows the connection has read that the server has not added up yet. */
async function askRead(tx: Queryable): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    select seq_tup_read + coalesce(idx_tup_fetch, 0) as read
    from pg_stat_xact_user_tables
    where relname = 'enrolment'`.execute(tx.kysely);
  return Number(rows[0]?.read);
}

beforeAll(async () => {
  db = await testDatabase({ poolSize: 1 });
  // As in a portal that was installed yesterday: plans are made while there is next to nothing, and kept while a crowd comes.
  for (const statement of Object.values(statements)) await countRead(statement);
  for (let member = 0; member < crowd / 2; member += 1) await enrol(db, 2);
}, 60_000);
afterAll(() => db.close());

it.each(Object.entries(statements))('%s without a look at the enrolments of others', async (_row, statement) => {
  expect(await countRead(statement)).toBeLessThan(10);
});

it('control: who asks for all of them is seen to read them', async () => {
  expect(await countRead((tx) => sql`select count(id_cipher) from enrolment`.execute(tx.kysely))).toBeGreaterThanOrEqual(crowd);
});
