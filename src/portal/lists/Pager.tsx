import { useEffect, useRef, type ReactElement, type RefObject } from 'react';
import { useShell } from '../data/context';
import { PortalLink } from '../ui/PortalLink';
import { Icon } from '../ui/icons';
import './Pager.css';

/** Page buttons that are visible at a time (ledger CONV-04). */
const visible = 5;

/** Returns the numbers of the page buttons: at most five around the current page, which stays in the middle where it can. @internal */
export function listPageNumbers(page: number, pages: number): number[] {
  const first = Math.max(1, Math.min(page - Math.floor(visible / 2), pages - visible + 1));
  return Array.from({ length: Math.min(visible, pages) }, (_, index) => first + index);
}

/** What a pager turns: the page that is shown, how many there are, the address of each, and the heading of what it turns, which takes the focus. */
interface PagerProps {
  page: number;
  pages: number;
  address: (page: number) => string;
  heading: RefObject<HTMLElement>;
}

/** Previous, pages, next (ledger CONV-04). Nothing when everything fits on one page. */
export function Pager({ page, pages, address, heading }: PagerProps): ReactElement | null {
  const { say } = useShell();
  const place = useTurning(page, heading);
  if (pages < 2) return null;
  return (
    <nav className="pager" aria-label={say('pager')} ref={place}>
      <Step to={page > 1 ? address(Math.min(page - 1, pages)) : undefined} words={say('previousPage')} glyph="back" />
      <ol className="pager-pages">
        {listPageNumbers(page, pages).map((number) => (
          <li key={number}>
            <PortalLink href={address(number)} className="pager-page" current={number === page} label={say('pageNumber', { page: number })}>
              {number}
            </PortalLink>
          </li>
        ))}
      </ol>
      <Step to={page < pages ? address(page + 1) : undefined} words={say('nextPage')} glyph="forward" />
      <span className="pager-of">{say('pageOf', { page, pages })}</span>
    </nav>
  );
}

/** Who turned to another page goes on from its beginning; a page that changes for another reason takes the focus from nobody. */
function useTurning(page: number, heading: RefObject<HTMLElement>): RefObject<HTMLElement> {
  const nav = useRef<HTMLElement>(null);
  const held = useRef(false);
  const before = useRef(page);
  useEffect(() => {
    if (before.current === page) return;
    before.current = page;
    if (held.current) heading.current?.focus({ preventScroll: true });
  }, [page, heading]);
  useEffect(() => {
    const note = (event: Event): void => {
      held.current = event.target instanceof Node && nav.current?.contains(event.target) === true;
    };
    document.addEventListener('focusin', note);
    document.addEventListener('pointerdown', note);
    return () => {
      document.removeEventListener('focusin', note);
      document.removeEventListener('pointerdown', note);
    };
  }, []);
  return nav;
}

function Step({ to, words, glyph }: { to: string | undefined; words: string; glyph: 'back' | 'forward' }): ReactElement {
  const content = (
    <>
      <Icon name={glyph} />
      <span>{words}</span>
    </>
  );
  const look = `pager-step pager-${glyph}`;
  return to === undefined ? (
    <span className={look} role="link" aria-disabled="true">
      {content}
    </span>
  ) : (
    <PortalLink href={to} className={look}>
      {content}
    </PortalLink>
  );
}
