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
    <footer className="site-foot">
      <div className="wrap foot-main">
        <div className="foot-brand">
          <p className="foot-title">{site.title}</p>
          {site.subtitle && (
            <p className="foot-subtitle" lang="en">
              {site.subtitle}
            </p>
          )}
          {site.slogan && <p className="foot-slogan">{site.slogan}</p>}
        </div>
        <dl className="foot-facts">
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
          <nav className="foot-links" aria-label={say('friendlyLinks')}>
            <p className="foot-label">{say('friendlyLinks')}</p>
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
      {footerHtml && <div className="wrap foot-html" dangerouslySetInnerHTML={{ __html: footerHtml }} />}
    </footer>
  );
}
