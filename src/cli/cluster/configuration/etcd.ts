import { type Place, type Plan, ports } from './plan';

/** Milliseconds. A disk that others use, too, makes an etcd late; a leader that is only late must not be voted out. */
const [heartbeat, election] = [250, 2_500];

/**
 * Writes the configuration of one etcd.
 * @param folder where it keeps its data
 */
export function writeEtcdConfiguration({ etcd, etcdSpeech }: Plan, { name, address }: Place, folder: string): string {
  const peers = etcd.map((each) => `${each.name}=http://${each.address}:${ports.etcdPeers}`).join(',');
  return `name: ${name}
data-dir: ${folder}
listen-client-urls: http://${address}:${ports.etcdClients}
advertise-client-urls: http://${address}:${ports.etcdClients}
listen-peer-urls: http://${address}:${ports.etcdPeers}
initial-advertise-peer-urls: http://${address}:${ports.etcdPeers}
initial-cluster: ${peers}
initial-cluster-state: new
initial-cluster-token: portal
# Patroni speaks to it over HTTP, which a configuration in a file leaves off.
enable-grpc-gateway: true
enable-v2: ${etcdSpeech === 'etcd'}
heartbeat-interval: ${heartbeat}
election-timeout: ${election}
`;
}
