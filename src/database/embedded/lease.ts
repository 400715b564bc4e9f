import pg from 'pg';
import { HERE } from './account';

// Key of the advisory lock every user of an embedded server holds (shared) as long as it uses it. Any fixed number would do.
const LEASE = 7_262_001;

/**
 * Takes the shared lease on the server of `directory` (a real path).
 * @returns undefined when the server is just starting, stopping or gone: the caller looks again.
 * @throws when the server is not ours.
 */
export async function takeLease(directory: string, connection: pg.PoolConfig): Promise<pg.Client | undefined> {
  const client = new pg.Client({ ...connection, application_name: 'portal-lease', keepAlive: true, connectionTimeoutMillis: 10_000 });
  // A server that goes away must not end this process; its end is told by the event of that name.
  client.on('error', () => undefined);
  try {
    await client.connect();
    // Waits while another process holds it exclusively, which is about to shut down: the wait then ends with an error.
    await client.query('select pg_advisory_lock_shared($1)', [LEASE]);
    const { rows } = await client.query<{ data_directory: string }>('show data_directory');
    // Called HERE, it is the one of the pid file: `findRunningServer` has seen which directory that process works in.
    if ([directory, HERE].includes(rows[0]?.data_directory ?? '')) return client;
  } catch (error) {
    // Shutting down, recovering, or out of connections.
    if (error instanceof pg.DatabaseError && !/^(57P|53)/.test(error.code ?? '')) throw error;
    client.end().catch(() => undefined);
    return undefined;
  }
  await client.end();
  throw new Error(`The server on port ${connection.port} does not serve ${directory}`);
}

/** Gives the lease back. Returns whether no other is left: then it is held exclusively, so that nobody comes in before the server is down. */
export async function isLastLease(lease: pg.Client): Promise<boolean> {
  try {
    await lease.query('select pg_advisory_unlock_shared($1)', [LEASE]);
    const { rows } = await lease.query<{ last: boolean }>('select pg_try_advisory_lock($1) as last', [LEASE]);
    return rows[0]?.last ?? false;
  } catch {
    return false; // The server is gone already.
  }
}
