import { execFileSync } from 'node:child_process';
import { chmod, mkdir, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { DefinitionStore } from '../../server/config/definitionStore';
import { Enrolling } from '../bench/enrolling';
import type { Finding } from './measure';
import { PortalProcess, type PortalSettings } from '../running/portalProcess';
import { ask } from '../running/traffic';

const size = '700m';
const minFreeMegabytes = 64;
const megabyte = 1024 * 1024;
const noticeMs = 1_000;

/** A portal on a small file system in memory, which is filled up. Where none may be mounted it is only said so. */
export async function measureFullDisk(settings: PortalSettings, definitions: DefinitionStore): Promise<Finding[]> {
  const folder = join(settings.dataDir, '../small');
  await mkdir(folder);
  await chmod(folder, 0o755);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return [{ what: 'full disk', figure: 'left out: no file system may be mounted', failed: false }];
  }
  try {
    return await fill({ ...settings, dataDir: join(folder, 'data'), minFreeMegabytes }, folder, definitions);
  } finally {
    execFileSync('umount', [folder]);
  }
}

async function fill(settings: PortalSettings, folder: string, definitions: DefinitionStore): Promise<Finding[]> {
  const portal = await PortalProcess.start(settings);
  try {
    const enrolling = await Enrolling.prepare(settings.dataDir, definitions, Buffer.from(settings.secret, 'hex'));
    const turns = await enrolling.createTurns();
    const statuses = async (): Promise<string> => {
      await delay(noticeMs);
      const turn = turns.pop();
      const enrolled = turn && (await enrolling.enrol(portal.port, turn));
      const asked = await Promise.all(['/healthz', '/readyz', '/', '/?page=2'].map((path) => ask(portal.port, { path })));
      return [...asked.map(({ status }) => status), enrolled?.outcome.status].join(' ');
    };
    const say = (what: string, figure: string, wanted: string): Finding => ({
      what: `${what}: /healthz, /readyz, pages, enrolling`,
      figure,
      aim: wanted,
      failed: figure !== wanted,
    });
    const { bavail, bsize } = await statfs(folder);
    const filler = join(folder, 'filler');
    await writeFile(filler, Buffer.alloc(Math.max(0, bavail * bsize - (minFreeMegabytes - 1) * megabyte)));
    const full = await statuses();
    await rm(filler);
    return [say('full disk', full, '200 503 200 200 507'), say('disk with space again', await statuses(), '200 200 200 200 200')];
  } finally {
    await portal.end('SIGTERM');
  }
}
