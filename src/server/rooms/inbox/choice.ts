import { randomUUID } from 'node:crypto';
import { lockMember } from '../../../database/accounts/members';
import { type Extent, findRecipient, putChoice, type StoredChoice } from '../../../database/messages/choices';
import { addLetter } from '../../../database/messages/outbox';
import { inTransaction } from '../../../database/transaction';
import { asString } from '../../../model/json';
import { formatPattern } from '../../../runtime/text';
import { RequestError } from '../../api/errors';
import type { ApiRequest, ServiceReply } from '../../api/room';
import { requireViewer } from '../../api/viewer';
import type { AccountServices } from '../../security/accountServices';
import { issueCode, redeemCode } from '../../security/codes';
import { openText } from '../../security/keys';
import { limitUses } from '../../security/limits';

const hour = 3_600_000;
const extents: readonly string[] = ['none', 'urgent', 'all'] satisfies Extent[];
const isExtent = (text: string): text is Extent => extents.includes(text);

/** Returns by which channels the member hears of what, and the address that was proved, as far as its owner needs it. */
export async function readChoice({ portal, viewer }: ApiRequest, { db, keys }: AccountServices): Promise<ServiceReply> {
  const found = await findRecipient(db, portal.tenant, requireViewer(viewer).id);
  if (!found) throw new RequestError('sessionExpired');
  const address = openText(keys, portal.tenant, found.mailCipher).replace(/^(.)[^@]*/, '$1***');
  return { item: { sms: found.sms, mail: found.mail, address, isMailOpen: isOpen({ portal }) } };
}

/** Keeps by which channels the member wants to hear of what. @throws RequestError 400 for mail without an address that was proved */
export async function choose(request: ApiRequest, accounts: AccountServices): Promise<ServiceReply> {
  const { body, portal } = request;
  const [sms, mail] = [asString(body['sms']), asString(body['mail']) || 'none'];
  if (!isExtent(sms) || !isExtent(mail)) throw new RequestError('invalidBody');
  await changeChoice(request, accounts, (before) => {
    if (mail !== 'none' && before.mailCipher === '') throw new RequestError('mailUnproved');
    return { ...before, sms, mail };
  });
  return { message: portal.texts['choiceKept'] };
}

/** Sends a code to an address that the member wants mail at. It is sent with all other mail, and no later. */
export async function sendMailCode(request: ApiRequest, accounts: AccountServices): Promise<ServiceReply> {
  const { portal, viewer, parameters, now } = request;
  const { tenant, texts, patterns } = portal;
  const [member, address] = [requireViewer(viewer).id, readAddress(parameters.get('address') ?? '')];
  if (!isOpen(request)) throw new RequestError('mailOff');
  await limitUses(accounts, tenant, [{ name: 'mail-code', most: 5, milliseconds: hour }], member);
  const { code, cookies } = await issueCode(accounts, request, 'mail', `${member} ${address}`);
  const seal = (text: string): string => accounts.keys.seal(tenant, text);
  await addLetter(
    accounts.db,
    {
      ...{ tenant, member, deed: `mail.code ${randomUUID()}`, channel: 'mail', kind: 'mail.code' },
      addressCipher: seal(address),
      titleCipher: seal(texts['mailCode'] ?? ''),
      wordsCipher: seal(formatPattern(texts['mailCodeText'] ?? '', { code, site: portal.settings.site.title }, patterns)),
    },
    now,
  );
  return { message: texts['codeSent'], cookies };
}

/** Keeps an address whose code the member knows: from then on mail of everything goes there. @throws RequestError 400 for a wrong code */
export async function proveMail(request: ApiRequest, accounts: AccountServices): Promise<ServiceReply> {
  const { portal, viewer, body } = request;
  const address = readAddress(asString(body['address']));
  await redeemCode(accounts, request, 'mail', `${requireViewer(viewer).id} ${address}`, asString(body['verCode']));
  const mailCipher = accounts.keys.seal(portal.tenant, address);
  await changeChoice(request, accounts, (before) => ({ ...before, mailCipher, mail: before.mail === 'none' ? 'all' : before.mail }));
  return { message: portal.texts['mailProved'] };
}

const isOpen = ({ portal: { settings } }: Pick<ApiRequest, 'portal'>): boolean => settings.messages?.channels?.includes('mail') === true;

/** One address without a name or a comment: what is more might be read as several. */
function readAddress(text: string): string {
  const address = text.trim().toLowerCase();
  if (address.length > 254 || !/^[\w.+-]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(address)) throw new RequestError('mailInvalid');
  return address;
}

async function changeChoice(
  { portal: { tenant }, viewer }: ApiRequest,
  { db }: AccountServices,
  change: (before: StoredChoice) => StoredChoice,
): Promise<void> {
  const { id } = requireViewer(viewer);
  await inTransaction(db, async (tx) => {
    // One change after the other, and none for a member who is gone.
    const before = (await lockMember(tx, tenant, id)) ? await findRecipient(tx, tenant, id) : undefined;
    if (!before) throw new RequestError('sessionExpired');
    await putChoice(tx, tenant, id, change(before));
  });
}
