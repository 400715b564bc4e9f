import { randomUUID } from 'node:crypto';
import { asString } from '../../../model/json';
import { type Member, addMember, memberOfPhone, setPasswordHash } from '../../../database/accounts/members';
import type { ApiRequest } from '../../items/answerFromItems';
import type { Answer } from '../../api/envelope';
import { RequestError } from '../../api/errors';
import { newCaptcha, useCaptcha } from '../../security/captcha';
import { newChallenge, solveChallenge } from './challenge';
import { type Purpose, newCode, useCode } from '../../security/codes';
import { clearedCookies, sessionCookies, type LoginData } from '../../api/cookies';
import type { AccountKit } from '../../security/accountServices';
import { countPasswordAttempt, forgetPasswordAttempts, limitMessages, limitPhoneChecks } from '../../security/limits';
import { hashPassword, verifyPassword } from './password';
import { phoneOf } from './phone';
import type { Viewer } from '../../security/sessions';

type AccountService = (request: ApiRequest, kit: AccountKit) => Promise<Answer>;

/** What a status in the address of a code request means (ledger LOGIN-23, REG-14, PWD-12); 4, the end of an account, is an addition. */
const purposes: ReadonlyMap<string, Purpose> = new Map([
  ['1', 'registration'],
  ['2', 'reset'],
  ['3', 'login'],
  ['4', 'removal'],
]);

/** Registration, login and sessions, by service name. */
export const accountServices: Readonly<Record<string, AccountService>> = {
  'accounts.captcha': newCaptcha,
  'accounts.challenge': newChallenge,
  'accounts.solve': solveChallenge,
  'accounts.key': async (_request, { message }) => ({ item: { publicKey: message.publicKey } }),
  'accounts.login': loginByPassword,
  'accounts.loginByCode': loginByCode,
  'accounts.sendCode': sendCode,
  'accounts.phoneExists': phoneExists,
  'accounts.register': register,
  'accounts.reset': reset,
  'accounts.renew': renew,
  'accounts.logout': logout,
};

/** The picture is used up first, so that passwords cannot be tried faster than pictures are read. */
async function loginByPassword(request: ApiRequest, kit: AccountKit): Promise<Answer> {
  const {
    portal: { tenant },
    body,
  } = request;
  const [phone, password] = [asString(body['mobilePhone']), asString(body['passWord'])];
  await useCaptcha(request, kit, asString(body['verCode']));
  await countPasswordAttempt(kit, tenant, phone);
  const member = await memberOfPhone(kit.db, tenant, kit.keys.phoneHash(tenant, phone));
  const { ok, weak } = await verifyPassword(password, member?.passwordHash);
  if (!member || !ok) throw new RequestError(400, 'loginFailed');
  await forgetPasswordAttempts(kit, tenant, phone);
  if (weak) await setPasswordHash(kit.db, tenant, member.id, await hashPassword(password), { changedFrom: member.passwordHash });
  return loggedIn(request, kit, member, phone);
}

/** A code is only ever sent to a member, so a wrong code and a phone of nobody look alike. */
async function loginByCode(request: ApiRequest, kit: AccountKit): Promise<Answer> {
  const {
    portal: { tenant },
    body,
  } = request;
  const phone = asString(body['phone']);
  await useCode(kit, tenant, 'login', phone, asString(body['verCode']));
  const member = await memberOfPhone(kit.db, tenant, kit.keys.phoneHash(tenant, phone));
  if (!member) throw new RequestError(400, 'codeWrong');
  return loggedIn(request, kit, member, phone);
}

async function loggedIn(
  { portal, caller }: ApiRequest,
  kit: AccountKit,
  member: Pick<Member, 'id' | 'name' | 'image'>,
  phone: string,
): Promise<Answer> {
  const { token } = await kit.sessions.open(portal.tenant, member.id);
  const data: LoginData = { token, mobilePhone: phone, image: member.image, id: member.id, name: member.name };
  return { item: { ...data }, message: portal.texts['loggedIn'], cookies: sessionCookies(portal, data, caller.secure) };
}

/**
 * Whether a phone is registered is told by `phoneExists` alone, which is limited: a code for a phone that it would be of no use
 * to is answered the same and not sent. A code that ends an account goes to the phone of the member who asks, and to no other.
 */
async function sendCode({ portal, endpoint, parameters, viewer, caller }: ApiRequest, kit: AccountKit): Promise<Answer> {
  const { tenant } = portal;
  const purpose = purposes.get(parameters.get('status') ?? '');
  if (purpose === undefined) throw new RequestError(400, 'invalidParameter', { name: 'status' });
  const phone = phoneOf(portal, endpoint, parameters);
  if (purpose === 'removal' && viewer?.phone !== phone)
    throw viewer ? new RequestError(403, 'tokenInvalid') : new RequestError(40101, 'loginRequired', {}, { http: 200 });
  await limitMessages(kit, tenant, phone, purpose, caller.address);
  const isMember = (await memberOfPhone(kit.db, tenant, kit.keys.phoneHash(tenant, phone))) !== undefined;
  const code = await newCode(kit, tenant, purpose, phone);
  if (purpose === 'registration' || isMember) {
    await kit.sms.sendCode({ phone, code, purpose }).catch((error: unknown) => {
      kit.report(error);
      throw new RequestError(502, 'smsFailed');
    });
  }
  return { message: portal.texts['codeSent'] };
}

async function phoneExists({ portal, parameters, endpoint, caller }: ApiRequest, kit: AccountKit): Promise<Answer> {
  const { tenant, settings } = portal;
  const fid = parameters.get('fid');
  if (fid !== undefined && fid !== settings.fid) throw new RequestError(400, 'foreignInstitution');
  await limitPhoneChecks(kit, tenant, caller.address);
  const phone = phoneOf(portal, endpoint, parameters);
  if (!(await memberOfPhone(kit.db, tenant, kit.keys.phoneHash(tenant, phone))))
    throw new RequestError(404, 'notRegistered', {}, { http: 200 });
  return { message: portal.texts['isRegistered'] };
}

async function register({ portal, body }: ApiRequest, kit: AccountKit): Promise<Answer> {
  const { tenant } = portal;
  const phone = asString(body['mobilePhone']);
  await useCode(kit, tenant, 'registration', phone, asString(body['verCode']));
  const member: Member = {
    id: randomUUID(),
    phoneHash: kit.keys.phoneHash(tenant, phone),
    phoneCipher: kit.keys.seal(tenant, phone),
    name: asString(body['name']),
    sex: asString(body['sex']),
    image: '',
    passwordHash: await hashPassword(asString(body['password'])),
  };
  if (!(await addMember(kit.db, tenant, member))) throw new RequestError(400, 'alreadyRegistered');
  return { message: portal.texts['registered'] };
}

/** A new password ends all sessions: whoever knew the old one is out. */
async function reset({ portal, body }: ApiRequest, kit: AccountKit): Promise<Answer> {
  const { tenant } = portal;
  const phone = asString(body['phone']);
  await useCode(kit, tenant, 'reset', phone, asString(body['verCode']));
  const member = await memberOfPhone(kit.db, tenant, kit.keys.phoneHash(tenant, phone));
  if (!member) throw new RequestError(400, 'codeWrong');
  await setPasswordHash(kit.db, tenant, member.id, await hashPassword(asString(body['password'])));
  await kit.sessions.revokeAll(tenant, member.id);
  await forgetPasswordAttempts(kit, tenant, phone);
  return {};
}

async function renew({ portal, viewer, caller }: ApiRequest, kit: AccountKit): Promise<Answer> {
  const known = signedIn(viewer);
  const renewed = await kit.sessions.renew(portal.tenant, known);
  if (!renewed) throw new RequestError(40101, 'sessionExpired', {}, { http: 200 });
  const data: LoginData = { token: renewed.token, mobilePhone: known.phone, image: known.image, id: known.id, name: known.name };
  return { item: { ...data }, cookies: sessionCookies(portal, data, caller.secure) };
}

async function logout({ portal, viewer, caller }: ApiRequest, kit: AccountKit): Promise<Answer> {
  await kit.sessions.revoke(portal.tenant, signedIn(viewer).session);
  return { message: portal.texts['loggedOut'], cookies: clearedCookies(caller.secure) };
}

/**
 * The viewer of a call that its definition keeps for members.
 * @throws RequestError 40101 when a patch has opened it to everybody
 */
export function signedIn(viewer: Viewer | undefined): Viewer {
  if (!viewer) throw new RequestError(40101, 'sessionExpired', {}, { http: 200 });
  return viewer;
}
