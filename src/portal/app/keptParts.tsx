import { createContext, createElement, useContext, type ReactElement, type ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { LRUCache } from 'lru-cache';
import { useShell } from '../data/context';
import { identifyInstitution } from './describeParts';
import type { Piece } from '../../runtime/pieces';
import type { KeptProps } from '../ui/renderers';

/** The markup of a part, with the places of what is fresh in it. */
type KeptMarkup = readonly (Piece | FreshPlace)[];
type FreshPlace = number;

/** What rendering met of the parts of one page: what each is kept by, and what was kept where that is known. */
interface MetPart {
  key: string;
  kept: KeptMarkup | undefined;
  placed: boolean;
}

/** The parts of the page that is being rendered. */
const MetParts = createContext<MetPart[] | undefined>(undefined);

/** Characters of keys and markup that are kept at most, of all institutions together, with the bytes that are made of markup: some 32 MB. */
const mostCharacters = 16_000_000;
const lengthOf = (markup: KeptMarkup): number =>
  markup.reduce<number>((sum, each) => sum + (typeof each === 'number' ? 1 : each.html.length), 0);
const known = new LRUCache<string, KeptMarkup>({
  maxSize: mostCharacters,
  sizeCalculation: (kept, key) => 2 * lengthOf(kept) + key.length,
});

/** An element that no content can hold: its name is drawn with each start. */
const mark = `x-${crypto.randomUUID()}`;
const [opening, closing] = [`<${mark} `, `</${mark}>`];

/** An id that React draws from where a component stands on its page. */
const placedId = /[" ]:R[0-9a-z]*:/;

/**
 * A part whose markup is kept by all that it is made of (fragment caching): a menu is the same on every page of an institution, the card of an
 * entry in every list that holds it, and most of the time that a page takes goes into these. Browsers render it like any other.
 */
export function Kept({ of, placed = false, fresh = [], children }: KeptProps): ReactElement {
  const parts = useContext(MetParts);
  const { shell } = useShell();
  const made = of();
  const show = (within: readonly ReactNode[]): ReactNode => (typeof children === 'function' ? children(...within) : children);
  if (!parts || !made) return <>{show(fresh)}</>;
  const key = `${identifyInstitution(shell)} ${JSON.stringify(made)}`;
  const kept = known.get(key);
  parts.push({ key, kept, placed });
  const marked = fresh.map((part, place) => createElement(mark, { key: place, fresh: place }, part));
  // In the place of the element stands what is in it, once the page is rendered.
  return createElement(mark, { part: parts.length - 1 }, kept === undefined ? show(marked) : marked);
}

/**
 * Renders a page, parts of it from what was kept of others, and returns it piece by piece.
 * @throws whatever a part of it throws, of which nothing is kept then
 */
export function renderKeeping(page: ReactElement): Piece[] {
  const parts: MetPart[] = [];
  return joinParts(renderToString(<MetParts.Provider value={parts}>{page}</MetParts.Provider>), parts);
}

/** What stands between two marks: the part that it is, or its place among what is fresh in one. */
interface Stretch {
  part?: MetPart | undefined;
  place?: FreshPlace;
  made: (Piece | Fresh)[];
  /** A part within it has something fresh: as a whole it is never the same again. */
  isOpen?: boolean;
}

/** What is fresh in a part. */
interface Fresh {
  place: FreshPlace;
  pieces: readonly Piece[];
}

const isFresh = (made: Piece | Fresh): made is Fresh => 'place' in made;
const toPieces = (made: readonly (Piece | Fresh)[]): Piece[] => made.flatMap((each) => (isFresh(each) ? each.pieces : [each]));

/** Returns the markup without the marks, what was kept in the places of its parts, and keeps those that were rendered. */
function joinParts(marked: string, parts: readonly MetPart[]): Piece[] {
  const page: Stretch = { made: [] };
  const open = [page];
  let [inner, copied] = [page, 0];
  // By hand: a regular expression tries each tag of the page.
  for (let at = marked.indexOf(mark); at >= 0; at = marked.indexOf(mark, copied)) {
    const begins = marked.startsWith(opening, at - 1);
    const start = at - (begins ? 1 : 2);
    inner.made.push({ html: marked.slice(copied, start) });
    if (begins) {
      copied = marked.indexOf('>', at) + 1;
      const [name, number = ''] = marked.slice(start + opening.length, copied).split('"');
      inner = name === 'part=' ? { part: parts[Number(number)], made: [] } : { place: Number(number), made: [] };
      open.push(inner);
    } else {
      copied = start + closing.length;
      const ended = open.pop() ?? page;
      inner = open.at(-1) ?? page;
      inner.made.push(...endStretch(ended));
      if (ended.part && (ended.isOpen || ended.made.some(isFresh))) inner.isOpen = true;
    }
  }
  return toPieces([...page.made, { html: marked.slice(copied) }]);
}

function endStretch(stretch: Stretch): readonly (Piece | Fresh)[] {
  const { part, place, made } = stretch;
  if (place !== undefined) return [{ place, pieces: toPieces(made) }];
  return part?.kept ? fill(part.kept, made.filter(isFresh)) : keep(stretch);
}

/** Returns a part that was kept, with what is fresh in it. */
function fill(kept: KeptMarkup, fresh: readonly Fresh[]): Piece[] {
  const pieces = new Map(fresh.map((each) => [each.place, each.pieces]));
  return kept.flatMap((each) => (typeof each === 'number' ? (pieces.get(each) ?? []) : [each]));
}

const [encoder, decoder] = [new TextEncoder(), new TextDecoder('utf-8', { ignoreBOM: true })];

/** Returns a copy of a part of a text. V8 cuts none out: for as long as the part is there the whole page is, too. */
const detach = (part: string): string => decoder.decode(encoder.encode(part));

/** Keeps a part that was rendered, and returns what it consists of. */
function keep({ part, made, isOpen = false }: Stretch): Piece[] {
  const whole = toPieces(made);
  if (!part || isOpen || (!part.placed && whole.some(({ html }) => placedId.test(html)))) return whole;
  const kept: (Piece | FreshPlace)[] = [];
  let html = '';
  for (const each of [...made, undefined]) {
    if (each && !isFresh(each)) html += each.html;
    else {
      kept.push({ html: detach(html), kept: true }, ...(each ? [each.place] : []));
      html = '';
    }
  }
  known.set(part.key, kept);
  return fill(kept, made.filter(isFresh));
}
