import type { ComponentProps, MouseEventHandler, ReactElement, ReactNode } from 'react';
import { useLinkClickHandler } from 'react-router-dom';
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
  onClick?: MouseEventHandler<HTMLAnchorElement>;
  children: ReactNode;
}

/** Addresses of files and of calls are not pages of the portal. */
const isPage = (href: string): boolean =>
  /^\/(?!\/|api\/|pictures\/|files\/)[^?#]*$/.test(href.split(/[?#]/)[0] ?? '') &&
  !/\.(?!html$)[a-z0-9]{2,5}$/i.test(href.split(/[?#]/)[0] ?? '');

/** Where fingers point, windows lie one behind the other, and nobody finds back: pages of the portal open in the same one (ledger CONV-03). */
const isTouched = (): boolean =>
  typeof window.matchMedia === 'function' && window.matchMedia('(hover: none) and (pointer: coarse)').matches;

type PageLinkProps = Omit<ComponentProps<'a'>, 'href' | 'ref'> & { to: string };

/**
 * A link that changes the page in place. The router's own would fetch ahead what its routes load, which has no use here and is 2 KB,
 * compressed, of every page. Where there is no document nobody follows it: on a page of hundreds of links what the router prepares for that
 * took a tenth of the time that the page takes.
 */
const PageLink =
  typeof document === 'undefined' ? ({ to, ...rest }: PageLinkProps): ReactElement => <a {...rest} href={to} /> : FollowedLink;

function FollowedLink({ to, onClick, ...rest }: PageLinkProps): ReactElement {
  const follow = useLinkClickHandler<HTMLAnchorElement>(to);
  return (
    <a
      {...rest}
      href={to}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented) follow(event);
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
  onClick,
  children,
}: PortalLinkProps): ReactElement {
  const { say, shell } = useShell();
  const shared = { className, 'aria-current': current === true ? ('page' as const) : current || undefined, 'aria-label': label, onClick };
  if (download !== undefined)
    return (
      <a {...shared} href={href} download={download}>
        {children}
      </a>
    );
  if (newWindow && shell.shell.newWindows !== 'never')
    return (
      <a
        {...shared}
        href={href}
        target="_blank"
        rel="noopener noreferrer"
        onClick={(event) => {
          onClick?.(event);
          if (isPage(href) && isTouched()) event.currentTarget.target = '_self';
        }}
      >
        {children}
        <span className="unseen">{say('newWindow')}</span>
      </a>
    );
  return isPage(href) ? (
    <PageLink {...shared} to={href}>
      {children}
    </PageLink>
  ) : (
    <a {...shared} href={href}>
      {children}
    </a>
  );
}
