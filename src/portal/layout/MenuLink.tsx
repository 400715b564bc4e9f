import type { ReactElement } from 'react';
import type { MenuEntry } from '../../model/payload';
import { addReturn } from '../../runtime/action';
import { usePage } from '../data/context';
import { Wording } from '../ui/OriginalMark';
import { PortalLink } from '../ui/PortalLink';

/**
 * The link of a menu entry, with the sub home page that the visitor came by (ledger SHELL-17); where it requires a login,
 * anonymous visitors go there first and come back: to the entry, or where they were when it is another site (SHELL-13).
 */
export function MenuLink({
  entry,
  className,
  current,
  tabIndex,
}: {
  entry: MenuEntry;
  className: string;
  current: boolean;
  tabIndex?: number | undefined;
}): ReactElement {
  const { actionContext, page } = usePage();
  if (entry.href === '')
    return (
      <span className={className}>
        <Wording text={entry.title} />
      </span>
    );
  const barred = entry.requires === 'login' && !actionContext.signedIn;
  const own = entry.external ? entry.href : withSubhomepage(entry.href, page.query['subhomepage']);
  const href = barred ? addReturn(actionContext.login, entry.external ? actionContext.here : own) : own;
  return (
    <PortalLink href={href} newWindow={entry.external && !barred} className={className} current={current} tabIndex={tabIndex}>
      <Wording text={entry.title} />
    </PortalLink>
  );
}

/** Only columns belong to a sub home page: their addresses have a query. */
function withSubhomepage(href: string, subhomepage: string | undefined): string {
  return subhomepage === undefined || !href.includes('?') ? href : `${href}&subhomepage=${encodeURIComponent(subhomepage)}`;
}
