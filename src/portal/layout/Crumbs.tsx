import { Fragment, type ReactElement } from 'react';
import { usePage, useShell } from '../data/context';
import { PortalLink } from '../ui/PortalLink';
import './Crumbs.css';

/**
 * The way from the home page to this one; the last step is where the visitor is (ledger SHELL-05 to SHELL-09). Semantic UI's
 * breadcrumb as plain elements: it is on every page, and its component would cost each of them six kilobytes.
 */
export function Crumbs(): ReactElement | null {
  const { say } = useShell();
  const {
    page: { crumbs },
  } = usePage();
  if (crumbs.length < 2) return null;
  return (
    <nav className="wrap crumbs" aria-label={say('breadcrumbs')}>
      <div className="ui breadcrumb">
        {crumbs.map((crumb, index) => (
          <Fragment key={`${index}-${crumb.title}`}>
            {index > 0 && (
              <div aria-hidden="true" className="divider">
                /
              </div>
            )}
            {crumb.href === undefined ? (
              <span className="section active" aria-current="page">
                {crumb.title}
              </span>
            ) : (
              <PortalLink href={crumb.href} className="section" current={index === crumbs.length - 1}>
                {crumb.title}
              </PortalLink>
            )}
          </Fragment>
        ))}
      </div>
    </nav>
  );
}
