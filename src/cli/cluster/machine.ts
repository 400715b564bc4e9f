import { execFile, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { promisify } from 'node:util';
import type { Place, Plan } from './configuration/plan';

const run = promisify(execFile);
const ip = async (...args: readonly string[]): Promise<string> => (await run('ip', args)).stdout;

/** Database servers do not run as root, which this is in its namespaces: they are in one more, where the same user has a number of his own. */
const asNobodySpecial = ['unshare', '--user', '--map-user=1000', '--map-group=1000'];

const intoNetwork = ({ place }: Machine): string => `--net=/run/netns/${place.name}`;

/**
 * Starts a program; in the network of a machine if there is one.
 * @param log the file that it adds to what it says
 * @returns its process id
 */
export function startProgram(command: readonly string[], log: string, machine?: Machine): number {
  const file = openSync(log, 'a');
  const inside = machine ? ['nsenter', intoNetwork(machine)] : [];
  const [program = '', ...args] = [...inside, ...asNobodySpecial, ...command];
  const child = spawn(program, args, { stdio: ['ignore', file, file], detached: true, cwd: '/' });
  closeSync(file);
  child.unref();
  child.on('error', () => undefined);
  return child.pid ?? 0;
}

/** Sends a signal to a process that may have ended. */
function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has.
  }
}

/** A machine of the cluster: a network namespace, and whatever runs in it. */
export class Machine {
  private constructor(readonly place: Place) {}

  /** Connects this machine to the network of the plan. */
  static async lay({ gateway, network }: Plan): Promise<void> {
    await ip('link', 'add', gateway.name, 'type', 'bridge');
    await ip('addr', 'add', `${gateway.address}/${network.split('/')[1] ?? ''}`, 'dev', gateway.name);
    await ip('link', 'set', gateway.name, 'up');
  }

  /** Adds a machine to the network. */
  static async add({ gateway, network }: Plan, place: Place): Promise<Machine> {
    const { name, address } = place;
    await ip('netns', 'add', name);
    await ip('link', 'add', name, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
    await ip('link', 'set', name, 'master', gateway.name, 'up');
    await ip('-n', name, 'addr', 'add', `${address}/${network.split('/')[1] ?? ''}`, 'dev', 'eth0');
    for (const device of ['lo', 'eth0']) await ip('-n', name, 'link', 'set', device, 'up');
    return new Machine(place);
  }

  /** Returns the ids of the processes that run here. */
  async listProcesses(): Promise<number[]> {
    return (await ip('netns', 'pids', this.place.name)).split('\n').filter(Boolean).map(Number);
  }

  /** Sends a signal to everything that runs here, also to what is only just beginning. */
  async signal(signal: NodeJS.Signals): Promise<void> {
    const reached = new Set<number>();
    for (;;) {
      const more = (await this.listProcesses()).filter((pid) => !reached.has(pid));
      if (more.length === 0) return;
      for (const pid of more) signalProcess(pid, signal);
      for (const pid of more) reached.add(pid);
    }
  }

  /** Nothing that this machine and another place send each other arrives any more: it is lost without a word, as on a cable that was pulled. */
  async cut({ address }: Place): Promise<void> {
    await this.filter('-A', 'INPUT', '-s', address);
    await this.filter('-A', 'OUTPUT', '-d', address);
  }

  /** Mends what was cut. */
  async mend({ address }: Place): Promise<void> {
    await this.filter('-D', 'INPUT', '-s', address);
    await this.filter('-D', 'OUTPUT', '-d', address);
  }

  private async filter(...rule: readonly string[]): Promise<void> {
    await run('nsenter', [intoNetwork(this), 'iptables', '-w', ...rule, '-j', 'DROP']);
  }
}
