import { useRef, type ReactElement } from 'react';
import { useShell } from '../data/context';
import { rememberWord } from '../data/recentWords';
import { Icon } from '../ui/icons';
import { SearchBox } from '../ui/search/SearchBox';
import './SiteSearch.css';

/** The search of the whole site: a plain form, so that it works without scripts. */
export function SiteSearch(): ReactElement | null {
  const { shell, say, localize } = useShell();
  const box = useRef<HTMLInputElement>(null);
  if (!shell.shell.search) return null;
  return (
    <form
      className="site-search"
      role="search"
      aria-label={say('searchSite')}
      action={localize(shell.shell.search)}
      method="get"
      onSubmit={() => rememberWord(box.current?.value ?? '')}
    >
      <SearchBox box={box} name="key" label={say('searchSite')} />
      <button type="submit" aria-label={say('search')}>
        <Icon name="search" />
      </button>
    </form>
  );
}
