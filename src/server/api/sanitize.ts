import sanitizeHtml from 'sanitize-html';
import type { Item, Property } from '../../model/definitions.g';
import type { Json, JsonObject } from '../../model/json';
import { assign, resolve } from '../../model/pointer';
import { propertyAt } from '../../runtime/coerce';
import { longestRichText } from '../../runtime/schemaKeywords';
import { stripTags } from '../../runtime/display';

const options: sanitizeHtml.IOptions = {
  allowedTags: `p h2 h3 h4 h5 ul ol li blockquote strong b em i u s sub sup br
    hr a img figure figcaption table caption thead tbody tfoot tr th td pre code mark span div section video source`.split(/\s+/),
  allowedAttributes: {
    a: ['href', 'title', 'target', 'rel'],
    img: ['src', 'alt', 'width', 'height', 'loading'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan', 'scope'],
    ol: ['start'],
    video: ['src', 'controls', 'poster', 'preload'],
    source: ['src', 'type'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  transformTags: {
    a: (tagName, attribs) => ({
      tagName,
      attribs: /^https?:/i.test(attribs['href'] ?? '') ? { ...attribs, target: '_blank', rel: 'noopener noreferrer' } : attribs,
    }),
    img: (tagName, attribs) => ({ tagName, attribs: { alt: '', ...attribs, loading: 'lazy' } }),
    h1: 'h2',
  },
};

/** Pieces of markup in a text and elements within each other: more are no article, and the parser's time grows with both. */
const mostPieces = 30_000;
const deepest = 500;

/** Where the parser stops: a start or an end of an element, or anything else that may be markup. */
const pieces = /<(?:(\/?)([a-z][a-z0-9]*))?|&/gi;

/** Returns whether a text has more markup, or deeper elements, than an article. An end without a start ends nothing. */
function isOvergrown(html: string): boolean {
  const open = new Map<string, number>();
  let [count, depth] = [0, 0];
  for (const [, end, tag] of html.matchAll(pieces)) {
    count += 1;
    if (count > mostPieces || depth > deepest) return true;
    const name = tag?.toLowerCase();
    if (name === undefined || unpaired.has(name)) continue;
    const before = open.get(name) ?? 0;
    const after = Math.max(0, before + (end === '/' ? -1 : 1));
    open.set(name, after);
    depth += after - before;
  }
  return false;
}

/** Elements that hold no others. */
const unpaired: ReadonlySet<string> = new Set([
  'area',
  'br',
  'col',
  'embed',
  'hr',
  'img',
  'input',
  'link',
  'meta',
  'source',
  'track',
  'wbr',
]);

/** Paragraphs and headings, and what may emphasise words within them: of these without attributes nothing is taken out. */
const plainBlocks: ReadonlySet<string> = new Set(['p', 'h2', 'h3', 'h4', 'h5']);
const plainWithin: ReadonlySet<string> = new Set(['strong', 'b', 'em', 'i', 'u', 's']);
const plainPieces = /[^<>&\0]+|<(\/?)([a-z]+[2-5]?)>/y;

/** Returns whether the parser would give a text back as it is: words in paragraphs, each element closed, as most articles are written. */
function isPlain(html: string): boolean {
  const open: string[] = [];
  plainPieces.lastIndex = 0;
  while (plainPieces.lastIndex < html.length) {
    const found = plainPieces.exec(html);
    if (!found) return false;
    const [, end, name] = found;
    if (name === undefined) continue;
    if (end === '/') {
      if (open.pop() !== name) return false;
    } else if (open.length === 0 ? !plainBlocks.has(name) : !plainWithin.has(name) || open.includes(name)) return false;
    else open.push(name);
  }
  return open.length === 0;
}

/** Returns what the parser makes of a text, and the words alone that one begins with which would keep it busy. */
function clean(html: string, rules: sanitizeHtml.IOptions): string {
  return isOvergrown(html) ? escapeHtml(stripTags(html.slice(0, longestRichText))) : sanitizeHtml(html, rules);
}

/** Returns rich text with everything taken out that is not on the list of harmless elements and attributes. */
export const sanitize = (html: string): string => (isPlain(html) ? html : clean(html, options));

const commentTags = ['p', 'br', 'strong', 'b', 'em', 'i', 'u', 's', 'ul', 'ol', 'li', 'blockquote', 'span', 'div'];

/** Returns what visitors write: words and their emphasis, without links, pictures and anything else that reaches out of the page. */
export const sanitizeComment = (html: string): string => clean(html, { allowedTags: commentTags, allowedAttributes: {} });

/**
 * Returns a row of a reply as a back end sent it, its rich text sanitised where the endpoint's declaration finds it: under the fields' own
 * names or under those that it renames them to.
 */
export function sanitizeRow(
  row: JsonObject,
  { shape, rename = {} }: { shape: Item; rename?: Readonly<Record<string, string>> },
): JsonObject {
  const out = structuredClone(sanitizeItem(row, shape));
  for (const [field, place] of Object.entries(rename)) {
    const property = propertyAt(field, shape);
    const found = resolve(place, out);
    if (property && found !== undefined) assign(place, out, sanitizeValue(found, property));
  }
  return out;
}

/** Returns an item whose rich-text fields, at any depth, are sanitised. */
export const sanitizeItem = (item: JsonObject, shape: Item): JsonObject => sanitizeFields(item, shape.properties);

function sanitizeFields(value: JsonObject, properties: Readonly<Record<string, Property>>): JsonObject {
  const out: JsonObject = { ...value };
  for (const [name, property] of Object.entries(properties)) {
    const found = out[name];
    if (found !== undefined) out[name] = sanitizeValue(found, property);
  }
  return out;
}

function sanitizeValue(value: Json, property: Property): Json {
  // A list may arrive as one text (`encode`).
  if (typeof value === 'string') return (property.items ?? property).contentMediaType === 'text/html' ? sanitize(value) : value;
  if (Array.isArray(value)) return property.items ? value.map((entry) => sanitizeValue(entry, property.items ?? property)) : value;
  return value !== null && typeof value === 'object' && property.properties ? sanitizeFields(value, property.properties) : value;
}

/** Returns text as it stands in HTML content and double-quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/**
 * Returns an address as it may be linked to, when a visitor or an import said what it is: a path of this site, or an http or https address
 * of another. Control characters and backslashes, which browsers read as nothing or as slashes, make a path lead elsewhere.
 * @returns the address, or an empty text
 */
export function safeLink(address: string): string {
  if (/[\u0000-\u0020\u007f\\]/.test(address)) return '';
  if (address.startsWith('/')) return address.startsWith('//') ? '' : address;
  return /^https?:\/\//i.test(address) && URL.canParse(address) ? address : '';
}
