import type { Client, ClientConfig } from 'pg';
import { Questioner } from './questioner';

/**
 * Turns a place in PostgreSQL's log, such as `16/B374D848`, into a number that is the greater the later the place is.
 * @throws Error for anything else
 */
function parsePosition(text: unknown): bigint {
  const [, high, low] = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i.exec(String(text)) ?? [];
  if (high === undefined || low === undefined) throw new Error(`The database says no place in its log: ${String(text).slice(0, 40)}`);
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

/** Whatever is committed is in the log up to here, for a commit is written to disk before anybody sees it. */
const primaryPosition = 'select pg_current_wal_flush_lsn()::text as position';
const replicaPosition = 'select pg_is_in_recovery() as follows, pg_last_wal_replay_lsn()::text as position';
/** Two servers with the same identity hold the same database. */
const identity = "system_identifier::text || ' ' || current_database() as identity";
const ofPrimary = `select ${identity}, pg_current_wal_flush_lsn()::text as position from pg_control_system()`;
const ofReplica = `select ${identity} from pg_control_system()`;

/** Returns who says how far the primary is. @param onConnect told of each new connection, which may lead to another primary */
export const askPrimary = (connection: () => ClientConfig, onConnect: () => void): Questioner<bigint> =>
  new Questioner({
    connection,
    text: primaryPosition,
    read: ({ position }) => parsePosition(position),
    onConnect: async () => onConnect(),
  });

/**
 * Returns who says how far a replica is. It throws when the server is no replica, and when it is none of this primary.
 * @param connection of the replica
 * @param primary of the primary
 */
export const askReplica = (connection: () => ClientConfig, primary: () => ClientConfig): Questioner<bigint> =>
  new Questioner({
    connection,
    text: replicaPosition,
    read: readReplica,
    onConnect: async (client) => {
      const reached = readReplica(await readRow(client, replicaPosition));
      const found = await readRow(client, ofReplica);
      const asker = new Questioner({ connection: primary, text: ofPrimary, read: (row) => row });
      const wanted = await asker.ask().finally(() => asker.forget());
      if (found['identity'] !== wanted['identity']) throw new Error('it holds another database');
      // What a replica has it has of its primary, which was there before.
      if (reached > parsePosition(wanted['position'])) throw new Error('it has what its primary has not');
    },
  });

function readReplica({ follows, position }: Readonly<Record<string, unknown>>): bigint {
  if (follows !== true) throw new Error('it follows no primary');
  return parsePosition(position);
}

async function readRow(client: Client, text: string): Promise<Readonly<Record<string, unknown>>> {
  const { rows } = await client.query<Record<string, unknown>>(text);
  return rows[0] ?? {};
}
