import { randomUUID } from 'node:crypto';
import { addContact, type StoredContact } from '../../src/database/accounts/contacts';
import { addConsent } from '../../src/database/accounts/consents';
import { inTransaction } from '../../src/database/transaction';
import type { JsonObject } from '../../src/model/json';
import { formatIso } from '../../src/runtime/time';
import { composeWording } from '../../src/server/members/consents';
import { deriveAccountKeys } from '../../src/server/security/keys';
import { hashContact } from '../../src/server/security/storedHashes';
import { completeIdNumber } from '../idNumbers';
import { at, type AccountPortal, type Reply } from './accountPortal';

export const hour = 3_600_000;
export const day = 24 * hour;

/** Who asks. */
export interface Asker {
  token: string;
  id: string;
  phone: string;
}

/** A moment so many milliseconds from the portal's now, as items keep it. */
export const inTime = (portal: Pick<AccountPortal, 'clock'>, milliseconds: number): string => formatIso(portal.clock.now() + milliseconds);

/** An activity in three days that is enrolled for now. */
export const activity = (portal: Pick<AccountPortal, 'clock'>, id: string, more: JsonObject = {}): JsonObject => ({
  id,
  columnId: '6113',
  name: `A ${id}`,
  image: `/pictures/${id}.svg`,
  address: '1 Test Road',
  number: 30,
  enrollBeginTime: inTime(portal, -day),
  enrollEndTime: inTime(portal, 2 * day),
  beginTime: inTime(portal, 3 * day),
  endTime: inTime(portal, 3 * day + 2 * hour),
  ...more,
});

let serial = 0;
/** An ID number of nobody: of that sex, born on that day (YYYYMMDD), different each time. */
export function idNumber(sex: 'male' | 'female' = 'male', birth = '19900101'): string {
  serial += 1;
  const sequence = `${String(serial % 100).padStart(2, '0')}${(Math.floor(serial / 100) % 5) * 2 + (sex === 'male' ? 1 : 0)}`;
  return completeIdNumber(`11010${1 + (Math.floor(serial / 500) % 9)}${birth}${sequence}`);
}

/** Adds a contact to a member as the contacts' room stores it. @returns its id */
export async function addedContact(
  portal: Pick<AccountPortal, 'database' | 'definitions' | 'secret' | 'clock'>,
  member: Pick<Asker, 'id'>,
  { name = '张三', phone = '13812345678', id = idNumber() }: { name?: string; phone?: string; id?: string } = {},
  tenant = 'centre',
): Promise<string> {
  const keys = deriveAccountKeys(portal.secret);
  const contact: StoredContact = {
    id: randomUUID(),
    member: member.id,
    nameCipher: keys.seal(tenant, name),
    idCipher: keys.seal(tenant, id),
    idHash: hashContact(keys, tenant, member.id, id)[0],
    phoneCipher: keys.seal(tenant, phone),
    idType: '0',
    created: new Date(portal.clock.now()),
  };
  const done = await inTransaction(portal.database, (tx) => addContact(tx, tenant, contact));
  if (done !== 'done') throw new Error(`The contact was not added: ${done}`);
  await consented(portal, member, tenant);
  return contact.id;
}

/** Records that a member agreed that ID numbers are kept, in the words of the institution as they are now. */
export async function consented(
  { database, definitions, clock }: Pick<AccountPortal, 'database' | 'definitions' | 'clock'>,
  { id: member }: Pick<Asker, 'id'>,
  tenant = 'centre',
): Promise<void> {
  const portal = definitions.portal(tenant);
  if (!portal) throw new Error(`${tenant} has no portal`);
  const consent = { id: randomUUID(), member, purpose: 'idNumber' as const, given: new Date(clock.now()) };
  await addConsent(database, tenant, { ...consent, ...composeWording(portal, 'idNumber') });
}

/** Enrols contacts as the page does; `more` replaces parts of the body, undefined leaves one out. */
export async function enrolled(
  portal: AccountPortal,
  member: Asker,
  activityId: string,
  contacts: readonly string[],
  more: Record<string, unknown> = {},
  { path = 'signUp', headers }: { path?: 'signUp' | 'apply' | 'wait'; headers?: Record<string, string> } = {},
): Promise<Reply> {
  const { cookies, text } = await portal.captcha(member.phone);
  const body = {
    activityId,
    verCode: text,
    memberId: member.id,
    phone: member.phone,
    museumCode: 'QLWHG01',
    contactsId: contacts.join(','),
    ...more,
  };
  return portal.ask({ method: 'PUT', url: `/api/activity/ta/${path}`, token: member.token, cookies, body: JSON.stringify(body), headers });
}

/** A member's enrolments as the personal centre lists them. */
export async function listed(portal: AccountPortal, member: Asker, query = ''): Promise<Record<string, unknown>[]> {
  const { body } = await portal.ask({ url: `/api/activity/ta/${member.id}${query}`, token: member.token });
  return at(body, 'data', 'rows') as Record<string, unknown>[];
}

/** Takes an enrolment back. */
export const unsubscribe = (portal: AccountPortal, member: Asker, id: string): Promise<Reply> =>
  portal.ask({ method: 'PUT', url: `/api/activity/ta/unsubscribe/${id}`, token: member.token });

/** The places left of an activity, as its detail says. */
export async function surplus(portal: AccountPortal, id: string): Promise<unknown> {
  return at((await portal.ask({ url: `/api/activity/web/${id}` })).body, 'data', 'surplus');
}
