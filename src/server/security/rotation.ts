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
import { hashAttendee, hashBooker, hashContact, hashPickUpCode, hashSignCode } from './storedHashes';

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
  return { ...row, tenant, id, ...Object.fromEntries(sealedAnew), ...rehashers[table]({ keys, row, say }) };
}

const seal = (keys: AccountKeys, tenant: string, sealed: string, text: string): string =>
  sealed === '' ? (text === '' ? '' : keys.seal(tenant, text)) : keys.renew(tenant, sealed);

/** What the hashes of a row are made of. */
interface Hashed {
  keys: AccountKeys;
  row: SealedRow;
  say: (cipher: string) => string;
}

/** What tells how the hashes of a table's rows are made; those of what was forgotten stay as they are. */
const rehashers: Readonly<Record<SealedTableName, (hashed: Hashed) => Record<string, string>>> = {
  member: ({ keys, row: { tenant }, say }) => ({ phone_hash: keys.phoneHash(tenant, say('phone_cipher')) }),
  contact: (hashed) => rehashPerson(hashed, ({ keys, row }, idNumber) => hashContact(keys, row.tenant, row['member_id'] ?? '', idNumber)),
  booking: (hashed) => rehashPerson(hashed, ({ keys, row }, idNumber) => hashBooker(keys, row.tenant, idNumber)),
  enrolment: (hashed) => ({
    ...rehashPerson(hashed, ({ keys, row }, idNumber) => hashAttendee(keys, row.tenant, idNumber)),
    ...rehashCode(hashed),
  }),
  form_entry: () => ({}),
  message_outbox: () => ({}),
  message_choice: () => ({}),
  staff: () => ({}),
  point_order: ({ keys, row: { tenant }, say }) => rehash('code_hash', say('code_cipher'), (code) => hashPickUpCode(keys, tenant, code)),
};

function rehashPerson(hashed: Hashed, hash: (hashed: Hashed, idNumber: string) => readonly [string, ...string[]]): Record<string, string> {
  const idNumber = hashed.say('id_cipher');
  return idNumber === '' ? {} : { id_hash: hash(hashed, idNumber)[0] };
}

/** What was forgotten, or never there, has no hash. */
const rehash = (column: string, said: string, hash: (said: string) => readonly [string, ...string[]]): Record<string, string> =>
  said === '' ? {} : { [column]: hash(said)[0] };

function rehashCode({ keys, row, say }: Hashed): Record<string, string> {
  const code = say('sign_cipher');
  const scope = { tenant: row.tenant, module: row['module'] ?? '', activity: row['activity_id'] ?? '' };
  return code === '' ? {} : { sign_hash: hashSignCode(keys, scope, code)[0] };
}
