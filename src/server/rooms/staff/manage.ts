import { addAudit } from '../../../database/desk/audit';
import type { Queryable } from '../../../database/connection';
import { changeStaff, findStaff, listStaff, type StaffChange, type StoredStaff } from '../../../database/desk/staff';
import { endStaffSessions } from '../../../database/desk/staffSessions';
import { inTransaction } from '../../../database/transaction';
import type { CompiledPortal } from '../../../model/compiled';
import { asString, getOwn, type Json } from '../../../model/json';
import { formatIso } from '../../../runtime/time';
import { RequestError } from '../../api/errors';
import type { ApiRequest, ServiceReply } from '../../api/room';
import type { AccountServices } from '../../security/accountServices';
import { hashPassword } from '../../security/password';
import { addToStaff } from '../../staff/addToStaff';
import { makePassword } from '../../staff/codes';
import { createMay, requireRight } from '../../security/rights';

const describe = ({ settings }: CompiledPortal, { id, login, name, role, totpCipher, disabled, created }: StoredStaff): Json => ({
  id,
  login,
  name,
  role,
  roleLabel: getOwn(settings.staff?.roles, role)?.label ?? role,
  secondFactor: totpCipher !== '',
  disabled: disabled !== null,
  created: formatIso(created.getTime()),
});

/** Lists the staff of the institution. */
export async function list({ portal }: ApiRequest, { db }: AccountServices): Promise<ServiceReply> {
  const rows = (await listStaff(db, portal.tenant)).map((staff) => describe(portal, staff));
  return { rows, total: rows.length };
}

/** Adds somebody. The reply has the password, once. */
export async function add(request: ApiRequest, accounts: AccountServices): Promise<ServiceReply> {
  const { portal, body } = request;
  const staff = { login: asString(body['login']), name: asString(body['name']), role: asString(body['role']) };
  const { id, password } = await inTransaction(accounts.db, async (tx) => {
    const added = await addToStaff(tx, portal, staff, accounts);
    await note(tx, request, 'staff.add', added.id, staff.name, { role: staff.role });
    return added;
  });
  return { item: { id, password }, message: portal.texts['deskSaved'] };
}

/** Changes name, role, or whether somebody may come in at all; sessions know of it with their next call. */
export async function change(request: ApiRequest, accounts: AccountServices): Promise<ServiceReply> {
  const { body } = request;
  const role = asString(body['role']);
  const made: StaffChange = {
    ...(body['name'] === undefined ? {} : { name: asString(body['name']).trim() }),
    ...(role === '' ? {} : { role }),
    ...(typeof body['disabled'] === 'boolean' ? { disabled: body['disabled'] ? new Date(request.now) : null } : {}),
  };
  if (role !== '' && getOwn(request.portal.settings.staff?.roles, role) === undefined) throw new RequestError('staffNoRole');
  return apply(request, accounts, 'staff.change', made, { ...(role === '' ? {} : { role }), disabled: body['disabled'] === true });
}

/** Takes the second factor of somebody away who has lost it: the next login sets one up. */
export const resetFactor = (request: ApiRequest, accounts: AccountServices): Promise<ServiceReply> =>
  apply(request, accounts, 'staff.resetFactor', { totpCipher: '', recoveryHashes: [] });

/** Gives somebody a new password, which the reply tells once. */
export async function resetPassword(request: ApiRequest, accounts: AccountServices): Promise<ServiceReply> {
  const password = makePassword();
  const passwordHash = await hashPassword(password, accounts.costs.password);
  const reply = await apply(request, accounts, 'staff.resetPassword', { passwordHash });
  return { ...reply, item: { password } };
}

async function apply(
  request: ApiRequest,
  { db }: AccountServices,
  action: string,
  made: StaffChange,
  detail: Record<string, unknown> = {},
): Promise<ServiceReply> {
  const { portal, body } = request;
  const { tenant } = portal;
  const id = asString(body['id']);
  await inTransaction(db, async (tx) => {
    const staff = await findStaff(tx, tenant, { id });
    if (!staff) throw new RequestError('noSuchItem');
    await changeStaff(tx, tenant, id, made);
    if (!(await listStaff(tx, tenant)).some((each) => !each.disabled && createMay(portal.settings, each.role)('deskStaff', 'manage')))
      throw new RequestError('staffLast');
    if (made.disabled || made.passwordHash !== undefined || made.totpCipher !== undefined) await endStaffSessions(tx, tenant, id);
    await note(tx, request, action, id, staff.name, detail);
  });
  return { message: portal.texts['deskSaved'] };
}

async function note(
  tx: Queryable,
  { portal, viewer, caller, now, endpoint }: ApiRequest,
  action: string,
  item: string,
  title: string,
  detail: Record<string, unknown>,
): Promise<void> {
  const { id, name } = requireRight(viewer, endpoint.module, 'manage');
  const entry = { tenant: portal.tenant, at: now, staff: id, name, address: caller.address };
  await addAudit(tx, { ...entry, action, module: endpoint.module, item, title, detail });
}
