import type { FocusEvent, KeyboardEvent, ReactElement } from 'react';
import { addReturn } from '../../runtime/action';
import { usePage, useShell } from '../data/context';
import { endSession, useSession } from '../data/session';
import { forgetKept } from '../data/windowStorage';
import { PortalLink } from '../ui/PortalLink';
import { Icon } from '../ui/icons';
import './AccountLinks.css';

/** Login and registration, which come back to this page; for a visitor who is logged in, personal centre and logout. */
export function AccountLinks(): ReactElement {
  const {
    shell: { shell },
    say,
    localize,
  } = useShell();
  const { actionContext } = usePage();
  const { signedIn, name } = useSession();
  if (signedIn) return <UserMenu name={name} />;
  return (
    <p className="account-links">
      {shell.login && (
        <a className="header-link" href={localize(addReturn(shell.login, actionContext.here))}>
          {say('login')}
        </a>
      )}
      {shell.register && (
        <a className="header-link" href={localize(addReturn(shell.register, actionContext.here))}>
          {say('register')}
        </a>
      )}
    </p>
  );
}

/** The visitor's own pages (ledger SHELL-03). Opens by a click or by keys, without scripts too; Escape closes it, and so does the focus when it leaves. */
function UserMenu({ name }: { name: string }): ReactElement {
  const {
    say,
    call,
    localize,
    shell: { calls, shell },
  } = useShell();
  const leave = (): void => {
    const logout = calls?.['accounts.logout'];
    // The session ends in this browser also when the server cannot be reached (ledger SESSION-19).
    void (logout ? call(logout, {}) : Promise.resolve()).finally(() => {
      endSession();
      forgetKept();
      window.location.assign(localize('/'));
    });
  };
  const leaveMenu = ({ currentTarget, relatedTarget }: FocusEvent<HTMLDetailsElement>): void => {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) currentTarget.open = false;
  };
  const escape = ({ currentTarget, key }: KeyboardEvent<HTMLDetailsElement>): void => {
    if (key !== 'Escape' || !currentTarget.open) return;
    currentTarget.open = false;
    currentTarget.querySelector('summary')?.focus();
  };
  return (
    <details className="account-links-menu" onBlur={leaveMenu} onKeyDown={escape}>
      <summary className="header-link" aria-label={`${say('account')} ${name}`}>
        <Icon name="user" />
        {name}
        <Icon name="down" className="icon icon-small" />
      </summary>
      <ul>
        {shell.account && (
          <li>
            <PortalLink href={shell.account}>{say('personalCenter')}</PortalLink>
          </li>
        )}
        <li>
          <button type="button" onClick={leave}>
            {say('logout')}
          </button>
        </li>
      </ul>
    </details>
  );
}
