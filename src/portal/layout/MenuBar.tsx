import { useId, useRef, useState, type FocusEvent, type KeyboardEvent, type ReactElement } from 'react';
import type { MenuEntry } from '../../model/payload';
import { usePage, useShell } from '../data/context';
import { MenuLink } from './MenuLink';
import { Icon } from '../ui/icons';
import { isCurrentEntry, buildWholeMenu, buildWideMenu } from './menuEntries';
import './MenuBar.css';

/** The menu of wide screens. */
export function MenuBar(): ReactElement {
  const { shell, say } = useShell();
  const { entries, more } = buildWideMenu(buildWholeMenu(shell, say('home')), shell.shell.menuLimit);
  return (
    <nav className="menu-bar" aria-label={say('mainMenu')}>
      <ul className="menu-bar-list">
        {entries.map((entry) => (
          <MenuItem key={entry.id} entry={entry} />
        ))}
        {more.length > 0 && <MenuItem entry={{ id: 'more', title: say('more'), href: '', children: more }} />}
      </ul>
    </nav>
  );
}

/**
 * An entry with those below it, which open under the pointer, and by a button for keys and fingers: who only passes by has no more stops
 * on the way. Escape closes them and goes back to the button (WAI-ARIA Authoring Practices, disclosure navigation).
 */
function MenuItem({ entry }: { entry: MenuEntry }): ReactElement {
  const { page } = usePage();
  const { say } = useShell();
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const id = useId();
  const current = isCurrentEntry(entry, page.path, page.query['columnId']);
  const children = entry.children.filter((child) => !child.hidden);
  if (children.length === 0)
    return (
      <li className="menu-bar-item">
        <MenuLink entry={entry} className="menu-bar-link" current={current} />
      </li>
    );
  const leave = (event: FocusEvent<HTMLLIElement>): void => {
    if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
  };
  const escape = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    setOpen(false);
    opener.current?.focus();
  };
  return (
    <li
      className="menu-bar-item menu-bar-parent"
      data-open={open || undefined}
      onBlur={leave}
      onKeyDown={escape}
      onMouseLeave={() => setOpen(false)}
    >
      {entry.href === '' ? null : <MenuLink entry={entry} className="menu-bar-link" current={current} />}
      <button
        ref={opener}
        type="button"
        className={entry.href === '' ? 'menu-bar-link menu-bar-more' : 'menu-bar-open'}
        data-current={(entry.href === '' && current) || undefined}
        aria-expanded={open}
        aria-controls={id}
        aria-label={entry.href === '' ? undefined : say('submenu', { title: entry.title })}
        onClick={() => setOpen(!open)}
      >
        {entry.href === '' && entry.title}
        <Icon name="down" className="icon icon-small" />
      </button>
      <ul id={id} className="menu-bar-sub">
        {children.map((child) => (
          <SubItem key={child.id} entry={child} />
        ))}
      </ul>
    </li>
  );
}

function SubItem({ entry }: { entry: MenuEntry }): ReactElement {
  const { page } = usePage();
  const children = entry.children.filter((child) => !child.hidden);
  return (
    <li>
      <MenuLink entry={entry} className="menu-bar-sub-link" current={isCurrentEntry(entry, page.path, page.query['columnId'])} />
      {children.length > 0 && (
        <ul className="menu-bar-deep">
          {children.map((child) => (
            <SubItem key={child.id} entry={child} />
          ))}
        </ul>
      )}
    </li>
  );
}
