import type { ReactElement } from 'react';
import { localizeLinks } from '../../runtime/locale';
import { useShell } from '../data/context';
import { Wording } from '../ui/OriginalMark';
import { PortalLink } from '../ui/PortalLink';
import { Icon, type Glyph } from '../ui/icons';
import './Footer.css';

/** The foot of every page (ledger SHELL-04): who and where the institution is, friendly links, and its own rich text. */
export function Footer(): ReactElement {
  const {
    shell: { site, shell, footerHtml, prefix },
    say,
    foreign,
  } = useShell();
  const links = Object.entries(shell.footerLinks ?? {});
  const facts: [Glyph, string, string | undefined][] = [
    ['pin', say('address'), site.address],
    ['phone', say('phone'), site.phone],
    ['clock', say('openTime'), site.openTime],
  ];
  return (
    <footer className="footer">
      <div className="wrap footer-main">
        <div>
          <p className="footer-title">
            <Wording text={site.title} />
          </p>
          {site.subtitle && (
            <p className="footer-subtitle" lang={foreign(site.subtitle) ?? 'en'}>
              {site.subtitle}
            </p>
          )}
          {site.slogan && (
            <p className="footer-slogan">
              <Wording text={site.slogan} />
            </p>
          )}
        </div>
        <dl className="footer-facts">
          {facts
            .filter(([, , value]) => value)
            .map(([glyph, label, value]) => (
              <div key={glyph}>
                <dt>
                  <Icon name={glyph} />
                  <span className="unseen">{label}</span>
                </dt>
                <dd>
                  {glyph === 'phone' ? (
                    <a href={`tel:${(value ?? '').replace(/[^\d+-]/g, '')}`}>{value}</a>
                  ) : (
                    <Wording text={value ?? ''} />
                  )}
                </dd>
              </div>
            ))}
        </dl>
        {links.length > 0 && (
          <nav className="footer-links" aria-label={say('friendlyLinks')}>
            <p className="footer-label">{say('friendlyLinks')}</p>
            <ul>
              {links.map(([name, link]) => (
                <li key={name}>
                  <PortalLink href={link.href} newWindow={!link.href.startsWith('/')}>
                    <Wording text={link.title} />
                  </PortalLink>
                </li>
              ))}
            </ul>
          </nav>
        )}
      </div>
      <Accounts />
      {footerHtml && (
        <div
          className="wrap footer-html"
          lang={foreign(footerHtml)}
          dangerouslySetInnerHTML={{ __html: localizeLinks(footerHtml, prefix) }}
        />
      )}
      <Records />
    </footer>
  );
}

/** Its accounts on other platforms, each a picture to scan. */
function Accounts(): ReactElement | null {
  const { shell } = useShell();
  const accounts = Object.entries(shell.shell.accounts ?? {});
  if (accounts.length === 0) return null;
  return (
    <ul className="wrap footer-accounts">
      {accounts.map(([name, { title, image }]) => (
        <li key={name}>
          <img src={image} alt="" width={96} height={96} loading="lazy" />
          <Wording text={title} />
        </li>
      ))}
    </ul>
  );
}

/** What the law wants there, such as the number of the ICP record. */
function Records(): ReactElement | null {
  const { shell } = useShell();
  const records = Object.entries(shell.shell.records ?? {});
  if (records.length === 0) return null;
  return (
    <ul className="wrap footer-records">
      {records.map(([name, { title, href }]) => (
        <li key={name}>
          {href === undefined ? (
            <Wording text={title} />
          ) : (
            <PortalLink href={href} newWindow={!href.startsWith('/')}>
              <Wording text={title} />
            </PortalLink>
          )}
        </li>
      ))}
    </ul>
  );
}
