import type { Display, DisplayObject, Displays, Icon, Tone } from '../model/definitions.g';
import { holds } from './condition';
import { isPresent, type Json } from '../model/json';
import { originalLocale } from '../model/locale';
import { resolve } from '../model/pointer';
import type { Scope } from './roots';
import { type DateFormat, type Dating, isDateFormat, writeSpan, type WrittenTime } from './dates';
import { formatPattern, formatText, getLocale } from './text';
import { evaluate } from './value';

/** What displays need besides their scope. */
export interface ShowContext extends Dating {
  /** Labels by code list (`module:name`) and code. */
  labels: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** A display, ready to be put on the page. */
export interface Shown {
  label: string;
  /** The words; for rich text its words without tags. */
  text: string;
  /** Sanitised rich text. */
  html?: string;
  /** The words in pieces, of which some are highlighted. */
  pieces?: { text: string; hit: boolean }[];
  /** The entries of a list that is shown as labels. */
  tags?: string[];
  /** An address or telephone link. */
  href?: string;
  /** What a QR code carries. */
  qr?: string;
  /** How many of five stars. */
  stars?: number;
  /** A moment, or a beginning and an end with what stands between them. */
  span?: { times: readonly WrittenTime[]; join: string };
  /** The words before they were cut, when they were. */
  full?: string;
  expand: boolean;
  lines?: number;
  icon?: Icon;
  tone?: Tone;
}

/** Formats a display; undefined when there is nothing to show, so that empty lines are left out. */
export function formatDisplay(display: Display | undefined, scope: Scope, context: ShowContext): Shown | undefined {
  if (display === undefined) return undefined;
  const full: DisplayObject = typeof display === 'string' ? { value: display } : display;
  if (!holds(full.when, scope)) return undefined;
  const label = formatText(full.label, scope, context.patterns);
  const base = { label, expand: full.expand === true, lines: full.lines, icon: chooseIcon(full, scope), tone: chooseTone(full, scope) };
  const values = pickValues(full, evaluate(full.value, scope), context);
  const span = formatSpan(full, values, scope, context);
  if (span) return { ...base, ...span };
  if (values.length === 0) {
    const fallback = formatText(full.else, scope, context.patterns);
    return fallback === '' ? undefined : { ...base, text: fallback };
  }
  return { ...base, ...formatValues(full, values, scope, context) };
}

/** Formats displays by name, in their order; those with nothing to show are left out. */
export function formatDisplays(displays: Displays | undefined, scope: Scope, context: ShowContext): [string, Shown][] {
  return Object.entries(displays ?? {}).flatMap(([name, display]) => {
    const shown = formatDisplay(display, scope, context);
    return shown ? [[name, shown] satisfies [string, Shown]] : [];
  });
}

function pickValues(display: DisplayObject, value: Json | undefined, context: ShowContext): (string | number | boolean)[] {
  const entries = (Array.isArray(value) ? value : [value]).map((entry) =>
    display.path !== undefined ? resolve(display.path, entry) : entry,
  );
  const scalars = entries.filter((entry): entry is string | number | boolean => isPresent(entry) && typeof entry !== 'object');
  const labels = display.codelist === undefined ? undefined : context.labels[display.codelist];
  const named = labels ? scalars.map((code) => labels[String(code)] ?? code) : scalars;
  return display.pick === 'first' ? named.slice(0, 1) : named;
}

/** A moment or a span; undefined for what is written in another way, and for several moments. An end may stand without its beginning. */
function formatSpan(
  display: DisplayObject,
  values: readonly unknown[],
  scope: Scope,
  context: ShowContext,
): Pick<Shown, 'text' | 'span'> | undefined {
  if (!isDateFormat(display.format) || values.length > 1) return undefined;
  const written = writeSpan(values[0], evaluate(display.until, scope), display.format, context);
  if (!written) return undefined;
  const { text, times, join } = written;
  return display.text === undefined ? { text, span: { times, join } } : { text: wrapText(display, text, context) };
}

function formatValues(
  display: DisplayObject,
  values: (string | number | boolean)[],
  scope: Scope,
  context: ShowContext,
): Pick<Shown, 'text' | 'html' | 'pieces' | 'tags' | 'href' | 'qr' | 'stars' | 'full'> {
  const text = values.map((value) => formatOne(display, value, scope, context)).join(context.texts['listSeparator'] ?? ', ');
  const first = String(values[0]);
  if (display.format === 'tags') return { text, tags: values.map(String) };
  if (display.format === 'html') return { text: stripTags(first), html: first };
  if (display.format === 'marked') return formatMarked(first.slice(0, mostMarked));
  if (display.format === 'link') return { text: wrapText(display, text, context), href: sanitizeAddress(first) };
  if (display.format === 'phone') return { text: wrapText(display, text, context), href: toPhoneLink(first) };
  if (display.format === 'qr') return { text: wrapText(display, text, context), qr: first };
  if (display.format === 'stars') return formatStars(Number(first), context);
  return cutText(display, wrapText(display, text, context));
}

function formatOne(display: DisplayObject, value: string | number | boolean, scope: Scope, context: ShowContext): string {
  if (isDateFormat(display.format)) return formatTime(value, display.format, context);
  switch (display.format) {
    case 'number':
      return Number(value).toLocaleString(getLocale(context.patterns));
    case 'count':
      return formatCount(Number(value), context);
    case 'price':
      return Number(value) === 0 && display.free !== undefined
        ? formatText(display.free, scope, context.patterns)
        : `${display.currency ?? '¥'}${formatPrice(value)}`;
    case 'stripped':
      return stripTags(String(value));
    case 'bytes':
      return formatFileSize(Number(value));
    default:
      return String(value);
  }
}

/** Nobody answers a masked number. An asterisk at the beginning is one that is dialled. */
const toPhoneLink = (phone: string): string | undefined =>
  /.\*/s.test(phone.trim()) ? undefined : `tel:${phone.replace(/[^\d+,;*#-]/g, '')}`;

/** What is no time stays as it is. */
const formatTime = (value: string | number | boolean, format: DateFormat, context: ShowContext): string =>
  writeSpan(value, undefined, format, context)?.text ?? String(value);

/** The words stand for those who do not see the stars. */
function formatStars(rating: number, { texts, patterns }: ShowContext): Pick<Shown, 'text' | 'stars'> {
  const stars = Math.min(5, Math.max(0, Math.round(rating) || 0));
  return { text: formatPattern(texts['stars'] ?? '', { stars }, patterns), stars };
}

const wrapText = (display: DisplayObject, text: string, context: ShowContext): string =>
  display.text === undefined ? text : formatPattern(display.text, { value: text }, context.patterns);

function cutText(display: DisplayObject, text: string): Pick<Shown, 'text' | 'full'> {
  const characters = [...text];
  if (display.length === undefined || characters.length <= display.length) return { text };
  return { text: `${characters.slice(0, display.length).join('')}…`, full: text };
}

function chooseTone(display: DisplayObject, scope: Scope): Tone | undefined {
  const hit = Object.entries(display.tones ?? {}).find(([, condition]) => condition !== undefined && holds(condition, scope));
  return (hit?.[0] as Tone | undefined) ?? display.tone;
}

function chooseIcon(display: DisplayObject, scope: Scope): Icon | undefined {
  const hit = Object.entries(display.icons ?? {}).find(([, condition]) => condition !== undefined && holds(condition, scope));
  return (hit?.[0] as Icon | undefined) ?? display.icon;
}

function formatPrice(value: string | number | boolean): string {
  const number = Number(value);
  if (!Number.isFinite(number)) return String(value);
  return Number.isInteger(number) ? String(number) : number.toFixed(2);
}

/** A file's size in the unit that keeps it short. */
function formatFileSize(bytes: number): string {
  if (!Number.isFinite(bytes)) return '';
  return bytes < 1_048_576 ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / 1_048_576).toFixed(1)} MB`;
}

/** Above ten thousand, in the Chinese manner, by the shared text tenThousand; in other languages in theirs. */
function formatCount(count: number, context: ShowContext): string {
  if (!Number.isFinite(count)) return '0';
  const locale = getLocale(context.patterns);
  if (locale !== originalLocale) return new Intl.NumberFormat(locale, { notation: 'compact' }).format(count);
  return count < 10_000
    ? String(count)
    : formatPattern(context.texts['tenThousand'] ?? '{value}w', { value: (count / 10_000).toFixed(1) }, context.patterns);
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' };

/** Elements within a line of text: taking their tags out leaves no gap, as Chinese words have none. */
const withinLine = /^<\/?(?:a|b|code|em|i|s|span|strong|sub|sup|u)(?=[\s/>])/i;

/**
 * Returns a text with its tags replaced: from `<` to the next `>` outside of quotes. A `<` without an end is a character like others.
 * The ends are sought once, from the last character to the first, as a regular expression would read to the end again for each `<`.
 */
function replaceTags(html: string, replacement: (tag: string) => string): string {
  if (!html.includes('<')) return html;
  const ends = findTagEnds(html);
  let out = '';
  let copied = 0;
  for (let start = html.indexOf('<'); start >= 0; start = html.indexOf('<', Math.max(start + 1, copied))) {
    const end = ends[start] ?? 0;
    if (end === 0) continue;
    out += html.slice(copied, start) + replacement(html.slice(start, end));
    copied = end;
  }
  return out + html.slice(copied);
}

/** Returns for each place of a text where a tag that began before it would end; 0: nowhere. */
function findTagEnds(html: string): Uint32Array {
  const ends = new Uint32Array(html.length + 1);
  const next: Record<string, number> = {};
  for (let place = html.length - 1; place >= 0; place -= 1) {
    const character = html[place] ?? '';
    const isQuote = character === '"' || character === "'";
    const from = isQuote ? next[character] : place;
    ends[place] = character === '>' ? place + 1 : from === undefined ? 0 : (ends[from + 1] ?? 0);
    if (isQuote) next[character] = place;
  }
  return ends;
}

/** Returns the words of rich text: tags taken out, the common entities turned back, white space folded. */
export function stripTags(html: string): string {
  return replaceTags(html, (tag) => (withinLine.test(tag) ? '' : ' '))
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (whole, name: string) => entities[name] ?? whole)
    .replace(/\s{2,}|[^\S ]/g, ' ')
    .replace(/ ?([\u3001\u3002\u300b\u300d\u300f\uff01\uff09\uff0c\uff1a\uff1b\uff1f]) ?/g, '$1')
    .trim();
}

/** Characters of an excerpt that are read at most; real ones are far shorter. */
const mostMarked = 100_000;

const formatMarked = (html: string): Pick<Shown, 'text' | 'pieces'> => ({ text: stripTags(html), pieces: splitPieces(html) });

/** The words of rich text, in and between its mark elements; these are kept as characters that no text has while the other tags are taken out. */
function splitPieces(html: string): { text: string; hit: boolean }[] {
  const words = stripTags(html.replaceAll('<mark>', '\ue000').replaceAll('</mark>', '\ue001'));
  return words
    .split(/\ue000([^\ue000\ue001]*)\ue001/)
    .map((text, index) => ({ text: text.replace(/[\ue000\ue001]/g, ''), hit: index % 2 === 1 }))
    .filter(({ text }) => text !== '');
}

/**
 * Returns an address that is safe to link to, trimmed: http, https, mailto, tel or one of this site; anything else is left out. So are
 * addresses that browsers cannot read, and those with control characters or with backslashes before the query: browsers take the former
 * for nothing and the latter for slashes, so that `/<tab>/host` and `/\\host` lead to another site.
 */
export function sanitizeAddress(address: string): string | undefined {
  const trimmed = address.trim();
  if (/[\u0000-\u001f\u007f]/.test(trimmed) || /^[^?#]*\\/.test(trimmed)) return undefined;
  if (/^(mailto|tel):/i.test(trimmed) || /^\/(?!\/)/.test(trimmed)) return trimmed;
  return /^https?:\/\//i.test(trimmed) && isReadable(trimmed) ? trimmed : undefined;
}

function isReadable(address: string): boolean {
  try {
    return new URL(address).host !== '';
  } catch {
    return false;
  }
}
