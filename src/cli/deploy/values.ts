import { randomBytes } from 'node:crypto';
import type { kinds } from './kinds';
import type { Values } from './render';

/** What differs from one place to another. */
export interface Choices {
  kind: keyof typeof kinds;
  /** The folder that is written to. */
  to: string;
  /** The project's folder. */
  root: string;
  /** The image's name with its tag. */
  image: string;
  /** The hosts by which visitors come. */
  hosts: readonly string[];
  replicas: number;
  /** Where the portal lies on the machine that systemd starts it on. */
  app: string;
}

/** Three looks of the load balancer, two seconds apart, and two seconds for the last of them: see DRAIN_SECONDS. */
const drainSeconds = 8;
/** What the program may take besides to end. */
const endSeconds = 10;
const portals = ['portal1', 'portal2', 'portal3'];

/** Returns what templates ask for, with new keys and passwords. */
export function listValues({ kind, hosts, replicas, image, ...choices }: Choices): Values {
  const several = kind === 'compose';
  return {
    ...choices,
    image,
    host: hosts,
    replicas: String(replicas),
    database: image.replace(/(:[^:/]+)?$/, '-database$1'),
    namespace: 'portal',
    node: process.execPath,
    drain: String(drainSeconds),
    grace: String(drainSeconds + endSeconds),
    certificates: '/etc/haproxy/certificates',
    ...(several ? { http: '8080', https: '8443' } : { http: '80', https: '443' }),
    servers: several
      ? portals.map((name) => `server ${name} ${name}:3000 resolvers docker init-addr libc,none`)
      : ['server portal 127.0.0.1:3000'],
    targets: several ? "'127.0.0.1:9464', '127.0.0.1:9465', '127.0.0.1:9466'" : "'127.0.0.1:9464'",
    secretKey: randomBytes(32).toString('base64'),
    portalPassword: makePassword(),
    superuserPassword: makePassword(),
    replicationPassword: makePassword(),
  };
}

/** Of characters that mean the same in addresses, files and shells. */
const makePassword = (): string => randomBytes(24).toString('hex');
