import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fetchOldPrograms, findGivenPrograms } from '../../../src/cli/upgrade/oldPrograms';
import { digestTable, listTables, writeAlike } from '../../../src/database/backup/tables';
import { openDatabase, withOwnConnection } from '../../../src/database/connection';
import { chooseAccount } from '../../../src/database/embedded/account';
import { type Binaries } from '../../../src/database/embedded/binaries';
import { ensureRunnable } from '../../../src/database/embedded/binaryCopy';
import { ensureCluster, findRunningServer, prepareDataDir, readMajor, readPassword } from '../../../src/database/embedded/cluster';
import { startEmbedded, withServerAlone } from '../../../src/database/embedded/embedded';
import { takeLease } from '../../../src/database/embedded/lease';

const root = join(import.meta.dirname, '../../..');
const oldMajor = 17;
const programs = join(root, 'node_modules/.cache/postgres-17');

let place = '';
let script = '';
let outDir = '';
let old: Binaries | undefined;
let away = '';

beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'portal-upgrade-test-'));
  try {
    if (!existsSync(programs)) await keepPrograms();
    old = await ensureRunnable(await findGivenPrograms(oldMajor, programs), await chooseAccount(place));
  } catch (error) {
    away = String(error).split('\n')[0] ?? '';
    process.stderr.write(`The upgrade of PostgreSQL ${oldMajor} is not tried: its programs are not to be had (${away})\n`);
  }
  outDir = await mkdtemp(join(root, 'node_modules', '.upgrade-child-'));
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: join(import.meta.dirname, 'upgradeChild.ts'),
      outDir,
      emptyOutDir: false,
      target: 'node20',
      rolldownOptions: { output: { entryFileNames: 'child.mjs' } },
    },
  });
  script = join(outDir, 'child.mjs');
}, 120_000);
afterAll(async () => {
  for (const folder of [place, outDir]) await rm(folder, { recursive: true, force: true });
});

/** Fetches them once for all runs, and tries in passing what the command does. */
async function keepPrograms(): Promise<void> {
  const fetched = join(place, 'fetched');
  await mkdir(fetched);
  const { folder } = await fetchOldPrograms(oldMajor, fetched);
  await mkdir(join(programs, '..'), { recursive: true });
  const draft = `${programs}.${process.pid}`;
  await cp(folder, draft, { recursive: true, verbatimSymlinks: true });
  await rename(draft, programs);
}

/** A cluster of the old version with the schema of today and rows of several sorts. @returns where it is, and what is in it */
async function makeOld(binaries: Binaries): Promise<{ dataDir: string; directory: string; holds: Record<string, unknown> }> {
  const dataDir = await mkdtemp(join(place, 'data-'));
  const directory = await prepareDataDir(dataDir);
  await ensureCluster(binaries, directory, await chooseAccount(directory));
  let holds = {};
  await withServerAlone({ directory, binaries }, async ({ port, user, password }) => {
    const databaseUrl = `postgres://${user}:${String(password)}@127.0.0.1:${port}/postgres`;
    const database = await openDatabase({ databaseUrl, dataDir: '', poolSize: 1 });
    await sql`
      insert into item (tenant, module, id, title, doc, n1)
      select 'centre', 'news', n::text, E'tab\t汉字 😀 ' || n, jsonb_build_object('n', n), n / 3.0 from generate_series(1, 2000) n`.execute(
      database.kysely,
    );
    await sql`insert into counter (tenant, column_id, data_id, pv) select 'centre', 'c', n::text, n from generate_series(1, 500) n`.execute(
      database.kysely,
    );
    holds = await digest(database);
    await database.close();
    return directory;
  });
  return { dataDir, directory, holds };
}

const digest = (database: Parameters<typeof withOwnConnection>[0]): Promise<Record<string, unknown>> =>
  withOwnConnection(database, async (client) => {
    await client.query('begin');
    await writeAlike(client);
    const found: Record<string, unknown> = {};
    for (const table of await listTables(client)) found[table.name] = await digestTable(client, table);
    return found;
  });

/** Upgrades in a process of its own, which is killed when that step is to begin. @returns what it says, or the signal that ended it */
const upgrade = (dataDir: string, until = ''): Promise<unknown> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [script, dataDir, programs, until], { stdio: ['ignore', 'pipe', 'pipe'] });
    let [said, failed] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (failed += chunk.toString()));
    child.on('close', (_code, signal) => resolve(signal ?? (said ? (JSON.parse(said) as unknown) : failed)));
  });

const refusal = (dataDir: string): Promise<string> =>
  startEmbedded({ dataDir }).then(
    async (server) => {
      await server.stop();
      return 'started';
    },
    (error: unknown) => String(error),
  );

describe('a database of an older PostgreSQL', () => {
  it('is not started, and comes over whole whenever the upgrade is killed', async ({ skip }) => {
    if (!old) return skip(away);
    const { dataDir, directory, holds } = await makeOld(old);
    for (const step of ['programs', 'backup', 'restore', 'moveOld']) {
      expect(await upgrade(dataDir, step)).toBe('SIGKILL');
      expect([step, await readMajor(directory)]).toEqual([step, oldMajor]);
      expect(await refusal(dataDir)).toMatch(/holds is of PostgreSQL 17, this program brings PostgreSQL \d+\. .*npm run upgrade/);
    }
    // The old server outlived the killed upgrade. What a portal of the old version stores now must come along.
    const port = (await findRunningServer(directory))?.port ?? 0;
    const connection = { host: '127.0.0.1', port, user: 'portal', password: await readPassword(directory), database: 'postgres' };
    const portal = new pg.Client(connection);
    await portal.connect();
    await portal.query(`insert into counter (tenant, column_id, data_id, pv) values ('centre', 'c', 'later', 7)`);
    await portal.end();
    const lease = await takeLease(directory, connection);
    expect(await upgrade(dataDir)).toMatch(/A portal or one of its commands uses/);
    expect(await readMajor(directory)).toBe(oldMajor);
    await lease?.end();

    expect(await upgrade(dataDir, 'moveNew')).toBe('SIGKILL');
    expect(await readMajor(directory)).toBeUndefined();
    expect(await refusal(dataDir)).toMatch(/broken off just before its end. Run "npm run upgrade"/);
    const kept = `${directory}.${oldMajor}`;
    expect(await upgrade(dataDir)).toMatchObject({ from: oldMajor, kept });
    expect(await readMajor(kept)).toBe(oldMajor);
    expect((await readdir(dataDir)).sort()).toEqual(['postgres', 'postgres.17']);

    const database = await openDatabase({ dataDir, poolSize: 1 });
    const { rows } = await sql`select pv from counter where data_id = 'later'`.execute(database.kysely);
    expect(rows).toEqual([{ pv: 7 }]);
    await sql`delete from counter where data_id = 'later'`.execute(database.kysely);
    expect(await digest(database)).toEqual(holds);
    await database.close();
    expect(await upgrade(dataDir)).toBeNull();
  }, 240_000);

  it('comes over in one go, and one that an earlier upgrade kept is not written over', async ({ skip }) => {
    if (!old) return skip(away);
    const { dataDir, directory } = await makeOld(old);
    await mkdir(`${directory}.${oldMajor}`);
    await writeFile(join(`${directory}.${oldMajor}`, 'PG_VERSION'), `${oldMajor}\n`);
    expect(await upgrade(dataDir)).toMatch(/is there already, of an earlier upgrade/);
    await rm(`${directory}.${oldMajor}`, { recursive: true });
    expect(await upgrade(dataDir)).toMatchObject({ from: oldMajor, rows: expect.any(Number) });
    expect(await readMajor(directory)).toBeGreaterThan(oldMajor);
  }, 120_000);
});

it('a database of a newer PostgreSQL is not touched', async () => {
  const dataDir = await mkdtemp(join(place, 'data-'));
  await mkdir(join(dataDir, 'postgres'));
  await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '99\n');
  expect(await refusal(dataDir)).toMatch(/of PostgreSQL 99, .* a newer program has used it/);
  expect(await upgrade(dataDir)).toMatch(/newer than the \d+ that this program brings/);
});
