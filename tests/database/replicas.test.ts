import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Database, openDatabase } from '../../src/database/connection';
import { inTransaction } from '../../src/database/transaction';
import { type TestDatabase, testDatabase, withDatabase } from './harness';
import { openReplicated, type Replicated, startReplicated, useServer } from './replicated';

let servers: Replicated;
let restore: () => void;
let own: TestDatabase;
let db: Database;
const lines: string[] = [];
beforeAll(async () => {
  servers = await startReplicated();
  restore = await useServer(servers.primaryUrl);
  own = await testDatabase();
  await sql`create table note (text text primary key)`.execute(own.kysely);
  db = await openReplicated(own.databaseUrl, servers, lines);
}, 120_000);
afterAll(async () => {
  await db?.close();
  await own?.close();
  restore?.();
  await servers?.close();
}, 60_000);
beforeEach(async () => {
  await sql`delete from note`.execute(own.kysely);
  await servers.catchUp();
});
afterEach(() => servers.resume());

const write = (database: Pick<Database, 'kysely'>, text: string) => sql`insert into note (text) values (${text})`.execute(database.kysely);
const readNotes = async ({ kysely }: Pick<Database, 'kysely'>): Promise<string[]> =>
  (await sql<{ text: string }>`select text from note order by text`.execute(kysely)).rows.map(({ text }) => text);
const isAnsweredByReplica = async ({ kysely }: Pick<Database, 'kysely'>): Promise<boolean> =>
  (await sql<{ follows: boolean }>`select pg_is_in_recovery() as follows`.execute(kysely)).rows[0]?.follows === true;
const reading = <T>(work: () => Promise<T>, database = db): Promise<T> => database.replicas?.read(work) ?? work();

describe('work that reads', () => {
  it('is answered by a replica that has everything', async () => {
    await write(db, 'a');
    await servers.catchUp();
    expect(await reading(() => isAnsweredByReplica(db))).toBe(true);
    expect(await reading(() => readNotes(db))).toEqual(['a']);
  });

  it('is answered by the primary where nobody says that it only reads', async () => {
    expect(await isAnsweredByReplica(db)).toBe(false);
  });

  it('sees what was committed before it, though the replica stands still', async () => {
    await servers.pause();
    await write(db, 'a');
    expect(await reading(() => readNotes(db))).toEqual(['a']);
    expect(await servers.askReplica('select pg_is_in_recovery() as follows')).toEqual([{ follows: true }]);
    expect(await reading(() => isAnsweredByReplica(db))).toBe(false);
    await servers.resume();
    await vi.waitFor(async () => expect(await reading(() => isAnsweredByReplica(db))).toBe(true), { timeout: 10_000 });
  });

  it('sees what another process committed a moment before', async () => {
    for (let round = 0; round < 40; round += 1) {
      await write(own, `note ${round}`);
      expect(await reading(() => readNotes(db))).toContain(`note ${round}`);
    }
  });

  it('reads from the primary from its first write on', async () => {
    await reading(async () => {
      expect(await isAnsweredByReplica(db)).toBe(true);
      await servers.pause();
      await write(db, 'a');
      expect(await readNotes(db)).toEqual(['a']);
      await inTransaction(db, async (tx) => {
        await write(tx, 'b');
        expect(await readNotes(tx)).toEqual(['a', 'b']);
      });
      expect(await readNotes(db)).toEqual(['a', 'b']);
    });
  });

  it('asks nothing of the servers that a user without any rights may not ask', async () => {
    await own.kysely.connection().execute(async (kysely) => {
      await sql`create role nobody_much`.execute(kysely);
      await sql`set role nobody_much`.execute(kysely);
      const { rows } = await sql`
        select pg_current_wal_flush_lsn(), pg_last_wal_replay_lsn(), system_identifier from pg_control_system()`.execute(kysely);
      expect(rows).toHaveLength(1);
      await sql`reset role`.execute(kysely);
    });
  });

  it('hears of its own mistakes as from the primary', async () => {
    await expect(reading(() => sql`select 1 / ${0}::integer`.execute(db.kysely))).rejects.toThrow('division by zero');
    expect(await reading(() => isAnsweredByReplica(db))).toBe(true);
  });

  it('is answered by the primary while the replica is away, which is said once, and by the replica when that is back', async () => {
    lines.length = 0;
    await servers.cut();
    await write(db, 'a');
    for (let round = 0; round < 5; round += 1) expect(await reading(() => readNotes(db))).toEqual(['a']);
    expect(db.replicas?.away).toBe(1);
    await servers.mend();
    await vi.waitFor(async () => expect(await reading(() => isAnsweredByReplica(db))).toBe(true), { timeout: 15_000 });
    expect(db.replicas?.away).toBe(0);
    expect(lines).toEqual([
      expect.stringMatching(/^The replica 127\.0\.0\.1:\d+ is not read from, the primary is instead: /),
      expect.stringMatching(/^The replica 127\.0\.0\.1:\d+ is read from again\.$/),
    ]);
  });

  it.each<[string, () => string, string]>([
    ['another database', () => withDatabase(servers.replicaUrl, 'postgres'), 'it holds another database'],
    ['a primary', () => own.databaseUrl, 'it follows no primary'],
  ])('is never answered by %s that was taken for a replica', async (_what, url, reason) => {
    const said: string[] = [];
    const wrong = await openDatabase({
      databaseUrl: own.databaseUrl,
      readUrls: [url()],
      dataDir: '',
      poolSize: 2,
      onReplicaChange: (line) => said.push(line),
    });
    try {
      await write(wrong, 'a');
      expect(await reading(() => readNotes(wrong), wrong)).toEqual(['a']);
      expect(wrong.replicas?.counts).toEqual({ replica: 0, primary: 1 });
      expect(said.join()).toContain(reason);
    } finally {
      await wrong.close();
    }
  });
});
