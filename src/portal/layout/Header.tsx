import type { ReactElement, ReactNode } from 'react';
import { useShell } from '../data/context';
import { AccountLinks } from './AccountLinks';
import { Drawer } from './Drawer';
import { Kept } from '../ui/renderers';
import { Wording } from '../ui/OriginalMark';
import { PortalLink } from '../ui/PortalLink';
import { LanguageSwitch } from './LanguageSwitch';
import { MenuBar } from './MenuBar';
import { useMenuDescription } from './menuDescription';
import { SiteSearch } from './SiteSearch';
import { TextSizeSwitch } from './TextSizeSwitch';
import './Header.css';
import './HeaderStrong.css';

/** The head of every page (ledger SHELL-02): logo, menu, search, and what concerns the visitor. */
export function Header(): ReactElement {
  const describe = useMenuDescription('header');
  // They lead back to the very page on which they stand.
  const [language, account] = [<LanguageSwitch key="language" />, <AccountLinks key="account" />];
  const both = (
    <>
      {language}
      {account}
    </>
  );
  return (
    <Kept of={describe} placed fresh={[language, account, both]}>
      {(...fresh) => <HeaderParts fresh={fresh} />}
    </Kept>
  );
}

/** @param fresh the links to this page in other languages, those to the account, and both once more */
function HeaderParts({ fresh: [language, account, both] }: { fresh: readonly ReactNode[] }): ReactElement {
  const { shell, foreign } = useShell();
  const describeMenu = useMenuDescription('menu bar');
  return (
    <header className={`header header-${shell.theme.header ?? 'light'}`}>
      <div className="header-top">
        <div className="wrap header-top-row">
          <p className="header-slogan">
            <Wording text={shell.site.slogan ?? shell.site.openTime ?? ''} />
          </p>
          {language}
          <TextSizeSwitch />
          {account}
        </div>
      </div>
      <div className="wrap header-main">
        <PortalLink href={shell.shell.home || '/'} className="header-brand">
          {shell.site.logo !== '' && <img className="header-logo" src={shell.site.logo} alt="" width={48} height={48} />}
          <span className="header-words">
            <span className="header-title">
              <Wording text={shell.site.title} />
            </span>
            {shell.site.subtitle && (
              <span className="header-subtitle" lang={foreign(shell.site.subtitle) ?? 'en'}>
                {shell.site.subtitle}
              </span>
            )}
          </span>
        </PortalLink>
        <Kept of={describeMenu} placed>
          <MenuBar />
        </Kept>
        <SiteSearch />
        <Drawer own={both} />
      </div>
    </header>
  );
}
