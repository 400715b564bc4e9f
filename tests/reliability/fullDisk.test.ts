import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../src/database/connection';
import { addToCounter, readCounter } from '../../src/database/content/counters';
import { findObstacle } from '../../src/database/failures';
import { DiskSpace } from '../../src/server/config/diskSpace';

const megabyte = 1024 * 1024;
/** What must be left. A segment of PostgreSQL's log takes 16 MB. */
const leastFree = 32 * megabyte;
const key = { tenant: 'museum', column: 'c', id: 'a' };

let folder = '';
let mounted = false;
let database: Database;
/** A small file system of its own in memory, where this account may mount one. */
function mount(): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=160m', 'tmpfs', folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-full-'));
  mounted = process.platform === 'linux' && mount();
  if (!mounted) return;
  await chmod(folder, 0o755);
  database = await openDatabase({ dataDir: join(folder, 'data'), poolSize: 2 });
}, 60_000);
afterAll(async () => {
  if (mounted) {
    await database.close();
    execFileSync('umount', [folder]);
  }
  await rm(folder, { recursive: true, force: true });
}, 60_000);

async function fillTo(free: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  await writeFile(join(folder, 'filler'), Buffer.alloc(Math.max(0, bavail * bsize - free)));
}

const large = () =>
  sql`create table large as select repeat(md5(n::text), 100) as text from generate_series(1, 40000) n`.execute(database.kysely);

describe('a disk that fills up', () => {
  it('counts as full while PostgreSQL can still write, and no longer once there is space', async ({ skip }) => {
    if (!mounted) skip('no file system can be mounted here');
    const disk = new DiskSpace(folder, leastFree);
    expect(await disk.isLow()).toBe(false);
    await fillTo(leastFree - 4 * megabyte);
    await expect.poll(() => disk.isLow()).toBe(true);
    await addToCounter(database, key, { pv: 1 });
    await sql`checkpoint`.execute(database.kysely);
    expect(await database.probe.answers()).toBe(true);
    await rm(join(folder, 'filler'));
    await expect.poll(() => disk.isLow()).toBe(false);
  });

  it('control: a write that nobody refused fails for want of space, which is known as that; reading goes on', async ({ skip }) => {
    if (!mounted) skip('no file system can be mounted here');
    await fillTo(2 * megabyte);
    const failure = await large().catch((error: unknown) => error);
    expect([findObstacle(failure), String(failure)]).toEqual(['full', expect.stringMatching(/space/)]);
    expect(await readCounter(database, key)).toMatchObject({ pv: 1 });
    await rm(join(folder, 'filler'));
    await addToCounter(database, key, { pv: 1 });
  });
});
