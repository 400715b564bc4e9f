import { createHash } from 'node:crypto';
import type { CompiledPage, CompiledPortal } from '../../model/compiled';
import { sanitizeAddress } from '../../runtime/display';

/** What the share picture of a page shows: what chats and other sites show of it. */
export interface ShareCard {
  title: string;
  institution: string;
  color: string;
  /** Addresses on this site; nothing is fetched from another one. */
  logo: string;
  picture: string | undefined;
}

/** Counted up when the drawing changes, so that what was drawn before has another address. */
const drawing = 1;
/** Characters of a title that a picture has room for. */
const longestTitle = 90;

/**
 * Returns what the share picture of a page shows. A page that takes its title out of its address is named by its institution: nobody is to
 * have words of their own drawn in its name.
 * @param logo of the institution, or what stands for it
 * @param title of the page, empty where it has none of its own
 * @param picture that the page is about, which may be none
 */
export function describeCard(
  { settings: { site, theme } }: CompiledPortal,
  { definition }: CompiledPage,
  { logo, title, picture }: { logo: string; title: string; picture: unknown },
): ShareCard {
  const isAsked = JSON.stringify([definition.title, definition.head?.title]).includes('/query/');
  const words = (isAsked ? '' : title).replace(/[\s\p{C}]+/gu, ' ').trim();
  return {
    title: words === '' ? site.title : [...words].slice(0, longestTitle).join(''),
    institution: words === '' || words === site.title ? (site.subtitle ?? '') : site.title,
    color: theme.color,
    logo: findHere(site.appLogo) ?? logo,
    picture: findHere(picture),
  };
}

/** Returns the digest that stands for a card in its address: whatever is drawn otherwise has another one. */
export const digestCard = ({ title, institution, color, logo, picture }: ShareCard): string =>
  createHash('sha256')
    .update(JSON.stringify([drawing, title, institution, color, logo, picture]))
    .digest('base64url')
    .slice(0, 22);

/**
 * Returns the whole address of a share picture. It says which page the picture is of, not what is drawn.
 * @param origin scheme, host and port of the site
 * @param page path and query of the page, without its language
 */
export const addressCard = (card: ShareCard, { prefix }: CompiledPortal, origin: string, page: string): string =>
  `${origin}${prefix}/pictures/share/${digestCard(card)}.png?page=${encodeURIComponent(page)}`;

function findHere(value: unknown): string | undefined {
  const safe = typeof value === 'string' ? sanitizeAddress(value) : undefined;
  return safe?.startsWith('/') ? safe : undefined;
}
