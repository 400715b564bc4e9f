import { Fragment, type ReactElement } from 'react';
import { Breadcrumb } from 'semantic-ui-react';
import { usePortal } from '../context';
import { Go } from './Go';

/** The way from the home page to this one; the last step is where the visitor is (ledger SHELL-05 to SHELL-09). */
export function Crumbs(): ReactElement | null {
  const { say, page: { crumbs } } = usePortal();
  if (crumbs.length < 2) return null;
  return (
    <nav className="wrap crumbs" aria-label={say('breadcrumbs')}>
      <Breadcrumb>
        {crumbs.map((crumb, index) => (
          <Fragment key={`${index}-${crumb.title}`}>
            {index > 0 && <Breadcrumb.Divider aria-hidden="true" />}
            {crumb.href === undefined ? <span className="section active" aria-current="page">{crumb.title}</span> : <Go href={crumb.href} className="section" current={index === crumbs.length - 1}>{crumb.title}</Go>}
          </Fragment>
        ))}
      </Breadcrumb>
    </nav>
  );
}
