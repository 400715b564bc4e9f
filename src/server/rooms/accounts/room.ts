import { randomUUID } from 'node:crypto';
import { type Member, addMember, findMemberByPhone, setPasswordHash } from '../../../database/accounts/members';
import { asString } from '../../../model/json';
import { RequestError } from '../../api/errors';
import type { ServiceReply } from '../../api/reply';
import type { ApiRequest } from '../../api/request';
import type { Room } from '../../api/room';
import { requireViewer } from '../../api/viewer';
import type { AccountServices } from '../../security/accountServices';
import { consumeCaptcha } from '../../security/captcha';
import { type Purpose, issueCode, redeemCode } from '../../security/codes';
import { countPasswordAttempt, forgetPasswordAttempts, limitMessages, limitPhoneChecks } from '../../security/limits';
import { clearSessionCookies, writeSessionCookies, type LoginData } from '../../security/sessionCookies';
import { sendCaptcha } from './captcha';
import { sendChallenge, solveChallenge } from './challenge';
import { hashPassword, verifyPassword } from './password';
import { readPhone } from './phone';

/** What a status in the address of a code request means (ledger LOGIN-23, REG-14, PWD-12); 4, the end of an account, is an addition. */
const purposes: ReadonlyMap<string, Purpose> = new Map([
  ['1', 'registration'],
  ['2', 'reset'],
  ['3', 'login'],
  ['4', 'removal'],
]);

/** Registration, login and sessions, by service name. */
export const accountsRoom: Room<AccountServices> = {
  services: {
    'accounts.captcha': sendCaptcha,
    'accounts.challenge': sendChallenge,
    'accounts.solve': solveChallenge,
    'accounts.key': async (_request, { message }) => ({ item: { publicKey: message.publicKey } }),
    'accounts.login': loginByPassword,
    'accounts.loginByCode': loginByCode,
    'accounts.sendCode': sendCode,
    'accounts.phoneExists': phoneExists,
    'accounts.register': register,
    'accounts.reset': resetPassword,
    'accounts.renew': renew,
    'accounts.logout': logout,
  },
};

/** The picture is used up first, so that passwords cannot be tried faster than pictures are read. */
async function loginByPassword(request: ApiRequest, accounts: AccountServices): Promise<ServiceReply> {
  const {
    portal: { tenant },
    body,
  } = request;
  const [phone, password] = [asString(body['mobilePhone']), asString(body['passWord'])];
  await consumeCaptcha(request, accounts, asString(body['verCode']));
  await countPasswordAttempt(accounts, tenant, phone);
  const member = await findMemberByPhone(accounts.db, tenant, accounts.keys.phoneHash(tenant, phone));
  const { ok, weak } = await verifyPassword(password, member?.passwordHash);
  if (!member || !ok) throw new RequestError('loginFailed');
  await forgetPasswordAttempts(accounts, tenant, phone);
  if (weak) await setPasswordHash(accounts.db, tenant, member.id, await hashPassword(password), { changedFrom: member.passwordHash });
  return openSession(request, accounts, member, phone);
}

/** A code is only ever sent to a member, so a wrong code and a phone of nobody look alike. */
async function loginByCode(request: ApiRequest, accounts: AccountServices): Promise<ServiceReply> {
  const {
    portal: { tenant },
    body,
  } = request;
  const phone = asString(body['phone']);
  await redeemCode(accounts, tenant, 'login', phone, asString(body['verCode']));
  const member = await findMemberByPhone(accounts.db, tenant, accounts.keys.phoneHash(tenant, phone));
  if (!member) throw new RequestError('codeWrong');
  return openSession(request, accounts, member, phone);
}

async function openSession(
  { portal, caller }: ApiRequest,
  accounts: AccountServices,
  member: Pick<Member, 'id' | 'name' | 'image'>,
  phone: string,
): Promise<ServiceReply> {
  const { token } = await accounts.sessions.open(portal.tenant, member.id);
  const data: LoginData = { token, mobilePhone: phone, image: member.image, id: member.id, name: member.name };
  return { item: { ...data }, message: portal.texts['loggedIn'], cookies: writeSessionCookies(portal, data, caller.secure) };
}

/**
 * Whether a phone is registered is told by `phoneExists` alone, which is limited: a code for a phone that it would be of no use
 * to is answered the same and not sent. A code that ends an account goes to the phone of the member who asks, and to no other.
 */
async function sendCode({ portal, endpoint, parameters, viewer, caller }: ApiRequest, accounts: AccountServices): Promise<ServiceReply> {
  const { tenant } = portal;
  const purpose = purposes.get(parameters.get('status') ?? '');
  if (purpose === undefined) throw new RequestError('invalidParameter', { name: 'status' });
  const phone = readPhone(portal, endpoint, parameters);
  if (purpose === 'removal' && viewer?.phone !== phone) throw viewer ? new RequestError('tokenInvalid') : new RequestError('loginRequired');
  await limitMessages(accounts, tenant, phone, purpose, caller.address);
  const isMember = (await findMemberByPhone(accounts.db, tenant, accounts.keys.phoneHash(tenant, phone))) !== undefined;
  const code = await issueCode(accounts, tenant, purpose, phone);
  if (purpose === 'registration' || isMember) {
    await accounts.sms.sendCode({ phone, code, purpose }).catch((error: unknown) => {
      accounts.report(error);
      throw new RequestError('smsFailed');
    });
  }
  return { message: portal.texts['codeSent'] };
}

async function phoneExists({ portal, parameters, endpoint, caller }: ApiRequest, accounts: AccountServices): Promise<ServiceReply> {
  const { tenant, settings } = portal;
  const fid = parameters.get('fid');
  if (fid !== undefined && fid !== settings.fid) throw new RequestError('foreignInstitution');
  await limitPhoneChecks(accounts, tenant, caller.address);
  const phone = readPhone(portal, endpoint, parameters);
  if (!(await findMemberByPhone(accounts.db, tenant, accounts.keys.phoneHash(tenant, phone)))) throw new RequestError('notRegistered');
  return { message: portal.texts['isRegistered'] };
}

async function register({ portal, body }: ApiRequest, accounts: AccountServices): Promise<ServiceReply> {
  const { tenant } = portal;
  const phone = asString(body['mobilePhone']);
  await redeemCode(accounts, tenant, 'registration', phone, asString(body['verCode']));
  const member: Member = {
    id: randomUUID(),
    phoneHash: accounts.keys.phoneHash(tenant, phone),
    phoneCipher: accounts.keys.seal(tenant, phone),
    name: asString(body['name']),
    sex: asString(body['sex']),
    image: '',
    passwordHash: await hashPassword(asString(body['password'])),
  };
  if (!(await addMember(accounts.db, tenant, member))) throw new RequestError('alreadyRegistered');
  return { message: portal.texts['registered'] };
}

/** A new password ends all sessions: whoever knew the old one is out. */
async function resetPassword({ portal, body }: ApiRequest, accounts: AccountServices): Promise<ServiceReply> {
  const { tenant } = portal;
  const phone = asString(body['phone']);
  await redeemCode(accounts, tenant, 'reset', phone, asString(body['verCode']));
  const member = await findMemberByPhone(accounts.db, tenant, accounts.keys.phoneHash(tenant, phone));
  if (!member) throw new RequestError('codeWrong');
  await setPasswordHash(accounts.db, tenant, member.id, await hashPassword(asString(body['password'])));
  await accounts.sessions.revokeAll(tenant, member.id);
  await forgetPasswordAttempts(accounts, tenant, phone);
  return {};
}

async function renew({ portal, viewer, caller }: ApiRequest, accounts: AccountServices): Promise<ServiceReply> {
  const known = requireViewer(viewer);
  const renewed = await accounts.sessions.renew(portal.tenant, known);
  if (!renewed) throw new RequestError('sessionExpired');
  const data: LoginData = { token: renewed.token, mobilePhone: known.phone, image: known.image, id: known.id, name: known.name };
  return { item: { ...data }, cookies: writeSessionCookies(portal, data, caller.secure) };
}

async function logout({ portal, viewer, caller }: ApiRequest, accounts: AccountServices): Promise<ServiceReply> {
  await accounts.sessions.revoke(portal.tenant, requireViewer(viewer).session);
  return { message: portal.texts['loggedOut'], cookies: clearSessionCookies(caller.secure) };
}
