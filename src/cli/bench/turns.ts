import { randomUUID } from 'node:crypto';
import { addConsent } from '../../database/accounts/consents';
import { addContact } from '../../database/accounts/contacts';
import { putCaptcha } from '../../database/accounts/oneTimeCodes';
import type { Database } from '../../database/connection';
import { putItems } from '../../database/content/writeItems';
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

/** How many turns there are in a round. */
export const turnCount = 2000;
const contactsEach = 4;
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

/**
 * Registers members with contacts in the institution of the host 127.0.0.1.
 * @param secret the master key of the portal that they are to enrol at; absent: one that nobody else knows
 */
export async function prepareBench(database: Database, definitions: DefinitionStore, secret?: Buffer): Promise<Bench> {
  const portal = definitions.portalOfHost('127.0.0.1');
  const module = Object.values(portal?.modules ?? {}).find((each) => hasDerivation(each, 'remaining'));
  if (!portal || !module) throw new Error('no institution of the host 127.0.0.1 has activities');
  const kit = createAccounts(database, { secret }, Date.now);
  const members: Member[] = [];
  for (let index = 0; index < turnCount / contactsEach; index += 1) members.push(await registerWithContacts(database, kit, portal, index));
  return { database, kit, portal, module, members };
}

async function registerWithContacts(database: Database, kit: AccountServices, portal: CompiledPortal, index: number): Promise<Member> {
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

/** An activity of its own with as many places as there are turns, and a picture for each. */
export async function createTurns({ database, kit, portal: { tenant }, module, members }: Bench): Promise<Turn[]> {
  const activity = `bench-${randomUUID()}`;
  const at = (days: number): string => formatIso(Date.now() + days * day);
  await putItems(database, [
    toRecord(tenant, module, {
      id: activity,
      columnId: 'bench',
      name: 'bench',
      number: turnCount,
      enrollBeginTime: at(-1),
      enrollEndTime: at(2),
      beginTime: at(3),
      endTime: at(4),
    }),
  ]);
  const made: Turn[] = [];
  for (const member of members) {
    for (const contact of member.contacts) {
      const [captcha, answer] = [randomUUID(), 'ABCD'];
      const marks = [kit.keys.mark('captcha', tenant, captcha), kit.keys.mark('captcha answer', tenant, captcha, answer)] as const;
      await putCaptcha(database, tenant, ...marks, Date.now() + day);
      made.push({ member, contact, activity, captcha, answer });
    }
  }
  // Members take turns, as visitors do.
  return made
    .map((_turn, index) => made[((index * contactsEach) % made.length) + Math.floor((index * contactsEach) / made.length)] ?? made[0])
    .filter((turn) => turn !== undefined);
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
