import { useEffect, useRef, type MouseEvent, type ReactElement, type ReactNode } from 'react';
import type { MenuEntry } from '../../model/payload';
import { usePage, useShell } from '../data/context';
import { SiteSearch } from './SiteSearch';
import { TextSizeSwitch } from './TextSizeSwitch';
import { MenuLink } from './MenuLink';
import { Icon } from '../ui/icons';
import { Kept } from '../ui/renderers';
import { useMenuDescription } from './menuDescription';
import { isCurrentEntry, buildWholeMenu } from './menuEntries';
import './Header.css';
import './HeaderStrong.css';
import './Drawer.css';

/** The menu of phones; it opens without scripts. Larger letters come first, for who needs them reads nothing else before. @param own what concerns the visitor */
export function Drawer({ own }: { own: ReactNode }): ReactElement {
  const { shell, say } = useShell();
  const describeMenu = useMenuDescription('drawer');
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && details.current?.open) {
        details.current.open = false;
        details.current.querySelector('summary')?.focus();
      }
    };
    document.addEventListener('keydown', close);
    return () => document.removeEventListener('keydown', close);
  }, []);
  // Also where the choice leads to the page that is shown, for another column.
  const closeAfterChoice = ({ target }: MouseEvent): void => {
    if (details.current && target instanceof Element && target.closest('a')) details.current.open = false;
  };
  return (
    <details ref={details} className="drawer">
      <summary className="drawer-open" aria-label={say('menu')}>
        <Icon name="menu" className="icon drawer-shut-icon" />
        <Icon name="close" className="icon drawer-open-icon" />
      </summary>
      <div className="drawer-body" onClick={closeAfterChoice}>
        <div className="drawer-head">
          <TextSizeSwitch />
        </div>
        <SiteSearch />
        <nav aria-label={say('mainMenu')}>
          <Kept of={describeMenu}>
            <DrawerList entries={buildWholeMenu(shell, say('home'))} />
          </Kept>
        </nav>
        <div className="drawer-foot">{own}</div>
      </div>
    </details>
  );
}

function DrawerList({ entries }: { entries: readonly MenuEntry[] }): ReactElement {
  const { page } = usePage();
  return (
    <ul className="drawer-list">
      {entries.map((entry) => (
        <li key={entry.id}>
          <MenuLink entry={entry} className="drawer-link" current={isCurrentEntry(entry, page.path, page.query['columnId'])} />
          {entry.children.length > 0 && <DrawerList entries={entry.children} />}
        </li>
      ))}
    </ul>
  );
}
