import { randomUUID } from 'node:crypto';
import {
  addContact,
  listContacts,
  type ContactWrite,
  mostContacts,
  removeContact,
  removeContacts,
  type StoredContact,
  updateContact,
} from '../../../database/accounts/contacts';
import { inTransaction } from '../../../database/transaction';
import { asString, type JsonObject } from '../../../model/json';
import type { TextKey } from '../../../model/textKeys.g';
import { computeAge, readIdNumber } from '../../../runtime/idNumber';
import { maskIdNumber, maskPhone } from '../../../runtime/mask';
import { formatIso } from '../../../runtime/time';
import { type ErrorCode, RequestError } from '../../api/errors';
import { withIdempotencyKey } from '../../api/idempotency';
import type { ApiRequest, PersonalData, Room, ServiceReply } from '../../api/room';
import { requireViewer, type Viewer } from '../../api/viewer';
import { requireConsents } from '../../members/consents';
import { creditDeed } from '../../members/deeds';
import { maskFurther, openFurther, readFurther, readFurtherStated, sealFurther, updateFurther } from '../../members/further';
import { isKnown, openPerson, type Person } from '../../members/person';
import { countBack, readRetention } from '../../members/retention';
import type { AccountServices } from '../../security/accountServices';
import { hashContact } from '../../security/storedHashes';

/** The only kind of document there is: an identity card (ledger ENR-27). */
const identityCard = '0';

/** A member's contacts, whole. */
const contactData: PersonalData<AccountServices> = {
  name: 'contacts',
  async read(accounts, tenant, member) {
    return (await listContacts(accounts.db, tenant, member)).map((stored) => {
      const { name, idNumber, phone } = openPerson(accounts, tenant, stored);
      return {
        ...openFurther(accounts, tenant, stored),
        name,
        idType: stored.idType,
        idNo: idNumber,
        cellphone: phone,
        crtTime: formatIso(stored.created.getTime()),
      };
    });
  },
  forget: removeContacts,
};

/** Returns how a member's contacts stand with the activity that a call names, contact by contact; undefined when it names none. */
type FindStanding = (
  request: ApiRequest,
  accounts: AccountServices,
  member: string,
) => Promise<((person: Person) => JsonObject) | undefined>;

/** Returns the services for a member's contacts (ledger ENR-21 to ENR-34, PC-25 to PC-31). */
export const createContactsRoom = (findStanding: FindStanding): Room<AccountServices> => ({
  services: {
    'contacts.list': async (request, accounts) => {
      const { portal, viewer } = request;
      const member = requireViewer(viewer);
      const standingOf = await findStanding(request, accounts, member.id);
      const rows = (await listContacts(accounts.db, portal.tenant, member.id)).map((stored) => {
        const person = openPerson(accounts, portal.tenant, stored);
        const further = maskFurther(accounts, portal.tenant, stored);
        return { ...further, ...toContactRow(person, stored, request), ...standingOf?.(person) };
      });
      return { rows };
    },
    'contacts.add': addOwnContact,
    'contacts.edit': editOwnContact,
    'contacts.remove': async ({ portal: { tenant, texts }, parameters, viewer }, accounts) => {
      if (!(await removeContact(accounts.db, tenant, requireViewer(viewer).id, parameters.get('id') ?? '')))
        throw new RequestError('noSuchContact');
      return { message: texts['contactRemoved'] };
    },
  },
  personalData: [contactData],
  findDueIdNumbers: async (_db, { settings }, now) => ({ of: 'contacts', before: countBack(now, readRetention(settings).ofContactDays) }),
});

async function addOwnContact(request: ApiRequest, accounts: AccountServices): Promise<ServiceReply> {
  const { portal, now } = request;
  const member = readOwner(request);
  const written = readPerson(request);
  const contact = {
    id: randomUUID(),
    member: member.id,
    idType: identityCard,
    created: new Date(now),
    ...sealPerson(request, accounts, member.id, written),
    ...sealFurther(accounts, portal.tenant, readFurther(request)),
  };
  const work = async (tx: AccountServices['db']): Promise<ServiceReply> => {
    await requireStatedConsents(tx, request, written.idNumber);
    refuseWrite(request, await addContact(tx, portal.tenant, contact));
    await creditDeed(tx, portal, { name: 'firstContact', member: member.id, key: '' }, now);
    return { message: portal.texts['contactAdded'] };
  };
  return withIdempotencyKey(request, accounts.db, { work });
}

async function editOwnContact(request: ApiRequest, accounts: AccountServices): Promise<ServiceReply> {
  const { tenant, texts } = request.portal;
  const { id: member } = readOwner(request);
  const [stored] = await listContacts(accounts.db, tenant, member, [asString(request.body['id'])]);
  if (!stored) throw new RequestError('noSuchContact');
  const changed = {
    ...stored,
    ...sealPerson(request, accounts, member, readPerson(request, openPerson(accounts, tenant, stored))),
    ...updateFurther(request, accounts, stored),
  };
  await inTransaction(accounts.db, async (tx) => {
    // A number that stays was agreed to when it was handed in.
    await requireStatedConsents(tx, request, asString(request.body['idNo']));
    refuseWrite(request, await updateContact(tx, tenant, changed, request.now));
  });
  return { message: texts['contactSaved'] };
}

/** @throws RequestError when a consent is missing that the ID numbers and dates of birth need which are handed in */
async function requireStatedConsents(tx: AccountServices['db'], request: ApiRequest, idNumber: string): Promise<void> {
  const { idNumbers, births } = readFurtherStated(readFurther(request));
  await requireConsents(tx, request, { idNumbers: [idNumber, ...idNumbers], births });
}

type Written = Pick<Person, 'name' | 'idNumber' | 'phone'>;

/** Returns what a form says of a person; what was left out, because its mask was not touched, stays as it was. */
function readPerson({ body }: ApiRequest, before: Written = { name: '', idNumber: '', phone: '' }): Written {
  return {
    name: asString(body['name']).trim() || before.name,
    idNumber: asString(body['idNo']).toUpperCase() || before.idNumber,
    phone: asString(body['cellphone']) || before.phone,
  };
}

/** @throws RequestError 400 when no visitor can have been born on the date in the ID number; the rest is the form's to check */
function sealPerson(
  { portal, now }: ApiRequest,
  accounts: AccountServices,
  member: string,
  { name, idNumber, phone }: Written,
): Pick<StoredContact, 'nameCipher' | 'idCipher' | 'idHash' | 'phoneCipher'> & { otherHashes: string[] } {
  if (!readIdNumber(idNumber, now)) throw refuseNumber(portal, 'idNumberWrong');
  const { tenant } = portal;
  const [idHash, ...otherHashes] = hashContact(accounts.keys, tenant, member, idNumber);
  const seal = (part: string): string => accounts.keys.seal(tenant, part);
  return {
    nameCipher: seal(name),
    idCipher: seal(idNumber),
    idHash,
    otherHashes,
    phoneCipher: seal(phone),
  };
}

/** Returns a refusal that the field of the ID number shows too. */
const refuseNumber = ({ texts }: ApiRequest['portal'], code: ErrorCode & TextKey): RequestError =>
  new RequestError(code, {}, { errors: { idNo: texts[code] ?? '' } });

function refuseWrite({ portal }: ApiRequest, outcome: ContactWrite): void {
  if (outcome === 'duplicate') throw refuseNumber(portal, 'contactExists');
  if (outcome === 'full') throw new RequestError('contactsFull', { most: mostContacts });
  if (outcome === 'missing') throw new RequestError('noSuchContact');
}

/**
 * Returns whose contacts are written. userName is the phone that is logged in (ledger ENR-29), whole or as replies mask it; it decides
 * nothing.
 * @throws RequestError 403 when it is another's
 */
function readOwner({ body, viewer }: ApiRequest): Viewer {
  const member = requireViewer(viewer);
  const said = asString(body['userName']);
  if (!['', member.phone, member.id, maskPhone(member.phone)].includes(said)) throw new RequestError('tokenInvalid');
  return member;
}

/** Returns a contact as its member sees it; idCard, phone and age are what the custom mode calls it (ledger ENR-27, ENR-28, CONV-34). */
function toContactRow(person: Person, { idType }: StoredContact, { portal, viewer, now }: ApiRequest): JsonObject {
  const { id, name, idNumber, phone } = person;
  const [idNo, cellphone] = [maskIdNumber(idNumber), maskPhone(phone)];
  return {
    id,
    name,
    idNo,
    cellphone,
    idType,
    userName: maskPhone(requireViewer(viewer).phone),
    departmentCode: portal.settings.code,
    ...(isKnown(person) ? { sex: person.sex, age: computeAge(person.birth, now) } : {}),
    idCard: idNo,
    phone: cellphone,
  };
}
