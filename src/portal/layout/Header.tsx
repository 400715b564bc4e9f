import type { ReactElement } from 'react';
import { useShell } from '../data/context';
import { AccountLinks } from './AccountLinks';
import { Drawer } from './Drawer';
import { PortalLink } from '../ui/PortalLink';
import { MenuBar } from './MenuBar';
import { SiteSearch } from './SiteSearch';
import { TextSizeSwitch } from './TextSizeSwitch';
import './Header.css';
import './HeaderStrong.css';

/** The head of every page (ledger SHELL-02): logo, menu, search, and what concerns the visitor. */
export function Header(): ReactElement {
  const { shell } = useShell();
  return (
    <header className={`site-head site-head-${shell.theme.header ?? 'light'}`}>
      <div className="head-top">
        <div className="wrap head-top-row">
          <p className="head-slogan">{shell.site.slogan ?? shell.site.openTime}</p>
          <TextSizeSwitch />
          <AccountLinks />
        </div>
      </div>
      <div className="wrap head-main">
        <PortalLink href={shell.shell.home || '/'} className="brand">
          {shell.site.logo !== '' && <img className="brand-logo" src={shell.site.logo} alt="" width={48} height={48} />}
          <span className="brand-words">
            <span className="brand-title">{shell.site.title}</span>
            {shell.site.subtitle && (
              <span className="brand-subtitle" lang="en">
                {shell.site.subtitle}
              </span>
            )}
          </span>
        </PortalLink>
        <MenuBar />
        <SiteSearch />
        <Drawer />
      </div>
    </header>
  );
}
