import { useEffect, useRef } from 'react';
import { useNavigationType } from 'react-router-dom';
import type { PagePayload } from '../../model/payload';
import { isState, buildPageAddress } from '../data/roots';

/**
 * What a browser does when a page is opened, done for pages that change in place: the title, the scroll position and the
 * focus. A list in another state is scrolled to its top only when that is out of sight, and a map stays where it is. Going back is left to the browser.
 */
export function useArrival(page: PagePayload, busy: boolean): void {
  const address = buildPageAddress(page);
  const before = useRef({ address, path: page.path });
  const navigation = useNavigationType();
  const { title } = page.head;
  // Of a page for members the title is known only when their data are there.
  useEffect(() => {
    if (!busy) document.title = title;
  }, [busy, title]);
  useEffect(() => {
    if (busy || before.current.address === address) return;
    const sameThing = before.current.path === page.path && isState(page.definition, cutQuery(before.current.address), cutQuery(address));
    before.current = { address, path: page.path };
    if (navigation === 'POP') return;
    if (sameThing) showTop(document.getElementById(window.location.hash.slice(1)) ?? document.getElementById('list'));
    else {
      window.scrollTo(0, 0);
      document.getElementById('main')?.focus({ preventScroll: true });
    }
  }, [address, busy, navigation, page]);
}

const cutQuery = (address: string): string => address.split('?')[1] ?? '';

function showTop(list: HTMLElement | null): void {
  if (list && list.getBoundingClientRect().top < 0) list.scrollIntoView({ block: 'start' });
}
