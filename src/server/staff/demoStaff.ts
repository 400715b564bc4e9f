import { findStaff } from '../../database/desk/staff';
import type { Database } from '../../database/connection';
import { inTransaction } from '../../database/transaction';
import type { CompiledPortal } from '../../model/compiled';
import { defaultCosts } from '../security/costs';
import type { AccountKeys } from '../security/keys';
import { verifyPassword } from '../security/password';
import { addToStaff } from './addToStaff';

const login = 'admin';
const role = 'administrator';

/**
 * Gives the demo of an institution somebody who can come in to its desk. The password is derived from the master key, so that it can be told at
 * each start and is another one everywhere.
 * @returns login and password; undefined where the password is another one by now
 */
export async function ensureDemoStaff(
  database: Database,
  keys: AccountKeys,
  portal: CompiledPortal,
): Promise<{ login: string; password: string } | undefined> {
  const password = keys
    .mark('demo staff', portal.tenant)
    .replace(/[^A-Za-z0-9]/g, '')
    .slice(0, 16);
  const known = await findStaff(database, portal.tenant, { login });
  if (known) return (await verifyPassword(password, known.passwordHash)).ok ? { login, password } : undefined;
  await inTransaction(database, (tx) =>
    addToStaff(tx, portal, { login, name: portal.settings.site.title, role }, { costs: defaultCosts }, password),
  );
  return { login, password };
}
