import { findItemByFirstSlot } from '../../../database/content/items';
import type { JsonObject } from '../../../model/json';
import { assign, resolve } from '../../../model/pointer';
import { findState } from '../../../runtime/lifecycle';
import { maskName } from '../../../runtime/mask';
import { RequestError } from '../../api/errors';
import { toReplyRow } from '../../api/reply';
import type { ApiRequest, LimitedCall, ServiceReply } from '../../api/room';
import type { AccountServices } from '../../security/accountServices';
import { limitUses, type Rule } from '../../security/limits';

const perAddress: readonly Rule[] = [{ name: 'certificate', most: 60, milliseconds: 10 * 60_000 }];

/**
 * Answers whether the number of a certificate is genuine: with the number, the masked name and what the module shows besides, whoever asks and
 * in whatever state of review the item is. What is typed in may have blanks, hyphens and small letters.
 * @throws RequestError 404 when no item of the module has the number, or not in a state in which it counts; 429 when an address asked too often
 */
export async function answerCertificate(request: ApiRequest, accounts: AccountServices): Promise<ServiceReply> {
  const { portal, endpoint, parameters } = request;
  const module = portal.modules[endpoint.module];
  const certificate = module?.definition.certificate;
  if (!module || !certificate) throw new RequestError('noSuchCall');
  await limitCertificates(request, accounts);
  const number = (parameters.get('number') ?? '').replace(/[\s-]/g, '').toUpperCase();
  const found = number === '' ? undefined : await findItemByFirstSlot(accounts.db, portal.tenant, module.name, number);
  if (!found || !certificate.states.includes(findState(module, found))) throw new RequestError('noSuchNumber');
  const stored = found.doc as JsonObject;
  const shown: JsonObject = {};
  for (const pointer of [certificate.number, ...(certificate.shows ?? [])]) {
    const value = resolve(pointer, stored);
    if (value !== undefined) assign(pointer, shown, value);
  }
  const holder = certificate.holder === undefined ? undefined : resolve(certificate.holder, stored);
  if (certificate.holder !== undefined && typeof holder === 'string') assign(certificate.holder, shown, maskName(holder));
  return { item: toReplyRow(shown, endpoint) };
}

/** @throws RequestError 429 when an address asked for too many numbers */
export async function limitCertificates({ portal, caller }: LimitedCall, accounts: AccountServices): Promise<void> {
  await limitUses(accounts, portal.tenant, perAddress, caller.address);
}
