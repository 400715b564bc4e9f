import { randomUUID } from 'node:crypto';
import { findMember, setMemberName, setPasswordHash } from '../../../database/accounts/members';
import { revokeSessions } from '../../../database/accounts/sessions';
import { inTransaction } from '../../../database/transaction';
import { asString } from '../../../model/json';
import { formatPattern } from '../../../runtime/text';
import { writeTime } from '../../../runtime/dates';
import { RequestError } from '../../api/errors';
import type { ApiRequest, ServiceReply } from '../../api/room';
import { requireViewer, type Viewer } from '../../api/viewer';
import { movePhone } from '../../members/movePhone';
import { tell } from '../../messages/tell';
import type { AccountServices } from '../../security/accountServices';
import { giveBackCode, redeemCode } from '../../security/codes';
import { openText } from '../../security/keys';
import { rememberBrowser } from '../../security/knownBrowsers';
import { countPasswordAttempt, forgetPasswordAttempts } from '../../security/limits';
import { describeSession } from './describeSession';
import { hashPassword, verifyPassword } from '../../security/password';
import { refuseWeakPassword } from '../../security/weakPassword';

/** Replaces the member's name. What was written under the old one keeps it. */
export async function rename(request: ApiRequest, accounts: AccountServices): Promise<ServiceReply> {
  const { portal, viewer, body } = request;
  const known = requireViewer(viewer);
  const name = asString(body['name']);
  if (!(await setMemberName(accounts.db, portal.tenant, known.id, accounts.keys.seal(portal.tenant, name)))) throw createGoneError();
  return { ...(await goOn(request, accounts, { ...known, name })), message: portal.texts['nameChanged'] };
}

/**
 * Gives the member another phone: a code that came to the old one and a code that came to the new one prove both. Whether the new one is
 * somebody else's is told only to who has proved that it is at hand, as at a registration.
 * @throws RequestError 400 for a wrong code or a phone that is not free
 */
export async function changePhone(request: ApiRequest, accounts: AccountServices): Promise<ServiceReply> {
  const { portal, viewer, body, now } = request;
  const known = requireViewer(viewer);
  const [phone, oldCode, newCode] = [asString(body['newPhone']), asString(body['oldCode']), asString(body['verCode'])];
  if (phone === known.phone) refuseField(portal.texts, 'newPhone', 'phoneSame');
  await redeemCode(accounts, request, 'oldPhone', known.phone, oldCode);
  try {
    await redeemCode(accounts, request, 'newPhone', phone, newCode);
  } catch (error) {
    await giveBackCode(accounts, request, 'oldPhone', known.phone, oldCode);
    throw error;
  }
  const move = { member: known.id, phone, from: known.phone, session: known.session };
  const outcome = await inTransaction(accounts.db, (tx) => movePhone(tx, accounts, portal, move, now));
  if (outcome === 'taken') throw new RequestError('alreadyRegistered');
  if (outcome === 'gone') throw createGoneError();
  const { cookies = [], ...reply } = await goOn(request, accounts, { ...known, phone });
  return { ...reply, cookies: [...cookies, rememberBrowser(request, accounts, phone)], message: portal.texts['phoneChanged'] };
}

/**
 * Replaces the member's password for who knows the old one; tries count as those of a login do. All other sessions end: whoever knew the
 * old one is out.
 * @throws RequestError 400 for a wrong or a weak password, 429 after five wrong ones
 */
export async function changePassword(request: ApiRequest, accounts: AccountServices): Promise<ServiceReply> {
  const { portal, viewer, body, caller, now } = request;
  const { tenant, texts, patterns, settings } = portal;
  const { id, phone, session } = requireViewer(viewer);
  const [old, password] = [asString(body['oldPassword']), asString(body['password'])];
  const asker = { tenant, phone, caller };
  await countPasswordAttempt(accounts, asker);
  const member = await findMember(accounts.db, tenant, id);
  if (!member) throw createGoneError();
  if (!(await verifyPassword(old, member.passwordHash, accounts.costs.password)).ok) refuseField(texts, 'oldPassword', 'passwordWrong');
  await forgetPasswordAttempts(accounts, asker);
  refuseWeakPassword(portal, password, { phone, names: [openText(accounts.keys, tenant, member.nameCipher)] });
  const hash = await hashPassword(password, accounts.costs.password);
  await inTransaction(accounts.db, async (tx) => {
    // Of two at the same time, one had the old password: the other has to know the new one.
    if (!(await setPasswordHash(tx, tenant, id, hash, { changedFrom: member.passwordHash })))
      refuseField(texts, 'oldPassword', 'passwordWrong');
    await revokeSessions(tx, tenant, id, now, session);
    const text = formatPattern(
      texts['passwordChangedText'] ?? '',
      { site: settings.site.title, time: writeTime(now, 'dateTime', { texts, patterns, now }) },
      patterns,
    );
    const news = { member: id, kind: 'account.password', key: randomUUID(), title: texts['passwordChanged'] ?? '', text };
    await tell(tx, accounts, portal, news, now);
  });
  accounts.sessions.forget();
  return { message: texts['passwordChanged'] };
}

/** Returns the session that goes on as its browser is told of it, with what of the member is new. */
async function goOn(request: ApiRequest, accounts: AccountServices, viewer: Viewer): Promise<ServiceReply> {
  accounts.sessions.forget();
  const renewed = await accounts.sessions.renew(request.portal.tenant, viewer);
  if (!renewed) throw createGoneError();
  return describeSession(request, viewer, renewed.token);
}

function refuseField(texts: Readonly<Record<string, string>>, field: string, key: 'phoneSame' | 'passwordWrong'): never {
  const message = texts[key] ?? '';
  throw new RequestError(key, {}, { message, errors: { [field]: message } });
}

/** A token outlives its member by a moment. */
const createGoneError = (): RequestError => new RequestError('sessionExpired');
