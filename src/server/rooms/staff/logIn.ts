import { findStaff, type StoredStaff, spendRecoveryCode, spendTotpStep, changeStaff } from '../../../database/desk/staff';
import { countWrongCode } from '../../../database/desk/staffSessions';
import { inTransaction } from '../../../database/transaction';
import { addAudit } from '../../../database/desk/audit';
import { asString } from '../../../model/json';
import { RequestError } from '../../api/errors';
import type { ApiRequest, ServiceReply } from '../../api/room';
import type { AccountServices } from '../../security/accountServices';
import { rememberBrowser } from '../../security/knownBrowsers';
import { countPasswordAttempt, forgetPasswordAttempts, limitUses } from '../../security/limits';
import { verifyPassword } from '../../security/password';
import { makeRecoveryCodes, normalizeCode } from '../../staff/codes';
import type { OpenSession } from '../../security/staffSessions';
import { buildAddress, findStep, makeSecret } from '../../staff/totp';

/** Wrong codes after which a session has to begin anew, and those of one member of the staff in a quarter of an hour. */
const mostWrongCodes = 5;
const wrongCodes = [{ name: 'staff-code', most: 10, milliseconds: 15 * 60_000 }];

/** Whose attempts are counted: a login is no phone, so that the two never meet. */
const nameAsker = ({ portal, caller }: ApiRequest, login: string) => ({ tenant: portal.tenant, phone: `staff ${login}`, caller });

/**
 * Checks login and password, in the same time whether or not there is such a login, and opens a session. Attempts count against who makes
 * them, and strangers lock nobody out whose browser has been here before.
 * @returns what comes next: a code, the set-up of the second factor, or nothing
 * @throws RequestError 400 for a wrong one, 429 after too many
 */
export async function logIn(request: ApiRequest, accounts: AccountServices): Promise<ServiceReply> {
  const { portal, body, caller } = request;
  const { tenant } = portal;
  const [login, password] = [asString(body['login']).trim().toLowerCase(), asString(body['password'])];
  const asker = nameAsker(request, login);
  await countPasswordAttempt(accounts, asker);
  const staff = await findStaff(accounts.db, tenant, { login });
  const { ok } = await verifyPassword(password, staff?.passwordHash, accounts.costs.password);
  if (!staff || !ok || staff.disabled) throw new RequestError('staffLoginFailed');
  await forgetPasswordAttempts(accounts, asker);
  const next = staff.totpCipher !== '' ? 'code' : portal.settings.staff?.secondFactor === 'offered' ? 'done' : 'setUp';
  const cookie = await accounts.staff.open(tenant, staff.id, next === 'done', caller.secure);
  const known = next === 'done' ? await welcome(request, accounts, staff) : [];
  return { item: { next }, message: portal.texts['staffLoggedIn'], cookies: [cookie, ...known] };
}

/** Keeps the browser in mind and notes the login. */
async function welcome(
  request: ApiRequest,
  accounts: AccountServices,
  staff: Pick<StoredStaff, 'id' | 'login' | 'name'>,
): Promise<string[]> {
  const { portal, now, caller } = request;
  const { tenant } = portal;
  await addAudit(accounts.db, { tenant, at: now, staff: staff.id, name: staff.name, address: caller.address, action: 'staff.login' });
  return [rememberBrowser(request, accounts, `staff ${staff.login}`, `${portal.prefix}/api`)];
}

/** @throws RequestError 401 when nobody has given a password */
async function requirePending({ portal, caller }: ApiRequest, accounts: AccountServices): Promise<OpenSession> {
  const session = await accounts.staff.find(portal, caller.cookies);
  if (!session) throw new RequestError('staffLoginRequired');
  return session;
}

/** Returns what an authenticator app needs, as long as none is set up: the secret of this session. */
export async function describeSecondFactor(request: ApiRequest, accounts: AccountServices): Promise<ServiceReply> {
  const { portal } = request;
  const session = await requirePending(request, accounts);
  if (session.totpCipher !== '') return { item: { needed: false } };
  const secret = deriveSecret(request, accounts, session);
  const uri = buildAddress(secret, portal.settings.site.title, session.login);
  return { item: { needed: true, uri, secret: secret.replace(/(.{4})(?=.)/g, '$1 ') } };
}

/** The secret that a session offers: the same each time it is asked for, and another one for each session. */
function deriveSecret({ portal }: ApiRequest, { keys }: AccountServices, { hashes, staff }: OpenSession): string {
  const mark = keys.mark('second factor', portal.tenant, staff, hashes[0] ?? '');
  const letters = makeSecret().length;
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  return [...Buffer.from(mark, 'base64url').subarray(0, letters)].map((byte) => alphabet.charAt(byte % 32)).join('');
}

/**
 * Takes a code of the authenticator app or a recovery code, each of which counts once. The first code sets the second factor up, and the reply
 * has the recovery codes, once. The session gets another token, so that who knew the one before it has nothing.
 * @throws RequestError 400 for a wrong code, 401 after five of them or without a password, 429 after too many
 */
export async function confirm(request: ApiRequest, accounts: AccountServices): Promise<ServiceReply> {
  const { portal, body, caller, now } = request;
  const { tenant } = portal;
  const session = await requirePending(request, accounts);
  const code = asString(body['code']);
  await limitUses(accounts, tenant, wrongCodes, session.staff);
  const isNew = session.totpCipher === '';
  const recovery = isNew ? await setUp(request, accounts, session, code) : undefined;
  if (isNew ? !recovery : !(await isRight(request, accounts, session, code))) await refuseCode(accounts, tenant, session);
  await accounts.staff.end(tenant, session, caller.secure);
  const cookie = await accounts.staff.open(tenant, session.staff, true, caller.secure);
  const known = await welcome(request, accounts, { id: session.staff, login: session.login, name: session.name });
  if (recovery)
    await addAudit(accounts.db, {
      tenant,
      at: now,
      staff: session.staff,
      name: session.name,
      address: caller.address,
      action: 'staff.setUp',
    });
  return {
    item: { next: recovery ? 'recovery' : 'done', ...(recovery ? { recovery: recovery.join('  ') } : {}) },
    message: portal.texts['staffLoggedIn'],
    cookies: [cookie, ...known],
  };
}

async function isRight({ portal, now }: ApiRequest, { db, keys }: AccountServices, session: OpenSession, code: string): Promise<boolean> {
  const { tenant } = portal;
  const step = findStep(keys.open(tenant, session.totpCipher), code, now);
  if (step !== undefined) return spendTotpStep(db, tenant, session.staff, step);
  const typed = normalizeCode(code);
  return typed.length >= 8 && (await spendRecoveryCode(db, tenant, session.staff, keys.hashes('recovery', tenant, session.staff, typed)));
}

/** @returns the recovery codes; undefined for a wrong code */
async function setUp(request: ApiRequest, accounts: AccountServices, session: OpenSession, code: string): Promise<string[] | undefined> {
  const { portal, now } = request;
  const { tenant } = portal;
  const secret = deriveSecret(request, accounts, session);
  const step = findStep(secret, code, now);
  if (step === undefined) return undefined;
  const codes = makeRecoveryCodes();
  const recoveryHashes = codes.map((each) => accounts.keys.hashes('recovery', tenant, session.staff, normalizeCode(each))[0]);
  await inTransaction(accounts.db, async (tx) => {
    await changeStaff(tx, tenant, session.staff, { totpCipher: accounts.keys.seal(tenant, secret), recoveryHashes });
    await spendTotpStep(tx, tenant, session.staff, step);
  });
  return codes;
}

async function refuseCode(accounts: AccountServices, tenant: string, session: OpenSession): Promise<never> {
  const count = await countWrongCode(accounts.db, tenant, session.hashes);
  if (count < mostWrongCodes) throw new RequestError('staffCodeWrong');
  await accounts.staff.end(tenant, session, false);
  throw new RequestError('staffLoginRequired');
}
