import type { Json, JsonObject } from '../../../model/payload';

/** A comment or a reply to one, as it is shown (ledger COM-12). */
export interface Comment {
  id: string;
  hidden: boolean;
  author: string;
  image: string;
  time: string;
  html: string;
  replies: Comment[];
}

/** The comments of a reply. The words of one that the back office has hidden are not shown; its replies are. */
export function commentsOf(rows: readonly JsonObject[]): Comment[] {
  return rows.map((row) => ({
    id: text(row['id']),
    hidden: ['true', '1'].includes(String(row['hide'])),
    author: masked(text(row['mobilePhone'])) || text(row['name']),
    image: text(row['image']),
    time: text(row['crtTime']),
    html: text(row['content']),
    replies: Array.isArray(row['children']) ? commentsOf(row['children'].filter(isObject)) : [],
  }));
}

/** A telephone number of which the first 3 and last 4 characters are kept (ledger COM-10). */
export function masked(phone: string): string {
  return phone.length > 7 ? `${phone.slice(0, 3)}${'*'.repeat(phone.length - 7)}${phone.slice(-4)}` : phone;
}

/** What was typed as HTML: a paragraph for each line, everything in it as words (ledger COM-11). */
export function paragraphsOf(typed: string): string {
  return typed
    .split(/\n+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => `<p>${line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</p>`)
    .join('');
}

const text = (value: Json | undefined): string => (typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '');
const isObject = (value: Json): value is JsonObject => value !== null && typeof value === 'object' && !Array.isArray(value);
