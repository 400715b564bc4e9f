import { createContext, createElement, useContext, type ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { LRUCache } from 'lru-cache';
import { useShell } from '../data/context';
import { identifyInstitution } from './describeParts';
import { joinPieces, type Piece } from '../../runtime/pieces';
import type { KeptProps } from '../ui/renderers';

/** What rendering met of the parts of one page: what each is kept by, and what was kept where that is known. */
interface MetPart {
  key: string;
  kept: Piece | undefined;
  placed: boolean;
}

/** The parts of the page that is being rendered. */
const MetParts = createContext<MetPart[] | undefined>(undefined);

/** Characters of keys and markup that are kept at most, of all institutions together, with the bytes that are made of markup: some 32 MB. */
const mostCharacters = 16_000_000;
const known = new LRUCache<string, Piece>({ maxSize: mostCharacters, sizeCalculation: ({ html }, key) => 2 * html.length + key.length });

/** An element that no content can hold: its name is drawn with each start. */
const mark = `x-${crypto.randomUUID()}`;
const marks = new RegExp(`<${mark} n="(\\d+)">|</${mark}>`, 'g');

/** An id that React draws from where a component stands on its page. */
const placedId = /[" ]:R[0-9a-z]*:/;

/**
 * A part whose markup is kept by all that it is made of (fragment caching): a menu is the same on every page of an institution, the card of an
 * entry in every list that holds it, and most of the time that a page takes goes into these. Browsers render it like any other.
 */
export function Kept({ of, placed = false, children }: KeptProps): ReactElement {
  const parts = useContext(MetParts);
  const { shell } = useShell();
  const made = of();
  if (!parts || !made) return <>{children}</>;
  const key = `${identifyInstitution(shell)} ${JSON.stringify(made)}`;
  const kept = known.get(key);
  parts.push({ key, kept, placed });
  // In the place of the element stands what is in it, once the page is rendered.
  return createElement(mark, { n: parts.length - 1 }, kept === undefined ? children : undefined);
}

/**
 * Renders a page, parts of it from what was kept of others, and returns it piece by piece.
 * @throws whatever a part of it throws, of which nothing is kept then
 */
export function renderKeeping(page: ReactElement): Piece[] {
  const parts: MetPart[] = [];
  return joinParts(renderToString(<MetParts.Provider value={parts}>{page}</MetParts.Provider>), parts);
}

/** Returns the markup without the marks, what was kept in the places of its parts, and keeps those that were rendered. */
function joinParts(marked: string, parts: readonly MetPart[]): Piece[] {
  const open: { part: MetPart | undefined; outer: Piece[] }[] = [];
  let [out, copied]: [Piece[], number] = [[], 0];
  for (const found of marked.matchAll(marks)) {
    out.push({ html: marked.slice(copied, found.index) });
    copied = found.index + found[0].length;
    if (found[1] !== undefined) {
      open.push({ part: parts[Number(found[1])], outer: out });
      out = [];
      continue;
    }
    const { part, outer = [] } = open.pop() ?? {};
    outer.push(...(part?.kept ? [part.kept] : keep(part, out)));
    out = outer;
  }
  return [...out, { html: marked.slice(copied) }];
}

/** Keeps a part that was rendered, and returns what it consists of. */
function keep(part: MetPart | undefined, made: Piece[]): Piece[] {
  const html = joinPieces(made);
  if (!part || (!part.placed && placedId.test(html))) return made;
  const piece: Piece = { html, kept: true };
  known.set(part.key, piece);
  return [piece];
}
