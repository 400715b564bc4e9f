import { randomUUID } from 'node:crypto';
import { addConsent } from '../../database/accounts/consents';
import { addContact } from '../../database/accounts/contacts';
import { putCaptcha } from '../../database/accounts/oneTimeCodes';
import type { Database } from '../../database/connection';
import { putItems } from '../../database/content/writeItems';
import { findEnrolmentsFor } from '../../database/enrolments/enrolments';
import { countTakenPlaces } from '../../database/enrolments/places';
import { inTransaction } from '../../database/transaction';
import type { CompiledModule, CompiledPortal } from '../../model/compiled';
import { formatIso } from '../../runtime/time';
import type { ApiCall } from '../../server/api/backEnd';
import type { DefinitionStore } from '../../server/config/definitionStore';
import { hasDerivation } from '../../server/items/derivedFields';
import { toRecord } from '../../server/items/record';
import { composeWording } from '../../server/members/consents';
import { createAccounts, type AccountServices } from '../../server/security/accountServices';
import { registerMember, type BenchMember } from './members';
import type { Outcome } from '../running/traffic';

/** How many turns there are in a round. */
export const turnCount = 2000;
/** How many contacts a member has unless it matters. */
const usualContacts = 4;
/** How many members are registered, and pictures drawn, at once. */
const preparedAtOnce = 8;
const day = 86_400_000;

/** A member with contacts. */
export interface Member extends BenchMember {
  contacts: string[];
}
/** What enrolments are made with. */
export interface Bench {
  database: Database;
  kit: AccountServices;
  portal: CompiledPortal;
  module: CompiledModule;
  members: Member[];
}

/** Does the same for all, some at once. @returns what came of it, in order */
async function forAll<T, R>(all: readonly T[], work: (one: T, index: number) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (let index = 0; index < all.length; index += preparedAtOnce)
    done.push(...(await Promise.all(all.slice(index, index + preparedAtOnce).map((one, place) => work(one, index + place)))));
  return done;
}

/**
 * Registers members with contacts in the institution of the host 127.0.0.1.
 * @param secret the master key of the portal that they are to enrol at; absent: one that nobody else knows
 * @param contactsEach how many contacts each of them has; there are as many in all as there are turns
 */
export async function prepareBench(
  database: Database,
  definitions: DefinitionStore,
  secret?: Buffer,
  contactsEach = usualContacts,
): Promise<Bench> {
  const portal = definitions.portalOfHost('127.0.0.1');
  const module = Object.values(portal?.modules ?? {}).find((each) => hasDerivation(each, 'remaining'));
  if (!portal || !module) throw new Error('no institution of the host 127.0.0.1 has activities');
  const kit = createAccounts(database, { secret }, Date.now);
  const people = Array.from({ length: turnCount / contactsEach }, (_, index) => index);
  const members = await forAll(people, (index) => registerWithContacts(database, kit, portal, { index, contactsEach }));
  return { database, kit, portal, module, members };
}

async function registerWithContacts(
  database: Database,
  kit: AccountServices,
  portal: CompiledPortal,
  { index, contactsEach }: { index: number; contactsEach: number },
): Promise<Member> {
  const { keys } = kit;
  const { tenant } = portal;
  const member = await registerMember(database, kit, tenant, `139${String(index).padStart(8, '0')}`);
  const { id, phone } = member;
  const consent = { id: randomUUID(), member: id, purpose: 'idNumber' as const, given: new Date() };
  await addConsent(database, tenant, { ...consent, ...composeWording(portal, 'idNumber') });
  const contacts: string[] = [];
  for (let serial = 0; serial < contactsEach; serial += 1) {
    const idNumber = `11010119900101${String(index * contactsEach + serial).padStart(4, '0')}`;
    const contact = {
      id: randomUUID(),
      member: id,
      nameCipher: keys.seal(tenant, 'bench'),
      idCipher: keys.seal(tenant, idNumber),
      idHash: keys.mark('bench', tenant, id, idNumber),
      phoneCipher: keys.seal(tenant, phone),
      idType: '0',
      created: new Date(),
    };
    await inTransaction(database, (tx) => addContact(tx, tenant, contact));
    contacts.push(contact.id);
  }
  return { ...member, contacts };
}

/** One enrolment of a round: the contact of a member, for an activity, with the picture that was drawn for it. */
export interface Turn {
  member: Member;
  contact: string;
  activity: string;
  captcha: string;
  answer: string;
}

/**
 * An activity of its own, and a picture for each turn.
 * @param places of the activity; absent: one for each turn
 * @param count how many turns; absent: one for each contact
 */
export async function createTurns(
  { database, kit, portal: { tenant }, module, members }: Bench,
  { places = turnCount, count = turnCount }: { places?: number; count?: number } = {},
): Promise<Turn[]> {
  const activity = `bench-${randomUUID()}`;
  const at = (days: number): string => formatIso(Date.now() + days * day);
  await putItems(database, [
    toRecord(tenant, module, {
      id: activity,
      columnId: 'bench',
      name: 'bench',
      number: places,
      enrollBeginTime: at(-1),
      enrollEndTime: at(2),
      beginTime: at(3),
      endTime: at(4),
    }),
  ]);
  // Members take turns, as visitors do.
  const contactsEach = members[0]?.contacts.length ?? 0;
  const asking = Array.from({ length: contactsEach }, (_, serial) =>
    members.flatMap((member) => ({ member, contact: member.contacts[serial] ?? '' })),
  ).flat();
  return forAll(asking.slice(0, count), async (who) => {
    const [captcha, answer] = [randomUUID(), 'ABCD'];
    const marks = [kit.keys.mark('captcha', tenant, captcha), kit.keys.mark('captcha answer', tenant, captcha, answer)] as const;
    await putCaptcha(database, tenant, ...marks, Date.now() + day);
    return { ...who, activity, captcha, answer };
  });
}

/** Returns whether a reply confirms an enrolment. */
export const isConfirmed = ({ status, text }: Outcome): boolean => status === 200 && text.includes('"rel":true');

/** Reads who is stored as enrolled in an activity, by contact, and how many of its places count as taken. */
export async function readStored(
  { database, portal: { tenant }, module }: Bench,
  activity: string,
): Promise<{ stored: string[]; taken: number }> {
  const stored = await findEnrolmentsFor(database, tenant, activity, []);
  const taken = await countTakenPlaces(database, tenant, module.name, [activity]);
  return { stored: stored.filter(({ status }) => status === 'enrolled').map(({ contact }) => contact), taken: taken.get(activity) ?? 0 };
}

/** Returns the call by which a page enrols. Throws when the module has none. */
export function buildEnrolment({ portal, module }: Omit<Bench, 'database'>, turn: Turn): ApiCall {
  const endpoint = Object.values(module.endpoints).find(({ service }) => service === 'enrolment.signUp');
  if (!endpoint) throw new Error(`${module.name} has no call that enrols`);
  const { member, contact, activity, captcha, answer } = turn;
  const body = {
    verCode: answer,
    activityId: activity,
    memberId: member.id,
    phone: member.phone,
    museumCode: portal.settings.code,
    contactsId: contact,
  };
  const headers = { authorization: member.token, cookie: `captcha=${captcha}`, 'idempotency-key': randomUUID() };
  return { method: endpoint.method, url: endpoint.template, body, headers };
}
