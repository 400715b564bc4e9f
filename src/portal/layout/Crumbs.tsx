import { Fragment, type ReactElement } from 'react';
import { usePage, useShell } from '../data/context';
import { Wording } from '../ui/OriginalMark';
import { PortalLink } from '../ui/PortalLink';
import './Crumbs.css';

/**
 * The way from the home page to this one; the last step is where the visitor is (ledger SHELL-05 to SHELL-09).
 */
export function Crumbs(): ReactElement | null {
  const { say } = useShell();
  const {
    page: { crumbs },
  } = usePage();
  if (crumbs.length < 2) return null;
  return (
    <nav className="wrap crumbs" aria-label={say('breadcrumbs')}>
      <div className="crumbs-way">
        {crumbs.map((crumb, index) => (
          <Fragment key={`${index}-${crumb.title}`}>
            {index > 0 && (
              <div aria-hidden="true" className="crumbs-divider">
                /
              </div>
            )}
            {crumb.href === undefined ? (
              <span className="crumbs-step crumbs-here" aria-current="page">
                <Wording text={crumb.title} />
              </span>
            ) : (
              <PortalLink href={crumb.href} className="crumbs-step reach" current={index === crumbs.length - 1}>
                <Wording text={crumb.title} />
              </PortalLink>
            )}
          </Fragment>
        ))}
      </div>
    </nav>
  );
}
