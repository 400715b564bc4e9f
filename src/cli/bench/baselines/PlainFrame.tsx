import type { ReactElement, ReactNode } from 'react';
import type { PlainLink, PlainSite } from './site';

/** The frame of a page that is written by hand: header with menu and search, footer. */
export function PlainFrame({ site, children }: { site: PlainSite; children: ReactNode }): ReactElement {
  return (
    <>
      <header className="head">
        <a className="brand" href="/">
          <img src={site.logo} alt="" width="48" height="48" />
          {site.title}
        </a>
        <nav>
          <Menu entries={site.menu} />
        </nav>
        <form action="/search" role="search">
          <input type="search" name="key" aria-label="search" />
          <button type="submit">→</button>
        </form>
      </header>
      <main>{children}</main>
      <footer className="foot">{site.footer}</footer>
    </>
  );
}

function Menu({ entries }: { entries: readonly PlainLink[] }): ReactElement {
  return (
    <ul>
      {entries.map(({ title, href, children }) => (
        <li key={title + href}>
          <a href={href}>{title}</a>
          {children.length > 0 && <Menu entries={children} />}
        </li>
      ))}
    </ul>
  );
}
