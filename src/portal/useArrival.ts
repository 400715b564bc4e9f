import { useEffect, useRef } from 'react';
import { useNavigationType } from 'react-router-dom';
import type { PagePayload } from '../model/payload';
import { pageAddress } from './roots';

/**
 * What a browser does when a page is opened, done for pages that change in place: the title, the scroll position and the
 * focus. A list in another state is scrolled to its top only when that is out of sight. Going back is left to the browser.
 */
export function useArrival(page: PagePayload, busy: boolean): void {
  const address = pageAddress(page);
  const before = useRef({ address, path: page.path });
  const navigation = useNavigationType();
  useEffect(() => {
    if (busy || before.current.address === address) return;
    const samePath = before.current.path === page.path;
    before.current = { address, path: page.path };
    document.title = page.head.title;
    if (navigation === 'POP') return;
    if (samePath && page.page.kind === 'list') showTop(document.getElementById('list'));
    else {
      window.scrollTo(0, 0);
      document.getElementById('main')?.focus({ preventScroll: true });
    }
  }, [address, busy, navigation, page]);
}

function showTop(list: HTMLElement | null): void {
  if (list && list.getBoundingClientRect().top < 0) list.scrollIntoView({ block: 'start' });
}
