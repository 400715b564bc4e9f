import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

/** Says to the program that it runs in namespaces of its own, and which folder it may use. */
const mark = 'PORTAL_CLUSTER_FOLDER';

/** Users, networks, file systems and processes apart from those of the machine. Who made them is root in there, and nobody special outside. */
const apart = ['--user', '--map-root-user', '--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc'];
const first = 'mount -t tmpfs tmpfs /run && ip link set lo up';

/** Returns the folder that this program may use; undefined when it does not run in namespaces of its own. */
export const findInside = (): string | undefined => process.env[mark];

/**
 * Runs this program once more, in namespaces of its own: whatever it starts or makes of networks there ends with it, or when this one ends, however
 * that ends.
 * @param folder that the program in there may use
 * @returns its exit code. Throws when this user may not have such namespaces.
 */
export async function runInside(folder: string): Promise<number> {
  const { status, stderr } = spawnSync('unshare', [...apart, 'sh', '-c', first], { encoding: 'utf8' });
  if (status !== 0)
    throw new Error(`Namespaces cannot be made, perhaps because of a container or kernel.unprivileged_userns_clone: ${stderr.trim()}`);
  // The shell looks after processes whose parents have ended, as the first one has to.
  const script = `${first} && "$@"; exit $?`;
  const command = [...apart, 'sh', '-c', script, 'sh', process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  const env = { ...process.env, [mark]: folder };
  const inside = spawn('unshare', command, { stdio: ['pipe', 'inherit', 'inherit'], env });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => inside.stdin.end());
  const [code] = (await once(inside, 'exit')) as [number | null];
  return code ?? 1;
}

/** Ends this program, which runs inside, with the one outside. */
export const endWithOutside = (): unknown => process.stdin.on('end', () => process.exit(1)).resume();
