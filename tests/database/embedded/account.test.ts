import { chmod, chown, cp, lstat, mkdir, mkdtemp, readFile, readdir, realpath, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HERE, isAllowed, findReachableName, chooseAccount } from '../../../src/database/embedded/account';
import { type Binaries, toBinaries, locateBinaries, runProgram } from '../../../src/database/embedded/binaries';
import { ensureRunnable } from '../../../src/database/embedded/binaryCopy';
import { startEmbedded } from '../../../src/database/embedded/embedded';

// Only root starts the server under another account, and only root can make directories that account does not reach.
const asRoot = process.getuid?.() === 0 ? describe : describe.skip;
const reason = process.getuid?.() === 0 ? '' : ' (skipped: needs root)';

let closed = '';
let open = '';

beforeAll(async () => {
  closed = await mkdtemp(join(await realpath(tmpdir()), 'portal-closed-'));
  open = await mkdtemp(join(await realpath(tmpdir()), 'portal-open-'));
  await chmod(open, 0o755);
});

afterAll(async () => {
  for (const path of [closed, open]) await rm(path, { recursive: true, force: true });
});

async function ask(connection: pg.PoolConfig, text: string): Promise<unknown> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(text);
    return Object.values(rows[0] ?? {})[0];
  } finally {
    await client.end();
  }
}

asRoot(`an embedded server started by root${reason}`, () => {
  // One cluster in each: making one takes longer than all that is looked at.
  const inClosed = (): string => join(closed, 'clone', 'data');
  const inOpen = (): string => join(open, 'data');

  it('keeps its data below a directory only root may enter, without opening it', async () => {
    const dataDir = inClosed();
    const first = await startEmbedded({ dataDir });
    const second = await startEmbedded({ dataDir });
    expect(second.connection.port).toBe(first.connection.port);
    expect(await ask(first.connection, 'show data_directory')).toBe(HERE);
    await ask(first.connection, 'create table kept as select 7 as id');
    await ask(first.connection, 'checkpoint');
    await first.stop();
    await second.stop();
    const again = await startEmbedded({ dataDir });
    expect(await ask(again.connection, 'select id from kept')).toBe(7);
    await again.stop();
    expect((await stat(closed)).mode & 0o777).toBe(0o700);
    expect((await readdir(dataDir)).sort()).toEqual(['postgres']);
    expect(await chooseAccount(join(dataDir, 'postgres'))).toEqual(await chooseAccount(join(closed, 'none')));
  });

  it('calls a cluster by its path where the account reaches it', async () => {
    const server = await startEmbedded({ dataDir: inOpen() });
    expect(await ask(server.connection, 'show data_directory')).toBe(join(inOpen(), 'postgres'));
    await server.stop();
  });

  it('runs under the owner of a cluster, and takes over one that root brought back', async () => {
    const dataDir = inOpen();
    await (await startEmbedded({ dataDir })).stop();
    const directory = join(dataDir, 'postgres');
    const everything = ['', ...(await readdir(directory, { recursive: true }))].map((name) => join(directory, name));
    for (const owner of [0, 54_321]) {
      for (const path of everything) await chown(path, owner, owner).catch(() => undefined);
      const server = await startEmbedded({ dataDir });
      const { uid } = await stat(join(directory, 'postmaster.pid'));
      expect(uid).toBe(owner || (await chooseAccount(join(open, 'none'))).uid);
      await server.stop();
    }
  });

  it('leaves the permissions of an existing data directory alone', async () => {
    const dataDir = inOpen();
    await mkdir(dataDir, { recursive: true });
    await chmod(dataDir, 0o700);
    await (await startEmbedded({ dataDir })).stop();
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
  });

  it('finds a server whose working directory the kernel hides from root, as in containers', async () => {
    const dataDir = inClosed();
    const server = await startEmbedded({ dataDir });
    const pid = Number.parseInt(await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10);
    const { uid, gid } = await stat(join(dataDir, 'postgres'));
    expect(await runProgram('readlink', [`/proc/${pid}/cwd`], { uid, gid, cwd: '/' })).toEqual({
      code: 0,
      output: `${join(dataDir, 'postgres')}\n`,
    });
    await server.stop();
  });
});

asRoot(`chooseAccount and findReachableName as root${reason}`, () => {
  it('choose an account that is not root and exists or belongs to the cluster', async () => {
    const { uid = 0, gid } = await chooseAccount(join(closed, 'none'));
    expect(uid).toBeGreaterThan(0);
    expect(gid).toBeDefined();
    await chown(open, 4321, 4321);
    expect(await chooseAccount(open)).toEqual({ uid: 4321, gid: 4321 });
    await chown(open, 0, 0);
  });

  it('ask as the account, and name DATABASE_URL where it cannot be served', async () => {
    const account = await chooseAccount('/none');
    expect(await isAllowed(account, '-x', open)).toBe(true);
    expect(await isAllowed(account, '-x', closed)).toBe(false);
    expect(await findReachableName(open, account)).toBe(open);
    // Not the account's own: the other name does not help either.
    await expect(findReachableName(closed, account)).rejects.toThrow(/DATA_DIR.*DATABASE_URL/);
  });
});

asRoot(`ensureRunnable as root${reason}`, () => {
  let binaries: Binaries;

  beforeAll(async () => {
    const { folder, version } = await locateBinaries();
    binaries = toBinaries(join(closed, 'native'), version);
    await cp(folder, binaries.folder, { recursive: true, verbatimSymlinks: true });
  });

  it('copies programs the account does not reach once, safe from others, and completes a damaged copy', async () => {
    const account = await chooseAccount('/none');
    const [one, two] = await Promise.all([1, 2].map(() => ensureRunnable(binaries, account, [closed, open])));
    const copy = toBinaries(join(open, `portal-postgres-${binaries.version}`), binaries.version);
    expect([one, two]).toEqual([copy, copy]);
    const { uid, mode } = await lstat(copy.folder);
    expect([uid, mode & 0o777]).toEqual([0, 0o755]);
    const { ino } = await lstat(copy.initdb);
    await ensureRunnable(binaries, account, [open]);
    expect((await lstat(copy.initdb)).ino).toBe(ino);
    const zones = join(copy.folder, 'share', 'postgresql', 'timezonesets');
    await rm(zones, { recursive: true });
    await ensureRunnable(binaries, account, [open]);
    expect(await readdir(zones)).not.toHaveLength(0);
    await chmod(copy.postgres, 0o700);
    await ensureRunnable(binaries, account, [open]);
    expect(await isAllowed(account, '-x', copy.postgres)).toBe(true);
    expect((await readdir(open)).filter((name) => name.includes('.new-'))).toEqual([]);
  });

  it('leaves programs alone that the account runs where they are', async () => {
    const copy = await ensureRunnable(binaries, await chooseAccount('/none'), [open]);
    expect(copy.folder).toBe(join(open, `portal-postgres-${binaries.version}`));
    expect(await ensureRunnable(copy, { uid: 54_321, gid: 54_321 }, [])).toBe(copy);
    expect(await ensureRunnable(binaries, {}, [])).toBe(binaries);
  });

  it('trusts no copy and no place another user can change, and names DATABASE_URL when none is left', async () => {
    const account = await chooseAccount('/none');
    const places = [join(open, 'foreign'), join(open, 'writable')];
    for (const place of places) await mkdir(place);
    await mkdir(join(open, 'foreign', `portal-postgres-${binaries.version}`));
    await chown(join(open, 'foreign', `portal-postgres-${binaries.version}`), 4321, 4321);
    await chmod(join(open, 'writable'), 0o777);
    await expect(ensureRunnable(binaries, account, [...places, closed])).rejects.toThrow(/foreign.*writable.*DATABASE_URL/s);
  });
});
