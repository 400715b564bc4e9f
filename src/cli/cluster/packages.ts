import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { EtcdSpeech } from './configuration/plan';

/** What is needed of each of Debian's packages. */
const needed: readonly { program: string; name: string }[] = [
  { program: 'patroni', name: 'patroni' },
  { program: 'etcd', name: 'etcd-server' },
  { program: 'etcdctl', name: 'etcd-client' },
  { program: 'haproxy', name: 'haproxy' },
  { program: 'pgbouncer', name: 'pgbouncer' },
  { program: 'ip', name: 'iproute2' },
  { program: 'iptables', name: 'iptables' },
  { program: 'unshare', name: 'util-linux' },
  { program: 'mount', name: 'mount' },
];
const versions = '/usr/lib/postgresql';

/** Folders that only root's PATH has everywhere. */
const alsoLookedIn = ['/usr/sbin', '/sbin'];

const isThere = (program: string): boolean =>
  [...(process.env['PATH'] ?? '').split(delimiter), ...alsoLookedIn].some((folder) => existsSync(join(folder, program)));

/** Returns the folder with the programs of the newest PostgreSQL of Debian's; undefined without one. */
export function findPostgres(): string | undefined {
  const found = existsSync(versions) ? readdirSync(versions).filter((name) => existsSync(join(versions, name, 'bin/initdb'))) : [];
  const newest = found.sort((a, b) => Number(b) - Number(a))[0];
  return newest === undefined ? undefined : join(versions, newest, 'bin');
}

/** Returns which of Debian's packages are missing. */
export const findMissingPackages = (): string[] => [
  ...needed.filter(({ program }) => !isThere(program)).map(({ name }) => name),
  ...(findPostgres() === undefined ? ['postgresql'] : []),
];

/** The command that installs packages, for people to read and for programs to run. */
export const buildInstallation = (packages: readonly string[]): string[] => [
  'apt-get',
  'install',
  '-y',
  '--no-install-recommends',
  ...packages,
];

/** Installs packages, by Debian's own means. Throws when that fails. */
export function installPackages(packages: readonly string[]): void {
  const [command = '', ...args] = buildInstallation(packages);
  const { status } = spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
  if (status !== 0) throw new Error(`${command} ended with ${status}`);
}

/**
 * Returns how a Patroni best speaks to etcd. Before 3.1 it keeps what it once read through version 3 of the interface, also when that is old: on a busy
 * machine it then tries to change the synchronous standby in vain, for good ("Synchronous replication key updated by someone else").
 * @param version what `patroni --version` says
 */
export function chooseEtcdSpeech(version: string): EtcdSpeech {
  const [, major = '0', minor = '0'] = /(\d+)\.(\d+)/.exec(version) ?? [];
  return Number(major) > 3 || (Number(major) === 3 && Number(minor) >= 1) ? 'etcd3' : 'etcd';
}

/** Returns what the Patroni that is installed says of its version. Throws when it is not. */
export const readPatroniVersion = (): string => execFileSync('patroni', ['--version'], { encoding: 'utf8' });
