import type { MenuEntry } from '../../model/payload';
import { usePage, useShell } from '../data/context';
import type { KeptProps } from '../ui/renderers';

/** Returns what a form of the menu is made of on this page. */
export function useMenuDescription(form: string): KeptProps['of'] {
  const { shell } = useShell();
  const {
    page: { path, query },
    actionContext: { here, signedIn },
  } = usePage();
  return () => [form, path, query['columnId'], query['subhomepage'], signedIn, shell.menu.some(asksLogin) && here];
}

/** Returns whether an entry, or one below it, leads to the login page and back to where the visitor is. */
const asksLogin = ({ requires, children }: MenuEntry): boolean => requires === 'login' || children.some(asksLogin);
