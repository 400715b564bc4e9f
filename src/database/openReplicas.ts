import type pg from 'pg';
import { createPool } from './pool';
import type { StatementObserver } from './statementNames';
import { createPreparingPool } from './statements';
import { askPrimary, askReplica } from './replicaPositions';
import { Replica } from './replica';
import { Replicas } from './replicas';

/** How replicas are used. */
interface ReplicaPoolOptions {
  /** Connections to each at most. */
  poolSize: number;
  pooler?: 'transaction';
  /** Told when one is not read from any more, and when it is again. */
  onReplicaChange?: (line: string) => void;
  /** Are told of statements. */
  observers: ReadonlySet<StatementObserver>;
}

/** A replica that is not there must not take the time that the primary needs to answer in its place. */
const CONNECT_TIMEOUT_MS = 1_000;

/**
 * Opens the replicas of a primary; one that is away is used when it is there.
 * @param urls connection strings, each of which leads to one replica
 * @param primary where the primary is now
 */
export function openReplicas(
  urls: readonly string[],
  primary: () => pg.ClientConfig,
  { poolSize, pooler, observers, onReplicaChange = () => undefined }: ReplicaPoolOptions,
): Replicas {
  const replicas = urls.map((connectionString) => {
    const connection = {
      connectionString,
      application_name: 'portal-reads',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
    };
    const pool = createPreparingPool(createPool(connection, { poolSize, pooler }), pooler === 'transaction', observers);
    const position = askReplica(() => connection, primary);
    return new Replica({ name: new URL(connectionString).host, pool, position, onChange: onReplicaChange });
  });
  // A new connection may lead to another primary, of which they are no replicas.
  const place = askPrimary(primary, () => replicas.forEach((replica) => replica.forget()));
  return new Replicas(
    replicas,
    () => place.ask(),
    () => place.forget(),
  );
}
