import { createContext, createElement, useContext, type ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { LRUCache } from 'lru-cache';
import { useShell } from '../data/context';
import { identifyInstitution } from './describeParts';
import type { KeptProps } from '../ui/renderers';

/** What rendering met of the parts of one page: what each is kept by, and its markup where that is known. */
interface MetPart {
  key: string;
  markup: string | undefined;
  placed: boolean;
}

/** The parts of the page that is being rendered. */
const MetParts = createContext<MetPart[] | undefined>(undefined);

/** Characters of keys and markup that are kept at most, of all institutions together: some 32 MB. */
const mostCharacters = 16_000_000;
const known = new LRUCache<string, string>({ maxSize: mostCharacters, sizeCalculation: (markup, key) => markup.length + key.length });

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
  const markup = known.get(key);
  parts.push({ key, markup, placed });
  // In the place of the element stands what is in it, once the page is rendered.
  return createElement(mark, { n: parts.length - 1 }, markup === undefined ? children : undefined);
}

/**
 * Renders a page, parts of it from what was kept of others.
 * @throws whatever a part of it throws, of which nothing is kept then
 */
export function renderKeeping(page: ReactElement): string {
  const parts: MetPart[] = [];
  return joinParts(renderToString(<MetParts.Provider value={parts}>{page}</MetParts.Provider>), parts);
}

/** Returns the markup without the marks, what was kept in the places of its parts, and keeps those that were rendered. */
function joinParts(marked: string, parts: readonly MetPart[]): string {
  const open: { part: MetPart | undefined; outer: string }[] = [];
  let [out, copied] = ['', 0];
  for (const found of marked.matchAll(marks)) {
    out += marked.slice(copied, found.index);
    copied = found.index + found[0].length;
    if (found[1] !== undefined) {
      open.push({ part: parts[Number(found[1])], outer: out });
      out = '';
      continue;
    }
    const { part, outer = '' } = open.pop() ?? {};
    if (part && part.markup === undefined && (part.placed || !placedId.test(out))) known.set(part.key, out);
    out = outer + (part?.markup ?? out);
  }
  return out + marked.slice(copied);
}
