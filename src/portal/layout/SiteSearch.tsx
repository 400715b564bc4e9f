import type { ReactElement } from 'react';
import { useShell } from '../data/context';
import { Icon } from '../ui/icons';
import './SiteSearch.css';

/** The search of the whole site: a plain form, so that it works without scripts. */
export function SiteSearch(): ReactElement | null {
  const { shell, say } = useShell();
  if (!shell.shell.search) return null;
  return (
    <form className="site-search" role="search" action={shell.shell.search} method="get">
      <input type="search" name="key" maxLength={100} placeholder={say('searchSite')} aria-label={say('searchSite')} />
      <button type="submit" aria-label={say('search')}>
        <Icon name="search" />
      </button>
    </form>
  );
}
