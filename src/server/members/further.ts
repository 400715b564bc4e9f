import type { StoredFurther } from '../../database/accounts/further';
import { asObject, asString, asText, type Json, type JsonObject } from '../../model/json';
import { maskIdNumber } from '../../runtime/mask';
import { type FurtherValues, listFurtherFields, pickFurther, pickFurtherSent } from '../../runtime/further';
import { findSubmittingForms, getEndpointForm } from '../api/endpointForm';
import type { ApiRequest } from '../api/room';
import { type AccountKeys, openText } from '../security/keys';

type FurtherParts = Pick<FurtherValues, 'values' | 'idNumbers'>;

/** Returns what a call hands in besides what its service reads: what the fields hold that an institution added to the form. */
export function readFurther({ portal, endpoint, body }: Pick<ApiRequest, 'portal' | 'endpoint' | 'body'>): FurtherValues {
  const { service = '' } = endpoint;
  const form = getEndpointForm(portal, endpoint);
  return form ? pickFurther(service, form, body) : pickFurtherSent(service, findSubmittingForms(portal, endpoint), body);
}

/** Returns the ID numbers and dates of birth in it, for which consents are needed. */
export const readFurtherStated = ({ idNumbers, births }: FurtherValues): { idNumbers: string[]; births: string[] } => ({
  idNumbers: Object.values(idNumbers).map((number) => asText(number).toUpperCase()),
  births,
});

/**
 * Returns further values as they are stored.
 * @param besides what is stored elsewhere and is kept here, too
 */
export function sealFurther(
  { keys }: { keys: AccountKeys },
  tenant: string,
  { values, idNumbers }: FurtherParts,
  besides: Partial<StoredFurther> = {},
): StoredFurther {
  const other = openParts(keys, tenant, besides);
  const seal = (part: JsonObject): string => (Object.keys(part).length === 0 ? '' : keys.seal(tenant, JSON.stringify(part)));
  return { furtherCipher: seal({ ...other.values, ...values }), furtherIdCipher: seal({ ...other.idNumbers, ...idNumbers }) };
}

/**
 * Returns what is stored once a record was edited. What the form shows as it is stored was emptied when it is not sent; what it shows
 * masked, and what is no field of it, stays.
 */
export function updateFurther(request: ApiRequest, accounts: { keys: AccountKeys }, stored: Partial<StoredFurther>): StoredFurther {
  const { portal, endpoint } = request;
  const fields = getEndpointForm(portal, endpoint)?.fields ?? {};
  const shown = listFurtherFields(endpoint.service ?? '', fields).flatMap(([name, { masked }]) => (masked ? [] : [name]));
  const before = openParts(accounts.keys, portal.tenant, stored);
  const further = readFurther(request);
  const keep = (part: JsonObject): JsonObject => Object.fromEntries(Object.entries(part).filter(([name]) => !shown.includes(name)));
  return sealFurther(accounts, portal.tenant, {
    values: { ...keep(before.values), ...further.values },
    idNumbers: { ...keep(before.idNumbers), ...further.idNumbers },
  });
}

/** Returns further values whole, as their member may read them. */
export function openFurther({ keys }: { keys: AccountKeys }, tenant: string, stored: Partial<StoredFurther>): JsonObject {
  const { values, idNumbers } = openParts(keys, tenant, stored);
  return { ...values, ...idNumbers };
}

/** Returns further values as calls answer them and staff reads them: ID numbers masked. */
export function maskFurther({ keys }: { keys: AccountKeys }, tenant: string, stored: Partial<StoredFurther>): JsonObject {
  const { values, idNumbers } = openParts(keys, tenant, stored);
  const masked = Object.entries(idNumbers).map(([name, number]): [string, Json] => [name, maskIdNumber(asString(number))]);
  return { ...values, ...Object.fromEntries(masked) };
}

function openParts(keys: AccountKeys, tenant: string, { furtherCipher = '', furtherIdCipher = '' }: Partial<StoredFurther>): FurtherParts {
  const read = (cipher: string): JsonObject => (cipher === '' ? {} : asObject(JSON.parse(openText(keys, tenant, cipher)) as Json));
  return { values: read(furtherCipher), idNumbers: read(furtherIdCipher) };
}
