import type { Queryable } from '../../database/connection';
import { findUploadIds } from '../../database/content/uploadUses';
import { type Alternative, readAlternatives } from '../../database/desk/media';
import { isObject, type Json } from '../../model/json';
import type { PagePayload } from '../../model/payload';
import { escapeHtml } from '../api/sanitize';

const addresses = /\/files\/([\w-]{22})\.(?:jpg|png|gif|webp)/g;
/** Pictures within rich text, as the server writes it: one of the institution's own, with what else is said of it. */
const written = /<img\b([^<>]*\ssrc="\/files\/([\w-]{22})\.[a-z0-9]+"[^<>]*)>/g;
const said = /\salt(?:="([^"]*)")?(?=[\s/]|$)/;
/** Editors say the name of the file, which tells nothing. */
const toSpoken = (file: string): string => escapeHtml(file.replace(/\.[^.]*$/, ''));

/**
 * Tells what is seen in the pictures that a page shows, as the institution's media library says: by their addresses, and within rich text where
 * nobody has said it yet.
 */
export async function describePictures(db: Queryable, tenant: string, page: Pick<PagePayload, 'data' | 'alts'>): Promise<void> {
  const ids = findUploadIds(page.data);
  const known = await readAlternatives(db, tenant, ids);
  if (known.size === 0) return;
  const found = [...JSON.stringify(page.data).matchAll(addresses)];
  page.alts = Object.fromEntries(found.flatMap(([address, id = '']) => (known.has(id) ? [[address, known.get(id)?.alt ?? '']] : [])));
  page.data = fillIn(page.data, known);
}

/** Returns data in whose rich texts pictures without an alternative text have that of the library. */
function fillIn<T>(data: T, known: ReadonlyMap<string, Alternative>): T;
function fillIn(data: unknown, known: ReadonlyMap<string, Alternative>): unknown {
  if (typeof data === 'string') return data.includes('<img') ? describeMarkup(data, known) : data;
  if (Array.isArray(data)) return data.map((entry: Json) => fillIn(entry, known));
  return isObject(data) ? Object.fromEntries(Object.entries(data).map(([name, value]) => [name, fillIn(value, known)])) : data;
}

const describeMarkup = (html: string, known: ReadonlyMap<string, Alternative>): string =>
  html.replace(written, (whole, attributes: string, id: string) => {
    const found = known.get(id);
    const words = said.exec(attributes)?.[1] ?? '';
    if (!found || (words !== '' && words !== toSpoken(found.file))) return whole;
    return `<img alt="${escapeHtml(found.alt)}"${attributes.replace(said, '')}>`;
  });
