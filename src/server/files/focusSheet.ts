import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Queryable } from '../../database/connection';
import { type FocusedPicture, listFocused } from '../../database/desk/media';

/** Its name below /files. */
export const focusSheetName = 'focus.css';
/** Rules of a sheet: those of the pictures changed last. */
const mostRules = 2000;
/** Milliseconds for which what was read counts: as long as a page does. */
const keptMs = 5_000;

/** The styles by which pictures that are cropped keep the point that staff chose, and what changes with them; empty without any. */
export interface FocusSheet {
  css: string;
  version: string;
}

const known = new LRUCache<string, { sheet: FocusSheet; readAt: number }>({ max: 500 });
let forgotten = 0;

/** Forgets what was read, of all institutions: pictures were changed. */
export function forgetFocusSheets(): void {
  known.clear();
  forgotten += 1;
}

/**
 * Returns the styles for the pictures of an institution that have a point of their own. A sheet rather than something that each picture says:
 * pages may have no style attributes, and what visitors' scripts show is cropped as well.
 * @param now milliseconds since 1970
 */
export async function findFocusSheet(db: Queryable, tenant: string, now: number): Promise<FocusSheet> {
  const kept = known.get(tenant);
  if (kept && Math.abs(now - kept.readAt) < keptMs) return kept.sheet;
  const before = forgotten;
  const sheet = buildSheet(await listFocused(db, tenant, mostRules));
  // What was read before a change must not outlive it.
  if (before === forgotten) known.set(tenant, { sheet, readAt: now });
  return sheet;
}

function buildSheet(pictures: readonly FocusedPicture[]): FocusSheet {
  // Stronger than what components say of their pictures by one class and an element.
  const css = pictures.map(({ id, x, y }) => `img[src][src^="/files/${id}."]{object-position:${x}% ${y}%}\n`).join('');
  return { css, version: css === '' ? '' : createHash('sha256').update(css).digest('base64url').slice(0, 16) };
}
