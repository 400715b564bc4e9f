import { noteRotated } from '../../database/accounts/keyGenerations';
import {
  countSealed,
  listTables,
  lockUnsealed,
  type RowKey,
  SEALED_TABLES,
  type SealedTable,
  type SealedCount,
  type SealedRow,
  type SealedTableName,
  writeSealed,
} from '../../database/accounts/sealedValues';
import type { Queryable } from '../../database/connection';
import { inTransaction } from '../../database/transaction';
import type { AccountKeys } from './keys';
import { hashAttendee, hashBooker, hashContact, hashSignCode } from './storedHashes';

const batch = 500;
/** Rows that somebody was changing are looked at again, as often. */
const rounds = 20;

/** Told of what was sealed anew. */
type Told = (table: SealedTableName, rows: number) => void;

/**
 * Seals everything that is stored with the first key, batch by batch, while the portal is used; each batch is a transaction, so that it
 * may be stopped and begun again at any time, and by several at once.
 * @returns what is left under other keys: nothing, unless servers still seal with one of them
 */
export async function rotateKeys(db: Queryable, keys: AccountKeys, now: number, told: Told = () => undefined): Promise<SealedCount[]> {
  for (let round = 0; round < rounds; round += 1) {
    for (const table of listTables()) await resealTable(db, keys, table, told);
    const left = (await countSealed(db)).filter(({ label }) => label !== keys.label);
    if (left.length > 0) continue;
    await noteRotated(db, keys.label, now);
    return [];
  }
  return (await countSealed(db)).filter(({ label }) => label !== keys.label);
}

/** Seals what is plain from before it was sealed. @returns how many rows there were */
export async function sealPlainValues(db: Queryable, keys: AccountKeys): Promise<number> {
  const tables = new Set((await countSealed(db)).filter(({ label }) => label === 'plain').map(({ table }) => table));
  let sealed = 0;
  for (const table of tables)
    await resealTable(db, keys, table, (_table, rows) => {
      sealed += rows;
    });
  return sealed;
}

async function resealTable(db: Queryable, keys: AccountKeys, table: SealedTableName, told: Told): Promise<void> {
  let after: RowKey | undefined;
  for (;;) {
    const rows = await inTransaction(db, async (tx) => {
      const locked = await lockUnsealed(tx, table, { label: keys.label, after, limit: batch });
      if (locked.length > 0)
        await writeSealed(
          tx,
          table,
          locked.map((row) => resealRow(keys, table, row)),
        );
      return locked;
    });
    after = rows.at(-1);
    if (!after) return;
    told(table, rows.length);
  }
}

/** Returns a row with everything in it sealed and hashed with the first key. What was forgotten, and is '', stays so. */
function resealRow(keys: AccountKeys, table: SealedTableName, row: SealedRow): SealedRow {
  const { tenant, id } = row;
  const { ciphers, plain }: SealedTable = SEALED_TABLES[table];
  const opened = new Map(
    ciphers.map((name) => {
      const [sealed, written] = [row[name] ?? '', row[plain[name] ?? ''] ?? ''];
      return [name, sealed === '' ? written : keys.open(tenant, sealed)] as const;
    }),
  );
  const say = (name: string): string => opened.get(name) ?? '';
  const sealedAnew = ciphers.map((name) => [name, row[name] === null ? null : seal(keys, tenant, row[name] ?? '', say(name))] as const);
  return { ...row, tenant, id, ...Object.fromEntries(sealedAnew), ...rehash(keys, table, row, say) };
}

const seal = (keys: AccountKeys, tenant: string, sealed: string, text: string): string =>
  sealed === '' ? (text === '' ? '' : keys.seal(tenant, text)) : keys.renew(tenant, sealed);

/** Returns the hashes of a row by their columns; those of what was forgotten stay as they are. */
function rehash(keys: AccountKeys, table: SealedTableName, row: SealedRow, say: (cipher: string) => string): Record<string, string> {
  const { tenant } = row;
  const [idNumber, code] = [say('id_cipher'), say('sign_cipher')];
  const scope = { tenant, module: row['module'] ?? '', activity: row['activity_id'] ?? '' };
  const forPerson = (hashes: readonly [string, ...string[]]): Record<string, string> => (idNumber === '' ? {} : { id_hash: hashes[0] });
  switch (table) {
    case 'member':
      return { phone_hash: keys.phoneHash(tenant, say('phone_cipher')) };
    case 'contact':
      return forPerson(hashContact(keys, tenant, row['member_id'] ?? '', idNumber));
    case 'booking':
      return forPerson(hashBooker(keys, tenant, idNumber));
    case 'enrolment':
      return {
        ...forPerson(hashAttendee(keys, tenant, idNumber)),
        ...(code === '' ? {} : { sign_hash: hashSignCode(keys, scope, code)[0] }),
      };
    case 'point_order':
      return {};
  }
}
