import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import type { PagePayload } from '../../model/payload';
import { isState, buildPageAddress } from '../data/roots';

/**
 * What a browser does when a page is opened, done for pages that change in place: the title, the scroll position and the
 * focus, unless the visitor has moved it since the page was asked for. A list in another state is scrolled to its top, or to where the focus
 * stands above its entries, only when that is out of sight, and a map stays where it is. Going back is left to the browser.
 * @param awaiting whether the page is still on its way
 * @param busy whether it, or what a member alone sees of it, is: a visitor may be at work on the page before that is there
 */
export function useArrival(page: PagePayload, awaiting: boolean, busy: boolean): void {
  const address = buildPageAddress(page);
  const before = useRef({ address, path: page.path });
  // What had the focus when the next page was asked for, until it is there; nothing where it was there at once.
  const left = useRef<Element | null>();
  // Whether the top of the list was out of sight before: to ask once the list is another one would have all of it laid out at once.
  const passed = useRef<boolean>();
  const { key: move } = useLocation();
  const navigation = useNavigationType();
  const { title } = page.head;
  // Of a page for members the title is known only when their data are there.
  useEffect(() => {
    if (!busy) document.title = title;
  }, [busy, title]);
  useEffect(() => {
    if (awaiting) left.current = document.activeElement;
  }, [awaiting]);
  // Not in the next frame: a reply may be there before it.
  useEffect(() => {
    if (before.current.address === address && navigation !== 'POP') passed.current = isPassed(document.getElementById('list'));
  }, [move, address, navigation]);
  useEffect(() => {
    if (awaiting || before.current.address === address) return;
    const sameThing = before.current.path === page.path && isState(page.definition, cutQuery(before.current.address), cutQuery(address));
    before.current = { address, path: page.path };
    const asked = left.current;
    const wasPassed = passed.current;
    left.current = undefined;
    passed.current = undefined;
    if (navigation === 'POP') return;
    if (!sameThing) {
      window.scrollTo(0, 0);
      if (!hasMoved(asked)) document.getElementById('main')?.focus({ preventScroll: true });
      return;
    }
    const start = findStart() ?? document.getElementById(window.location.hash.slice(1));
    if (start) showTop(start);
    else if (wasPassed !== false) showTop(document.getElementById('list'));
  }, [address, awaiting, navigation, page]);
}

/** Whether the visitor went elsewhere with the focus than where it was. */
const hasMoved = (left: Element | null | undefined): boolean =>
  left !== undefined && document.activeElement !== left && document.activeElement !== document.body;

/** Returns the heading of a list's page that the visitor has just turned to. */
const findStart = (): HTMLElement | null => document.querySelector<HTMLElement>('.list-body-start:focus');

const cutQuery = (address: string): string => address.split('?')[1] ?? '';

const isPassed = (element: HTMLElement | null): boolean => element !== null && element.getBoundingClientRect().top < 0;

function showTop(list: HTMLElement | null): void {
  if (isPassed(list)) list?.scrollIntoView({ block: 'start' });
}
