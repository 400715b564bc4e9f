import type { MenuEntry, ShellPayload } from '../../model/payload';

/** The menu of wide screens: what stands in it, and what is below its last entry. */
export interface WideMenu {
  entries: MenuEntry[];
  more: MenuEntry[];
}

/** Returns the menu with its entry for the home page in front, unless the institution's own has one (ledger SHELL-14). */
export function buildWholeMenu({ menu, shell }: Pick<ShellPayload, 'menu' | 'shell'>, home: string): MenuEntry[] {
  const href = shell.home || '/';
  if (menu.some((entry) => entry.href === href || entry.href === '/')) return menu;
  return [{ id: 'home', title: home, href, external: /^https?:/.test(href), children: [] }, ...menu];
}

/**
 * Returns at most `menuLimit` entries, 0 for all, the rest below one for more; entries for phones alone are left out (ledger
 * SHELL-10 to SHELL-12).
 */
export function buildWideMenu(menu: readonly MenuEntry[], limit = 7): WideMenu {
  const shown = menu.filter((entry) => !entry.hidden);
  return limit === 0 || shown.length <= limit ? { entries: shown, more: [] } : { entries: shown.slice(0, limit), more: shown.slice(limit) };
}

/** Returns whether an entry, or one below it, is the page at an address. */
export function isCurrentEntry(entry: MenuEntry, path: string, columnId: string | undefined): boolean {
  const [own = '', search = ''] = entry.href.split('?');
  const column = new URLSearchParams(search).get('columnId') ?? undefined;
  const here = own === path && (column === undefined || column === columnId);
  return here || (columnId !== undefined && entry.id === columnId) || entry.children.some((child) => isCurrentEntry(child, path, columnId));
}
