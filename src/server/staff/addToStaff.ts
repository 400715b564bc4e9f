import { randomBytes } from 'node:crypto';
import { addStaff } from '../../database/desk/staff';
import type { Queryable } from '../../database/connection';
import type { CompiledPortal } from '../../model/compiled';
import { getOwn } from '../../model/json';
import { RequestError } from '../api/errors';
import type { AccountServices } from '../security/accountServices';
import { hashPassword } from '../security/password';
import { makePassword } from './codes';

/** A name to log in with. */
const loginPattern = /^[a-z0-9](?:[a-z0-9._-]{0,38}[a-z0-9])?$/;

/** Whom a new account is for. */
export interface NewStaff {
  login: string;
  name: string;
  role: string;
}

/**
 * Adds somebody to the staff, with a password that is made up and told once.
 * @throws RequestError 400 for a login that is none, or a role that there is not, 409 for a login that is taken
 */
export async function addToStaff(
  tx: Queryable,
  portal: CompiledPortal,
  { login, name, role }: NewStaff,
  { costs }: Pick<AccountServices, 'costs'>,
  password = makePassword(),
): Promise<{ id: string; password: string }> {
  const lower = login.trim().toLowerCase();
  if (!loginPattern.test(lower)) throw new RequestError('staffLoginInvalid');
  if (getOwn(portal.settings.staff?.roles, role) === undefined) throw new RequestError('staffNoRole');
  const id = `staff-${randomBytes(9).toString('base64url')}`;
  const passwordHash = await hashPassword(password, costs.password);
  const added = await addStaff(tx, portal.tenant, { id, login: lower, name: name.trim() === '' ? lower : name.trim(), role, passwordHash });
  if (!added) throw new RequestError('staffLoginTaken');
  return { id, password };
}
