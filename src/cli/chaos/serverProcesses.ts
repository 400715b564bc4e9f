import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** A process of an embedded PostgreSQL. */
export interface ServerProcess {
  pid: number;
  /** What it does, as its title says: `checkpointer`, `walwriter`, `portal postgres 127.0.0.1(54321) idle`; `postmaster` for the main one. */
  title: string;
}

/** Returns the number of the main process of the server in `dataDir`. @internal */
export const readPostmaster = (dataDir: string): number =>
  Number.parseInt(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10);

/** Returns the processes of the server in `dataDir`, the main one first. Needs /proc. */
export function listServerProcesses(dataDir: string): ServerProcess[] {
  const postmaster = readPostmaster(dataDir);
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const parent = Number(readFileSync(`/proc/${name}/stat`, 'utf8').replace(/^.*\)/s, '').trim().split(' ')[1]);
        if (parent !== postmaster) return [];
        return [
          {
            pid: Number(name),
            title: readFileSync(`/proc/${name}/cmdline`, 'utf8')
              .replace(/\0/g, ' ')
              .replace(/^postgres: /, '')
              .trim(),
          },
        ];
      } catch {
        return []; // It ended meanwhile.
      }
    });
  return [{ pid: postmaster, title: 'postmaster' }, ...children];
}

/** Sends a signal to all processes of the server, as a machine does that stops its guests. */
export function signalServer(dataDir: string, signal: NodeJS.Signals): void {
  for (const { pid } of listServerProcesses(dataDir)) process.kill(pid, signal);
}
