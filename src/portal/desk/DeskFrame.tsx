import { Fragment, useEffect, useInsertionEffect, useRef, type ReactElement, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import type { MenuEntry, StaffPayload } from '../../model/payload';
import { asString } from '../../model/json';
import { resolve } from '../../model/pointer';
import { usePage, useShell } from '../data/context';
import { Crumbs } from '../layout/Crumbs';
import { hasOwnTitle } from '../layout/Columns';
import { Icon } from '../ui/icons';
import { PortalLink } from '../ui/PortalLink';
import { Toasts } from '../ui/Toasts';
import { forgetDrafts, openDrafts } from './drafts/deskDraft';
import { DraftNotice } from './drafts/DraftNotice';
import { forgetPages } from './deskSettings';
import { BulkReportDialog } from './lists/BulkReportDialog';
import { UndoBar } from './UndoBar';
import './DeskFrame.css';

/** What surrounds the pages of the desk: the institution, the ways to all parts of it, who works there. It stands in the place of the frame of visitors' pages. */
export function Frame({ children }: { children: ReactNode }): ReactElement {
  const { say, shell } = useShell();
  const {
    scope,
    page,
    page: { data, definition, heading, path, status },
  } = usePage();
  const { pathname, search } = useLocation();
  useEffect(() => forgetPages(pathname + search), [pathname, search, page]);
  const { staff } = shell;
  const id = asString(resolve('/query/id', scope));
  const revision = asString(resolve('/stored/item/deskRevision', scope));
  // Before forms read what was typed into them.
  useInsertionEffect(() => openDrafts({ account: staff?.login ?? '', id, revision }), [staff, id, revision]);
  const isUntitled = status === 200 && definition.kind === 'composed' && !hasOwnTitle(definition);
  return (
    <div className={staff ? 'desk-frame' : 'desk-frame desk-frame-alone'}>
      <a className="skip" href="#main">
        {say('skipToContent')}
      </a>
      <header className="desk-frame-head">
        {staff && <Drawer key={path} />}
        <PortalLink href="/" className="desk-frame-brand">
          {shell.site.logo !== '' && <img src={shell.site.logo} alt="" width={32} height={32} />}
          <span>
            <b>{shell.site.title}</b>
            <span className="desk-frame-what">{say('deskTitle')}</span>
          </span>
        </PortalLink>
        <a className="desk-frame-site" href="/" target="_blank" rel="noopener">
          {say('deskSite')}
          <Icon name="external" className="icon icon-small" />
        </a>
        {staff && <Person {...staff} />}
      </header>
      {staff && (
        <nav className="desk-frame-nav" aria-label={say('deskNavigation')}>
          <Entries entries={shell.menu} />
        </nav>
      )}
      <main id="main" tabIndex={-1} className="desk-frame-main">
        {staff && status === 200 && <Crumbs />}
        {isUntitled && (
          <div className="wrap">
            <h1 className="page-title columns-title">{heading || say('deskTitle')}</h1>
          </div>
        )}
        {staff && definition.kind === 'form' && <DraftNotice key={`draft ${path}${id}`} path={path} revision={revision} />}
        {/* The form of another item is another form. */}
        <Fragment key={path + id}>{children}</Fragment>
      </main>
      {staff && <UndoBar />}
      <BulkReportDialog />
      <Toasts messages={data.failures} />
    </div>
  );
}

/** The menu of narrow screens. */
function Drawer(): ReactElement {
  const { say, shell } = useShell();
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = ({ key }: KeyboardEvent): void => {
      if (key !== 'Escape' || !details.current?.open) return;
      details.current.open = false;
      details.current.querySelector('summary')?.focus();
    };
    document.addEventListener('keydown', close);
    return () => document.removeEventListener('keydown', close);
  }, []);
  return (
    <details ref={details} className="desk-frame-drawer">
      <summary aria-label={say('menu')}>
        <Icon name="menu" />
      </summary>
      <nav aria-label={say('deskNavigation')}>
        <Entries entries={shell.menu} />
      </nav>
    </details>
  );
}

function Person({ login, name, role }: StaffPayload): ReactElement {
  const { say, shell, call, localize } = useShell();
  const logout = shell.calls?.['logout'];
  const leave = (): void => {
    forgetDrafts(login);
    void (logout ? call(logout, {}) : Promise.resolve()).finally(() => window.location.assign(localize('/login')));
  };
  return (
    <p className="desk-frame-person">
      <PortalLink href="/account" className="desk-frame-name">
        <Icon name="user" className="icon icon-small" />
        {name}
        <span className="desk-frame-role">{role}</span>
      </PortalLink>
      <button type="button" className="quiet-link" onClick={leave}>
        {say('logout')}
      </button>
    </p>
  );
}

function Entries({ entries }: { entries: readonly MenuEntry[] }): ReactElement {
  const { page } = usePage();
  return (
    <ul className="desk-frame-entries">
      {entries.map(({ id, title, href, children }) =>
        href === '' ? (
          <li key={id}>
            <details
              className="desk-frame-fold"
              open={children.length <= mostOpen || children.some((entry) => isWithin(page.path, entry.href))}
            >
              <summary className="desk-frame-group">
                {title}
                <Icon name="down" className="icon icon-small" />
              </summary>
              <Entries entries={children} />
            </details>
          </li>
        ) : (
          <li key={id}>
            <PortalLink href={href} className="desk-frame-entry" current={isWithin(page.path, href)}>
              {title}
            </PortalLink>
          </li>
        ),
      )}
    </ul>
  );
}

/** A group of more entries is shut until one of them is shown. */
const mostOpen = 16;

/** Whether a page is that of an entry or one below it. */
const isWithin = (path: string, href: string): boolean => path === href || (href !== '/' && path.startsWith(`${href}/`));
