import sharp from 'sharp';
import { addMessage } from '../../src/database/accounts/inbox';
import { addOldOrder, setCredit } from '../database/points';
import { inTransaction } from '../../src/database/transaction';
import { maskIdNumber, maskPhone } from '../../src/runtime/mask';
import { deriveAccountKeys } from '../../src/server/security/keys';
import { at, type AccountPortal } from '../server/accountPortal';
import { exchanged, goods } from '../server/points';
import { book, dayAhead, venue } from '../server/bookings';
import { activity, addedContact, type Asker, enrolled, idNumber, listed } from '../server/enrolments';

/** What a member has: the ids of its things, and words that nobody else is to read. */
export interface Belongings {
  ids: string[];
  marks: string[];
}

/** Makes what can be enrolled for and booked. */
export async function openHouse(portal: AccountPortal): Promise<void> {
  await portal.put('centre', 'appointment', [activity(portal, 'open-activity'), activity(portal, 'other-activity')]);
  await portal.put('centre', 'venue', [venue('hall', { review: false })]);
  await portal.put('centre', 'pointsmall', [goods(portal, 'open-goods')]);
  const call = {
    id: 'open-activity',
    menuId: '6113',
    activityName: '征集',
    startDate: '2020-01-01 00:00:00',
    endDate: '2099-01-01 00:00:00',
  };
  await portal.put('centre', 'workcollect', [call]);
  await portal.put('centre', 'work', [
    { id: 'open-activity', menuId: '6113', activityId: 'open-activity', worksTitle: '作品', voteCount: 0 },
  ]);
}

/** Gives a member one thing of every kind that there is. Whatever needs no back office is made by the calls that visitors make. */
export async function giveBelongings(portal: AccountPortal, owner: Asker): Promise<Belongings> {
  const { database, secret, ask } = portal;
  const [contactId, bookerId] = [idNumber(), idNumber()];
  const contact = { name: '禹碧鸥', phone: '13512348765', id: contactId };
  const contacts = [await addedContact(portal, owner, contact), await addedContact(portal, owner, { ...contact, id: idNumber() })];
  await enrolled(portal, owner, 'other-activity', contacts.slice(0, 1));
  const booker = { name: '禹碧霞', mobilePhone: '13512340099', identityCard: bookerId, purpose: '鹓鶵之会' };
  await book(portal, owner, `${dayAhead(portal, 2)} 10:00-11:00`, booker);
  const call = (method: 'POST' | 'PUT', url: string, body: unknown) => ask({ method, url, body, token: owner.token });
  const shown = { menuId: '6113', title: '鶗鴂之藏', image: '', url: '/鶗鴂', type: 'infor' };
  for (const flag of ['updateStar', 'updateCollect'])
    await call('PUT', `/api/personal/web/personal/${flag}`, { ...shown, businessId: 'other-activity' });
  await call('POST', '/api/communal/web/comment', { content: '鸑鷟未审', dataTitle: 'x', dataMenuId: '6113', dataId: 'other-activity' });
  await inTransaction(database, (tx) =>
    addMessage(tx, {
      tenant: 'centre',
      member: owner.id,
      kind: 'x',
      title: '鹔鹴有信',
      text: '鹔鹴来鸿',
      link: '/',
      at: portal.clock.now(),
    }),
  );
  const seal = (text: string): string => deriveAccountKeys(secret).seal('centre', text);
  const order = { commodityName: '鵷雏之器', remark: '鵷雏之言', state: 1 as const, created: new Date(portal.clock.now()) };
  await setCredit(database, 'centre', owner.id, 739182645);
  const sealed = { userNameCipher: seal('禹碧云'), contactCipher: seal('13512340011'), addressCipher: seal('鹪鹩巷9号') };
  await addOldOrder(database, 'centre', { id: 'order-of-the-owner', member: owner.id, ...order, ...sealed });
  const ordered = { userName: '禹碧云', contact: '13512340011', address: '鹪鹩巷9号', remark: '鵷雏之言' };
  const exchange = await exchanged(portal, owner, 'open-goods', ordered);
  const uploaded = await uploadPicture(portal, owner);
  const { rows } = await database.pool.query<{ id: string }>("select id from item where module = 'comment'");
  const booked = await ask({ url: `/api/onlinevenues/wt/venueScheduled/${owner.id}`, token: owner.token });
  const messages = await ask({ url: '/api/personal/web/inbox/page', token: owner.token });
  const ids = [
    owner.id,
    ...contacts,
    ...(await listed(portal, owner)).map(({ id }) => String(id)),
    String(at(booked.body, 'data', 'rows', '0', 'id')),
    String(at(messages.body, 'data', 'rows', '0', 'id')),
    ...rows.map(({ id }) => id),
    'order-of-the-owner',
    String(at(exchange.body, 'data', 'id')),
    uploaded,
  ];
  const numbers = [contactId, bookerId].flatMap((number) => [number, maskIdNumber(number)]);
  const phones = [contact.phone, booker.mobilePhone, '13512340011'].flatMap((phone) => [phone, maskPhone(phone)]);
  const words = ['禹碧', '鹓鶵', '鶗鴂', '鸑鷟', '鹔鹴', '鵷雏', '鹪鹩', '739182545'];
  return { ids, marks: [owner.phone, ...numbers, ...phones, ...words] };
}

/** Uploads a picture. @returns its id */
async function uploadPicture(portal: AccountPortal, { token }: Asker): Promise<string> {
  const { payload, headers } = await writeUpload();
  const reply = await portal.app.inject({
    method: 'POST',
    url: '/api/file/upload',
    payload,
    headers: { host: 'localhost', authorization: token, ...headers },
  });
  return String(at(reply.json(), 'data', 'objectid') ?? at(reply.json(), 'objectid'));
}

const picture = sharp({ create: { width: 2, height: 2, channels: 3, background: '#a33' } })
  .png()
  .toBuffer();

/** Returns a multipart body with a small picture. @param fields that stand before it */
export async function writeUpload(
  fields: Readonly<Record<string, string>> = {},
): Promise<{ payload: Buffer; headers: Record<string, string> }> {
  const head = (text: string): Buffer => Buffer.from(`--part\r\ncontent-disposition: form-data; ${text}\r\n`);
  const payload = Buffer.concat([
    ...Object.entries(fields).map(([name, value]) => Buffer.concat([head(`name="${name}"`), Buffer.from(`\r\n${value}\r\n`)])),
    head('name="file"; filename="x.png"'),
    Buffer.from('content-type: image/png\r\n\r\n'),
    await picture,
    Buffer.from('\r\n--part--\r\n'),
  ]);
  return { payload, headers: { 'content-type': 'multipart/form-data; boundary=part' } };
}
