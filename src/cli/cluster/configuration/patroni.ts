import { type Place, type Plan, ports } from './plan';

/**
 * Seconds. A primary that is gone is replaced once its lease of `ttl` has run out, and 20 is the least that Patroni takes; a lease has to outlast
 * a look every `loop` and two attempts of `retry`.
 */
const [ttl, loop, retry] = [20, 3, 5];

/**
 * Writes the configuration of one database node. With a synchronous cluster a commit counts only when a second node has it, also when there is none
 * (`synchronous_mode_strict`), and only that node may become the primary.
 * @param folders where it keeps its data, and where the programs of PostgreSQL are
 */
export function writePatroniConfiguration(plan: Plan, { name, address }: Place, folders: { data: string; programs: string }): string {
  const { etcd, etcdSpeech, network, synchronous, passwords } = plan;
  return `scope: portal
name: ${name}
restapi:
  listen: ${address}:${ports.patroni}
  connect_address: ${address}:${ports.patroni}
${etcdSpeech}:
  hosts: ${etcd.map((each) => `${each.address}:${ports.etcdClients}`).join(',')}
bootstrap:
  dcs:
    ttl: ${ttl}
    loop_wait: ${loop}
    retry_timeout: ${retry}
    maximum_lag_on_failover: 33554432
    synchronous_mode: ${synchronous}
    synchronous_mode_strict: ${synchronous}
    postgresql:
      use_pg_rewind: true
      use_slots: true
      parameters:
        max_connections: 80
        shared_buffers: 64MB
        synchronous_commit: 'on'
        wal_keep_size: 256MB
        # A node that has stopped answering is left out after so long, and another one takes its place in commits.
        wal_sender_timeout: 10s
        wal_receiver_timeout: 10s
        # Who gave up waiting must not keep others waiting: a server does not notice unless told to, and goes on in the queue for a row.
        client_connection_check_interval: 500ms
        # Until a second node follows a new primary, nothing that is written there counts: 5 s unless set.
        wal_retrieve_retry_interval: 500ms
  initdb:
    - encoding: UTF8
    - locale: C.UTF-8
    - data-checksums
postgresql:
  listen: ${address}:${ports.postgres}
  connect_address: ${address}:${ports.postgres}
  data_dir: ${folders.data}/postgres
  bin_dir: ${folders.programs}
  pgpass: ${folders.data}/pgpass
  parameters:
    unix_socket_directories: ${folders.data}
  pg_hba:
    - local all all scram-sha-256
    - host all all ${network} scram-sha-256
    - host replication replicator ${network} scram-sha-256
  authentication:
    superuser:
      username: postgres
      password: ${passwords.superuser}
    replication:
      username: replicator
      password: ${passwords.replication}
`;
}
