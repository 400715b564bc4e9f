import { asString, type JsonObject } from '../../../model/json';
import { maskIdNumber, maskPhone } from '../../../runtime/mask';
import { randomUUID } from 'node:crypto';
import {
  type ContactWrite,
  type StoredContact,
  addContact,
  contactsOf,
  mostContacts,
  removeContact,
  updateContact,
} from '../../../database/accounts/contacts';
import { getItem } from '../../../database/content/items';
import { heldPlaces, type HeldPlace } from '../../../database/enrolments/enrolments';
import { inTransaction } from '../../../database/transaction';
import type { AccountKit } from '../../security/accountServices';
import { signedIn } from '../accounts/services';
import type { Viewer } from '../../security/sessions';
import type { ApiRequest } from '../../items/answerFromItems';
import type { Answer } from '../../api/envelope';
import { once } from '../../api/idempotency';
import { sessionsOf } from '../enrolment/activity';
import { RequestError } from '../../api/errors';
import { fitOf } from './fit';
import { ageAt, type Person, personOf, readIdNumber } from './person';

type ContactService = (request: ApiRequest, kit: AccountKit) => Promise<Answer>;

/** The only kind of document there is: an identity card (ledger ENR-27). */
const identityCard = '0';

/** A member's contacts, by service name (ledger ENR-21 to ENR-34, PC-25 to PC-31). */
export const contactServices: Readonly<Record<string, ContactService>> = {
  'contacts.list': async (request, kit) => {
    const { portal, viewer } = request;
    const member = signedIn(viewer);
    const activity = await activityOf(request, kit);
    const held = activity
      ? await heldPlaces(kit.db, { tenant: portal.tenant, module: activity.module, activity: activity.id }, member.id)
      : [];
    const people = (await contactsOf(kit.db, portal.tenant, member.id)).map((stored) => ({
      stored,
      person: personOf(kit, portal.tenant, stored),
    }));
    return {
      rows: people.map(({ stored, person }) => ({
        ...outward(person, stored, request),
        ...(activity && standing(person, activity, held, request)),
      })),
    };
  },
  'contacts.add': async (request, kit) => {
    const {
      portal: { tenant, texts },
      viewer,
      now,
    } = request;
    const member = signedIn(viewer);
    checkUserName(request, member);
    const contact: StoredContact = {
      id: randomUUID(),
      member: member.id,
      idType: identityCard,
      created: new Date(now),
      ...sealed(request, kit, member.id, given(request)),
    };
    const work = async (tx: AccountKit['db']): Promise<Answer> => {
      refuse(request, await addContact(tx, tenant, contact));
      return { message: texts['contactAdded'] };
    };
    return once(request, kit.db, { work });
  },
  'contacts.edit': async (request, kit) => {
    const {
      portal: { tenant, texts },
      body,
      viewer,
      now,
    } = request;
    const member = signedIn(viewer);
    checkUserName(request, member);
    const [stored] = await contactsOf(kit.db, tenant, member.id, [asString(body['id'])]);
    if (!stored) throw new RequestError(404, 'noSuchContact');
    const { name, idNumber, phone } = personOf(kit, tenant, stored);
    const changed = { ...stored, ...sealed(request, kit, member.id, given(request, { name, idNumber, phone })) };
    refuse(request, await inTransaction(kit.db, (tx) => updateContact(tx, tenant, changed, now)));
    return { message: texts['contactSaved'] };
  },
  'contacts.remove': async ({ portal: { tenant, texts }, parameters, viewer }, kit) => {
    if (!(await removeContact(kit.db, tenant, signedIn(viewer).id, parameters.get('id') ?? '')))
      throw new RequestError(404, 'noSuchContact');
    return { message: texts['contactRemoved'] };
  },
};

type Written = Pick<Person, 'name' | 'idNumber' | 'phone'>;

/** What a form says of a person; what was left out, because its mask was not touched, stays as it was. */
function given({ body }: ApiRequest, before: Written = { name: '', idNumber: '', phone: '' }): Written {
  return {
    name: asString(body['name']).trim() || before.name,
    idNumber: asString(body['idNo']).toUpperCase() || before.idNumber,
    phone: asString(body['cellphone']) || before.phone,
  };
}

/** @throws RequestError 400 when no visitor can have been born on the date in the ID number; the rest is the form's to check */
function sealed(
  { portal, now }: ApiRequest,
  kit: AccountKit,
  member: string,
  { name, idNumber, phone }: Written,
): Pick<StoredContact, 'nameCipher' | 'idCipher' | 'idHash' | 'phoneCipher'> {
  if (!readIdNumber(idNumber, now)) throw numberRefused(portal, 400, 'idNumberWrong');
  const { tenant } = portal;
  const seal = (part: string): string => kit.keys.seal(tenant, part);
  return {
    nameCipher: seal(name),
    idCipher: seal(idNumber),
    idHash: kit.keys.mark('ID number', tenant, member, idNumber),
    phoneCipher: seal(phone),
  };
}

/** A refusal that the field of the ID number shows too. */
const numberRefused = ({ texts }: ApiRequest['portal'], status: number, name: string): RequestError =>
  new RequestError(status, name, {}, { errors: { idNo: texts[name] ?? '' } });

function refuse({ portal }: ApiRequest, outcome: ContactWrite): void {
  if (outcome === 'duplicate') throw numberRefused(portal, 409, 'contactExists');
  if (outcome === 'full') throw new RequestError(409, 'contactsFull', { most: mostContacts });
  if (outcome === 'missing') throw new RequestError(404, 'noSuchContact');
}

/** userName is the phone that is logged in (ledger ENR-29), whole or as replies mask it; it decides nothing. */
function checkUserName({ body }: ApiRequest, { id, phone }: Viewer): void {
  const said = asString(body['userName']);
  if (said !== '' && said !== phone && said !== id && said !== maskPhone(phone)) throw new RequestError(403, 'tokenInvalid');
}

/** A contact as its member sees it; idCard, phone and age are what the custom mode calls it (ledger ENR-27, ENR-28, CONV-34). */
function outward(
  { id, name, idNumber, phone, sex, birth }: Person,
  { idType }: StoredContact,
  { portal, viewer, now }: ApiRequest,
): JsonObject {
  const [idNo, cellphone] = [maskIdNumber(idNumber), maskPhone(phone)];
  return {
    id,
    name,
    idNo,
    cellphone,
    idType,
    userName: maskPhone(signedIn(viewer).phone),
    departmentCode: portal.settings.code,
    sex,
    age: ageAt(birth, now),
    idCard: idNo,
    phone: cellphone,
  };
}

/** An item that contacts are held against. */
interface KnownActivity {
  module: string;
  id: string;
  doc: Readonly<Record<string, unknown>>;
}

/** Whether a contact may be enrolled for an item, or is already; of its sessions, which ones it is enrolled for. */
function standing(person: Person, { doc }: KnownActivity, held: readonly HeldPlace[], { portal: { texts }, now }: ApiRequest): JsonObject {
  const own = held.filter(({ contact }) => contact === person.id);
  const whole = own.find(({ session }) => session === '');
  const sessions = sessionsOf(doc)
    .filter(({ id }) => own.some(({ session }) => session === id))
    .map(({ name }) => name);
  return {
    fit: whole?.status ?? fitOf(person, doc, now),
    ...(sessions.length > 0 ? { enrolledFor: sessions.join(texts['listSeparator'] ?? ',') } : {}),
  };
}

/**
 * The published item that contacts are to be held against: of a module whose calls people enrol by.
 * @throws RequestError 404 when there is none of this id
 */
async function activityOf({ portal, parameters }: ApiRequest, kit: AccountKit): Promise<KnownActivity | undefined> {
  const id = parameters.get('activityId');
  if (id === undefined) return undefined;
  const modules = new Set(
    Object.values(portal.endpoints).flatMap(({ module, service }) => (service?.startsWith('enrolment.') ? [module] : [])),
  );
  for (const module of modules) {
    const item = await getItem(kit.db, portal.tenant, module, id);
    if (item?.status === 1) return { module, id, doc: item.doc };
  }
  throw new RequestError(404, 'noSuchItem');
}
