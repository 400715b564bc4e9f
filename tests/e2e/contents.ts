import { execFile } from 'node:child_process';
import { access, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { JsonObject } from '../../src/model/json';
import { formatIso } from '../../src/runtime/time';
import { expect, test } from './portal';

const projectRoot = join(import.meta.dirname, '..', '..');

/**
 * Sets apart what tests make from what they made when one of them failed before: with it ended its worker. Two digits.
 */
export const worker = (process.env.TEST_WORKER_INDEX ?? '').padStart(2, '0').slice(-2);

/**
 * Sets apart what a test uses up from what it used when it was tried before, where all workers share what was made. Two digits.
 * @throws outside of a test
 */
export function attempt(): string {
  const { repeatEachIndex, retry } = test.info();
  return `${repeatEachIndex % 10}${retry % 10}`;
}

export const hour = 3_600_000;
export const day = 24 * hour;

/** A moment so many milliseconds from now, as items keep it. */
export const inTime = (milliseconds: number): string => formatIso(Date.now() + milliseconds);

/** An activity in three days that is enrolled for now. */
export const activity = (id: string, name: string, more: JsonObject = {}): JsonObject => ({
  id,
  columnId: '6113',
  name,
  image: `/pictures/textile/${id}.svg`,
  address: '青澜市文化馆二楼教室',
  organizer: '青澜市文化馆',
  number: 20,
  price: 0,
  enrollBeginTime: inTime(-day),
  enrollEndTime: inTime(2 * day),
  beginTime: inTime(3 * day),
  endTime: inTime(3 * day + 2 * hour),
  content: '<p>由馆内老师带领，材料现场提供。</p>',
  ...more,
});

/** A venue that is open every day from 09:00 to 18:00. */
export const venue = (id: string, name: string, more: JsonObject = {}): JsonObject => ({
  id,
  columnId: '6140',
  name,
  image: `/pictures/stage/${id}.svg`,
  address: '青澜市文澜区临河路66号',
  sectionDataList: [{ pnum: 40 }],
  cost: '免费',
  isTimeSection: 0,
  content: '<p>可用于排练和交流。</p>',
  insertTime: inTime(-400 * day),
  ...more,
});

/**
 * Brings items into a module of the first institution, by the command that its staff use: once for each attempt, by the worker that
 * comes first, for the command takes seconds to start. The others wait until they are there. What one file of tests brings has another first
 * item than what others bring.
 */
export async function addItems(module: string, items: readonly JsonObject[]): Promise<void> {
  const folder = join(process.env.PORTAL_DATA ?? '', `e2e-${module}-${String(items[0]?.['id'])}-${attempt()}`);
  const done = join(folder, 'done');
  const isFirst = await mkdir(folder).then(
    () => true,
    () => false,
  );
  if (!isFirst) return expect(() => access(done), `items of ${module} that another worker brings`).toPass({ timeout: 60_000 });
  try {
    await importItems(module, items);
    await writeFile(done, '');
  } catch (error) {
    await rm(folder, { recursive: true });
    throw error;
  }
}

async function importItems(module: string, items: readonly JsonObject[]): Promise<void> {
  const running = promisify(execFile)(
    process.execPath,
    ['dist/server/import.js', '--tenant', 'centre', '--module', module, '--format', 'ndjson', '-'],
    { cwd: projectRoot, env: { ...process.env, DATA_DIR: process.env.PORTAL_DATA } },
  );
  running.child.stdin?.end(items.map((item) => `${JSON.stringify(item)}\n`).join(''));
  expect((await running).stdout).toContain(`failed 0 of ${items.length} rows`);
}
