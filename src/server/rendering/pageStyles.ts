import { LRUCache } from 'lru-cache';
import type { Piece } from '../../runtime/pieces';

/** A class (`.card`) or an element (`a`) that has to be on a page, or groups of such of which all of one have to. */
export type StyleNeed = string | { oneOf: readonly (readonly StyleNeed[])[] };

/** A selector as it is written, and all without which nothing on a page fits it. */
interface Selector {
  text: string;
  needs: readonly StyleNeed[];
}

/** A part of a style sheet: a rule with its selectors, what stands within a condition such as `@media`, keyframes, or whatever else counts always. */
export type StylePart =
  | { selectors: readonly Selector[]; body: string }
  | { condition: string; parts: readonly StylePart[] }
  | { keyframes: string; text: string }
  | { text: string };

/** The styles of all pages, as the build leaves them in `dist/client/styles.json`. */
export interface PageStyles {
  /** In the order of the cascade. */
  parts: readonly StylePart[];
  /** The address of one sheet that has them all. */
  whole: string;
}

/** What is there on every page, or is put there after it was rendered. */
const always = ['html', 'head', 'body', 'div', 'p', '.wrap', '.quiet'];
/** Paper gets the sheet of all styles, which documents link to for it. */
const printing = '@media print';
/** What some pages have in common is picked once. A page's styles have some 30,000 characters. */
const mostPicked = 200;

/** What was worked out of the styles of all pages. */
interface Picking {
  /** The names that any rule needs, each with its bit among those that say what is there. */
  bits: ReadonlyMap<string, number>;
  /** By what is there. */
  picked: LRUCache<string, Piece>;
  /** The bits of parts that pages have in common. */
  collected: WeakMap<Piece, readonly number[]>;
}
const pickings = new WeakMap<PageStyles, Picking>();

/**
 * Returns the styles of what a page shows, in the order of the cascade: of each rule the selectors that something on it may fit, without
 * regard to its state. What scripts add to a page later is not among it.
 * @param page as React wrote it: text and attributes are escaped in it, and no part of it ends within a tag
 * @param classes those of the root element
 */
export function pickStyles(styles: PageStyles, page: readonly Piece[], classes: string): Piece {
  const picking = pickings.get(styles) ?? startPicking(styles);
  pickings.set(styles, picking);
  const there = new Uint32Array(Math.ceil(picking.bits.size / 32));
  const mark = (bits: readonly number[]): void => {
    for (const bit of bits) there[bit >> 5] = (there[bit >> 5] ?? 0) | (1 << (bit & 31));
  };
  mark(toBits([...always, ...toNames(classes)], picking));
  for (const piece of page) mark(findBits(piece, picking));
  const key = there.join();
  const css = picking.picked.get(key) ?? { html: writeParts(styles.parts, listNames(there, picking)), kept: true };
  picking.picked.set(key, css);
  return css;
}

function startPicking({ parts }: PageStyles): Picking {
  const names = new Set(parts.flatMap(listNeeds));
  return {
    bits: new Map([...names].map((name, bit) => [name, bit])),
    picked: new LRUCache<string, Piece>({ max: mostPicked }),
    collected: new WeakMap(),
  };
}

function listNeeds(part: StylePart): string[] {
  if ('parts' in part) return part.parts.flatMap(listNeeds);
  return 'selectors' in part ? part.selectors.flatMap(({ needs }) => needs.flatMap(listNamesOf)) : [];
}

const listNamesOf = (need: StyleNeed): string[] =>
  typeof need === 'string' ? [need] : need.oneOf.flatMap((needs) => needs.flatMap(listNamesOf));

function findBits(piece: Piece, picking: Picking): readonly number[] {
  if (!piece.kept) return toBits(collectNames(piece.html), picking);
  const bits = picking.collected.get(piece) ?? toBits(collectNames(piece.html), picking);
  picking.collected.set(piece, bits);
  return bits;
}

/** Returns the bits of those of some names that any rule needs. */
function toBits(names: Iterable<string>, { bits }: Picking): number[] {
  const found: number[] = [];
  for (const name of names) {
    const bit = bits.get(name);
    if (bit !== undefined) found.push(bit);
  }
  return found;
}

const listNames = (there: Uint32Array, { bits }: Picking): ReadonlySet<string> =>
  new Set([...bits].filter(([, bit]) => ((there[bit >> 5] ?? 0) >>> (bit & 31)) & 1).map(([name]) => name));

/** Returns the elements of a part of a page and their classes, with a dot. */
function collectNames(html: string): Set<string> {
  const names = new Set<string>();
  const lists = new Set<string>();
  // By hand: a regular expression takes five times as long over a page, of each of which this is done.
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at + 1)) {
    const end = findNameEnd(html, at + 1);
    if (end > at + 1) names.add(html.slice(at + 1, end).toLowerCase());
  }
  for (let at = html.indexOf(classStart); at >= 0; at = html.indexOf(classStart, at + 1)) {
    const start = at + classStart.length;
    lists.add(html.slice(start, html.indexOf('"', start)));
  }
  for (const list of lists) toNames(list).forEach((name) => names.add(name));
  return names;
}

const classStart = ' class="';

/** Returns where the name of an element ends that begins at a place of a page; the place itself where none begins. */
function findNameEnd(html: string, start: number): number {
  let end = start;
  while (isLetter(html.charCodeAt(end)) || (end > start && isDigit(html.charCodeAt(end)))) end += 1;
  return end;
}

// Of UTF-16 code units, for the end of the page is none.
const isLetter = (unit: number): boolean => (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90);
const isDigit = (unit: number): boolean => unit >= 48 && unit <= 57;

const toNames = (classes: string): string[] =>
  classes
    .split(/\s+/)
    .filter((name) => name !== '')
    .map((name) => `.${name}`);

function writeParts(parts: readonly StylePart[], there: ReadonlySet<string>): string {
  const written = parts.map((part) => ('keyframes' in part ? part : writePart(part, there)));
  const rules = written.filter((part) => typeof part === 'string').join('');
  return written.map((part) => (typeof part === 'string' ? part : rules.includes(part.keyframes) ? part.text : '')).join('');
}

function writePart(part: Exclude<StylePart, { keyframes: string }>, there: ReadonlySet<string>): string {
  if ('text' in part) return part.text;
  if ('parts' in part) {
    if (part.condition === printing) return '';
    const within = writeParts(part.parts, there);
    return within === '' ? '' : `${part.condition}{${within}}`;
  }
  const fitting = part.selectors.filter(({ needs }) => needs.every((need) => isThere(need, there)));
  return fitting.length === 0 ? '' : fitting.map(({ text }) => text).join() + part.body;
}

const isThere = (need: StyleNeed, there: ReadonlySet<string>): boolean =>
  typeof need === 'string' ? there.has(need) : need.oneOf.some((needs) => needs.every((each) => isThere(each, there)));
