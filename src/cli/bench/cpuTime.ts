import { readFile } from 'node:fs/promises';
import { listBackends } from '../../database/benchmarks/backends';
import type { Queryable } from '../../database/connection';

/** How long a tick of the kernel's accounts is, in milliseconds. */
const tick = 10;

/** Returns the milliseconds that a process has used a processor for; 0 when it is gone, or on a system that does not tell. */
export async function readCpuTime(pid: number): Promise<number> {
  const told = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = told.slice(told.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) || 0) + (Number(fields[12]) || 0)) * tick;
}

/** Returns the milliseconds of processor time that a server and the database took for something. */
export async function measureCpuTime(db: Queryable, server: number, work: () => Promise<void>): Promise<number> {
  const pids = [server, ...(await listBackends(db))];
  const total = async (): Promise<number> => (await Promise.all(pids.map(readCpuTime))).reduce((sum, each) => sum + each, 0);
  const before = await total();
  await work();
  return (await total()) - before;
}
