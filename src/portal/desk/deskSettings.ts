import type { SWRConfiguration } from 'swr';
import type { PagePayload } from '../../model/payload';
import { createSettings as createUsual } from '../../portal/data/settings';

/** What browsers keep of pages and replies, by their keys; those of pages are their addresses. */
const kept = new Map();
/** The page that the server wrote, by its address. */
let first: Record<string, PagePayload> = {};

/** Returns how SWR works at the desk: as everywhere, with what it keeps within reach of {@link forgetPages}. */
export function createSettings(fallback: Readonly<Record<string, PagePayload>>): SWRConfiguration {
  first = { ...fallback };
  // What was forgotten is fetched anew, however soon.
  return { ...createUsual(first), provider: () => kept, dedupingInterval: 0 };
}

/** Forgets all pages but one: what others did meanwhile, and what one did oneself, is seen at once on the next. */
export function forgetPages(but: string): void {
  for (const key of [...kept.keys()]) if (typeof key === 'string' && key.startsWith('/') && key !== but) kept.delete(key);
  for (const key of Object.keys(first)) if (key !== but) delete first[key];
}
