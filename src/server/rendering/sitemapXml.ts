import { localizeAddress } from '../../runtime/locale';
import type { CompiledPortal } from '../../model/compiled';
import { escapeHtml } from '../api/sanitize';
import { listAlternates } from './head';

/** An address in a sitemap, or that of another sitemap. */
export interface SitemapEntry {
  loc: string;
  lastmod?: Date | undefined;
  /** The same page in all languages, this one too, as each of them has to say. */
  alternates?: readonly { locale: string; href: string }[];
}

/** Returns the entries of a page: one in each language. */
export function listEntries(portal: CompiledPortal, path: string, origin: string, lastmod?: Date): SitemapEntry[] {
  if (portal.locales.length < 2) return [{ loc: origin + path, lastmod }];
  const alternates = listAlternates(portal, path, origin);
  return portal.locales.map(({ prefix }) => ({ loc: origin + localizeAddress(path, prefix), lastmod, alternates }));
}

/** Returns how many bytes the entries of an item take at most: its address is `bytes` long where nothing in it is escaped. */
export function measureEntries({ locales }: CompiledPortal, bytes: number): number {
  const links = locales.length < 2 ? 0 : locales.length + 1;
  return locales.length * (bytes + around + links * (bytes + around));
}

/** Bytes around an address: elements, the time, the prefix of a language, and the names of the query, escaped. */
const around = 160;

const elements = { urlset: 'url', sitemapindex: 'sitemap' } as const;

/** Returns what a sitemap, or an index of sitemaps, begins with; with room for other languages where entries name them. */
export const openXml = (root: keyof typeof elements, isLinked: boolean): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"${isLinked ? ' xmlns:xhtml="http://www.w3.org/1999/xhtml"' : ''}>\n`;

/** Returns what it ends with. */
export const closeXml = (root: keyof typeof elements): string => `</${root}>\n`;

/** Returns its entries, a line for each. */
export function writeEntries(root: keyof typeof elements, entries: readonly SitemapEntry[]): string {
  const element = elements[root];
  const writeLinks = ({ alternates = [] }: SitemapEntry): string =>
    alternates.map(({ locale, href }) => `<xhtml:link rel="alternate" hreflang="${locale}" href="${escapeHtml(href)}"/>`).join('');
  return entries
    .map((entry) => {
      const time = entry.lastmod === undefined ? '' : `<lastmod>${entry.lastmod.toISOString()}</lastmod>`;
      return `<${element}><loc>${escapeHtml(entry.loc)}</loc>${time}${writeLinks(entry)}</${element}>\n`;
    })
    .join('');
}
