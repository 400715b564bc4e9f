import { randomBytes } from 'node:crypto';

/** A machine of the cluster: a network namespace of its own with an address of its own. */
export interface Place {
  name: string;
  address: string;
}

/** What the cluster is made of. Its addresses are those that RFC 2544 keeps for tests, so that no other network is hidden. */
export interface Plan {
  /** Where this machine itself is found by the others, which also runs the proxy, the pooler and the portal's servers. */
  gateway: Place;
  databases: readonly Place[];
  etcd: readonly Place[];
  /** The addresses of all, as CIDR. */
  network: string;
  /** Whether a commit counts only when a second node has it. */
  synchronous: boolean;
  /** How Patroni speaks to etcd. */
  etcdSpeech: EtcdSpeech;
  passwords: Passwords;
}

/** `etcd3`, or, in older Patronis, `etcd`: version 2 of its interface. */
export type EtcdSpeech = 'etcd' | 'etcd3';

/** The passwords of the roles in the database. */
export interface Passwords {
  superuser: string;
  replication: string;
  portal: string;
}

/** The ports that others than the portal itself listen on. */
export const ports = { postgres: 5432, patroni: 8008, etcdClients: 2379, etcdPeers: 2380, primary: 16_432, pooler: 16_433, portal: 16_480 };

/** The ports of the portal's own servers. */
export const serverPorts = [16_481, 16_482, 16_483];
/** Where the metrics of each are. */
export const metricsPorts = [16_491, 16_492, 16_493];

const base = '198.18.77';
const firstDatabase = 11;
const firstEtcd = 21;
const name = 'portalha';

/** Draws a cluster up: three database nodes and three etcd, with passwords that nobody knows. */
export function drawPlan(synchronous: boolean, etcdSpeech: EtcdSpeech = 'etcd3'): Plan {
  const line = (kind: string, first: number): Place[] =>
    [0, 1, 2].map((index) => ({ name: `${name}-${kind}${index + 1}`, address: `${base}.${first + index}` }));
  const draw = (): string => randomBytes(16).toString('hex');
  return {
    gateway: { name, address: `${base}.1` },
    databases: line('db', firstDatabase),
    etcd: line('e', firstEtcd),
    network: `${base}.0/24`,
    synchronous,
    etcdSpeech,
    passwords: { superuser: draw(), replication: draw(), portal: draw() },
  };
}
