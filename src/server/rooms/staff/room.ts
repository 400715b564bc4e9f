import { addAudit } from '../../../database/desk/audit';
import { changeStaff, findStaff } from '../../../database/desk/staff';
import { removeOldStaffSessions } from '../../../database/desk/staffSessions';
import { asString, getOwn } from '../../../model/json';
import { RequestError } from '../../api/errors';
import type { ApiRequest, Room, ServiceReply } from '../../api/room';
import { requireViewer } from '../../api/viewer';
import type { AccountServices } from '../../security/accountServices';
import { countPasswordAttempt, forgetPasswordAttempts } from '../../security/limits';
import { hashPassword, verifyPassword } from '../../security/password';
import { refuseWeakPassword } from '../../security/weakPassword';
import { confirm, describeSecondFactor, logIn } from './logIn';
import { add, change, list, resetFactor, resetPassword } from './manage';

const shortestPassword = 12;

/** The staff of institutions: how they come in, and who says so. */
export const staffRoom: Room<AccountServices> = {
  services: {
    'staff.login': logIn,
    'staff.secondFactor': describeSecondFactor,
    'staff.confirm': confirm,
    'staff.logout': logOut,
    'staff.me': describeMe,
    'staff.changePassword': changePassword,
    'staff.list': list,
    'staff.add': add,
    'staff.change': change,
    'staff.resetFactor': resetFactor,
    'staff.resetPassword': resetPassword,
  },
  sweep: ({ db, clock }) => removeOldStaffSessions(db, clock()),
};

async function logOut({ portal, caller }: ApiRequest, { staff }: AccountServices): Promise<ServiceReply> {
  const session = await staff.find(portal, caller.cookies);
  const cookies = session ? [await staff.end(portal.tenant, session, caller.secure)] : [];
  return { message: portal.texts['staffLoggedOut'], cookies };
}

function describeMe({ portal, viewer }: ApiRequest): ServiceReply {
  const { id, name, staff } = requireViewer(viewer);
  const role = staff?.role ?? '';
  const roleLabel = getOwn(portal.settings.staff?.roles, role)?.label ?? role;
  return { item: { id, name, login: staff?.login ?? '', role, roleLabel } };
}

/** Replaces the password of who asks; all other sessions of theirs are over. */
async function changePassword(request: ApiRequest, accounts: AccountServices): Promise<ServiceReply> {
  const { portal, viewer, body, caller, now } = request;
  const { tenant, texts } = portal;
  const { id, name, staff: part } = requireViewer(viewer);
  const login = part?.login ?? '';
  const [old, password] = [asString(body['oldPassword']), asString(body['password'])];
  const asker = { tenant, phone: `staff ${login}`, caller };
  await countPasswordAttempt(accounts, asker);
  const stored = await findStaff(accounts.db, tenant, { id });
  if (!(await verifyPassword(old, stored?.passwordHash, accounts.costs.password)).ok) {
    const message = texts['passwordWrong'] ?? '';
    throw new RequestError('passwordWrong', {}, { message, errors: { oldPassword: message } });
  }
  await forgetPasswordAttempts(accounts, asker);
  const short = texts['staffPasswordShort'] ?? '';
  if ([...password].length < shortestPassword) throw new RequestError('invalidBody', {}, { message: short, errors: { password: short } });
  refuseWeakPassword(portal, password, { phone: '', names: [login, name] });
  await changeStaff(accounts.db, tenant, id, { passwordHash: await hashPassword(password, accounts.costs.password) });
  await accounts.staff.endAll(tenant, id, await accounts.staff.find(portal, caller.cookies));
  await addAudit(accounts.db, { tenant, at: now, staff: id, name, address: caller.address, action: 'staff.changePassword' });
  return { message: texts['staffPasswordChanged'] };
}
