import { useRef, useState, type FocusEvent, type KeyboardEvent, type RefObject } from 'react';
import { useHydrated } from '../data/hydration';

/** What makes the entries of a menu one stop. */
export interface MenuKeys {
  /** What their list is given. */
  list: { ref: RefObject<HTMLUListElement>; onKeyDown?: (event: KeyboardEvent) => void; onFocus?: (event: FocusEvent) => void };
  /** Of the entry of an id; undefined without scripts, where each is a stop of its own. */
  tabIndex: (id: string) => number | undefined;
}

/**
 * Makes the entries of a menu one stop on the way through the page, between which the left and the right arrow, Home and End move (WAI-ARIA
 * Authoring Practices, roving tabindex): a menu of nine entries is no nine stops before the content.
 * @param ids of the entries, in their order
 * @param start the entry that has the stop at first; else the first of them
 */
export function useMenuKeys(ids: readonly string[], start: string | undefined): MenuKeys {
  const live = useHydrated();
  const list = useRef<HTMLUListElement>(null);
  const [last, setLast] = useState<string>();
  const stop = [last, start].find((id) => id !== undefined && ids.includes(id)) ?? ids[0];
  const entryOf = (target: EventTarget): Element | null =>
    target instanceof Element ? target.closest('.menu-bar-list > [data-entry]') : null;
  const onKeyDown = (event: KeyboardEvent): void => {
    const from = entryOf(event.target)?.getAttribute('data-entry');
    if (from == null || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const next = findNext(ids, from, event.key);
    if (next === undefined) return;
    event.preventDefault();
    list.current?.querySelector<HTMLElement>(`:scope > [data-entry="${CSS.escape(next)}"] > :is(a, button).menu-bar-link`)?.focus();
  };
  if (!live) return { list: { ref: list }, tabIndex: () => undefined };
  return {
    list: { ref: list, onKeyDown, onFocus: ({ target }) => setLast(entryOf(target)?.getAttribute('data-entry') ?? undefined) },
    tabIndex: (id) => (id === stop ? 0 : -1),
  };
}

function findNext(ids: readonly string[], from: string, key: string): string | undefined {
  if (key === 'Home') return ids[0];
  if (key === 'End') return ids.at(-1);
  const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
  return step === undefined ? undefined : ids[(ids.indexOf(from) + step + ids.length) % ids.length];
}
