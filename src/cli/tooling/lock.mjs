import { mkdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const pollMs = 200;
const refreshMs = 2_000;
/** A holder refreshes its lock every two seconds; one this old belongs to a process that is gone. */
const staleMs = 30_000;

/**
 * Runs `work` while no other process does the same with this lock.
 * @template T
 * @param {string} path a folder that does not exist otherwise
 * @param {() => Promise<T>} work
 * @param {() => void} [waiting] told once when another process holds the lock
 * @returns {Promise<T>}
 * @throws what `work` throws, or when the folder cannot be made
 */
export async function withLock(path, work, waiting = () => {}) {
  let told = false;
  while (!(await take(path))) {
    if (!told) waiting();
    told = true;
    if (await isStale(path)) await rm(path, { recursive: true, force: true });
    else await delay(pollMs);
  }
  const timer = setInterval(() => {
    utimes(path, new Date(), new Date()).catch(() => {});
  }, refreshMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    await rm(path, { recursive: true, force: true });
  }
}

/** @param {string} path @returns {Promise<boolean>} */
async function take(path) {
  try {
    await mkdir(path);
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
  await writeFile(join(path, 'pid'), String(process.pid)).catch(() => {});
  return true;
}

/** @param {string} path @returns {Promise<boolean>} */
async function isStale(path) {
  const age = await stat(path).then(
    ({ mtimeMs }) => Date.now() - mtimeMs,
    () => 0,
  );
  const pid = Number.parseInt(await readFile(join(path, 'pid'), 'utf8').catch(() => ''), 10);
  // The process may live in another container, where its number means nothing here: only a recent refresh counts then.
  return age > staleMs || (age > 2 * refreshMs && pid > 0 && !isRunning(pid));
}

/** @param {unknown} error @param {string} code of the operating system */
const hasCode = (error, code) => error instanceof Error && 'code' in error && error.code === code;

/** @param {number} pid */
function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
}
