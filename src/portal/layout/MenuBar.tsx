import { useEffect, useId, useRef, useState, type FocusEvent, type KeyboardEvent, type ReactElement } from 'react';
import type { MenuEntry } from '../../model/payload';
import { usePage, useShell } from '../data/context';
import { MenuLink } from './MenuLink';
import { Icon } from '../ui/icons';
import { isCurrentEntry, buildWholeMenu, buildWideMenu } from './menuEntries';
import { useMenuKeys } from './useMenuKeys';
import './MenuBar.css';

/** The menu of wide screens: one stop for keys, which says so while it has the focus. */
export function MenuBar(): ReactElement {
  const { shell, say } = useShell();
  const { page } = usePage();
  const { entries, more } = buildWideMenu(buildWholeMenu(shell, say('home')), shell.shell.menuLimit);
  const shown = more.length > 0 ? [...entries, { id: 'more', title: say('more'), href: '', children: more }] : entries;
  const current = shown.find((entry) => isCurrentEntry(entry, page.path, page.query['columnId']));
  const { list, tabIndex } = useMenuKeys(
    shown.map(({ id }) => id),
    current?.id,
  );
  return (
    <nav className="menu-bar" aria-label={say('mainMenu')}>
      <ul className="menu-bar-list" {...list}>
        {shown.map((entry) => (
          <MenuItem key={entry.id} entry={entry} tabIndex={tabIndex(entry.id)} />
        ))}
      </ul>
      <p className="menu-bar-keys" aria-hidden="true">
        {say('menuKeys')}
      </p>
    </nav>
  );
}

/**
 * An entry with those below it, which open under the pointer, by the down arrow, and by a button for fingers and screen readers: who only
 * passes by has no more stops on the way. The arrows go on among them; Escape closes them and goes back to the entry (WAI-ARIA Authoring
 * Practices, disclosure navigation).
 */
function MenuItem({ entry, tabIndex }: { entry: MenuEntry; tabIndex: number | undefined }): ReactElement {
  const { page } = usePage();
  const { say } = useShell();
  const [open, setOpen] = useState(false);
  const item = useRef<HTMLLIElement>(null);
  const entering = useRef(false);
  const id = useId();
  const current = isCurrentEntry(entry, page.path, page.query['columnId']);
  const children = entry.children.filter((child) => !child.hidden);
  useEffect(() => {
    if (open && entering.current) item.current?.querySelector<HTMLElement>('.menu-bar-sub a')?.focus();
    entering.current = false;
  }, [open]);
  if (children.length === 0)
    return (
      <li className="menu-bar-item" data-entry={entry.id}>
        <MenuLink entry={entry} className="menu-bar-link" current={current} tabIndex={tabIndex} />
      </li>
    );
  const leave = (event: FocusEvent<HTMLLIElement>): void => {
    if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const head = item.current?.querySelector<HTMLElement>(':scope > :is(a, button)');
    if (event.key === 'Escape') {
      setOpen(false);
      head?.focus();
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    const below = [...(item.current?.querySelectorAll<HTMLElement>('.menu-bar-sub a') ?? [])];
    const at = below.findIndex((link) => link === event.target);
    if (at < 0 && event.key === 'ArrowDown' && !open) {
      entering.current = true;
      setOpen(true);
    } else (below[event.key === 'ArrowDown' ? Math.min(at + 1, below.length - 1) : at - 1] ?? head)?.focus();
  };
  return (
    <li
      ref={item}
      className="menu-bar-item menu-bar-parent"
      data-entry={entry.id}
      data-open={open || undefined}
      onBlur={leave}
      onKeyDown={onKeyDown}
      onMouseLeave={() => setOpen(false)}
    >
      {entry.href === '' ? null : <MenuLink entry={entry} className="menu-bar-link" current={current} tabIndex={tabIndex} />}
      <button
        type="button"
        tabIndex={entry.href === '' || tabIndex === undefined ? tabIndex : -1}
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
