import type { TenantSettings } from '../../model/definitions.g';
import { isObject, type Json } from '../../model/json';
import type { Variables } from '../../server/api/ownBackend';

/** Names of fields that hold what lets somebody in. */
const secretNames = /token|secret|passw|cookie|authoriz|session_?key|api_?key|access_?key|signature/i;
/** Names of fields that tell who somebody is. */
const personNames = /phone|mobile|telephone|email|id_?card|id_?no|real_?name|contact/i;
const mostEntries = 20;

/**
 * Returns a reply as it may be kept in files: without the secrets of the settings and what is named like one, phones, ID numbers and
 * addresses of persons; of long lists the first entries.
 */
export function maskReply(body: Json, { backend, backends }: Pick<TenantSettings, 'backend' | 'backends'>, variables: Variables): Json {
  const headers = [backend, ...Object.values(backends ?? {})].flatMap((one) => Object.values(one?.headers ?? {}));
  const secrets = headers
    .flatMap((value) => (typeof value === 'string' ? [] : (variables[value.secret] ?? [])))
    .filter((value) => value !== '');
  const maskText = (text: string): string =>
    secrets
      .reduce((masked, secret) => masked.replaceAll(secret, '***'), text)
      .replace(/\d{17}[\dXx]/g, '*'.repeat(18))
      .replace(/(?<!\d)1[3-9]\d{9}(?!\d)/g, (phone) => `${phone.slice(0, 3)}****${phone.slice(-4)}`)
      .replace(/[\w.+-]+@[\w-]+\.[\w.]+/g, '***');
  const mask = (value: Json, name = ''): Json => {
    if (Array.isArray(value)) return value.slice(0, mostEntries).map((entry) => mask(entry, name));
    if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, mask(entry, key)]));
    if (typeof value === 'string') return secretNames.test(name) || (personNames.test(name) && value !== '') ? '***' : maskText(value);
    const isPhone = typeof value === 'number' && /^1[3-9]\d{9}$/.test(String(value));
    return isPhone || (typeof value === 'number' && personNames.test(name)) ? 10_000_000_000 : value;
  };
  return mask(body);
}
