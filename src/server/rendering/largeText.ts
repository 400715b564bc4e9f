import type { FastifyRequest } from 'fastify';
import type { CompiledPortal } from '../../model/compiled';
import { largeTextClass, largeTextName, writeLargeTextCookies } from '../../runtime/largeText';
import { forPaper } from './document';
import { type CachedPage, readText, toCachedPage } from './pageCache';

const enlarged = new WeakMap<CachedPage, CachedPage>();

/**
 * Returns a page as those get it who chose large text: its root element says so, and it has all styles from the start, those of large text among
 * them, so that nothing moves once scripts have come. It has a tag of its own, by which whoever keeps pages, and has to ask each time whether they
 * count, gets the other one after a change of mind.
 */
export function enlargePage(page: CachedPage): CachedPage {
  const known = enlarged.get(page);
  if (known) return known;
  const whole = readText(page).toString();
  const end = whole.indexOf('>', whole.indexOf('<html'));
  const root = whole.slice(0, end);
  const classed = root.includes(' class="') ? root.replace(' class="', ` class="${largeTextClass} `) : `${root} class="${largeTextClass}"`;
  const html = classed + whole.slice(end).replace(forPaper, '');
  const made = {
    ...toCachedPage({ ...page, pieces: [{ html }] }, page.status, page.endsAt),
    ...(page.isCopy ? { isCopy: page.isCopy } : {}),
  };
  enlarged.set(page, made);
  return made;
}

/** Returns whether the address of a page says how large its text is to be, as links from other sites of the platform do; undefined when it does not. */
export function readAskedTextSize(url: URL): boolean | undefined {
  const asked = url.searchParams.get(largeTextName);
  return asked === '1' || asked === '0' ? asked === '1' : undefined;
}

/** Returns the `Set-Cookie` headers that keep a visitor's choice, by the server also for browsers that soon forget what scripts set. */
export function keepTextSize(large: boolean, { settings }: CompiledPortal, request: FastifyRequest): string[] {
  return writeLargeTextCookies(large, {
    host: request.hostname,
    domain: settings.platform?.domain,
    secure: request.protocol === 'https',
  });
}
