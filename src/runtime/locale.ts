import { originalLocale } from '../model/locale';

/** Addresses of files and of calls are not pages of the portal. */
export const isPageAddress = (href: string): boolean =>
  /^\/(?!\/|api\/|pictures\/|files\/)[^?#]*$/.test(href.split(/[?#]/)[0] ?? '') &&
  !/\.(?!html$)[a-z0-9]{2,5}$/i.test(href.split(/[?#]/)[0] ?? '');

/**
 * Returns an address of this site as it is in a language: pages, calls and feeds begin with its prefix, files are the same in all of them,
 * as are other sites.
 */
export function localizeAddress(address: string, prefix: string): string {
  if (prefix === '' || !(isPageAddress(address) || /^\/(?:api|feeds)\//.test(address))) return address;
  return address === '/' ? prefix : prefix + address;
}

/** Returns sanitised rich text whose links stay in a language. */
export const localizeLinks = (html: string, prefix: string): string =>
  prefix === '' ? html : html.replace(/ href="(\/[^"]*)"/g, (_link, address: string) => ` href="${localizeAddress(address, prefix)}"`);

const han = /\p{Script=Han}/u;

/** Returns the language of words among those of another one: the original for what nobody translated; undefined for that around them. */
export const findForeign = (text: string | undefined, locale: string): string | undefined =>
  locale !== originalLocale && text !== undefined && han.test(text) ? originalLocale : undefined;
