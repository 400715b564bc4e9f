import type { ComponentProps, MouseEvent, MouseEventHandler, ReactElement, ReactNode } from 'react';
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

/** `to` is the address within the language, which the router knows. */
type PageLinkProps = Omit<ComponentProps<'a'>, 'ref'> & { to: string; href: string };

/** Whether a press is to change the page in place: any other button, and any key held, means something else to browsers. */
const isPlain = ({ defaultPrevented, button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent): boolean =>
  !defaultPrevented && button === 0 && !metaKey && !altKey && !ctrlKey && !shiftKey;

/**
 * A link that changes the page in place. The router's own know where they stand, of which addresses of a portal need nothing: each of the
 * hundreds of links of a page would be rendered again whenever the address changes.
 */
function PageLink({ to, onClick, ...rest }: PageLinkProps): ReactElement {
  const { go } = useShell();
  return (
    <a
      {...rest}
      onClick={(event) => {
        onClick?.(event);
        if (!isPlain(event)) return;
        event.preventDefault();
        go(to);
      }}
    />
  );
}

/** A link; to a page of this portal it changes the page in place, into a new window it says so, and where the institution wants none it opens none. */
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
  const { say, shell, localize } = useShell();
  const address = localize(href);
  const shared = {
    className,
    'aria-current': current === true ? ('page' as const) : current || undefined,
    'aria-label': label,
    tabIndex,
    onClick,
  };
  if (download !== undefined)
    return (
      <a {...shared} href={address} download={download}>
        {children}
      </a>
    );
  if (newWindow && shell.shell.newWindows !== 'never')
    return (
      <a
        {...shared}
        href={address}
        target="_blank"
        rel="noopener noreferrer"
        onClick={(event) => {
          onClick?.(event);
          if (isPageAddress(href) && isTouched()) event.currentTarget.target = '_self';
        }}
      >
        {children}
        <span className="unseen">{say('newWindow')}</span>
      </a>
    );
  return isPageAddress(href) ? (
    <PageLink {...shared} to={href} href={address}>
      {children}
    </PageLink>
  ) : (
    <a {...shared} href={address}>
      {children}
    </a>
  );
}
