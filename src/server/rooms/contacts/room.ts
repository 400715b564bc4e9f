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
    'contacts.add': async (request, accounts) => {
      const { portal, viewer, now } = request;
      const member = requireViewer(viewer);
      checkUserName(request, member);
      const written = readPerson(request);
      const sealed = sealPerson(request, accounts, member.id, written);
      const further = readFurther(request);
      const contact = {
        id: randomUUID(),
        member: member.id,
        idType: identityCard,
        created: new Date(now),
        ...sealed,
        ...sealFurther(accounts, portal.tenant, further),
      };
      const work = async (tx: AccountServices['db']): Promise<ServiceReply> => {
        const { idNumbers, births } = readFurtherStated(further);
        await requireConsents(tx, request, { idNumbers: [written.idNumber, ...idNumbers], births });
        refuseWrite(request, await addContact(tx, portal.tenant, contact));
        await creditDeed(tx, portal, { name: 'firstContact', member: member.id, key: '' }, now);
        return { message: portal.texts['contactAdded'] };
      };
      return withIdempotencyKey(request, accounts.db, { work });
    },
    'contacts.edit': async (request, accounts) => {
      const { body, viewer, now } = request;
      const { tenant, texts } = request.portal;
      const member = requireViewer(viewer);
      checkUserName(request, member);
      const [stored] = await listContacts(accounts.db, tenant, member.id, [asString(body['id'])]);
      if (!stored) throw new RequestError('noSuchContact');
      const { name, idNumber, phone } = openPerson(accounts, tenant, stored);
      const further = readFurther(request);
      const changed = {
        ...stored,
        ...sealPerson(request, accounts, member.id, readPerson(request, { name, idNumber, phone })),
        ...updateFurther(request, accounts, stored),
      };
      await inTransaction(accounts.db, async (tx) => {
        // A number that stays was agreed to when it was handed in.
        const { idNumbers, births } = readFurtherStated(further);
        await requireConsents(tx, request, { idNumbers: [asString(body['idNo']), ...idNumbers], births });
        refuseWrite(request, await updateContact(tx, tenant, changed, now));
      });
      return { message: texts['contactSaved'] };
    },
    'contacts.remove': async ({ portal: { tenant, texts }, parameters, viewer }, accounts) => {
      if (!(await removeContact(accounts.db, tenant, requireViewer(viewer).id, parameters.get('id') ?? '')))
        throw new RequestError('noSuchContact');
      return { message: texts['contactRemoved'] };
    },
  },
  personalData: [contactData],
  findDueIdNumbers: async (_db, { settings }, now) => ({ of: 'contacts', before: countBack(now, readRetention(settings).ofContactDays) }),
});

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

/** userName is the phone that is logged in (ledger ENR-29), whole or as replies mask it; it decides nothing. */
function checkUserName({ body }: ApiRequest, { id, phone }: Viewer): void {
  const said = asString(body['userName']);
  if (said !== '' && said !== phone && said !== id && said !== maskPhone(phone)) throw new RequestError('tokenInvalid');
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
