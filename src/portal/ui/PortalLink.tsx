import type { MouseEvent, MouseEventHandler, ReactElement, ReactNode } from 'react';
import { isPageAddress } from '../../runtime/locale';
import { useShell } from '../data/context';

/** Where a link goes and how. */
export interface PortalLinkProps {
  href: string;
  newWindow?: boolean;
  /** The name under which what is there is saved; empty for its own. */
  download?: string;
  className?: string;
  current?: boolean | 'page' | 'true';
  label?: string;
  tabIndex?: number | undefined;
  onClick?: MouseEventHandler<HTMLAnchorElement>;
  children: ReactNode;
}

/** Where fingers point, windows lie one behind the other, and nobody finds back: pages of the portal open in the same one (ledger CONV-03). */
const isTouched = (): boolean =>
  typeof window.matchMedia === 'function' && window.matchMedia('(hover: none) and (pointer: coarse)').matches;

/** Whether a press is to change the page in place: any other button, and any key held, means something else to browsers. */
const isPlain = ({ defaultPrevented, button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent): boolean =>
  !defaultPrevented && button === 0 && !metaKey && !altKey && !ctrlKey && !shiftKey;

/**
 * A link; to a page of this portal it changes the page in place, into a new window it says so, and where the institution wants none it opens none.
 * Not the router's own: these know where they stand, of which addresses of a portal need nothing, and each of the hundreds of links of a page
 * would be rendered again whenever the address changes.
 */
export function PortalLink({
  href,
  newWindow = false,
  download,
  className,
  current,
  label,
  tabIndex,
  onClick,
  children,
}: PortalLinkProps): ReactElement {
  const { go, say, shell, localize } = useShell();
  const toPage = isPageAddress(href);
  const leaves = download === undefined && newWindow && shell.shell.newWindows !== 'never';
  const follow: MouseEventHandler<HTMLAnchorElement> = (event) => {
    onClick?.(event);
    if (leaves) {
      if (isTouched()) event.currentTarget.target = '_self';
    } else if (isPlain(event)) {
      event.preventDefault();
      go(href);
    }
  };
  return (
    <a
      className={className}
      aria-current={current === true ? 'page' : current || undefined}
      aria-label={label}
      tabIndex={tabIndex}
      href={localize(href)}
      download={download}
      target={leaves ? '_blank' : undefined}
      rel={leaves ? 'noopener noreferrer' : undefined}
      onClick={toPage && download === undefined ? follow : onClick}
    >
      {children}
      {leaves && <span className="unseen">{say('newWindow')}</span>}
    </a>
  );
}
