import type { ReactElement } from 'react';
import { useShell } from '../data/context';
import { PortalLink } from '../ui/PortalLink';
import { Icon, type Glyph } from '../ui/icons';
import './Footer.css';

/** The foot of every page (ledger SHELL-04): who and where the institution is, friendly links, and its own rich text. */
export function Footer(): ReactElement {
  const {
    shell: { site, shell, footerHtml },
    say,
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
          <p className="footer-title">{site.title}</p>
          {site.subtitle && (
            <p className="footer-subtitle" lang="en">
              {site.subtitle}
            </p>
          )}
          {site.slogan && <p className="footer-slogan">{site.slogan}</p>}
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
                <dd>{glyph === 'phone' ? <a href={`tel:${(value ?? '').replace(/[^\d+-]/g, '')}`}>{value}</a> : value}</dd>
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
                    {link.title}
                  </PortalLink>
                </li>
              ))}
            </ul>
          </nav>
        )}
      </div>
      <Accounts />
      {footerHtml && <div className="wrap footer-html" dangerouslySetInnerHTML={{ __html: footerHtml }} />}
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
          {title}
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
            title
          ) : (
            <PortalLink href={href} newWindow={!href.startsWith('/')}>
              {title}
            </PortalLink>
          )}
        </li>
      ))}
    </ul>
  );
}
