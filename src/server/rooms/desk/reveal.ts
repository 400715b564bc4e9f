import { findMember } from '../../../database/accounts/members';
import { listItemEntries } from '../../../database/content/formEntries';
import { findDeskItem } from '../../../database/desk/items';
import { inTransaction } from '../../../database/transaction';
import { asString, getOwn } from '../../../model/json';
import { RequestError } from '../../api/errors';
import type { ApiRequest, ServiceReply } from '../../api/room';
import { note } from '../../desk/note';
import { requireModule } from '../../desk/site';
import { readTitle } from '../../items/record';
import type { AccountServices } from '../../security/accountServices';
import { openText } from '../../security/keys';
import { requireRight } from '../../security/rights';

/** A reason of fewer characters says nothing. */
const leastReason = 2;

/**
 * Tells the whole name, phone and ID numbers of who handed an item in. That somebody looked, and why, is noted in the same transaction: what
 * cannot be noted is not told.
 * @throws RequestError 403 without the right, 400 without a reason, 404 where there is no item or nothing that could be told
 */
export async function reveal(request: ApiRequest, { db, keys }: AccountServices): Promise<ServiceReply> {
  const { portal, viewer, body } = request;
  const { site, module } = requireModule(request);
  requireRight(viewer, module.name, 'reveal');
  const [id, reason] = [asString(body['deskId']), asString(body['deskReason']).trim()];
  if ([...reason].length < leastReason) throw new RequestError('revealReason');
  const item = await findDeskItem(db, site.tenant, module.name, id);
  if (!item) throw new RequestError('noSuchItem');
  const open = (sealed: string): string => openText(keys, site.tenant, sealed);
  const member = await findMember(db, site.tenant, asString(item.doc['memberId']));
  const entries = await listItemEntries(db, { tenant: site.tenant, module: module.name, id });
  const { texts } = portal;
  const told = [
    ...(member
      ? [[texts['deskApplicantName'], open(member.nameCipher)] as const, [texts['deskApplicantPhone'], open(member.phoneCipher)] as const]
      : []),
    ...entries.map(({ field, cipher }) => [getOwn(module.definition.item?.properties ?? {}, field)?.title ?? field, open(cipher)] as const),
  ].filter(([, value]) => value !== '');
  if (told.length === 0) throw new RequestError('revealNothing');
  await inTransaction(db, (tx) =>
    note(tx, request, { action: 'item.reveal', module: module.name, item: id, title: readTitle(module, item.doc), detail: { reason } }),
  );
  return { message: told.map(([label, value]) => `${label ?? ''}：${value}`).join('；') };
}
