import type { ReactElement } from 'react';
import { usePage, usePageState, useShell } from '../data/context';
import { PortalLink } from '../ui/PortalLink';
import { Icon } from '../ui/icons';
import './ErrorPage.css';

/** A page that is not there, or that cannot be shown now: says so and offers ways on. */
export function ErrorPage({ status }: { status: 404 | 500 | 503 }): ReactElement {
  const { say, shell } = useShell();
  const { page } = usePage();
  const { retry } = usePageState();
  const missing = status === 404;
  return (
    <div className="wrap error-page">
      <p className="error-page-code" aria-hidden="true">
        {status}
      </p>
      <h1 className="page-title">{say(missing ? 'notFoundTitle' : 'errorTitle')}</h1>
      <p className="error-page-text">{(!missing && page.data.failures[0]) || say(missing ? 'notFoundText' : 'errorText')}</p>
      <p className="error-page-actions">
        <PortalLink href={shell.shell.home || '/'} className="button button-primary">
          <Icon name="home" />
          <span>{say('backHome')}</span>
        </PortalLink>
        {!missing && (
          <button type="button" className="button button-plain" onClick={retry}>
            {say('retry')}
          </button>
        )}
      </p>
      {shell.menu.length > 0 && (
        <nav className="error-page-columns" aria-label={say('browse')}>
          <h2>{say('browse')}</h2>
          <ul>
            {shell.menu
              .filter((entry) => !entry.hidden && entry.href !== '')
              .map((entry) => (
                <li key={entry.id}>
                  <PortalLink href={entry.href} newWindow={entry.external}>
                    {entry.title}
                  </PortalLink>
                </li>
              ))}
          </ul>
        </nav>
      )}
    </div>
  );
}
