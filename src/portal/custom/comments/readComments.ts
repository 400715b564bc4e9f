import { asObjects, asText, type JsonObject } from '../../../model/json';
import { maskPhone } from '../../../runtime/mask';

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

/** Returns the comments of a reply. The words of one that the back office has hidden are not shown; its replies are. */
export function readComments(rows: readonly JsonObject[]): Comment[] {
  return rows.map((row) => ({
    id: asText(row['id']),
    hidden: ['true', '1'].includes(String(row['hide'])),
    author: maskPhone(asText(row['mobilePhone'])) || asText(row['name']),
    image: asText(row['image']),
    time: asText(row['crtTime']),
    html: asText(row['content']),
    replies: readComments(asObjects(row['children'])),
  }));
}

/** Returns what was typed as HTML: a paragraph for each line, everything in it as words (ledger COM-11). */
export function toParagraphs(typed: string): string {
  return typed
    .split(/\n+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => `<p>${line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</p>`)
    .join('');
}
