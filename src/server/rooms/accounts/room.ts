import { randomBytes, randomUUID } from 'node:crypto';
import { addMember, type Member, findMemberByPhone, setPasswordHash } from '../../../database/accounts/members';
import { removeExpired } from '../../../database/accounts/oneTimeCodes';
import { inTransaction } from '../../../database/transaction';
import { asString } from '../../../model/json';
import { RequestError } from '../../api/errors';
import type { ApiRequest, Room, ServiceReply } from '../../api/room';
import { requireViewer } from '../../api/viewer';
import { creditDeed, nameLogin } from '../../members/deeds';
import { requireConsents } from '../../members/consents';
import { readFurther, readFurtherStated, sealFurther } from '../../members/further';
import { countBack, readRetention } from '../../members/retention';
import type { AccountServices } from '../../security/accountServices';
import { consumeCaptcha, makeCaptcha } from '../../security/captcha';
import { giveBackCode, issueCode, type Purpose, redeemCode } from '../../security/codes';
import { openText } from '../../security/keys';
import { rememberBrowser } from '../../security/knownBrowsers';
import {
  countPasswordAttempt,
  forgetPasswordAttempts,
  limitCaptchas,
  limitChallenges,
  limitForeignMessages,
  limitMessages,
  limitPhoneChecks,
  limitUses,
} from '../../security/limits';
import { clearSessionCookies } from '../../security/sessionCookies';
import { changePassword, changePhone, rename } from './change';
import { requireProof, sendChallenge, solveChallenge } from './challenge';
import { describeSession } from './describeSession';
import { drawCaptcha } from './drawCaptcha';
import { hashPassword, verifyPassword } from '../../security/password';
import { readPhone } from './phone';
import { refuseWeakPassword } from '../../security/weakPassword';

/**
 * What a status in the address of a code request means (ledger LOGIN-23, REG-14, PWD-12). Additions are 4, the end of an account, and of a
 * change of phone 5, the old one, and 6, the new one.
 */
const purposes: ReadonlyMap<string, Purpose> = new Map([
  ['1', 'registration'],
  ['2', 'reset'],
  ['3', 'login'],
  ['4', 'removal'],
  ['5', 'oldPhone'],
  ['6', 'newPhone'],
]);
/** Codes for these go to the phone of the member who asks, and to no other. */
const ownPurposes: ReadonlySet<Purpose> = new Set(['removal', 'oldPhone']);
/** Codes for these go to a phone that nobody is known by yet. */
const newPurposes: ReadonlySet<Purpose> = new Set(['registration', 'newPhone']);
/** What a member may ask for new phones. */
const newPhones = [{ name: 'new-phone', most: 5, milliseconds: 3_600_000 }];

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
    'accounts.rename': rename,
    'accounts.changePhone': changePhone,
    'accounts.changePassword': changePassword,
    'accounts.logout': logout,
  },
  limits: {
    'accounts.captcha': limitCaptchas,
    'accounts.challenge': limitChallenges,
    'accounts.solve': limitChallenges,
    'accounts.phoneExists': ({ caller }, accounts) => limitPhoneChecks(accounts, caller.address),
    'accounts.sendCode': ({ portal, caller }, accounts) => limitForeignMessages(accounts, portal.tenant, caller.address),
  },
  findDueIdNumbers: async (_db, { settings }, now) => ({ of: 'members', before: countBack(now, readRetention(settings).ofContactDays) }),
};

/** The picture is used up first, so that passwords cannot be tried faster than pictures are read. */
async function loginByPassword(request: ApiRequest, accounts: AccountServices): Promise<ServiceReply> {
  const { body } = request;
  const { tenant } = request.portal;
  const [phone, password] = [asString(body['mobilePhone']), asString(body['passWord'])];
  await consumeCaptcha(request, accounts, asString(body['verCode']));
  const asker = { tenant, phone, caller: request.caller };
  await countPasswordAttempt(accounts, asker);
  const member = await findMemberByPhone(accounts.db, tenant, accounts.keys.phoneHashes(tenant, phone));
  const { ok, weak } = await verifyPassword(password, member?.passwordHash, accounts.costs.password);
  if (!member || !ok) throw new RequestError('loginFailed');
  await forgetPasswordAttempts(accounts, asker);
  if (weak)
    await setPasswordHash(accounts.db, tenant, member.id, await hashPassword(password, accounts.costs.password), {
      changedFrom: member.passwordHash,
    });
  return openSession(request, accounts, member, phone);
}

/** A code is only ever sent to a member, so a wrong code and a phone of nobody look alike. */
async function loginByCode(request: ApiRequest, accounts: AccountServices): Promise<ServiceReply> {
  const { body } = request;
  const { tenant } = request.portal;
  const phone = asString(body['phone']);
  await redeemCode(accounts, request, 'login', phone, asString(body['verCode']));
  const member = await findMemberByPhone(accounts.db, tenant, accounts.keys.phoneHashes(tenant, phone));
  if (!member) throw new RequestError('codeWrong');
  return openSession(request, accounts, member, phone);
}

async function openSession(
  request: ApiRequest,
  accounts: AccountServices,
  { id, nameCipher, image }: Pick<Member, 'id' | 'nameCipher' | 'image'>,
  phone: string,
): Promise<ServiceReply> {
  const { tenant } = request.portal;
  const name = openText(accounts.keys, tenant, nameCipher);
  const { token } = await accounts.sessions.open(tenant, id);
  await creditLogin(request, accounts, id);
  const { cookies = [], ...reply } = describeSession(request, { id, name, image, phone }, token);
  const message = request.portal.texts['loggedIn'];
  return { ...reply, cookies: [...cookies, rememberBrowser(request, accounts, phone)], message };
}

/** Credits the first login of a day, which a session that goes on counts as too. Nobody is kept out when that fails. */
async function creditLogin({ portal, now }: ApiRequest, { db, report }: AccountServices, member: string): Promise<void> {
  await inTransaction(db, (tx) => creditDeed(tx, portal, nameLogin(member, now), now)).catch(report);
}

/**
 * Whether a phone is registered is told by `phoneExists` alone, which is limited: a code for a phone that it would be of no use
 * to is answered the same and not sent; one for a phone that is to be a member's is always sent, so that only who has it hears more.
 */
async function sendCode(request: ApiRequest, accounts: AccountServices): Promise<ServiceReply> {
  const { portal, endpoint, parameters, viewer, caller } = request;
  const { tenant } = portal;
  const status = parameters.get('status') ?? '';
  const purpose = purposes.get(status);
  if (purpose === undefined) throw new RequestError('invalidParameter', { name: 'status' });
  const phone = readPhone(portal, endpoint, parameters);
  const isOwn = ownPurposes.has(purpose);
  if ((isOwn || purpose === 'newPhone') && !viewer) throw new RequestError('loginRequired');
  if (isOwn && viewer?.phone !== phone) throw new RequestError('tokenInvalid');
  // Nothing is sent, and another phone need not wait, for a change that could only be refused.
  if (purpose === 'newPhone' && viewer?.phone === phone) throw new RequestError('phoneSame');
  // A member's token says that somebody is there.
  if (!isOwn) await requireProof(request, accounts, status, phone);
  if (purpose === 'newPhone') await limitUses(accounts, tenant, newPhones, requireViewer(viewer).id);
  await limitMessages(accounts, { tenant, phone, caller }, purpose);
  const isMember = (await findMemberByPhone(accounts.db, tenant, accounts.keys.phoneHashes(tenant, phone))) !== undefined;
  const { code, cookies } = await issueCode(accounts, request, purpose, phone);
  if (newPurposes.has(purpose) || isMember) {
    await accounts.sms.sendCode({ phone, code, purpose }).catch((error: unknown) => {
      accounts.report(error);
      throw new RequestError('smsFailed');
    });
  }
  return { message: portal.texts['codeSent'], cookies };
}

async function phoneExists({ portal, parameters, endpoint, caller }: ApiRequest, accounts: AccountServices): Promise<ServiceReply> {
  const { tenant, settings } = portal;
  const fid = parameters.get('fid');
  if (fid !== undefined && fid !== settings.fid) throw new RequestError('foreignInstitution');
  await limitPhoneChecks(accounts, caller.address);
  const phone = readPhone(portal, endpoint, parameters);
  if (!(await findMemberByPhone(accounts.db, tenant, accounts.keys.phoneHashes(tenant, phone)))) throw new RequestError('notRegistered');
  return { message: portal.texts['isRegistered'] };
}

async function register(request: ApiRequest, accounts: AccountServices): Promise<ServiceReply> {
  const { portal, body, now } = request;
  const { tenant } = portal;
  const phone = asString(body['mobilePhone']);
  refuseWeakPassword(portal, asString(body['password']), { phone, names: [asString(body['name'])] });
  await redeemCode(accounts, request, 'registration', phone, asString(body['verCode']));
  const further = readFurther(request);
  const member: Member = {
    id: randomUUID(),
    phoneHash: accounts.keys.phoneHash(tenant, phone),
    phoneCipher: accounts.keys.seal(tenant, phone),
    nameCipher: accounts.keys.seal(tenant, asString(body['name'])),
    sex: asString(body['sex']),
    image: '',
    passwordHash: await hashPassword(asString(body['password']), accounts.costs.password),
    ...sealFurther(accounts, tenant, further),
  };
  await inTransaction(accounts.db, async (tx) => {
    await requireConsents(tx, request, readFurtherStated(further));
    if (!(await addMember(tx, tenant, member, accounts.keys.phoneHashes(tenant, phone)))) throw new RequestError('alreadyRegistered');
    await creditDeed(tx, portal, { name: 'registration', member: member.id, key: '' }, now);
  });
  return { message: portal.texts['registered'] };
}

/** A new password ends all sessions: whoever knew the old one is out. */
async function resetPassword(request: ApiRequest, accounts: AccountServices): Promise<ServiceReply> {
  const { portal, body, caller } = request;
  const { tenant } = portal;
  const phone = asString(body['phone']);
  const [code, password] = [asString(body['verCode']), asString(body['password'])];
  refuseWeakPassword(portal, password, { phone, names: [] });
  // The code is typed on an earlier step than the password, which the form goes back to by the name of its field.
  const wrong = new RequestError('codeWrong', {}, { errors: { verCode: portal.texts['codeWrong'] ?? '' } });
  await redeemCode(accounts, request, 'reset', phone, code).catch((error: unknown) => {
    throw error instanceof RequestError && error.code === 'codeWrong' ? wrong : error;
  });
  const member = await findMemberByPhone(accounts.db, tenant, accounts.keys.phoneHashes(tenant, phone));
  if (!member) throw wrong;
  // Whose phone it is was shown: only now may be told what the name is not to be in.
  try {
    refuseWeakPassword(portal, password, { phone, names: [openText(accounts.keys, tenant, member.nameCipher)] });
  } catch (error) {
    await giveBackCode(accounts, request, 'reset', phone, code);
    throw error;
  }
  await setPasswordHash(accounts.db, tenant, member.id, await hashPassword(password, accounts.costs.password));
  await accounts.sessions.revokeAll(tenant, member.id);
  await forgetPasswordAttempts(accounts, { tenant, phone, caller });
  return {};
}

async function renew(request: ApiRequest, accounts: AccountServices): Promise<ServiceReply> {
  const known = requireViewer(request.viewer);
  const renewed = await accounts.sessions.renew(request.portal.tenant, known);
  if (!renewed) throw new RequestError('sessionExpired');
  await creditLogin(request, accounts, known.id);
  return describeSession(request, known, renewed.token);
}

async function logout({ portal, viewer, caller }: ApiRequest, accounts: AccountServices): Promise<ServiceReply> {
  await accounts.sessions.revoke(portal.tenant, requireViewer(viewer).session);
  return { message: portal.texts['loggedOut'], cookies: clearSessionCookies(caller.secure) };
}

/** Returns a new picture (ledger LOGIN-24). */
async function sendCaptcha(request: ApiRequest, accounts: AccountServices): Promise<ServiceReply> {
  await limitCaptchas(request, accounts);
  const { id, text, cookies } = await makeCaptcha(request, accounts);
  const time = new Date(accounts.clock()).toISOString();
  await accounts.outbox.write({ time, kind: 'captcha', to: request.parameters.get('phone') ?? id, code: text });
  // Once in a while, by whoever comes: what has expired is of no use to anybody.
  if ((randomBytes(1)[0] ?? 1) === 0) removeExpired(accounts.db, accounts.clock()).catch(accounts.report);
  return { bytes: { type: 'image/png', data: drawCaptcha(text) }, cookies };
}
